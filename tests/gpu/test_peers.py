"""test_peers.py: tests the comparison with other benchmarks, using stand-ins that print hand-written numbers in the
same form."""
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
            "both directions at once": 102e9, "host_to_device_memcpy_sm": 51e9, "device_to_host_memcpy_sm": 52e9,
            "one_to_all_write_ce": 400e9, "all_to_one_write_ce": 399e9})
        self.assertEqual(self.read("gpu-stream"), {"init": 4.5e12, "read": 2e12, "scale": 2.6e12, "triad": 2.6e12})
        self.assertEqual(self.read("mixbench-cuda"),
                         {"single": 60e12, "double": 30e12, "half": 120e12, "integer": 30e12})
        self.assertEqual(self.read("clpeak"), {"single": 66e12, "half": 120e12, "integer": 33e12,
                                               "global memory": 4e12})
        self.assertEqual(self.read("gpu-cache"), {"Eff. bw": 32e12})
        self.assertEqual(self.read("gpu-l2-cache"), {"Eff. bw": 10e12})

    def test_nothing_to_read(self):
        for peer in READERS:
            self.assertEqual(read_peer(peer, "Error: out of memory\n\n1,2,3\n"), {}, peer)

    def test_ours(self):
        ours, fractions = read_ours((PRINTED / "gpubench.csv").read_text())
        self.assertEqual((ours["dram.read"], ours["dram.scale"], ours["dram.copy"]), (4e12, 4.1e12, 3.96e12))
        self.assertNotIn("cache.l1", ours)
        self.assertEqual((fractions["l1.read"], fractions["dram.read"]), (0.99, 0.8))


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

    def in_turn(self, program, texts):
        """A program that prints these outputs in turn, repeatedly; gpubench has two devices."""
        for number, text in enumerate(texts):
            Path(f"{program}.{number}").write_text(text, encoding="utf-8")
        program.write_text(f"#!/bin/bash\n[ \"$1\" = --list-devices ] && {{ printf '0 a GPU\\n1 a GPU\\n'; exit; }}\n"
                           f"n=$(cat '{program}.count' 2>/dev/null || echo 0)\necho $((n + 1)) >'{program}.count'\n"
                           f"cat '{program}'.$((n % {len(texts)}))\n", encoding="utf-8")

    def compare(self, status, least="0.98", wanted=(), rounds="2"):
        done = subprocess.run([HERE / "peers.py", self.build, self.peers, *wanted], capture_output=True, text=True,
                              check=False, env=dict(os.environ, ROUNDS=rounds, LEAST=least))
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
        self.assertIn("\nnvbandwidth, 4 of 4 runs went wrong: no readable figures\n", out)
        self.assertIn("| gpu-stream, init | 4.5 TB/s | 4.5 TB/s | 1.000 |", out)

    def test_validation_that_failed(self):
        self.with_fp64()
        self.says(self.peers / "cuda-stream", (PRINTED / "cuda-stream.txt").read_text(), 0, "Validation failed on a[]")
        self.assertIn("cuda-stream, 2 of 2 runs went wrong: Validation failed on a[]", self.compare(1)[0])

    def test_two_gpus(self):
        self.in_turn(self.build / "gpubench", [(PRINTED / "gpubench.csv").read_text()])
        out, _ = self.compare(1, wanted=["exchange"])
        self.assertEqual(len(out.splitlines()), 4)
        self.assertIn("| 0.4 TB/s | 0.396 TB/s | **0.990, below 1** |", out)
        self.assertIn("| 0.399 TB/s | 0.4 TB/s | 1.003 |", out)

    def test_the_second_gpu_is_missing(self):
        out, err = self.compare(77, wanted=["exchange"])
        self.assertEqual(out, "")
        self.assertIn("SKIPPED: exchange.one_to_all needs a second GPU", err)

    def ahead(self, status, fraction, values):
        """l1.read of 32 TB/s for the peer, and these rates in turn for gpubench."""
        head, row = "benchmark,point,roof,metric,value,status,fraction\n", "cache,walk=l1,l1.read,bandwidth,{},ok,{}\n"
        self.in_turn(self.build / "gpubench", [head + row.format(value, fraction) for value in values])
        out, _ = self.compare(status, wanted=["l1"], rounds=str(len(values)))
        return out.splitlines()[-1]

    def test_what_is_to_be_ahead(self):
        near = ["31.9e12"] * 4 + ["32.1e12"] * 3
        self.assertIn("| 0.997 (0.997 to 1.003) |", self.ahead(0, "0.995", near))
        self.assertIn("| **0.997 (0.997 to 1.003), below 1** |", self.ahead(1, "0.98", near))
        self.assertIn("| **0.997, below 1** |", self.ahead(1, "0.995", ["31.9e12"] * 7))
        self.assertIn("| 1.003 |", self.ahead(0, "0.9", ["32.1e12"] * 7))

    def test_a_quantity_alone(self):
        out, err = self.compare(0, wanted=["l1.read"])
        self.assertEqual(len(out.splitlines()), 3)
        self.assertEqual([line.split(": ")[:2] for line in err.splitlines() if line.startswith("round")],
                         [["round 1", "gpu-cache"], ["round 1", "gpubench cache"],
                          ["round 2", "gpubench cache"], ["round 2", "gpu-cache"]])
        self.assertIn("round 1: gpu-cache: Eff. bw 3.2e+13\n", err)
        self.compare(77, wanted=["l1.rea"])

    def test_none_at_all(self):
        shutil.rmtree(self.peers)
        self.assertIn("no peer was found", self.compare(77)[1])

    def test_no_gpu(self):
        self.says(self.build / "gpubench", "", 2)
        self.assertIn("no GPU", self.compare(77)[1])


if __name__ == "__main__":
    unittest.main()
