#!/usr/bin/env python3
"""same.py [--measure GPUBENCH [--seeds N] [--pause SECONDS]] FILE.csv...: does a roof depend on what ran before it?

With --measure the first FILE is a folder, and is filled first:

    all.csv          gpubench --all
    quick.csv        gpubench --all --quick
    points.csv       the points of all.csv that set a roof, those of benchmarks whose roofs are concluded, and some of
                     curves for neighbours
    shuffle-K.csv    these points in another order, for each of N seeds (5), every other one with --quick
    alone.csv        each roof in a separate process, after a pause (0.5 s)
    same.csv         the rows of all these that set a roof, to be kept

Existing all.csv and quick.csv in the folder are not measured again if they are from the same card and version. For
points.csv and later files, the card is watched for the shortest possible time (--watch): that follows the samples of a
roof and changes none of them.

Files are read as they are otherwise, with any number of runs each. For each roof the table has (largest - smallest) /
median of the best rows of all runs, its bound, the same for its work per clock, and how many of the 95 % intervals
contain the median of all. Suspect rows are counted, and included in the figures. If the value moved and the work per
clock did not, the card changed its clock. The same applies to a latency in cycles that agrees among runs at one clock:
part of it passes at the clock of L2 and memory, and takes more cycles of a faster SM. A clock itself may move by one
step. Exit status 1: a roof and its work per clock move by more than allowed, and no row of it is suspect; fewer than 90
% of the intervals contain the median; or a run failed.
"""
import argparse
import csv
import math
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "shared"))

from rows import read_file  # noqa: E402

STEADY, POWER_BOUND, LOOSE = 0.5, 1.0, 2.0  # percent
HELD_BELOW = 0.98  # as in harness/measuring/timing/ceiling.h
COVERAGE = 90
LESS_IS_BETTER = ("s", "cycles")
CLOCK_STEP = 15e6  # Hz, of SMs
NEIGHBOURS = 100  # every n-th point of curves is also measured
WATCH = ("--watch", "0.001")
HEAD = """| roof | runs | median | largest difference | may | per clock | suspect | intervals that hold it | |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |"""


class RunFailed(Exception):
    """A run that failed; the text is the end of its output."""


# ---- measuring ------------------------------------------------------------------------------------------------------


def gpubench(program, *options):
    done = subprocess.run([program, *options], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise RunFailed(f"gpubench {' '.join(map(str, options))} ended with status {done.returncode}:\n" +
                        "\n".join(done.stderr.splitlines()[-5:]))


def is_point(row):
    """True for the row of a point's own value: not a conclusion, a metric or a burst."""
    return row["variant"] and not row["roof"].endswith(".burst") and row["samples"]


def choose(rows):
    """The points to be measured again: (all of them, {name: those of a separate process})."""
    concluded = {row["benchmark"] for row in rows if row["roof"] and not row["variant"]}
    chosen, alone, curves = [], {}, 0
    for row in filter(is_point, rows):
        if row["benchmark"] in concluded:
            alone.setdefault(row["benchmark"], []).append(row)
        elif row["roof"]:
            alone[row["roof"]] = [row]
        else:
            curves += 1
            if curves % NEIGHBOURS:
                continue
        chosen.append(row)
    return chosen, alone


def write(path, header, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, header, lineterminator="\n")
        out.writeheader()
        out.writerows(rows)


def append(path, part):
    """Add the rows of a file to another."""
    header, rows = part.read_text(encoding="utf-8").split("\n", 1)
    with open(path, "a", encoding="utf-8") as file:
        file.write(f"{header}\n{rows}" if path.stat().st_size == 0 else rows)


def card_of(rows):
    """Facts in which compared runs must agree: the card and the version."""
    return {(row["gpu_uuid"], row["version"]) for row in rows}


def measure_alone(program, folder, header, alone, pause):
    """Measure each list of points in a separate process."""
    (folder / "alone.csv").write_text("", encoding="utf-8")
    for some in alone.values():
        time.sleep(pause)
        write(folder / "one.csv", header, some)
        gpubench(program, "--all", *WATCH, "--points", folder / "one.csv", "-o", folder / "part.csv")
        append(folder / "alone.csv", folder / "part.csv")
    for name in ("one.csv", "part.csv"):
        (folder / name).unlink(missing_ok=True)


def measure(program, folder, seeds, pause):
    folder.mkdir(parents=True, exist_ok=True)
    for name, options in (("all.csv", ()), ("quick.csv", ("--quick",))):
        if not (folder / name).exists():
            gpubench(program, "--all", *options, "-o", folder / name)
    rows = read_file(folder / "all.csv")
    chosen, alone = choose(rows)
    write(folder / "points.csv", list(rows[0]), chosen)
    again = ("--all", *WATCH, "--points", folder / "points.csv")
    cards = card_of(rows) | card_of(read_file(folder / "quick.csv"))
    for seed in range(1, seeds + 1):
        short = ("--quick",) if seed % 2 == 0 else ()
        gpubench(program, *again, *short, f"--shuffle={seed}", "-o", folder / f"shuffle-{seed}.csv")
        cards |= card_of(read_file(folder / f"shuffle-{seed}.csv"))
        if len(cards) > 1:
            raise RunFailed(f"{folder} has runs of another card or version: " + ", ".join(sorted(map(" ".join, cards))))
    measure_alone(program, folder, list(rows[0]), alone, pause)
    files = sorted(path for path in folder.glob("*.csv") if path.name not in ("points.csv", "same.csv"))
    write(folder / "same.csv", list(rows[0]), [row for path in files for row in read_file(path) if row["roof"]])
    return files


# ---- the table ------------------------------------------------------------------------------------------------------


def number(text):
    return float(text) if text else float("nan")


class Roof:
    """One roof of one card: the best row of each run."""

    def __init__(self):
        self.best = {}

    def add(self, run, row):
        sign = -1 if row["unit"] in LESS_IS_BETTER else 1
        best = self.best.get(run)
        if best is None or sign * number(row["value"]) > sign * number(best["value"]):
            self.best[run] = row

    def rows(self):
        return list(self.best.values())

    def median(self):
        return statistics.median(number(row["value"]) for row in self.rows())

    def moves(self, column="value"):
        """(largest - smallest) / median, percent; NaN: not every row has this column."""
        values = [number(row.get(column, "")) for row in self.rows()]
        return (100 * (max(values) - min(values)) / statistics.median(values) if all(map(math.isfinite, values))
                else math.nan)

    def moves_at_one_clock(self):
        """The same for runs at one clock, of a latency in cycles; NaN: it is not one, or too few runs have equal
        clocks."""
        clocks = {}
        for row in self.rows():
            if row["unit"] == "cycles" and row.get("sm_clock_slowest_hz"):
                clocks.setdefault(round(number(row["sm_clock_slowest_hz"]) / CLOCK_STEP),
                                  []).append(number(row["value"]))
        if not clocks or 2 * len(clocks) > len(self.best):
            return math.nan
        return max(100 * (max(values) - min(values)) / statistics.median(values) for values in clocks.values())

    def steps(self):
        """The range of the clock, from the smallest value to the largest; NaN: it is not a clock."""
        rows = self.rows()
        values = [number(row["value"]) for row in rows]
        return round((max(values) - min(values)) / CLOCK_STEP, 1) if rows[0]["unit"] == "Hz" else math.nan

    def verdict(self, name):
        """Why it moves more than allowed; "" if it does not."""
        if self.moves() <= self.may(name):
            return ""
        if self.steps() <= 1 or self.moves("per_clock") <= STEADY or self.moves_at_one_clock() <= STEADY:
            return "clock"
        return "suspect" if self.suspect() else "too far"

    def may(self, name):
        """Its bound, percent."""
        if name.startswith("gemm.") or name == "l2.read_common":
            return LOOSE
        held = [number(row["sm_clock_hz"]) < HELD_BELOW * number(row["sm_clock_rated_hz"]) for row in self.rows()]
        return POWER_BOUND if 2 * sum(held) > len(held) or name.endswith(".burst") else STEADY

    def intervals(self):
        """The number of intervals, and how many contain the median of all."""
        with_one = [row for row in self.rows() if row["lo"] and row["hi"]]
        middle = self.median()
        return len(with_one), sum(number(row["lo"]) <= middle <= number(row["hi"]) for row in with_one)

    def suspect(self):
        return sum(row["status"] == "suspect" for row in self.rows())


def roofs_of(files):
    """{(card, roof): Roof} of [(name, rows)]."""
    roofs = {}
    for name, rows in files:
        for row in rows:
            if row["roof"] and row["value"] and row["status"] in ("ok", "suspect"):
                roofs.setdefault((row["gpu_uuid"], row["roof"]), Roof()).add((name, row["run_id"]), row)
    return roofs


def table(roofs):
    """The lines of the table, and whether everything is within bounds."""
    lines, well, count, held = [HEAD], bool(roofs), 0, 0
    for (card, name), roof in roofs.items():
        of, hold = roof.intervals()
        count, held = count + of, held + hold
        moves, may, per_clock = roof.moves(), roof.may(name), roof.moves("per_clock")
        verdict = roof.verdict(name)
        well &= verdict != "too far"
        unit = roof.rows()[0]["unit"]
        lines.append(f"| {card[:12]} {name} | {len(roof.rows())} | {roof.median():.5g} {unit} | {moves:.2f} % | "
                     f"{may:g} % | {'' if math.isnan(per_clock) else f'{per_clock:.2f} %'} | {roof.suspect()} | {hold} "
                     f"of {of} | {verdict} |")
    share = 100 * held / count if count else 0
    lines.append(f"\n{held} of {count} intervals contain the median of all runs: {share:.1f} %. The target is "
                 f"{COVERAGE} %.")
    return lines, well and share >= COVERAGE


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    options.add_argument("--measure", metavar="GPUBENCH")
    options.add_argument("--seeds", type=int, default=5)
    options.add_argument("--pause", type=float, default=0.5)
    options.add_argument("files", nargs="+", type=Path)
    given = options.parse_args()
    files = given.files
    try:
        if given.measure is not None:
            files = measure(given.measure, given.files[0], given.seeds, given.pause) + given.files[1:]
    except RunFailed as fault:
        print(fault, file=sys.stderr)
        return 1
    lines, well = table(roofs_of((str(path), read_file(path)) for path in files))
    print("\n".join(lines))
    return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main())
