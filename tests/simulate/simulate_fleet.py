#!/usr/bin/env python3
"""simulate_fleet.py FOLDER GPUS DROP SEED ROOFS.csv SCATTER.c: make up the results of a fleet of GPUs of two boards,
FOLDER/fleet.csv.

The roofs are those of one run in ROOFS.csv, of a card of one of the boards; DRAM of board -000 reads 2.1 % faster than
that of -001, as H200s do. Each value varies by a normal distribution with the standard deviation of its roof in
SCATTER.c (harness/reading/analysis/scatter.c), or, with TAILS=1 in the environment, by Student's t with five degrees of
freedom scaled to it. Where SCATTER.c knows what a roof does in a cycle, the clock varies, and with it the value. SICK
(40) of the GPUs have one roof DROP below what they would have, of those whose sd is at most MOST (0.0013).
FOLDER/planted names them: UUID, roof. The same SEED makes the same fleet."""
import csv
import math
import os
import random
import re
import sys

CLOCK = "/clock"
# Fractions of the limit, by board: results/h200-sxm/README.md.
READS = {"692-2G520-0282-000": 0.9827, "692-2G520-0282-001": 0.9622}
JOINT = "matrix units"  # harness/reading/analysis/scatter.h
KEPT = ("schema", "version", "gpu_name", "gpu_uuid", "host", "device", "board", "run_id", "benchmark", "variant",
        "point", "roof", "metric", "unit", "value", "lo", "hi", "limit", "fraction", "sm_clock_hz",
        "sm_clock_slowest_hz", "sm_clock_rated_hz", "throttle", "status")


def read_scatter(path):
    """{name: standard deviation} of the H200, in the order of the file. The scatter of ROOF/clock may be known for
    another model only: the judge uses it for all models."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    tables = {table: {name: float(sd) for name, sd in re.findall(r'\{ "([^"]+)", ([0-9.]+),', lines)}
              for table, lines in re.findall(r"(\w+)\[\] = \{\n(.*?)\n\};", text, re.S)}
    sds = tables[re.search(r'"NVIDIA H200", (\w+) ', text)[1]]
    for others in tables.values():
        for name, sd in others.items():
            if name.endswith(CLOCK) and name not in sds:
                sds[name] = sd
    return sds


def read_roofs(path, sds):
    """The best row of each known roof in the last run of a file."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["roof"] in sds and row["value"]
                and not row["roof"].endswith(".burst")]
    best = {}
    for row in rows:
        if row["run_id"] == rows[-1]["run_id"] and (
                row["roof"] not in best or float(row["value"]) > float(best[row["roof"]]["value"])):
            best[row["roof"]] = row
    return list(best.values())


def vary(sd, tails):
    if not tails:
        return 1 + random.gauss(0, sd)
    chi = sum(random.gauss(0, 1) ** 2 for _ in range(5)) / 5
    return 1 + sd * math.sqrt(3 / 5) * random.gauss(0, 1) / math.sqrt(chi)


def make_row(row, sds, gpu, of, tails):
    """One roof of one GPU; `of` has the ratios of the GPU's units and clock to those of a healthy one."""
    roof = row["roof"]
    work, clock = of
    if roof + CLOCK in sds:
        work *= vary(sds[roof + CLOCK], tails)
        clock *= vary(sds[roof], tails)
    else:
        work *= vary(sds[roof], tails)
    if roof == "dram.read":
        work *= READS[gpu["board"]] / READS[row["board"]]
    new = {name: f"{float(row[name]) * work * clock:.9g}" for name in ("value", "lo", "hi") if row[name]}
    clocks = {name: f"{float(row[name]) * clock:.9g}" for name in ("sm_clock_hz", "sm_clock_slowest_hz")
              if row.get(name)}
    return {**{name: row.get(name, "") for name in KEPT}, **new, **clocks, **gpu,
            "gpu_name": row["gpu_name"] + " (made up)"}


def write(path, rows, sds, gpus, sick, seed, tails=False):
    """`sick` describes a GPU's faults: {roof: (work, clock)}. Returns the UUIDs."""
    uuids = []
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, KEPT)
        out.writeheader()
        for number in range(gpus):
            gpu = {"gpu_uuid": f"GPU-{seed:08x}-0000-4000-8000-{number:012x}", "host": f"node{number:05}",
                   "run_id": f"{seed}-{number}", "board": f"692-2G520-0282-00{random.randrange(2)}"}
            uuids.append(gpu["gpu_uuid"])
            ways = sick.get(number, {})
            for row in rows:
                out.writerow(make_row(row, sds, gpu, ways.get(row["roof"], (1, 1)), tails))
    return uuids


def main():
    folder, gpus, drop, seed = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    sds = read_scatter(sys.argv[6])
    rows = read_roofs(sys.argv[5], sds)
    random.seed(seed)
    most = float(os.environ.get("MOST", "0.0013"))
    roofs = [row["roof"] for row in rows if sds[row["roof"]] <= most]
    sick = {gpu: random.choice(roofs) for gpu in random.sample(range(gpus), int(os.environ.get("SICK", "40")))}
    os.makedirs(folder, exist_ok=True)
    ways = {gpu: {roof: (1 - drop, 1)} for gpu, roof in sick.items()}
    uuids = write(os.path.join(folder, "fleet.csv"), rows, sds, gpus, ways, seed, os.environ.get("TAILS") == "1")
    with open(os.path.join(folder, "planted"), "w", encoding="utf-8") as planted:
        for gpu, roof in sorted(sick.items()):
            print(uuids[gpu], roof, file=planted)


if __name__ == "__main__":
    main()
