#!/usr/bin/env python3
"""claims.py [RUN.csv]: prints a table of the claims in README and docs: the claim, the command that measures it
again, the file that it was read from, and how far a new value may differ. With RUN.csv, a run of this model (`make
reproduce` makes one), the values are compared instead; the last line has the totals, and the exit status is 1 if one
differs by more.

The claims are the figures that the pages name rows for (figures.py). A claim is reproduced if it is within TOLERANCE of
the page's row, HOST_TOLERANCE if the host has a part in it, or if both intervals overlap. Counters, quotients and files
of other programs need other commands, and are listed without one."""
import sys

from figures import BLOCK, Page
from queries import Results
from result_rows import ROOT, read_file

TOLERANCE, HOST_TOLERANCE = 0.05, 0.5
OF_HOST = ("launch", "transfer", "streams", "p2p", "collective", "exchange")


class Recorder(Results):
    """Results that note each row that they find: {(card, benchmark, variant, point, metric): (row, file, pages)}."""
    claims, page = {}, ""

    def find_one(self, query, card):
        found = super().find_one(query, card)
        name = query.rpartition(": ")[0]
        for row in found.rows if found is not None and name != "info" else ():
            path = next(path for path in self.paths(card, name) if path.exists())
            key = (card, row["benchmark"], row.get("variant", ""), row["point"], row["metric"])
            self.claims.setdefault(key, (row, path.relative_to(ROOT), set()))[2].add(self.page)
        return found


def collect():
    for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")), ROOT / "results/sources/experiments.md"):
        recorder = Recorder()
        recorder.page = str(path.relative_to(ROOT))
        page = Page(BLOCK.sub("", path.read_text(encoding="utf-8")), recorder)
        page.fill()
    return Recorder.claims


def command(row):
    """None: the row is a counter, or another program's."""
    if row.get("origin") not in ("measured", "derived", "concluded", "modelled"):
        return None
    axes = "" if row["origin"] == "concluded" else " -a " + row["point"].replace(",", " -a ")
    return f"gpubench -b {row['benchmark']}{axes}"


def tolerance(row):
    return HOST_TOLERANCE if row["benchmark"].startswith(("host_", *OF_HOST)) else TOLERANCE


def print_table(claims):
    print("| claim | command | file | tolerance |\n| --- | --- | --- | --- |")
    for (card, *_, metric), (row, path, pages) in claims.items():
        how = command(row)
        print(f"| {', '.join(sorted(pages))}: {card} {row['benchmark']} {metric} = {row['value']} {row['unit']} | "
              f"{f'`{how}`' if how else '-'} | {path} | {tolerance(row):.0%} |")


def is_same(old, new):
    if abs(float(new["value"]) - float(old["value"])) <= tolerance(old) * abs(float(old["value"])):
        return True
    return bool(old["lo"] and new["lo"]) and float(new["lo"]) <= float(old["hi"]) and float(old["lo"]) <= float(
        new["hi"])


def compare(claims, rows):
    """Print what differs; return how many claims are the same, differ, and have no row of this run."""
    counts, found = [0, 0, 0], {}
    for row in (row for row in rows if row["value"]):
        found.setdefault((row["benchmark"], row["variant"], row["metric"]), []).append(row)
    for (card, benchmark, variant, point, metric), (old, path, pages) in claims.items():
        if not rows or card not in rows[0]["gpu_name"] or command(old) is None:
            continue
        new = next((row for row in found.get((benchmark, variant, metric), ())
                    if row["point"] == point or (old["roof"] and row["roof"] == old["roof"])), None)
        result = 2 if new is None else 0 if is_same(old, new) else 1
        counts[result] += 1
        if result == 1:
            print(f"{', '.join(sorted(pages))}: {benchmark} {point} {metric}: {old['value']} in {path}, "
                  f"now {new['value']} {new['unit']}")
    return counts


def main():
    claims = collect()
    if len(sys.argv) < 2:
        print_table(claims)
        return 0
    same, differ, absent = compare(claims, read_file(sys.argv[1]))
    print(f"{absent} claims have no row in this run")
    print(f"{same} passed, {differ} failed")
    return differ > 0 or same == 0


if __name__ == "__main__":
    sys.exit(main())
