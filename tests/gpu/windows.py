#!/usr/bin/env python3
"""windows.py LONG.json [N...]: how far the median of N consecutive samples moves in one long run (N: 20 and 64). That
is the possible error of a point with as many samples.

    gpubench -b ffma -a type=fp32 --min-time 10 --json long.json -o long.csv

Spread is (largest - smallest) / median of the windows' medians. `dips` are the spells of three samples or more that are
all more than a thousandth below the median of the run, and the number of samples in the median spell.
"""
import json
import statistics
import sys
from itertools import groupby

DIP = 0.999
SHORTEST = 3


def read_documents(path):
    """The JSON documents of a file: one, or one a line."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    try:
        return [json.loads(text)] if text.strip() else []
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def read_samples(path):
    """(point, seconds, values) for each row of gpubench's JSON that has raw samples."""
    for document in read_documents(path):
        for row in document.get("rows", [document]):
            raw = row.get("raw") or {}
            if raw.get("value"):
                yield row["point"], raw["batch_seconds"], raw["value"]


def dips(values):
    """The number of samples in each dip."""
    median = statistics.median(values)
    lengths = [len(list(spell)) for low, spell in groupby(values, lambda value: value < DIP * median) if low]
    return [length for length in lengths if length >= SHORTEST]


def spread(values, size):
    """The spread of the medians of windows of that size, in percent; "-": the run is shorter."""
    medians = [statistics.median(values[at:at + size]) for at in range(0, len(values) - size + 1, size)]
    return f"{100 * (max(medians) - min(medians)) / statistics.median(values):.2f} %" if medians else "-"


def line(point, seconds, values, sizes):
    found = dips(values)
    middle = f"{statistics.median(found):g}" if found else "-"
    spreads = "".join(f" {spread(values, size)} |" for size in sizes)
    return f"| {point} | {len(values)} | {sum(seconds):.2f} | {len(found)} | {middle} |{spreads}"


def main():
    path, *sizes = sys.argv[1:]
    sizes = [int(size) for size in sizes] or [20, 64]
    print("| point | samples | seconds | dips | samples of a dip |" + "".join(f" spread of {size} |" for size in sizes))
    print("| --- | --- | --- | --- | --- |" + " --- |" * len(sizes))
    lines = [line(*sample, sizes) for sample in read_samples(path)]
    for text in lines:
        print(text)
    if not lines:
        print(f"no row with raw samples is in {path}", file=sys.stderr)
    return 0 if lines else 1


if __name__ == "__main__":
    sys.exit(main())
