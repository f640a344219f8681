#!/usr/bin/env python3
"""reference.py [--without ROOF]... FILE...: makes a reference from result files, on standard output. It has the rows
that set a roof and are ok, from the newest run of each GPU, without hosts, jobs and ranks. `gpubench check` and
`compare --baseline reference` read it. A GPU without such a row, or with an unknown board, is left out with a line on
standard error. Leave out roofs that depend on the host, such as both directions of the link at once, if
hosts differ."""
import argparse
import csv
import sys

PRIVATE = ("host", "job_id", "rank")


def read(paths, without):
    """The columns in the order of the first file, and the roof rows of each GPU and run."""
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
    """The rows of the newest run that has rows."""
    whole = [rows for rows in runs.values() if rows]
    return max(whole, key=lambda rows: max(row["time_utc"] for row in rows), default=[])


def main():
    parser = argparse.ArgumentParser(description="make a reference from result files")
    parser.add_argument("--without", action="append", default=[], metavar="ROOF")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    columns, gpus = read(arguments.files, arguments.without)
    writer = csv.DictWriter(sys.stdout, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for gpu in sorted(gpus):
        rows = newest(gpus[gpu])
        if not rows or not rows[0].get("board"):
            why = "it has no roof that is ok" if not rows else "its board is not known"
            print(f"reference.py: {gpu} is left out: {why}", file=sys.stderr)
            continue
        for row in rows:
            writer.writerow(dict(row, **{column: "" for column in PRIVATE if column in row}))


if __name__ == "__main__":
    main()
