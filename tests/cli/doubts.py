#!/usr/bin/env python3
"""doubts.py SCREEN FILE.csv: checks that the screen sums up each benchmark's doubts as in the file, and that there
are some.

SCREEN is what a run left on a terminal: a line for each benchmark, or more that begin with blanks. A host that
disturbed a tenth of its points or more is called noisy, once. Exit status 1: a doubt is wrong, with the found and
the expected ones.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "shared"))

from rows import read_file  # noqa: E402


def in_file(path):
    """{benchmark: how many of its points are suspect}."""
    points = {}
    for row in read_file(path):
        if row["status"] == "suspect" and row["point_number"]:
            points.setdefault(row["benchmark"], set()).add(row["point_number"])
    return {name: len(numbers) for name, numbers in points.items()}


NOISE = re.compile("other work on this host|times were never steady|moved by|went from")


def is_noisy(path):
    """True if other work on the host caused a doubt at a tenth of the measured points or more."""
    points = {}
    for row in read_file(path):
        if row["point_number"] and row["status"] != "skipped":
            noisy = row["status"] == "suspect" and NOISE.search(row["reason"]) is not None
            key = row["benchmark"], row["point_number"]
            points[key] = points.get(key, False) or noisy
    return any(points.values()) and sum(points.values()) >= 0.1 * len(points)


def on_screen(path):
    """The same counts, from the summary lines."""
    told, name = {}, ""
    for line in Path(path).read_text(encoding="utf-8", errors="replace").splitlines():
        if begins := re.match(r"(\w+) +[0-9]+ points? in ", line):
            name = begins.group(1)
        elif not line.startswith("    "):
            name = ""
        if name and (doubts := re.search(r"\b([0-9]+) suspect\b", line)):
            told[name] = int(doubts.group(1))
    told.pop("conclusions", None)
    return told


def main():
    told, expected = on_screen(sys.argv[1]), in_file(sys.argv[2])
    if told != expected or not expected:
        print(f"the screen has {told}, the file {expected}")
        return 1
    notes = len(re.findall("^Noisy host: ", Path(sys.argv[1]).read_text(encoding="utf-8", errors="replace"),
                           re.MULTILINE))
    if notes != is_noisy(sys.argv[2]):
        print(f"the screen has {notes} notes of a noisy host, and it is {'' if is_noisy(sys.argv[2]) else 'not '}noisy")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
