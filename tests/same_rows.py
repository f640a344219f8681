#!/usr/bin/env python3
"""same_rows.py FILE BACK: whether the CSV BACK has every row of the result file FILE, field by field, no other, and each run on each
GPU in the same order. Columns that FILE lacks are empty in BACK; further headers of FILE are none of its rows."""
import csv
import sys


def rows_of(path):
    """As lists of (column, field), runs on GPUs apart."""
    with open(path, newline="", encoding="utf-8", errors="surrogateescape") as file:
        rows = list(csv.reader(file))
    header = rows[0]
    for row in rows[1:]:
        if "schema" in row and "gpu_uuid" in row:  # files that were joined
            header = row
            continue
        yield {name: field for name, field in zip(header, row) if field}


def sorted_runs(path):
    """Runs come out one after another, whatever took turns in the file."""
    runs = {}
    for row in rows_of(path):
        runs.setdefault((row.get("run_id"), row.get("gpu_uuid"), row.get("host"), row.get("device")), []).append(row)
    return runs


def main():
    before, after = sorted_runs(sys.argv[1]), sorted_runs(sys.argv[2])
    for run in before.keys() | after.keys():
        for number, (was, came) in enumerate(zip(before.get(run, []), after.get(run, []))):
            if was != came:
                print(f"{sys.argv[1]}: row {number} of {run}: {set(was.items()) ^ set(came.items())}")
                return 1
        if len(before.get(run, [])) != len(after.get(run, [])):
            print(f"{sys.argv[1]}: {run}: {len(before.get(run, []))} rows went in, {len(after.get(run, []))} came back")
            return 1
    return 0 if before else 1


if __name__ == "__main__":
    sys.exit(main())
