"""Tests of l2.py on counters from ncu on an H200."""
import unittest

import l2
from expression import Wrong


def kernels(cycles, average, busy, which, clock="1,709,804,816.85"):
    """Three launches with equal counts."""
    one = {l2.SUM: cycles, l2.AVERAGE: average, l2.CLOCK: clock, l2.BUSY[which]: busy}
    return [one] * l2.LAUNCHES


READ = kernels("150,656,620", "1,602,730", "91.90", "l2.read")
WRITE = kernels("142,867,780", "1,519,870", "96.92", "l2.write")


class L2(unittest.TestCase):
    def test_slices_are_a_whole_number(self):
        self.assertEqual(l2.slices_of(READ), 94)
        with self.assertRaisesRegex(Wrong, "slices"):
            l2.slices_of(kernels("150,656,620", "1,580,000", "91.90", "l2.read"))

    def test_widths(self):
        measured, meant = l2.width_of(READ, "l2.read", 8.85837005e9)
        self.assertAlmostEqual(measured, 63.98, 2)
        self.assertEqual(meant, 64)
        self.assertEqual(l2.width_of(WRITE, "l2.write", 4.42918502e9)[1], 32)

    def test_bytes_that_did_not_pass_are_found(self):
        with self.assertRaisesRegex(Wrong, "47.9"):
            l2.width_of(WRITE, "l2.write", 1.5 * 4.42918502e9)
        with self.assertRaisesRegex(Wrong, "0.00 bytes"):
            l2.width_of(WRITE, "l2.write", 0)

    def test_the_line_of_the_table(self):
        self.assertEqual(l2.entry("NVIDIA H200", 94, {"l2.read": 64, "l2.write": 32}, 1.7098e9),
                         '{ "NVIDIA H200", { .slices = 94, .read_bytes = 64, .write_bytes = 32, .clock_hz = '
                         '1.71e9 } },')


if __name__ == "__main__":
    unittest.main()
