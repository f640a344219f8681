#!/usr/bin/env python3
"""boards.py FOLDER GPUS DROP SEED ROOFS.csv SCATTER.c: make up the result files of a fleet of GPUs of two boards.

The roofs are those of one run in ROOFS.csv; the second board reads 2.1 % faster, as H200s of two boards do. Each value varies by
a normal distribution with the standard deviation of its roof in SCATTER.c (harness/analysis/scatter.c), or, with TAILS=1 in the
environment, by Student's t with five degrees of freedom scaled to it. SICK (40) of the GPUs have one roof DROP below what they would
have; each has one of those whose sd in SCATTER.c is at most MOST (environment, default 0.0013). FOLDER/planted names them: UUID,
roof. The same SEED makes the same fleet."""
import csv
import math
import os
import random
import re
import sys

FACTS = ("value", "lo", "hi")


def vary(sd, tails):
    if not tails:
        return random.gauss(0, sd)
    chi = sum(random.gauss(0, 1) ** 2 for _ in range(5)) / 5
    return sd * math.sqrt(3 / 5) * random.gauss(0, 1) / math.sqrt(chi)


def main():
    folder, gpus, drop, seed = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
    with open(sys.argv[6], encoding="utf-8") as file:
        sds = {name: float(sd) for name, sd in re.findall(r'\{ "([^"]+)", ([0-9.]+) \}', file.read())}
    with open(sys.argv[5], newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["roof"] in sds and row["value"]]
    rows = [row for row in rows if row["run_id"] == rows[-1]["run_id"]]
    random.seed(seed)
    most, tails = float(os.environ.get("MOST", "0.0013")), os.environ.get("TAILS") == "1"
    roofs = [row["roof"] for row in rows if sds[row["roof"]] <= most]
    sick = {gpu: random.choice(roofs) for gpu in random.sample(range(gpus), int(os.environ.get("SICK", "40")))}
    os.makedirs(folder, exist_ok=True)
    columns = list(dict.fromkeys([*rows[0], "board"]))
    with open(os.path.join(folder, "planted"), "w", encoding="utf-8") as planted:
        for gpu in range(gpus):
            uuid, board = f"GPU-{seed:08x}-0000-4000-8000-{gpu:012x}", random.randrange(2)
            if gpu in sick:
                print(uuid, sick[gpu], file=planted)
            with open(os.path.join(folder, f"node{gpu:05}.csv"), "w", newline="", encoding="utf-8") as file:
                out = csv.DictWriter(file, columns)
                out.writeheader()
                for row in rows:
                    factor = 1 + vary(sds[row["roof"]], tails)
                    if row["roof"] == "dram.read" and board == 0:
                        factor *= 0.9827 / 0.9622
                    if sick.get(gpu) == row["roof"]:
                        factor *= 1 - drop
                    new = {name: f"{float(row[name]) * factor:.9g}" for name in FACTS if row[name]}
                    out.writerow({**row, **new, "gpu_uuid": uuid, "gpu_name": row["gpu_name"] + " (made up)", "host": f"node{gpu:05}", "run_id": f"{seed}-{gpu}",
                                  "board": f"692-2G520-0282-00{board}"})


if __name__ == "__main__":
    main()
