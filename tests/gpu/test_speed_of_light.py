"""test_speed_of_light.py: tests which unit a row of gpubench names, and its verdict, on hand-written numbers."""
import contextlib
import io
import unittest

import speed_of_light

UNITS = {"SM": 40.0, "L1": 50.0, "L2": 80.0, "DRAM": 70.0}


def row(**changed):
    return {"roof": "", "fraction": "", "fraction_most": "", "perhaps": "", "missing": "", "pipe": "",
            "pipe_use": ""} | changed


class Rows(unittest.TestCase):
    def compare(self, **changed):
        return speed_of_light.compare_row(row(**changed), UNITS)

    def test_words(self):
        self.assertEqual(self.compare(roof="l2.read", fraction="0.5"), ("same", "L2"))
        self.assertEqual(self.compare(roof="dram.copy", fraction="0.5"), ("DIFFERS", "DRAM"))
        self.assertEqual(self.compare(roof="dram.copy", fraction="0.75"), ("tie", "DRAM"))
        self.assertEqual(self.compare(roof="dram.read", fraction="0.5", fraction_most="0.75"), ("tie", "DRAM"))
        self.assertEqual(self.compare(perhaps="fp64", missing="a.sum"), ("unknown", "a.sum"))
        self.assertEqual(self.compare(), ("DIFFERS", ""))

    def test_pipes(self):
        """A pipe counts without a roof, or if only the pipe is busy."""
        self.assertEqual(self.compare(pipe="l2", pipe_use="0.8"), ("same", "L2"))
        self.assertEqual(self.compare(roof="dram.read", fraction="0.4", pipe="l2_tags", pipe_use="0.97"),
                         ("same", "L2"))
        self.assertEqual(self.compare(roof="l2.read", fraction="0.5", pipe="alu", pipe_use="0.4"), ("same", "L2"))
        self.assertEqual(self.compare(pipe="fma", pipe_use="0.4"), ("DIFFERS", "SM"))

    def test_conclusion(self):
        """Four of five named units are enough; one wrong unit is not."""
        good = [("full", "raw", "same")] * 3 + [("full", "details", "both far"), ("full", "raw", "unknown")]
        with contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertTrue(speed_of_light.conclude(good))
            self.assertFalse(speed_of_light.conclude(good + [("full", "raw", "unknown")]))
            self.assertFalse(speed_of_light.conclude(good + [("full", "raw", "DIFFERS")] + good))
            self.assertFalse(speed_of_light.conclude([]))
        self.assertIn("| full | raw | 4 | 3 | 0 | 0 | 1 | 0 |", said.getvalue())


if __name__ == "__main__":
    unittest.main()
