#!/usr/bin/env python3
"""scatter.py [-w] RUNS.csv...: the table of harness/analysis/scatter.c, from files with several runs of a card each; -w writes it.

Of each roof the largest standard deviation that the runs of one card have, as a part of their median. Of a roof that scatters by
more than the least threshold allows also that of what it does in a cycle of the slowest SM, where this is steady. Of the roofs of
matrix units and cuBLAS which scatter that much, that of the median of how far they are off (harness/analysis/samples.h)."""
import csv
import math
import re
import statistics
import sys
from pathlib import Path

JOINT = "matrix units"
TABLE = Path(__file__).resolve().parents[2] / "harness/analysis/scatter.c"


def constant(name):
    """A #define of scatter.h."""
    return float(re.search(rf"#define {name}\s+(\S+)", TABLE.with_suffix(".h").read_text(encoding="utf-8"))[1])


STEADY = constant("GB_MIN_OFF_LEAST") / constant("GB_MIN_OFF_SD")


def read(name):
    """Of each card and roof the best row of each run: (value, clock of the slowest SM or NaN)."""
    cards = {}
    with open(name, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["roof"] and row["value"] and not row["roof"].endswith(".burst"):
                runs = cards.setdefault(row["gpu_uuid"], {}).setdefault(row["roof"], {})
                best = (float(row["value"]), float(row.get("sm_clock_slowest_hz") or "nan"))
                runs[row["run_id"]] = max(runs.get(row["run_id"], best), best)
    return cards


def scatter(values):
    return statistics.stdev(values) / statistics.median(values)


def is_power_bound(roof):
    return roof.startswith(("tensor.", "gemm."))


def joint(roofs, noisy):
    """How the median of how far they are off moves from run to run; NaN: there are not three roofs."""
    offs = {}
    for roof in noisy & roofs.keys():
        middle = statistics.median(value for value, _ in roofs[roof].values())
        for run, (value, _) in roofs[roof].items():
            offs.setdefault(run, []).append(value / middle)
    medians = [statistics.median(of) for of in offs.values() if len(of) >= 3]
    return scatter(medians) if len(medians) > 2 else math.nan


def table(files):
    """{name: sd} of roofs, of work a cycle, and the joint one."""
    cards = [roofs for name in files for roofs in read(name).values()]
    values, clocks = {}, {}
    for roofs in cards:
        for roof, runs in roofs.items():
            if len(runs) < 3:
                continue
            values[roof] = max(values.get(roof, 0), scatter([value for value, _ in runs.values()]))
            done = [value / clock for value, clock in runs.values()]
            if all(math.isfinite(one) for one in done):
                clocks[roof] = max(clocks.get(roof, 0), scatter(done))
    noisy = {roof for roof, sd in values.items() if sd > STEADY}
    steady = {roof + "/clock": clocks[roof] for roof in values if clocks.get(roof, 1) <= STEADY and roof in noisy}
    joints = [sd for sd in (joint(roofs, set(filter(is_power_bound, noisy))) for roofs in cards) if sd == sd]
    return {**values, **steady, **({JOINT: max(joints)} if joints else {})}


def main():
    files = [name for name in sys.argv[1:] if name != "-w"]
    lines = "".join(f'\t{{ "{name}", {math.ceil(sd * 1e5) / 1e5:.5f} }},\n' for name, sd in table(files).items())
    if "-w" not in sys.argv:
        print(lines, end="")
        return
    text = TABLE.read_text(encoding="utf-8")
    text = re.sub(r"(gb_scatters\[\] = \{\n).*?(\t\{ NULL, 0 \},\n)", lambda m: m[1] + lines + m[2], text, flags=re.S)
    TABLE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
