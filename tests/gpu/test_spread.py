"""test_spread.py: how far roofs and windows of samples move, on numbers by hand."""
import io
import json
import tempfile
import unittest
from pathlib import Path

import ten
import windows
from rows import read_rows

RUNS = """run_id,gpu_uuid,benchmark,roof,unit,value,fraction,status,sm_clock_slowest_hz
r1,GPU-a,ffma,fp32,FLOP/s,100,0.970,ok,1.00e9
r1,GPU-a,ffma,fp32,FLOP/s,90,0.870,ok,1.00e9
r2,GPU-a,ffma,fp32,FLOP/s,100.4,0.971,suspect,1.004e9
r3,GPU-a,ffma,fp32,FLOP/s,100.2,0.969,ok,1.001e9
r1,GPU-a,dram,,B/s,1,,ok,
r1,GPU-a,chase,latency,s,4,,ok,
r1,GPU-a,chase,latency,s,3,,ok,
r2,GPU-a,chase,latency,s,3.3,,ok,
r3,GPU-a,chase,latency,s,,,failed,
"""


class Runs(unittest.TestCase):
    def lines(self, text):
        return [roof.line(name) for name, roof in ten.roofs_of(read_rows(io.StringIO(text))).items()]

    def test_spread_of_each_roof(self):
        """A run has its best row; less is better of times."""
        self.assertEqual(self.lines(RUNS), [
            ("| GPU-a fp32 | 3 | 100.2 FLOP/s | 0.40 % | 0.21 % | 0.10 % | 1 | above 0.3 % |", True),
            ("| GPU-a latency | 2 | 3.15 s | 9.52 % |  |  | 0 |  |", False)])

    def test_one_that_is_steady(self):
        calm = "\n".join(line for line in RUNS.splitlines() if not line.startswith("r2,GPU-a,ffma"))
        self.assertFalse(any(too_far for _, too_far in self.lines(calm)))

    def test_runs_are_added(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder, "gpubench")
            program.write_text('#!/bin/sh\n[ "$1" != --fail ] || { echo no GPU >&2; exit 2; }\n'
                               'printf "$1\\n1\\n" >"$3"\n', encoding="utf-8")
            program.chmod(0o755)
            runs = Path(folder, "runs.csv")
            for _ in range(2):
                ten.add_run(folder, runs, ["roof"])
            self.assertEqual(runs.read_text(), "roof\n1\n1\n")
            with self.assertRaisesRegex(ten.RunFailed, "other columns"):
                ten.add_run(folder, runs, ["other"])
            with self.assertRaisesRegex(ten.RunFailed, "ended with status 2:\nno GPU"):
                ten.add_run(folder, runs, ["--fail"])


class Windows(unittest.TestCase):
    VALUES = [9, 9, 9, 9, 8, 8, 8, 9, 9, 9, 9, 9]
    ROW = {"point": "type=fp32", "raw": {"batch_seconds": [1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1], "value": VALUES}}

    def test_a_dip(self):
        """Twelve samples, three of them slow: a window of four has them all, one of six two or one."""
        self.assertEqual(windows.line("type=fp32", self.ROW["raw"]["batch_seconds"], self.VALUES, [4, 6, 13]),
                         "| type=fp32 | 12 | 15.00 | 1 | 3 | 11.11 % | 0.00 % | - |")

    def test_a_document_or_lines(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "long.json")
            for text in (json.dumps({"rows": [self.ROW, {"point": "x"}]}),
                         f"{json.dumps(self.ROW)}\n" + '{"point": "x"}\n'):
                path.write_text(text, encoding="utf-8")
                self.assertEqual([point for point, _, _ in windows.read_samples(path)], ["type=fp32"])
            path.write_text("", encoding="utf-8")
            self.assertEqual(list(windows.read_samples(path)), [])


if __name__ == "__main__":
    unittest.main()
