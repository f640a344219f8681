"""Tests of survey.py."""
import math
import unittest

import survey


class Faults:
    def __init__(self):
        self.faults, self.ratios = [], []

    def expect(self, holds, text):
        if not holds:
            self.faults.append(text)


EXACT = {"kernel": "k", "grid": "1", "block": "1", "counted": 2, "share": 0.9, "flop": 1000.0, "load_sectors": 100.0,
         "store_sectors": 50.0, "dram_bytes": 4000.0, "roof": "dram.read"}
BOUNDED = EXACT | {"dram_bytes_least": 0.0, "dram_bytes_most": 4800.0, "roof": "fp32", "perhaps": "dram.copy"}


class Comparing(unittest.TestCase):
    def faults_of(self, **changes):
        run = Faults()
        survey.compare(run, "k", EXACT, BOUNDED | changes)
        return run.faults

    def test_alike(self):
        self.assertEqual(self.faults_of(), [])
        self.assertEqual(self.faults_of(flop=1009.0, load_sectors=101.0), [])

    def test_work_that_differs(self):
        self.assertIn("FLOP", self.faults_of(flop=1100.0)[0])
        self.assertIn("FLOP", self.faults_of(flop=None)[0])
        self.assertIn("sectors", self.faults_of(store_sectors=60.0)[0])

    def test_bytes_outside(self):
        self.assertIn("DRAM", self.faults_of(dram_bytes_most=3900.0)[0])
        self.assertIn("DRAM", self.faults_of(dram_bytes_least=4100.0)[0])
        self.assertEqual(self.faults_of(dram_bytes_most=None), [])

    def test_ends_of_an_interval(self):
        run = Faults()
        for least in (2400.0, 0.0, None):
            survey.compare(run, "k", EXACT, BOUNDED | {"dram_bytes_least": least})
        self.assertEqual(run.ratios, [2.0, math.inf, math.inf])
        self.assertIn(": inf of 3 kernels, of which 2 have", survey.medians(run)[1])
        self.assertEqual((run.ratios, survey.medians(run)), ([], []))

    def test_bounds_alone(self):
        unknown = {"flop": None, "load_sectors": None, "dram_bytes_least": 3500.0}
        self.assertEqual(self.faults_of(**unknown), [])
        self.assertIn("DRAM", self.faults_of(**unknown, dram_bytes_most=3900.0)[0])

    def test_another_roof(self):
        self.assertIn("with counters", self.faults_of(perhaps="l2.read")[0])
        self.assertEqual(self.faults_of(roof="dram.read", perhaps=None), [])


    def test_launches_that_differ(self):
        row = {"what": "kernel", "kernel": "k", "grid": "1", "block": "1", "shortest": 1.0, "longest": 1.5}
        self.assertFalse(survey.is_uneven({"survey": {"rows": [row]}}, EXACT))
        self.assertTrue(survey.is_uneven({"survey": {"rows": [row | {"longest": 5.0}]}}, EXACT))
        run = Faults()
        survey.compare(run, "k", EXACT, BOUNDED | {"flop": 1100.0}, survey.UNEVEN)
        self.assertEqual(run.faults, [])


class Reading(unittest.TestCase):
    def test_share_of_what_was_counted(self):
        self.assertAlmostEqual(survey.placed({"kernels": [EXACT, EXACT | {"share": 0.1, "counted": 0}]}), 0.9)

    def test_seconds_of_the_first_run(self):
        self.assertAlmostEqual(survey.seconds_in("x\nseconds 0.25\nseconds 0.5\n"), 0.25)
        self.assertTrue(math.isnan(survey.seconds_in("nothing")))


if __name__ == "__main__":
    unittest.main()
