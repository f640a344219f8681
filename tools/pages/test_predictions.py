"""Tests of predictions.py and model_kernels.py."""
import math
import unittest

import predictions as model
from blocks.model_kernels import Kernel, kernels_of

CONSTANT = {"LOADS": 2, "CHAINS": 2, "LEVELS": 8, "WARPS": 32}


class Machine(model.Machine):
    """A GPU made by hand: 16 of 64 warps reach half of DRAM's rate."""

    def __init__(self):
        self.roofs = {"dram.read": 1e12, "dram.triad": 1e12, "dram.copy": 0.5e12, "dram.write": 0.5e12, "l2.read": 1e13,
                      "l2.write": 1e13, "l1.read": 1e13, "fp32": 2e12}
        self.curves = {("read", 2): [(0, 0.0), (16, 0.5), (64, 1.0)], ("fma", 2): [(0, 0.0), (16, 1.0), (64, 1.0)]}
        self.most, self.launch, self.starts = 64, 2e-6, [(1, 1e-9), (32, 2e-9)]


def row(point, metric, value, benchmark="stride"):
    return {"benchmark": benchmark, "variant": "default", "point": point, "metric": metric, "value": str(value),
            "status": "ok"}


class Predicting(unittest.TestCase):
    def seconds(self, **work):
        return model.predicted(Machine(), Kernel("g", "b", "v", "p", 1.0, **work), CONSTANT)

    def test_memory(self):
        self.assertAlmostEqual(self.seconds(dram_read=0.5e12), 0.5 + 2e-6)
        self.assertAlmostEqual(self.seconds(dram_read=0.5e12, warps=16), 1 + 2e-6)

    def test_mix(self):
        self.assertAlmostEqual(Machine().dram(0.5), 0.5e12)
        self.assertAlmostEqual(Machine().dram(5 / 12), 1 / 1.5e-12)

    def test_overlap(self):
        self.assertAlmostEqual(self.seconds(dram_read=0.5e12, fp32=0.5e12, warps=16), 1 + 0.25 * math.exp(-0.5) + 2e-6)

    def test_start_of_blocks(self):
        self.assertAlmostEqual(self.seconds(dram_read=0.5e12, blocks=1e9, threads=1024), 2 + 2e-6)
        self.assertAlmostEqual(self.seconds(dram_read=0.5e12, blocks=1e8, threads=33), 0.5 + 2e-6)

    def test_short_warps(self):
        """A quarter of what the curve's warps have in flight."""
        self.assertAlmostEqual(self.seconds(dram_read=0.256e12, fetched=0.256e12, blocks=1e9, threads=32), 1.0 + 2e-6)
        self.assertAlmostEqual(self.seconds(dram_read=0.5e12, fetched=0.256e12, blocks=1e8, threads=32), 0.5 + 2e-6)

    def test_halves(self):
        self.assertEqual({model.half("a"), model.half("b"), model.half("c"), model.half("d")}, {0, 1})

    def test_levels(self):
        self.assertAlmostEqual(self.seconds(l2_read=5e12, path=5e12), 0.5 * 2**(1 / 8) + 2e-6)


class Work(unittest.TestCase):
    def test_stride(self):
        """A second of a copy with a stride of 8 words: each lane has a sector of its own, and a warp 8 lines."""
        point = "op=copy,stride=8,bytes=4,form=wide"
        rows = [row(point, *pair) for pair in (("bandwidth", 256e9), ("sectors_per_request", 32),
                                               ("lines_per_request", 8),
                                               ("memory_bytes", 1e9), ("memory_efficiency", 0.125))]
        [kernel] = kernels_of(rows, {"stride": model.OTHERS["stride"]})
        self.assertEqual(kernel.work["dram_read"], 1024e9)
        self.assertEqual(kernel.work["l2_write"], 1024e9)
        self.assertEqual(kernel.work["path"], 2e9 * 8 * 128)

    def test_curve_of_shared_memory_is_no_test(self):
        """It is an input of the model."""
        rows = [row(f"op=read,by={by},warps=4,ilp=1", metric, 1e12, "occupancy")
                for by in ("shared", "registers") for metric in ("bandwidth", "resident_warps")]
        self.assertEqual([kernel.point for kernel in kernels_of(rows, model.FITTED)],
                         ["op=read,by=registers,warps=4,ilp=1"])

    def test_row_without_value(self):
        self.assertEqual(kernels_of([row("op=copy,stride=1,bytes=4", "bandwidth", "")], model.OTHERS), [])


if __name__ == "__main__":
    unittest.main()
