"""test_same.py: tests the parts of same.py that need no GPU, on hand-written numbers."""
import io
import tempfile
import unittest
from pathlib import Path

import same
from rows import read_rows

HEADER = "run_id,version,gpu_uuid,benchmark,variant,roof,unit,value,lo,hi,samples,status,sm_clock_hz,sm_clock_rated_hz"


def rows(text):
    return read_rows(io.StringIO(f"{HEADER}\n{text}"))


def row(run, roof, value, half, status="ok", clock=1.98e9):
    return f"{run},1,GPU-a,bench,default,{roof},B/s,{value},{value - half},{value + half},20,{status},{clock},1.98e9\n"


class Table(unittest.TestCase):
    def lines(self, *files):
        lines, well = same.table(same.roofs_of((str(i), rows(text)) for i, text in enumerate(files)))
        return lines[1:], well

    def test_each_is_held_to_its_own(self):
        """0.8 % is too much for a steady roof, but not for one at the power cap; a suspect row explains any change."""
        files = [row(f"r{i}", "dram.read", value, 1) + row(f"r{i}", "tensor.bf16", value, 1, clock=1.6e9) +
                 row(f"r{i}", "gemm.fp8", value * value / 1000, 100, "suspect" if i == 0 else "ok")
                 for i, value in enumerate((996, 1000, 1004))]
        lines, well = self.lines(*files)
        self.assertEqual(lines[0], "| GPU-a dram.read | 3 | 1000 B/s | 0.80 % | 0.5 % |  | 0 | 1 of 3 | too far |")
        self.assertEqual(lines[1], "| GPU-a tensor.bf16 | 3 | 1000 B/s | 0.80 % | 1 % |  | 0 | 1 of 3 |  |")
        self.assertEqual(lines[2], "| GPU-a gemm.fp8 | 3 | 1000 B/s | 1.60 % | 2 % |  | 1 | 3 of 3 |  |")
        self.assertIn("5 of 9 intervals", lines[3])
        self.assertFalse(well)

    def test_what_the_clock_did_is_told_from_what_the_units_did(self):
        """Two roofs move by 1.2 %; for one of them the work per cycle is unchanged."""
        lines, well = same.table(same.roofs_of(
            (str(i), [dict(rows(row("r", name, value, 10))[0], per_clock=str(per_clock))
                      for name, per_clock in (("fp32", 254), ("fp64", value / 8))])
            for i, value in enumerate((994, 1000, 1006))))
        self.assertIn("| 0.5 % | 0.00 % | 0 | 3 of 3 | clock |", lines[1])
        self.assertIn("| 0.5 % | 1.20 % | 0 | 3 of 3 | too far |", lines[2])
        self.assertFalse(well)

    def test_a_latency_in_cycles_follows_the_clock(self):
        """At 1.980 and 1.995 GHz, 0.6 % apart: due to the clock if runs at one clock agree, otherwise not."""
        clocks = (1.98e9, 1.995e9, 1.98e9, 1.995e9)
        lines, well = same.table(same.roofs_of(
            (str(i), [dict(rows(row("r", name, value, 0.2))[0], unit="cycles", sm_clock_slowest_hz=str(clock))
                      for name, value in (("l2.latency_far", far), ("l2.latency", mixed))])
            for i, (clock, far, mixed) in enumerate(zip(clocks, (459.7, 462.4, 459.8, 462.3), (283, 283, 285, 285)))))
        self.assertIn("| clock |", lines[1])
        self.assertIn("| too far |", lines[2])
        self.assertFalse(well)

    def test_a_clock_may_move_by_one_step(self):
        lines, _ = same.table(same.roofs_of(
            (str(i), [dict(rows(row("r", name, value, 1e6))[0], unit="Hz")
                      for name, value in (("clock.plain", plain), ("clock.matrix", matrix))])
            for i, (plain, matrix) in enumerate(((1.98e9, 1.83e9), (1.995e9, 1.8525e9)))))
        self.assertIn("| 0.75 % | 0.5 % |  | 0 | 0 of 2 | clock |", lines[1])
        self.assertIn("| too far |", lines[2])

    def test_the_best_row_of_a_run_counts(self):
        lines, well = self.lines(row("r1", "fp32", 90, 1) + row("r1", "fp32", 100, 1), row("r2", "fp32", 100.2, 1))
        self.assertIn("| 2 | 100.1 B/s | 0.20 % |", lines[0])
        self.assertTrue(well)

    def test_a_file_may_have_many_runs_and_a_row_no_interval(self):
        alone = row("r1", "fp32", 100, 1) + row("r2", "fp64", 50, 1)
        burst = "r3,1,GPU-a,bench,default,fp64.burst,B/s,60,,,4,ok,1.7e9,1.98e9\n"
        lines, well = self.lines(alone + burst)
        self.assertEqual([line.split(" | ")[1] for line in lines[:3]], ["1", "1", "1"])
        self.assertIn("0 of 0", lines[2])
        self.assertTrue(well)

    def test_nothing_is_not_well(self):
        self.assertFalse(self.lines("")[1])


class Points(unittest.TestCase):
    def test_roofs_their_benchmarks_and_some_neighbours(self):
        text = row("r", "fp32", 1, 0) + row("r", "", 2, 0) * 2 * same.NEIGHBOURS
        text += "r,1,GPU-a,gemm,default,,FLOP/s,3,2,4,20,ok,,\nr,1,GPU-a,gemm,,gemm.fp8,FLOP/s,3,2,4,,ok,,\n"
        text += row("r", "fp32.burst", 1, 0)
        chosen, alone = same.choose(rows(text))
        self.assertEqual([point["value"] for point in chosen], ["1", "2", "2", "3"])
        self.assertEqual(sorted(alone), ["fp32", "gemm"])

    def test_a_whole_series(self):
        """With a program that writes a row to its -o, the last argument."""
        with tempfile.TemporaryDirectory() as work:
            program = Path(work, "gpubench")
            program.write_text("#!/bin/sh\n"
                               'echo "$@" >>"$0.log"\nfor last; do :; done\n'
                               f'printf "%s\\n%s" "{HEADER}" "{row("r1", "fp32", 100, 1)}" >"$last"\n',
                               encoding="utf-8")
            program.chmod(0o755)
            files = same.measure(str(program), Path(work, "out"), 2, 0)
            self.assertEqual([path.name for path in files],
                             ["all.csv", "alone.csv", "quick.csv", "shuffle-1.csv", "shuffle-2.csv"])
            runs = Path(f"{program}.log").read_text(encoding="utf-8").splitlines()
            self.assertEqual(len(runs), 5)
            self.assertEqual(["--watch" in run for run in runs], [False] * 2 + [True] * 3)
            self.assertEqual(["--quick" in run for run in runs], [False, True, False, True, False])
            kept = same.read_file(Path(work, "out", "same.csv"))
            self.assertEqual([row["roof"] for row in kept], ["fp32"] * 5)
            # Existing rows are not measured again, but rows of another card or version are not kept.
            same.measure(str(program), Path(work, "out"), 1, 0)
            self.assertEqual(len(Path(f"{program}.log").read_text(encoding="utf-8").splitlines()), 5 + 2)
            other = Path(work, "out", "quick.csv")
            other.write_text(other.read_text(encoding="utf-8").replace("GPU-a", "GPU-b"), encoding="utf-8")
            with self.assertRaisesRegex(same.RunFailed, "of another card or version: GPU-a 1, GPU-b 1"):
                same.measure(str(program), Path(work, "out"), 1, 0)
            program.write_text("#!/bin/sh\necho no GPU >&2\nexit 2\n", encoding="utf-8")
            with self.assertRaisesRegex(same.RunFailed, "status 2:\nno GPU"):
                same.measure(str(program), Path(work, "more"), 1, 0)


if __name__ == "__main__":
    unittest.main()
