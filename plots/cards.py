#!/usr/bin/env python3
"""cards.py FOLDER: writes rows of all benchmarks for three cards, FOLDER/1.csv to 3.csv: those measured on an H200 and
on an H100, and those of the H200 again, a few percent faster and with a long name. Benchmarks that were measured
only on the H200 have its rows for the H100 as well, a few percent slower. Rows of fused from before it had rates get
rates."""
import csv
import sys
from pathlib import Path

RESULTS = Path(__file__).resolve().parents[1] / "results"
H200 = ("h200-sxm/all.csv", "study/h200-sxm.csv", "energy/h200-sxm.csv", "h200-sxm/two-gpus.csv")
H100 = ("h100-sxm/all.csv", "study/h100-sxm.csv", "energy/h100-sxm.csv")
CARDS = (("NVIDIA H200", H200, 1), ("NVIDIA H100 80GB HBM3", H100, 0.95),
         ("NVIDIA RTX PRO 6000 Blackwell Max-Q Workstation Edition", H200, 1.05))
SCALED = ("value", "lo", "hi", "min", "max")
RATES = {"matrix_alone": "matrix_rate", "other_alone": "other_rate"}


def read_rows(files):
    for name in files:
        with open(RESULTS / name, newline="", encoding="utf-8") as file:
            yield from csv.DictReader(file)


def with_rates(rows):
    cycles = {row["point"]: float(row["value"]) for row in rows
              if (row["benchmark"], row["metric"]) == ("fused", "cycles")}
    for row in rows:
        yield row
        if row["benchmark"] == "fused" and row["metric"] in RATES:
            yield {**row, "metric": RATES[row["metric"]], "unit": "1", "lo": "", "hi": "", "limit": "",
                   "value": f"{float(row['value']) / cycles[row['point']]:.9g}"}


def scaled(row, factor):
    if factor == 1 or row["unit"] in ("", "1"):
        return row
    return {**row, **{name: f"{float(row[name]) * factor:.9g}" for name in SCALED if row[name]}}


def rows_of(files, factor):
    rows, lacking = list(read_rows(files)), []
    if files is H100:
        have = {row["benchmark"] for row in rows if row["value"]}
        lacking = [scaled(row, factor) for row in read_rows(H200) if row["benchmark"] not in have]
        factor = 1
    return with_rates([*(scaled(row, factor) for row in rows), *lacking])


def main(folder):
    for number, (name, files, factor) in enumerate(CARDS, 1):
        rows = list(rows_of(files, factor))
        # The first card of a pair is the one of all other rows.
        pair = {row["gpu_uuid"]: row["device"] for row in rows if row["peer_uuid"].startswith("GPU-")}
        uuid = lambda text: f"GPU-{number}" + ("b" if pair.get(text) == "1" else "")
        with open(Path(folder) / f"{number}.csv", "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0], restval="", lineterminator="\n")
            writer.writeheader()
            for row in rows:
                peer = row["peer_uuid"]
                writer.writerow({**row, "run_id": f"run{number}", "host": f"node{number}", "board": "",
                                 "gpu_name": name, "gpu_uuid": uuid(row["gpu_uuid"]),
                                 "peer_uuid": uuid(peer) if peer.startswith("GPU-") else peer})



if __name__ == "__main__":
    main(sys.argv[1])
