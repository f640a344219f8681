#!/usr/bin/env python3
"""keep.py [--instead] FROM.csv TO.csv: appends to TO the rows of FROM that set a roof of a GPU, ridges left out, unless
TO has their run. With --instead TO's rows of the same GPU make room. Columns that only FROM has are added to TO at the
end; its lines end as before."""
import argparse
import csv
from pathlib import Path


def read(path):
    """Its columns, rows and the end of its lines."""
    with open(path, newline="", encoding="utf-8") as file:
        first = file.readline()
        columns = next(csv.reader([first]), [])
        return columns, list(csv.DictReader(file, columns)), "\r\n" if first.endswith("\r\n") else "\n"


def is_roof(row):
    return row["roof"] and row["device"] != "host" and row.get("kind", "roof") == "roof"


def excerpt(row):
    """Without the number of points of its run, of which the roofs are a part: the run was not cut short."""
    return {**row, "points": ""} if "points" in row else row


def main():
    parser = argparse.ArgumentParser(description="keep the roofs of a result file in another one")
    parser.add_argument("--instead", action="store_true")
    parser.add_argument("new", metavar="FROM.csv")
    parser.add_argument("kept", metavar="TO.csv")
    arguments = parser.parse_args()
    columns, new, end = read(arguments.new)
    of_kept, kept, end = read(arguments.kept) if Path(arguments.kept).exists() else ([], [], end)
    runs, new = {row["run_id"] for row in kept}, [row for row in new if is_roof(row)]
    new = [row for row in new if row["run_id"] not in runs]
    gpus = {row["gpu_uuid"] for row in new} if arguments.instead else set()
    with open(arguments.kept, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, of_kept + [column for column in columns if column not in of_kept], "",
                                lineterminator=end)
        writer.writeheader()
        writer.writerows([row for row in kept if row["gpu_uuid"] not in gpus] + [excerpt(row) for row in new])


if __name__ == "__main__":
    main()
