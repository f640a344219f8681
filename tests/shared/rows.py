"""rows.py: the rows of a CSV, for scripts in Python."""
import csv


def read_rows(file):
    """The rows of a CSV file that is open, as {column: text}."""
    return list(csv.DictReader(file, restval=""))


def read_file(path):
    """The rows of a CSV file."""
    with open(path, newline="", encoding="utf-8", errors="replace") as file:
        return read_rows(file)
