#!/usr/bin/env python3
"""row_view.py STORE CSV [pandas|duckdb]: checks that the view `row` of a store, read by SQL or with one of these
packages, equals the program's CSV, in the same order."""
import csv
import gc
import sqlite3
import sys


def by_sql(store):
    rows = sqlite3.connect(f"file:{store}?mode=ro", uri=True).execute("SELECT * FROM row")
    return [column[0] for column in rows.description], rows.fetchall()


def by_pandas(store):
    import pandas
    frame = pandas.read_sql("SELECT * FROM row", sqlite3.connect(store))
    return list(frame.columns), [[None if field != field else field for field in row]
                                 for row in frame.itertuples(index=False)]


def by_duckdb(_):
    """As docs/store.md has it: DuckDB's own extension for SQLite is not in its package, so it reads what the
    program writes."""
    import duckdb
    rows = duckdb.sql(f"SELECT * FROM read_csv('{sys.argv[2]}', all_varchar = true)")
    return list(rows.columns), [["" if field is None else field for field in row] for row in rows.fetchall()]


def same(field, text):
    if field is None:
        return text == ""
    if isinstance(field, str) and field == text:
        return True
    # A text that a spreadsheet would evaluate has an apostrophe in the CSV.
    return text == "'" + field if isinstance(field, str) else text != "" and float(text) == field


def main():
    gc.disable()  # nothing is freed before the end
    names, rows = {"pandas": by_pandas, "duckdb": by_duckdb}.get((sys.argv + [""])[3], by_sql)(sys.argv[1])
    with open(sys.argv[2], newline="", encoding="utf-8") as file:
        header, *lines = csv.reader(file)
    if names != header or len(rows) != len(lines):
        print(f"{len(rows)} rows of {len(names)} columns, and {len(lines)} of {len(header)} in the CSV")
        return 1
    for number, (row, line) in enumerate(zip(rows, lines), 1):
        for name, field, text in zip(names, row, line):
            if not same(field, text):
                print(f"row {number}: {name} is {field!r}, and in the CSV {text!r}")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
