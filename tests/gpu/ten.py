#!/usr/bin/env python3
"""ten.py BUILD RUNS.csv [N [OPTIONS...]]: how far each roof moves from run to run, in 10 runs of --all. Runs are
appended to RUNS.csv, so that they can be made in several sessions; N = 0 only prints the table. Spread is (largest -
smallest) / median of the best row of each run: of its value; of its fraction of the limit, which excludes the effect of
the clock; and of the value over the clock of the slowest SM, which also excludes differences between SMs. Exit status
1: a run failed, or the value of a roof of dram or ffma moves by more than 0.3 %. `--all --points points.csv --watch
0.001`, with the file made by same.py, measures only the roofs in a third of the time.
"""
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "shared"))

from rows import read_file  # noqa: E402

STEADY = ("dram", "ffma")
MOST = 0.3
LESS_IS_BETTER = ("s", "cycles")
HEAD = """| GPU, roof | runs | median | spread | of the fraction | at the slowest SM | suspect rows | |
| --- | --- | --- | --- | --- | --- | --- | --- |"""


class RunFailed(Exception):
    """A run that failed; the text has its last words."""


def add_run(build, path, options):
    """Measure once more, and append the rows to the file."""
    with tempfile.TemporaryDirectory() as work:
        new = Path(work, "run.csv")
        done = subprocess.run([f"{build}/gpubench", *options, "-o", new], stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                              errors="replace", check=False)
        if done.returncode != 0:
            raise RunFailed("\n".join([f"gpubench {' '.join(options)} ended with status {done.returncode}:"] +
                                      done.stderr.splitlines()[-5:]))
        header, rows = new.read_text(encoding="utf-8").split("\n", 1)
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    if old and old.split("\n", 1)[0] != header:
        raise RunFailed(f"{path} has other columns")
    with open(path, "a", encoding="utf-8") as file:
        file.write(rows if old else f"{header}\n{rows}")


def number(text):
    return float(text) if text else 0.0


class Roof:
    """One roof of one card: the best row of each run."""

    def __init__(self, row):
        self.bench, self.unit, self.best, self.suspect = row["benchmark"], row["unit"], {}, 0

    def add(self, row):
        self.suspect += row["status"] == "suspect"
        best = self.best.get(row["run_id"])
        value = number(row["value"])
        if (best is None or
            (value < number(best["value"]) if self.unit in LESS_IS_BETTER else value > number(best["value"]))):
            self.best[row["run_id"]] = row

    def line(self, name):
        """Its line of the table, and whether it moves too far."""
        rows = self.best.values()
        values = [number(row["value"]) for row in rows]
        paces = [number(row["value"]) / (number(row["sm_clock_slowest_hz"]) or float("inf")) for row in rows]
        moved = spread(values)
        too_far = self.bench in STEADY and moved is not None and moved > MOST
        parts = [percent(moved), percent(spread([number(row["fraction"]) for row in rows])), percent(spread(paces))]
        return (f"| {name} | {len(values)} | {statistics.median(values):.5g} {self.unit} | {' | '.join(parts)} | "
                f"{self.suspect} | {f'above {MOST} %' if too_far else ''} |", too_far)


def spread(values):
    """(largest - smallest) / median in percent; None: there is none."""
    median = statistics.median(values)
    return 100 * (max(values) - min(values)) / median if len(values) > 1 and median > 0 else None


def percent(part):
    return "" if part is None else f"{part:.2f} %"


def roofs_of(rows):
    """{card and roof: Roof}, in the order of the rows."""
    roofs = {}
    for row in rows:
        if row["roof"] and row["status"] in ("ok", "suspect"):
            roofs.setdefault(f"{row['gpu_uuid']} {row['roof']}", Roof(row)).add(row)
    return roofs


def main():
    build, path, runs, *options = sys.argv[1:] + ["10"] * (len(sys.argv) == 3)
    try:
        for _ in range(int(runs)):
            add_run(build, Path(path), options or ["--all"])
    except RunFailed as fault:
        print(fault, file=sys.stderr)
        return 1
    print(HEAD)
    lines = [roof.line(name) for name, roof in roofs_of(read_file(path)).items()]
    for line, _ in lines:
        print(line)
    return 1 if not lines or any(too_far for _, too_far in lines) else 0


if __name__ == "__main__":
    sys.exit(main())
