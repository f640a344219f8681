"""test_device_query.py: what deviceQuery says against gpubench info, on texts of both."""
import unittest

from device_query import compare

QUERY = """./deviceQuery Starting...

Device 0: "NVIDIA H200"
  CUDA Driver Version / Runtime Version          13.0 / 12.9
  Total amount of global memory:                 143156 MBytes (150109880320 bytes)
  (132) Multiprocessors, (128) CUDA Cores/MP:    16896 CUDA Cores
  GPU Max Clock rate:                            1980 MHz (1.98 GHz)
  Maximum Texture Dimension Size (x,y,z)         1D=(131072), 2D=(131072, 65536), 3D=(16384, 16384, 16384)
  Alignment requirement for Surfaces:            Yes
  Device has ECC support:                        Enabled
  Compute Mode:
     < Exclusive Process (many threads in one process is able to use ::cudaSetDevice() with this device) >

Device 1: "NVIDIA H200"
  Memory Bus Width:                              6016-bit
> Peer access from NVIDIA H200 (GPU0) -> NVIDIA H200 (GPU1) : Yes
> Peer access from NVIDIA H200 (GPU1) -> NVIDIA H200 (GPU0) : No

deviceQuery, CUDA Driver = CUDART
Result = PASS
"""
INFO = """GPU 0: NVIDIA H200
  CUDA, of the driver / of this program  13.0/13.0
  device memory                          150.1 GB (150109880320 B)
  SMs                                    132 (x 128 = 16896 FP32 lanes)
  SM clock, rated                        1.980 GHz
  texture 1D                             131072
  texture 2D, width                      131072
  texture 2D, height                     65536
  texture 3D, width                      16384
  texture 3D, height                     16384
  texture 3D, depth                      16384
  surface alignment                      512 B
  ECC                                    yes
  compute mode                           exclusive to a process

GPU 1: NVIDIA H200
  memory bus                             6016 bit

From GPU to GPU
  0 to 1: 18 NVLinks, 450.0 GB/s each way; peer access from 0 alone
"""


class Comparison(unittest.TestCase):
    def faults(self, old="", new="", query=QUERY):
        return compare(query.splitlines(), (INFO.replace(old, new) if old else INFO).splitlines())

    def test_all_of_it(self):
        self.assertEqual(self.faults(), ([], 11))

    def test_another_figure(self):
        for old, new in (("(150109880320 B)", "(150109880321 B)"), ("x 128", "x 64"), ("1.980", "1.970"),
                         ("65536", "65535"),
                         ("ECC                                    yes", "ECC                                    no"),
                         ("exclusive", "default"), ("6016", "6144")):
            self.assertEqual(len(self.faults(old, new)[0]), 1, new)

    def test_a_line_of_ours_too_few(self):
        faults, agree = self.faults("  surface alignment                      512 B\n")
        self.assertEqual((faults, agree),
                         (["GPU 0: 'Alignment requirement for Surfaces:            Yes' is not reported"], 10))

    def test_a_line_that_is_new(self):
        faults, _ = self.faults(query=QUERY.replace("  Memory Bus", "  Colour of the board:    green\n  Memory Bus"))
        self.assertEqual(faults, ["GPU 1: 'Colour of the board:    green' is not reported"])

    def test_peer_access(self):
        for told, count in (("peer access, with atomics", 1), ("no peer access", 1), ("peer access from 1 alone", 2)):
            self.assertEqual(len(self.faults("peer access from 0 alone", told)[0]), count, told)

    def test_nothing_said(self):
        self.assertEqual(self.faults(query="")[0], ["deviceQuery printed nothing"])


if __name__ == "__main__":
    unittest.main()
