"""test_peers.py: the comparison with other benchmarks, by stand-ins that print numbers by hand in the shape of theirs."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from peer_output import READERS, read_ours, read_peer

HERE = Path(__file__).resolve().parent
PRINTED = HERE.parent / "data/peers"
NO_FP64 = "double   : [error] compile/load failed"


class Output(unittest.TestCase):
    def read(self, peer):
        return read_peer(peer, (PRINTED / f"{peer}.txt").read_text())

    def test_the_best_of_each_in_si_units(self):
        self.assertEqual(self.read("cuda-stream"),
                         {"Copy": 4e12, "Mul": 4.1e12, "Add": 4.2e12, "Triad": 4.3000005e12, "Dot": 3.2e12})
        self.assertEqual(self.read("nvbandwidth"), {
            "device_local_copy": 4.04e12, "host_to_device_memcpy_ce": 55e9, "device_to_host_memcpy_ce": 54e9,
            "both directions at once": 102e9, "host_to_device_memcpy_sm": 51e9, "device_to_host_memcpy_sm": 52e9})
        self.assertEqual(self.read("gpu-stream"), {"init": 4.5e12, "read": 2e12, "scale": 2.6e12, "triad": 2.6e12})
        self.assertEqual(self.read("mixbench-cuda"), {"single": 60e12, "double": 30e12, "half": 120e12, "integer": 30e12})
        self.assertEqual(self.read("clpeak"), {"single": 66e12, "half": 120e12, "integer": 33e12, "global memory": 4e12})
        self.assertEqual(self.read("gpu-cache"), {"Eff. bw": 32e12})
        self.assertEqual(self.read("gpu-l2-cache"), {"Eff. bw": 10e12})

    def test_nothing_to_read(self):
        for peer in READERS:
            self.assertEqual(read_peer(peer, "Error: out of memory\n\n1,2,3\n"), {}, peer)

    def test_ours(self):
        ours = read_ours((PRINTED / "gpubench.csv").read_text())
        self.assertEqual((ours["dram.read"], ours["dram.scale"], ours["dram.copy"]), (4e12, 4.1e12, 3.96e12))
        self.assertNotIn("cache.l1", ours)


class Table(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.peers, self.build = Path(folder.name, "peers"), Path(folder.name, "build")
        self.peers.mkdir()
        self.build.mkdir()
        for peer in READERS:
            self.says(self.peers / peer, (PRINTED / f"{peer}.txt").read_text())
        self.says(self.build / "gpubench", (PRINTED / "gpubench.csv").read_text())

    @staticmethod
    def says(program, text, status=0, err=""):
        """A program that prints this."""
        program.with_suffix(".txt").write_text(text, encoding="utf-8")
        program.write_text(f"#!/bin/sh\ncat '{program.with_suffix('.txt')}'\necho '{err}' >&2\nexit {status}\n",
                           encoding="utf-8")
        program.chmod(0o755)

    def compare(self, status, least="0.98"):
        done = subprocess.run([HERE / "peers.py", self.build, self.peers], capture_output=True, text=True, check=False,
                              env=dict(os.environ, ROUNDS="2", LEAST=least))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done.stdout, done.stderr

    def with_fp64(self):
        self.says(self.peers / "clpeak", (PRINTED / "clpeak.txt").read_text().replace(NO_FP64, "double   : 33000.00"))

    def test_a_figure_is_missing(self):
        self.assertEqual(self.compare(1)[0], (PRINTED / "table.md").read_text())

    def test_none_is_faster(self):
        self.with_fp64()
        self.compare(0)

    def test_one_is(self):
        self.with_fp64()
        self.assertIn("| **0.990, below 0.995** |", self.compare(1, "0.995")[0])

    def test_one_that_is_not_there(self):
        self.with_fp64()
        (self.peers / "gpu-cache").unlink()
        out, err = self.compare(0)
        self.assertIn("SKIPPED: gpu-cache is not in", err)
        self.assertEqual(len(out.splitlines()), 27)

    def test_some_that_went_wrong(self):
        self.says(self.peers / "nvbandwidth", "memcpy local GPU(column) bandwidth (GB/s)\n           0\n 0       N/A\n")
        self.says(self.peers / "cuda-stream", "", 3, "Error: out of memory")
        out, _ = self.compare(1)
        self.assertIn("| cuda-stream, Copy | no figure (2 of 2 runs went wrong) | 3.96 TB/s |  |", out)
        self.assertIn("\ncuda-stream, 2 of 2 runs went wrong: exit status 3: Error: out of memory\n", out)
        self.assertIn("\nnvbandwidth, 4 of 4 runs went wrong: nothing that can be read\n", out)
        self.assertIn("| gpu-stream, init | 4.5 TB/s | 4.5 TB/s | 1.000 |", out)

    def test_validation_that_failed(self):
        self.with_fp64()
        self.says(self.peers / "cuda-stream", (PRINTED / "cuda-stream.txt").read_text(), 0, "Validation failed on a[]")
        self.assertIn("cuda-stream, 2 of 2 runs went wrong: Validation failed on a[]", self.compare(1)[0])

    def test_none_at_all(self):
        shutil.rmtree(self.peers)
        self.assertIn("no peer at all", self.compare(77)[1])

    def test_no_gpu(self):
        self.says(self.build / "gpubench", "", 2)
        self.assertIn("no GPU", self.compare(77)[1])


if __name__ == "__main__":
    unittest.main()
