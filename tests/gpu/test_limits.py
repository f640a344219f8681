"""test_limits.py: tests limits.py on hand-written rows that contradict their limit or another row, and checks that
the stored results have none."""
import unittest
from pathlib import Path

from limits import faults, roofs_below
from rows import read_file

RESULTS = Path(__file__).resolve().parents[2] / "results"
# Files from before rows of these benchmarks had reasons, or before the L2 of their model was known, with the version
# that made them.
OLDER = {
    ("h200-sxm/gemm-sizes.csv", "0.1.0-589af86"): {"gemm"},
    ("h200-sxm/two-gpus-nccl.csv", "0.1.0-145d7bc"): {"collective"},
    ("h200-sxm/two-gpus.csv", "0.2.0-6e1b5626"): {"p2p"},
    ("sources/h100.csv", "0.1.0-39ce87e"): {"gemm"},
    ("study/h100-sxm.csv", "0.1.0-787607c2"): {"instr"},
    ("study/h100-sxm.csv", "0.2.0-5097a8e4"): {"issue"},
    ("study/h200-sxm.csv", "0.2.0-cb7cac98"): {"instr"},
    ("study/h200-sxm.csv", "0.2.0-5097a8e4"): {"issue"},
    ("sources/h200.csv", "0.1.0-39ce87e"): {"gemm", "transpose"},
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

    @staticmethod
    def value(benchmark, point, value, roof="", run="1", gpu="GPU-1", status="ok"):
        """A row whose value is known to 1 %."""
        return {"benchmark": benchmark, "variant": "default", "point": point, "roof": roof, "metric": "bandwidth",
                "run_id": run,
                "gpu_uuid": gpu, "status": status, "value": str(value), "lo": str(0.99 * value),
                "hi": str(1.01 * value)}

    def test_a_roof_below_another_point(self):
        roof = self.value("cache", "walk=l1,set=16384,unroll=8", 100, "l1.read")
        same = [("cache", "walk=l1,set=32768,unroll=8"), ("l1", "pattern=reuse,set=65536,carveout=0")]
        self.assertEqual(roofs_below([roof] + [self.value(*point, 103) for point in same]),
                         [f"l1.read: 100 is below {bench} default {point}: 103" for bench, point in same])
        stores = self.value("cache", "walk=write,share=65536", 100, "l2.write")
        level = self.value("cache", "walk=write,level=l2", 104)
        self.assertEqual(roofs_below([stores, level]),
                         ["l2.write: 100 is below cache default walk=write,level=l2: 104"])

    def test_roofs_that_stand(self):
        roof = self.value("cache", "walk=l1,set=16384,unroll=8", 100, "l1.read")
        self.assertEqual(roofs_below([
            roof, self.value("cache", "walk=l1,set=32768,unroll=8", 101.9),
            self.value("cache", "walk=write,share=65536", 100, "l2.write"),
            self.value("cache", "walk=write,level=l2", 103), self.value("cache", "walk=l2,share=65536", 200),
            self.value("l1", "pattern=offset,offset=0", 200), self.value("l1", "pattern=reuse,set=4096", 200, run="2"),
            self.value("l1", "pattern=reuse,set=4096", 200, gpu="GPU-2"),
            self.value("l1", "pattern=reuse,set=4096", 200, status="suspect")]), [])

    def test_results_that_are_kept(self):
        """The files whose rows state the origin of their values; older ones have outdated limits."""
        checked = 0
        for path in sorted(RESULTS.glob("*/*.csv")):
            name, rows = f"{path.parent.name}/{path.name}", read_file(path)
            if rows and "origin" in rows[0] and "status" in rows[0]:
                checked += 1
                newer = [row for row in rows if row["benchmark"] not in OLDER.get((name, row["version"]), ())]
                self.assertEqual(faults(newer), [], path)
                self.assertEqual(roofs_below(rows), [], path)
        self.assertGreater(checked, 0)
