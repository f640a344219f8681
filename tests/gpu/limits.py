#!/usr/bin/env python3
"""limits.py RESULTS.csv...: rows that their limit contradicts, a line each.

A row may not be better than its limit by more than what suspect rows are told by, and one that is `ok` and below half of its
limit says what keeps it there. Exit status: 0 there is none, 1 there are some.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "shared"))

from rows import read_file  # noqa: E402

FAR_BELOW = 0.5  # as in harness/run/task_row.c
ABOVE = 1.003  # as in harness/run/judge.h


def fault_of(row):
    """What is wrong with a row; "" where nothing is."""
    if not row.get("fraction"):
        return ""
    fraction = float(row["fraction"])
    if fraction > ABOVE:
        return "above its limit"
    if fraction < FAR_BELOW and row["status"] == "ok" and not row["reason"]:
        return "far below its limit, and nothing says why"
    return ""


def faults(rows):
    told = []
    for row in rows:
        fault = fault_of(row)
        if fault:
            told.append(f"{row['benchmark']} {row['variant'] or '-'} {row['point']} {row['metric']}: {row['fraction']}: {fault}")
    return told


def main():
    wrong = 0
    for path in sys.argv[1:]:
        for fault in faults(read_file(path)):
            print(f"{path}: {fault}")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
