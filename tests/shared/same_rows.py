#!/usr/bin/env python3
"""same_rows.py FILE BACK: checks that the CSV BACK has exactly the rows of the result file FILE, field by field,
with the rows of each run on each GPU in the same order. Columns that FILE lacks are empty in BACK; repeated headers
of FILE do not count as rows."""
import csv
import gc
import sys
from operator import itemgetter


def read_parts(path):
    """Lists of a header and the rows below it: files may have been concatenated."""
    parts = []
    with open(path, newline="", encoding="utf-8", errors="surrogateescape") as file:
        for row in csv.reader(file):
            if not parts or ("schema" in row and "gpu_uuid" in row):
                parts.append((row, []))
            else:
                parts[-1][1].append(row)
    return parts


def places(header, names):
    """Selects the fields of these columns from a row that ends with an additional empty field."""
    return itemgetter(*(header.index(name) if name in header else -1 for name in names))


def sorted_runs(parts, names):
    """The fields of these columns, by runs on GPUs, which come out one after another even if they alternate in the
    file."""
    runs = {}
    for header, rows in parts:
        take, run_of = places(header, names), places(header, ("run_id", "gpu_uuid", "host", "device"))
        for row in rows:
            row.append("")
            runs.setdefault(run_of(row), []).append(take(row))
    return runs


def main():
    gc.disable()  # nothing is freed before the end
    both = [read_parts(path) for path in sys.argv[1:3]]
    names = [*dict.fromkeys(name for parts in both for header, _ in parts for name in header)]
    before, after = (sorted_runs(parts, names) for parts in both)
    for run in before.keys() | after.keys():
        for number, (was, came) in enumerate(zip(before.get(run, []), after.get(run, []))):
            if was != came:
                print(f"{sys.argv[1]}: row {number} of {run}: {set(zip(names, was)) ^ set(zip(names, came))}")
                return 1
        if len(before.get(run, [])) != len(after.get(run, [])):
            print(f"{sys.argv[1]}: {run}: {len(before.get(run, []))} rows went in, {len(after.get(run, []))} came back")
            return 1
    return 0 if before else 1


if __name__ == "__main__":
    sys.exit(main())
