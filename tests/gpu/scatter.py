#!/usr/bin/env python3
"""scatter.py RUNS.csv...: the lines of harness/analysis/scatter.c, from files with several runs of a card each.

Of each roof the largest standard deviation that the runs of one card have, as a part of their median."""
import csv
import math
import statistics
import sys


def main():
    largest = {}
    for name in sys.argv[1:]:
        cards = {}
        with open(name, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row["roof"] and row["value"]:
                    runs = cards.setdefault((row["gpu_uuid"], row["roof"]), {})
                    runs[row["run_id"]] = max(runs.get(row["run_id"], 0), float(row["value"]))
        for (_, roof), runs in cards.items():
            values = list(runs.values())
            if len(values) > 2:
                sd = statistics.stdev(values) / statistics.median(values)
                largest[roof] = max(largest.get(roof, 0), sd)
    for roof, sd in largest.items():
        print(f'\t{{ "{roof}", {math.ceil(sd * 1e5) / 1e5:.5f} }},')


if __name__ == "__main__":
    main()
