#!/usr/bin/env python3
"""keep.py FROM.csv TO.csv: appends to TO the rows of FROM that set a roof of a GPU, unless TO has their run. TO has the
columns that `compare`, `check` and the pages read (COLUMNS)."""
import csv
import sys
from pathlib import Path

COLUMNS = ("schema", "version", "run_id", "time_utc", "host", "device", "gpu_name", "gpu_uuid", "board", "driver",
           "cuda", "power_limit_w", "mode", "benchmark", "variant", "point", "roof", "metric", "unit", "value", "lo",
           "hi", "limit", "fraction_rated", "sm_clock_hz", "sm_clock_nvml_hz", "sm_clock_slowest_hz",
           "sm_clock_rated_hz", "per_clock", "per_clock_lo", "per_clock_hi", "peer_uuid", "throttle", "status",
           "reason")


def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def main():
    new, kept = read(sys.argv[1]), read(sys.argv[2]) if Path(sys.argv[2]).exists() else []
    runs = {row["run_id"] for row in kept}
    kept += [row for row in new if row["roof"] and row["device"] != "host" and row["run_id"] not in runs]
    with open(sys.argv[2], "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS, "", "ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(kept)


if __name__ == "__main__":
    main()
