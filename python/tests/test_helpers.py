"""Tests of pictures, if matplotlib is installed, and of regions, with a stub of PyTorch."""
import dataclasses
import sys
import types
import unittest
from unittest import mock

from support import TABLE, gpubench, has_matplotlib
from gpubench import plot
from gpubench.torch import region

PEAKS = gpubench.peaks_of(TABLE)


@unittest.skipIf(not has_matplotlib(), "matplotlib is not installed")
class Pictures(unittest.TestCase):
    def test_roofline(self):
        place = gpubench.place(1e12, 1e9, 2e-3, "bf16", peaks=PEAKS)
        axes = plot.roofline(PEAKS, [("mine", place)])
        labels = [line.get_label() for line in axes.get_lines()]
        self.assertEqual(labels, ["fp32", "tensor.tf32", "tensor.bf16", "tensor.fp8", "mine"])
        bf16, mine = axes.get_lines()[2], axes.get_lines()[4]
        self.assertEqual(max(bf16.get_ydata()), PEAKS["tensor.bf16"].sustained)
        self.assertAlmostEqual(bf16.get_ydata()[0], 0.01 * PEAKS["dram.read"].sustained)
        self.assertEqual((mine.get_xdata()[0], mine.get_ydata()[0]), (1000, 5e14))
        self.assertIs(plot.roofline(PEAKS, roofs=["fp64"], axes=axes), axes)

    def test_curve(self):
        rows = TABLE.where(benchmark="stride", metric="bandwidth")
        axes = plot.curve(rows)
        drawn = sum(len(line.get_xdata()) for line in axes.get_lines())
        self.assertGreater(drawn, 10)
        self.assertEqual(axes.get_ylabel(), "bandwidth")
        self.assertEqual(axes.yaxis.get_major_formatter()(2e12), "2 TB/s")

    def test_a_line_is_named_by_what_tells_it_apart(self):
        reads = [row for row in TABLE.where(benchmark="stride", metric="bandwidth", axis="stride", op="read")]
        other = [dataclasses.replace(row, gpu_uuid="GPU-other", gpu_name="other") for row in reads]
        axes = plot.curve(gpubench.Table(reads + other))
        labels = axes.get_legend_handles_labels()[1]
        self.assertEqual(sorted(labels), sorted([reads[0].gpu_name, "other"]))
        self.assertEqual(axes.get_xscale(), "log")
        first, second = (line[0] for line in axes.containers)
        self.assertEqual(first.get_color(), second.get_color())
        self.assertNotEqual(first.get_linestyle(), second.get_linestyle())
        self.assertEqual(list(first.get_xdata()), sorted(first.get_xdata()))

    def test_rows_that_are_no_curve(self):
        with self.assertRaisesRegex(gpubench.Error, "expected rows of one benchmark"):
            plot.curve(TABLE)


class NoPictures(unittest.TestCase):
    def test_what_cannot_be_drawn(self):
        with self.assertRaisesRegex(gpubench.Error, "none of tensor.fp4 was measured"):
            plot.roofline(PEAKS, roofs=["tensor.fp4"])
        with mock.patch.dict(sys.modules, {"matplotlib.pyplot": None}):
            with self.assertRaisesRegex(gpubench.Error, "matplotlib is not installed"):
                plot.roofline(PEAKS)


class Event:
    """An event that is recorded 2 ms after the previous one."""
    now = 0
    idle = False

    def __init__(self, enable_timing):
        self.at = None

    def record(self):
        Event.now += 2
        self.at = Event.now

    def query(self):
        return Event.idle

    def synchronize(self):
        pass

    def elapsed_time(self, end):
        return end.at - self.at


class Counter:
    """Counts 10^12 FLOP while it is open. Opening the first one takes long."""
    is_warm = False

    def __init__(self, display):
        self.is_open = None

    def __enter__(self):
        self.is_open = True
        Event.now += 0 if Counter.is_warm else 1000
        Counter.is_warm = True

    def __exit__(self, *error):
        self.is_open = False

    def get_total_flops(self):
        assert self.is_open is False
        return 10**12


class Matrix:
    def __matmul__(self, other):
        return self

    def __add__(self, other):
        return self


class Regions(unittest.TestCase):
    def setUp(self):
        cuda = types.SimpleNamespace(is_available=lambda: True, Event=Event, synchronize=lambda: None,
                                     current_device=lambda: 3)
        counter = types.SimpleNamespace(FlopCounterMode=Counter)
        torch = types.SimpleNamespace(cuda=cuda, zeros=lambda size, device: Matrix())
        stubs = mock.patch.dict(sys.modules, {"torch": torch, "torch.utils": types.SimpleNamespace(),
                                              "torch.utils.flop_counter": counter})
        stubs.start()
        self.addCleanup(stubs.stop)
        self.cuda = cuda

    def test_counted(self):
        told = []
        with region("bf16", 1e9, peaks=PEAKS, tell=told.append) as found:
            self.assertIsNone(found.place)
        self.assertEqual((found.seconds, found.flop, found.place.roof), (0.002, 1e12, "tensor.bf16"))
        self.assertEqual(told, [str(found.place)])
        self.assertAlmostEqual(found.place.fraction, 5e14 / PEAKS["tensor.bf16"].sustained)
        self.assertFalse(found.host_bound)

    def test_the_first_count_is_not_in_the_time(self):
        Counter.is_warm = False
        with region("bf16", 1e9, peaks=PEAKS, tell=None) as found:
            pass
        self.assertEqual(found.seconds, 0.002)

    def test_a_gpu_that_waits_for_the_processor_is_told(self):
        told = []
        with mock.patch.object(Event, "idle", True):
            with region("bf16", 1e9, peaks=PEAKS, tell=told.append) as found:
                pass
        self.assertTrue(found.host_bound)
        self.assertIn("the processor set the pace", told[0])

    def test_told(self):
        with region("fp32", 1e9, flop=1e6, peaks=PEAKS, tell=None) as found:
            pass
        self.assertEqual((found.flop, found.place.roof), (1e6, "dram.read"))

    def test_the_peaks_of_the_current_device(self):
        with mock.patch("gpubench._place.find_peaks", lambda device: PEAKS if device == 3 else None):
            with region("bf16", tell=None) as found:
                pass
        self.assertIs(found.place.peaks, PEAKS)

    def test_what_the_region_raises_stays(self):
        with self.assertRaises(ZeroDivisionError):
            with region("bf16", peaks=PEAKS) as found:
                1 / 0
        self.assertIsNone(found.place)

    def test_without_pytorch_or_a_gpu(self):
        self.cuda.is_available = lambda: False
        with self.assertRaisesRegex(gpubench.Error, "PyTorch finds no GPU"):
            with region("bf16", peaks=PEAKS):
                pass
        with mock.patch.dict(sys.modules, {"torch": None}):
            with self.assertRaisesRegex(gpubench.Error, "PyTorch is not installed"):
                with region("bf16", peaks=PEAKS):
                    pass


if __name__ == "__main__":
    unittest.main()
