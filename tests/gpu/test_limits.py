"""test_limits.py: rows that their limit contradicts, by hand; and there are none in the results that are kept."""
import unittest
from pathlib import Path

from limits import faults
from rows import read_file

RESULTS = Path(__file__).resolve().parents[2] / "results"
# Files made when rows of these benchmarks gave no reasons yet, with the version that made them.
OLDER = {
    ("gemm-sizes.csv", "0.1.0-589af86"): {"gemm"},
    ("two-gpus-nccl.csv", "0.1.0-145d7bc"): {"collective"},
}


def row(fraction, status="ok", reason=""):
    return {"benchmark": "x", "variant": "", "point": "op=copy", "metric": "bandwidth", "fraction": fraction,
            "status": status, "reason": reason}


class Limits(unittest.TestCase):
    def test_rows_that_say_enough(self):
        self.assertEqual(faults([row(""), row("0.5"), row("1.003"), row("0.1", reason="too few warps"),
                                 row("0.1", status="suspect", reason="others worked on the GPU")]), [])

    def test_rows_that_do_not(self):
        self.assertEqual(faults([row("0.499"), row("1.0031", status="suspect", reason="better than the limit")]),
                         ["x - op=copy bandwidth: 0.499: far below its limit, and nothing says why",
                          "x - op=copy bandwidth: 1.0031: above its limit"])

    def test_results_that_are_kept(self):
        """Those that say of each row where its value comes from: older ones have the limits of their day."""
        checked = 0
        for path in sorted(RESULTS.glob("*/*.csv")):
            rows = read_file(path)
            if rows and "origin" in rows[0] and "status" in rows[0]:
                checked += 1
                newer = [row for row in rows if row["benchmark"] not in OLDER.get((path.name, row["version"]), ())]
                self.assertEqual(faults(newer), [], path)
        self.assertGreater(checked, 0)
