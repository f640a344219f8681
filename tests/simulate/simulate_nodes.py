#!/usr/bin/env python3
"""simulate_nodes.py FOLDER NODES GPUS SICK SEED: make up the result files of a fleet, FOLDER/nodeNNNNN.csv, one of each
node with GPUS GPUs.

Every GPU has the roofs from the last of an H200's ten runs (GPU-423511b2 in results/fleet). A value varies by a normal
distribution with the standard deviation of its roof over these ten runs; its interval varies with it. SICK of the GPUs
have one roof 5 % below what they would have, of those whose sd is at most 0.1 %. FOLDER/planted names them: UUID, roof.
The same SEED makes the same fleet. With RUNS=365 in the environment each GPU has that many runs, a day apart; with
ROOFS=3 only three roofs."""
import csv
import datetime
import os
import random
import statistics
import sys
from pathlib import Path

FLEET, TEN_RUNS = Path(__file__).resolve().parents[2] / "results/fleet/h200-sxm.csv", "GPU-423511b2"
VALUES = ("value", "lo", "hi")
CARD = ("run_id", "time_utc", "host", "device", "gpu_uuid")
STEADY = 0.001


class Roof:
    """A row with gaps: the text between the fields that differ from GPU to GPU."""

    def __init__(self, row, names, sd):
        self.name, self.sd = row["roof"], sd
        self.values = [float(row[name]) if row[name] else None for name in VALUES]
        holes = {name: f"%({name})s" for name in (*CARD, *VALUES)}
        self.text = ",".join(holes.get(name, quote(row[name]).replace("%", "%%")) for name in names) + "\r\n"

    def line(self, card, factor):
        factor *= random.gauss(1, self.sd)
        return self.text % {**card,
                            **{name: f"{value * factor:.9g}" if value else ""
                               for name, value in zip(VALUES, self.values)}}


def quote(text):
    return '"' + text.replace('"', '""') + '"' if "," in text or '"' in text else text


def read_roofs():
    with open(FLEET, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        rows = [row for row in reader if row["gpu_uuid"].startswith(TEN_RUNS)]
    values = {}
    for row in rows:
        values.setdefault(row["roof"], []).append(float(row["value"]))
    last = {row["roof"]: row for row in rows}
    return reader.fieldnames, [Roof(row, reader.fieldnames,
                                    statistics.stdev(values[name]) / statistics.mean(values[name]))
                               for name, row in last.items()]


def main():
    folder, nodes, gpus, sick, seed = Path(sys.argv[1]), *map(int, sys.argv[2:6])
    runs = int(os.environ.get("RUNS", "1"))
    names, roofs = read_roofs()
    roofs = roofs[:int(os.environ.get("ROOFS", len(roofs)))]
    random.seed(seed)
    steady = [roof.name for roof in roofs if roof.sd <= STEADY]
    planted = {gpu: random.choice(steady) for gpu in random.sample(range(nodes * gpus), sick)}
    folder.mkdir(parents=True, exist_ok=True)
    first = datetime.date(2026, 1, 1)
    for node in range(nodes):
        with open(folder / f"node{node:05}.csv", "w", newline="", encoding="utf-8") as file:
            file.write(",".join(names) + "\r\n")
            for run in range(runs):
                day = (first + datetime.timedelta(run)).isoformat()
                for gpu in range(gpus):
                    number = node * gpus + gpu
                    card = {"run_id": f"{seed:08x}{run:012x}{node:012x}", "time_utc": f"{day}T06:{gpu:02}:00.000Z",
                            "host": f"node{node:05}", "device": str(gpu),
                            "gpu_uuid": f"GPU-{seed:08x}-0000-4000-8000-{number:012x}"}
                    file.write("".join(roof.line(card, 0.95 if planted.get(number) == roof.name else 1)
                                       for roof in roofs))
    with open(folder / "planted", "w", encoding="utf-8") as file:
        for number, roof in sorted(planted.items()):
            file.write(f"GPU-{seed:08x}-0000-4000-8000-{number:012x} {roof}\n")


if __name__ == "__main__":
    main()
