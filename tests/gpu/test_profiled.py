"""test_profiled.py: tests the queries of profile.sh on CSVs with hand-written numbers."""
import csv
import tempfile
import unittest
from pathlib import Path

import profiled

FADD = "smsp__sass_thread_inst_executed_ops_fadd_fmul_ffma_pred_on.sum"
FFMA = "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"


def placed(kernel, roof, fraction, dram="0", flop="0"):
    return {"kernel": kernel, "grid": "(1, 1, 1)", "block": "(32, 1, 1)", "roof": roof, "fraction": fraction,
            "dram_bytes": dram, "flop": flop}


def launch(kernel, dram, instructions, fmas):
    return {"Kernel Name": kernel, "Grid Size": "(1, 1, 1)", "Block Size": "(32, 1, 1)", "dram__bytes.sum": dram,
            FADD: instructions, FFMA: fmas}


class Profiled(unittest.TestCase):
    def test_points(self):
        rows = [{"benchmark": "dram", "roof": "dram.read", "variant": "default", "point": "op=read", "metric": name}
                for name in ("bandwidth", "bandwidth")]
        rows.append({"benchmark": "dram", "roof": "", "variant": "default", "point": "op=copy"})
        rows.append({"benchmark": "ffma", "roof": "fp64", "variant": "default", "point": "type=fp64"})
        self.assertEqual([row["point"] for row in profiled.own_points(rows)], ["op=read"])

    def test_own(self):
        good = [placed("dram_read_u4", "dram.read", "1.015"), placed("ffma_fp32", "fp32", "0.985")]
        self.assertEqual(profiled.own_faults(good), [])
        self.assertEqual(profiled.own_faults(good[:1]), ["no kernel of ffma"])
        self.assertEqual(profiled.own_faults([good[0], placed("ffma_fp32", "fp32", "0.97")]),
                         ["ffma_fp32 is at 0.9700 of fp32"])
        self.assertEqual(profiled.own_faults([good[1], placed("dram_read", "l2.read", "1")]),
                         ["dram_read is limited by l2.read, not by dram."])

    def test_page(self):
        """A kernel of a program with ncu's counts, and a kernel of gpubench, which has none."""
        with tempfile.TemporaryDirectory() as work:
            folder = Path(work)
            rows = [{**placed("void at::<unnamed>::a<int>(int)", "fp32", "0.5", "1105", "8"), "launches": "2"},
                    {**placed("dram_read_v2", "dram.read", "1.001", "64"), "launches": "3"}]
            for name, row in zip(("1.csv", "own.csv"), rows):
                with open(folder / name, "w", newline="", encoding="utf-8") as file:
                    writer = csv.DictWriter(file, row.keys())
                    writer.writeheader()
                    writer.writerow(row)
            (folder / "1.txt").write_text("program -n 1\n", encoding="utf-8")
            (folder / "1.ncu.csv").write_text(
                '"ID","Kernel Name","Grid Size","Block Size","dram__bytes.sum"\n'
                '"0","void at::<unnamed>::a<int>(int)","(1, 1, 1)","(32, 1, 1)","1,000"\n', encoding="utf-8")
            self.assertEqual(profiled.page(folder).splitlines()[2:],
                             ["| program -n 1 | `at::a` | 2 | fp32 | 50.0 % | 1105 | 1.1050 | 8 | - |",
                              "| gpubench | `dram_read_v2` | 3 | dram.read | 100.1 % | 64 | | 0 | |"])

    def test_same(self):
        # Two launches: 100 + 1,000 bytes; 3 instructions, of which one is an FMA, are 4 FLOP per launch.
        seen = [launch("a", "100", "3", "1"), launch("a", "1,000", "3", "1")]
        self.assertEqual(profiled.same_faults([placed("a", "fp32", "0.5", "1105", "8")], seen), [])
        self.assertEqual(profiled.same_faults([placed("a", "fp32", "0.5", "1120", "6")], seen),
                         ["a: DRAM bytes 1120, ncu 1100", "a: FLOP 6, ncu 8"])
        self.assertEqual(profiled.same_faults([placed("a", "", "", "1100", "8")], seen), ["a is not placed"])
        self.assertEqual(profiled.same_faults([placed("b", "fp32", "1")], seen), ["b is none of ncu's"])
        self.assertEqual(profiled.same_faults([], seen), ["no kernel"])


if __name__ == "__main__":
    unittest.main()
