#!/usr/bin/env python3
"""detection_rate.py BUILD [-w]: what `compare` finds in a fleet of 10 000 healthy GPUs of two boards, or for large
drops 2000, and slow ones among them.

The fleets are made up (simulate_fleet.py) from the roofs of results/h200-sxm/all.csv and the scatter of
harness/analysis/scatter.c. Next to the healthy GPUs there are 40 for each roof whose units do less in a cycle, 40 for
each roof whose clock is lower, where the scatter of a cycle's work is known, and 40 whose clock is lower in every
power-bound roof. The table says from which slow-down on all 40 are found, and how many of the healthy are named. It
stands in docs/analysis.md; -w writes it, else it is compared."""
import csv
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import simulate_fleet

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "tools/pages/blocks"), str(ROOT / "tests/gpu")]
import page_block  # noqa: E402
import scatter  # noqa: E402

PAGE = ROOT / "docs/analysis.md"
ROOFS, SCATTER = ROOT / "results/h200-sxm/all.csv", ROOT / "harness/analysis/scatter.c"
HEALTHY, EACH = int(os.environ.get("HEALTHY", "10000")), 40
# and of how many healthy ones; large drops need fewer
DROPS = {0.01: HEALTHY, 0.02: HEALTHY, 0.05: HEALTHY // 5, 0.1: HEALTHY // 5}
WIDTH = 120


def plant(rows, sds, drop, healthy):
    """{GPU: its ways} and {(cause, what): its GPUs}; the healthy come first."""
    joined = [row["roof"] for row in rows if is_joined(row["roof"], sds)]
    cases = [("its units", row["roof"], {row["roof"]: (1 - drop, 1)}) for row in rows]
    cases += [("its clock", row["roof"], {row["roof"]: (1, 1 - drop)}) for row in rows if row["roof"] +
              simulate_fleet.CLOCK in sds]
    cases += [("its clock", "all power-bound roofs", {roof: (1, 1 - drop) for roof in joined})]
    ways, who = {}, {}
    for cause, what, of in cases:
        for _ in range(EACH):
            gpu = healthy + len(ways)
            ways[gpu] = of
            who.setdefault((cause, what), []).append(gpu)
    return ways, who


def is_joined(roof, sds):
    """As gb_scatter_is_joined()."""
    return scatter.is_power_bound(roof) and sds[roof] > scatter.STEADY


def named(program, path):
    """The UUIDs that compare calls slow or fast."""
    done = subprocess.run([program, "compare", "--csv", path], check=True, capture_output=True, text=True)
    return {row["gpu_uuid"] for row in csv.DictReader(done.stdout.splitlines()) if row["verdict"] in ("slow", "fast")}


def search(program):
    """{case: the smallest drop from which on all are found, or None} and how many of the healthy were named in
    all fleets."""
    sds = simulate_fleet.read_scatter(SCATTER)
    rows = simulate_fleet.read_roofs(ROOFS, sds)
    least, falsely = {}, 0
    for seed, (drop, healthy) in enumerate(DROPS.items(), 1):
        random.seed(seed)
        ways, who = plant(rows, sds, drop, healthy)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "fleet.csv")
            uuids = simulate_fleet.write(path, rows, sds, healthy + len(ways), ways, seed)
            found = named(program, path)
        falsely += sum(uuid in found for uuid in uuids[:healthy])
        for case, gpus in who.items():
            if any(uuids[gpu] not in found for gpu in gpus):
                least[case] = None
            elif least.get(case) is None:
                least[case] = drop
    return least, falsely


def table(least, falsely):
    """One line for each slow-down and cause."""
    lines = ["| drop from which all 40 are found | what is slow | roofs |", "| --- | --- | --- |"]
    for drop in (*DROPS, None):
        for cause in ("its units", "its clock"):
            roofs = [f"`{what}`" if "." in what or what[-1].isdigit() or what.endswith("a") else what
                     for (by, what), least_drop in least.items() if by == cause and least_drop == drop]
            if roofs:
                size = f"{100 * drop:.3g} %" if drop else f"more than {100 * max(DROPS):.3g} %"
                lines.append(f"| {size} | {cause} | {', '.join(roofs)} |")
    lines += ["", f"{falsely or 'None'} of {sum(DROPS.values())} healthy GPUs {'were' if falsely > 1 else 'was'} "
                  "reported."]
    return "\n".join(lines) + "\n"


def main():
    text = table(*search(os.path.join(sys.argv[1], "gpubench")))
    page = PAGE.read_text(encoding="utf-8")
    new, has_block = page_block.put(page, "tests/detection_rate.py", text)
    if "-w" in sys.argv:
        PAGE.write_text(new, encoding="utf-8")
    elif new != page or not has_block:
        print(text)
        sys.exit("docs/analysis.md has another table: tests/detection_rate.py BUILD -w writes it")


if __name__ == "__main__":
    main()
