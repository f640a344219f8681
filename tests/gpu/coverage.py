#!/usr/bin/env python3
"""coverage.py RUNS.csv... [--keep FILE]: how many intervals contain the median of the other runs, over full runs
of one card.

Each RUNS.csv is a result of gpubench --all; --keep writes the required columns to FILE, which can be given instead of
the runs. Points are compared by their number in the plan, as searched axes differ from run to run. The first metric of
each ok point counts. The targets for curves are 90 % of the intervals, a half-width of 1 % (median) and 3 % (95th
percentile), and 3 % of suspect points. --shape FRACTION widens the intervals of roofs to at least this fraction of the
value in each direction, as a later version does (GB_SHAPE_SCATTER), and --curves FRACTION those of curves. Exit status:
1 if a target for curves is missed.
"""
import argparse
import csv
import statistics
import sys
from collections import Counter, defaultdict

COLUMNS = ("run_id", "benchmark", "variant", "point_number", "roof", "metric", "value", "lo", "hi", "status")
HOLD, MEDIAN, WIDEST, SUSPECT = 0.90, 0.01, 0.03, 0.03


def read(paths):
    """Rows of points with a value: the first of each point and run, with the number of the run."""
    seen, rows, numbers = set(), [], {}
    for path in paths:
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                key = row["run_id"], row["benchmark"], row["variant"], row["point_number"]
                if row.get("origin", "measured") == "measured" and row["value"] and key not in seen:
                    seen.add(key)
                    rows.append({name: row[name] for name in COLUMNS})
                    rows[-1]["run_id"] = numbers.setdefault(row["run_id"], len(numbers) + 1)
    return rows


def points_of(rows):
    """{(kind, benchmark, variant, number): {run: row}} of the points that all runs have."""
    points = defaultdict(dict)
    for row in rows:
        kind = "roofs" if row["roof"] else "curves"
        points[kind, row["benchmark"], row["variant"], row["point_number"]][row["run_id"]] = row
    runs = len({row["run_id"] for row in rows})
    return {key: point for key, point in points.items() if len(point) == runs}, runs


def judge(points, kind, least):
    """(intervals, those that contain the median of the others, sorted half-widths, suspect rows by benchmark, rows)."""
    held, halves, suspect, rows = 0, [], Counter(), 0
    for (its_kind, benchmark, *_), point in points.items():
        if its_kind != kind:
            continue
        for run, row in point.items():
            rows += 1
            if row["status"] != "ok":
                suspect[benchmark] += 1
            elif row["lo"]:
                others = statistics.median(float(other["value"]) for at, other in point.items() if at != run)
                low, high, value = (float(row[name]) for name in ("lo", "hi", "value"))
                low, high = min(low, value - least * abs(value)), max(high, value + least * abs(value))
                held += low <= others <= high
                halves.append((high - low) / 2 / abs(value))
    return len(halves), held, sorted(halves), suspect, rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+")
    parser.add_argument("--keep")
    parser.add_argument("--shape", type=float, default=0)
    parser.add_argument("--curves", type=float, default=0)
    args = parser.parse_args()
    rows = read(args.runs)
    points, runs = points_of(rows)
    if runs < 2:
        sys.exit("coverage.py: two runs or more are needed")
    if args.keep:
        with open(args.keep, "w", newline="", encoding="utf-8") as file:
            out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
            out.writeheader()
            out.writerows(rows)
    print(f"{runs} runs\n")
    print("| points of | intervals | hold the median of the others | half-width: median | 95th percentile | "
          "suspect rows |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for kind in ("roofs", "curves"):
        count, held, halves, suspect, total = judge(points, kind, args.shape if kind == "roofs" else args.curves)
        median, widest, part = statistics.median(halves), halves[int(0.95 * count)], sum(suspect.values()) / total
        print(f"| {kind} | {count} | {held / count:.1%} | {median:.2%} | {widest:.2%} | {part:.2%} |")
    print(f"\nSuspect points of curves in {runs} runs: " +
          ", ".join(f"`{name}` {n}" for name, n in suspect.most_common()) + ".")
    return 0 if held >= HOLD * count and median <= MEDIAN and widest <= WIDEST and part <= SUSPECT else 1


if __name__ == "__main__":
    sys.exit(main())
