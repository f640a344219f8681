"""Tests of applications.py."""
import tempfile
import unittest
from pathlib import Path

import applications


class Traces(unittest.TestCase):
    def test_all_processes_of_a_run(self):
        with tempfile.TemporaryDirectory() as folder:
            traces = Path(folder) / "traces"
            traces.mkdir()
            (traces / "1.0.trace").write_text("kernel\t0\t1\nkernels\t5\n", encoding="utf-8")
            (traces / "2.0.trace").write_text("kernel\t2\t3\n", encoding="utf-8")
            text = applications.read_traces(traces)
            self.assertFalse(traces.exists())
        self.assertEqual(applications.lines_of(text, "kernel"), [["kernel", "0", "1"], ["kernel", "2", "3"]])


class Kernels(unittest.TestCase):
    def test_launches_of_a_survey(self):
        document = {"rows": [{"what": "kernel", "kernel": "late", "count": 5}, {"what": "gpu", "count": 5},
                             {"what": "kernel", "kernel": "late", "count": 2}]}
        self.assertEqual(applications.kernels_of(document), {"late": 7})

    def test_launches_of_a_profile(self):
        self.assertEqual(applications.kernels_of({"kernels": [{"kernel": "middle(float*)", "launches": 7}]}),
                         {"middle": 7})

    def test_none(self):
        self.assertEqual(applications.kernels_of(None), {})


if __name__ == "__main__":
    unittest.main()
