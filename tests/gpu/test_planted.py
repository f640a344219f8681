"""Tests of planted.py."""
import unittest

import planted


def kernel(seconds, *reasons):
    return {"seconds": seconds, "reasons": [{"reason": reason, "after_s": after} for reason, after in reasons]}


FOUND = {"stride_fault": kernel(8.0, ("coalescing", 1.1)), "stride_mended": kernel(1.0),
         "conflict_fault": kernel(4.0, ("conflicts", 0.9)), "conflict_mended": kernel(1.0),
         "spill_fault": kernel(3.0, ("spills", 1.2), ("latency", 2.0)), "spill_mended": kernel(1.0),
         "tile_fault": kernel(3.0, ("spills", 1.1)), "tile_mended": kernel(1.0),
         "array_fault": kernel(3.0, ("spills", 1.0)), "array_mended": kernel(1.0),
         "staged_fault": kernel(3.0, ("spills", 1.0)), "staged_mended": kernel(1.0)}


class Judging(unittest.TestCase):
    def test_found(self):
        lines, wrong = planted.judged(FOUND)
        self.assertEqual((len(lines), wrong), (6, []))
        self.assertIn("+20 %", lines[2])

    def test_another_reason_first(self):
        _, wrong = planted.judged(FOUND | {"spill_fault": kernel(3.0, ("latency", 1.0), ("spills", 1.0))})
        self.assertEqual(wrong, ["spill: the first reason is latency, not spills"])

    def test_none_found(self):
        _, wrong = planted.judged(FOUND | {"stride_fault": kernel(8.0)})
        self.assertEqual(wrong, ["stride: the first reason is none, not coalescing"])

    def test_too_far(self):
        _, wrong = planted.judged(FOUND | {"conflict_mended": kernel(2.0)})
        self.assertEqual(wrong, ["conflict: the estimate is off by -55 %"])

    def test_missing(self):
        _, wrong = planted.judged({name: FOUND[name] for name in FOUND if name != "spill_mended"})
        self.assertEqual(wrong, ["spill: not profiled"])

    def test_names(self):
        self.assertEqual(planted.short({"kernel": "void ns::f<int>(int *)"}), "ns::f<int>")


if __name__ == "__main__":
    unittest.main()
