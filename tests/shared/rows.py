#!/usr/bin/env python3
"""rows.py NAME...: these columns of the CSV on standard input, a line a row, with blanks between them.

A column that is not there is empty. A row with another number of fields than the header is told.
"""
import os
import sys

import _csv  # csv has more, and takes longer to be imported than the rows of a test to be read


def read_rows(file):
    """The rows of a CSV file that is open, as {column: text}."""
    import csv
    return list(csv.DictReader(file, restval=""))


def read_file(path):
    """The rows of a CSV file."""
    with open(path, newline="", encoding="utf-8", errors="replace") as file:
        return read_rows(file)


def main():
    names, header = " ".join(sys.argv[1:]).split(), None
    lines = _csv.reader(sys.stdin)
    for line in lines:
        if header is None:
            header = line
        elif len(line) != len(header):
            print(f"line {lines.line_num} has another number of fields")
        else:
            row = dict(zip(header, line))
            print(" ".join(row.get(name, "") for name in names))
    sys.stdout.flush()


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:  # a reader such as head that has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left goes there when Python ends
