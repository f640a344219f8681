#!/usr/bin/env python3
"""reference.py [--without ROOF]... FILE...: makes a reference from result files, on standard output. It has the rows
that set a roof and are ok, from the run of each GPU that has most of the roofs of quick runs, without hosts,
jobs and ranks. Rows that are older than a change of their benchmark are left out (breaks.py). The first FILE
that has a run counts, so that a reference itself can be the first. `gpubench check` and `compare --baseline reference`
read it. A GPU without such a row, or with an unknown board, is left out with a line on standard error. --without leaves
out a roof, or all whose names begin with ROOF and a dot, such as those that depend on the host if hosts differ."""
import argparse
import csv
import sys

import breaks

PRIVATE = ("host", "job_id", "rank")


def read(paths, without):
    """The columns in the order of the first file, and the roof rows of each GPU and run."""
    columns, runs, known = [], {}, set()
    for path in paths:
        before = frozenset(known)
        with open(path, newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            columns += [c for c in reader.fieldnames or [] if c not in columns]
            for row in reader:
                if row["schema"] == "schema" or row["run_id"] in before:  # files joined by cat; in an earlier file
                    continue
                known.add(row["run_id"])
                rows = runs.setdefault(row["gpu_uuid"], {}).setdefault(row["run_id"], [])
                if (row["roof"] and row["status"] == "ok" and not row.get("peer_uuid") and not breaks.is_old(row) and
                    not any(f"{row['roof']}.".startswith(f"{roof}.") for roof in without)):
                    rows.append(row)
    return columns, runs


ROOFS_LEAST = 10


def best(runs, names):
    """The rows of the run that has most of the roofs of quick runs, and of several the newest; a quick one, if any."""
    whole = [[row for row in rows if row["roof"] in names] for rows in runs.values()]
    whole = [rows for rows in whole if len(rows) >= min(ROOFS_LEAST, len(names))]  # else a run of single roofs
    return max(whole, key=lambda rows: (bool(rows) and rows[0]["mode"] == "quick", len({row["roof"] for row in rows}),
                                        max((row["time_utc"] for row in rows), default="")), default=[])


def main():
    parser = argparse.ArgumentParser(description="make a reference from result files")
    parser.add_argument("--without", action="append", default=[], metavar="ROOF")
    parser.add_argument("files", nargs="+", metavar="FILE")
    arguments = parser.parse_args()
    columns, gpus = read(arguments.files, arguments.without)
    names = {row["roof"] for runs in gpus.values() for rows in runs.values() for row in rows if row["mode"] == "quick"}
    writer = csv.DictWriter(sys.stdout, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for gpu in sorted(gpus):
        rows = best(gpus[gpu], names)
        if not rows or not rows[0].get("board"):
            why = "it has no roof that is ok" if not rows else "its board is not known"
            print(f"reference.py: {gpu} is left out: {why}", file=sys.stderr)
            continue
        for row in rows:
            writer.writerow(dict(row, **{column: "" for column in PRIVATE if column in row}))


if __name__ == "__main__":
    main()
