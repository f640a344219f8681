#!/usr/bin/env python3
"""set_columns.py FILE (NAME VALUE)...: prints the rows of a CSV (-: standard input) with these values in these
columns; *N multiplies the present value by N."""
import csv
import sys


def changed(old, new):
    if not new.startswith("*"):
        return new
    return f"{float(old) * float(new[1:]):.9g}" if old else old


def main():
    changes = dict(zip(sys.argv[2::2], sys.argv[3::2]))
    with sys.stdin if sys.argv[1] == "-" else open(sys.argv[1], newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    out = csv.writer(sys.stdout)
    for number, row in enumerate(rows):
        out.writerow(row if number == 0 else [changed(field, changes[name]) if name in changes else field
                                              for name, field in zip(rows[0], row)])


if __name__ == "__main__":
    main()
