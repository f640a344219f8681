#!/usr/bin/env python3
"""reference.py [--without ROOF]... FILE...: makes a reference from result files, on standard output: the ok rows that set a roof,
from the newest run of each GPU. Hosts, jobs and ranks are removed. `gpubench check` and `compare --baseline reference` read it. A
GPU without an ok roof, or whose board is unknown, is left out with a message on standard error. A roof that depends on the host,
such as both directions of the link at once, does not apply to GPUs in other hosts: leave it out if hosts differ."""
import argparse
import csv
import sys

PRIVATE = ("host", "job_id", "rank")


def read(paths, without):
    """The columns in the order of the first file, and the rows of each GPU and run that set a roof."""
    columns, runs = [], {}
    for path in paths:
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            columns += [c for c in reader.fieldnames or [] if c not in columns]
            for row in reader:
                if row["schema"] == "schema":  # files joined by cat
                    continue
                rows = runs.setdefault(row["gpu_uuid"], {}).setdefault(row["run_id"], [])
                if row["roof"] and row["status"] == "ok" and row["roof"] not in without:
                    rows.append(row)
    return columns, runs


def newest(runs):
    """The rows of the newest run that has such rows."""
    whole = [rows for rows in runs.values() if rows]
    return max(whole, key=lambda rows: max(row["time_utc"] for row in rows), default=[])


def main():
    parser = argparse.ArgumentParser(description="make a reference of result files")
    parser.add_argument("--without", action="append", default=[], metavar="ROOF")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    columns, gpus = read(arguments.files, arguments.without)
    writer = csv.DictWriter(sys.stdout, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for gpu in sorted(gpus):
        rows = newest(gpus[gpu])
        if not rows or not rows[0].get("board"):
            why = "no ok roof" if not rows else "its board is unknown"
            print(f"reference.py: {gpu} is left out: {why}", file=sys.stderr)
            continue
        for row in rows:
            writer.writerow(dict(row, **{column: "" for column in PRIVATE if column in row}))


if __name__ == "__main__":
    main()
