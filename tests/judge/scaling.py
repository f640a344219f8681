#!/usr/bin/env python3
"""scaling.py BUILD: tests that the time and memory of `compare`, `store` and `history` grow no faster than the fleet.
Two fleets are simulated (simulate_nodes.py), one with four times as many GPUs as the other. They have few roofs, so
that the work for each GPU outweighs the work for each row. Two figures are checked: the ratio of processor time, which
other load on the machine hardly changes (4 is linear, 16 quadratic), and the bytes of memory for each additional GPU.
The last line has the totals.

scaling.py BUILD --measure FOLDER NODES GPUS: make such a fleet in FOLDER with all roofs, a store of it, and a store of
a GPU's year, and print times and memory for results/cluster.md."""
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

NODES = Path(__file__).parents[1] / "simulate/simulate_nodes.py"
LESS, MORE, EACH = 1200, 4800, 8  # nodes, GPUs of each
MOST = 7  # limit of a ratio that should be 4
# Bytes for a GPU or run with three roofs. 1,560 were measured, of which 600 are for groups of GPUs. The kernel includes
# this script's peak in that of its children, since it survives exec, which hides up to half of theirs.
BYTES_MOST = 2000
SECONDS_LEAST = 0.05  # minimum for the smaller fleet: below it, there is no ratio
TRIES = 3


class Cost:
    """The costs of one command: its status, seconds, seconds of processors, peak of memory in bytes."""

    def __init__(self, command, output=None):
        began = time.monotonic()
        with open(output or os.devnull, "w", encoding="utf-8") as out, open(os.devnull, encoding="utf-8") as nothing:
            process = subprocess.Popen(command, stdin=nothing, stdout=out, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
        self.status = os.waitstatus_to_exitcode(status)
        self.seconds = time.monotonic() - began
        self.processor = usage.ru_utime + usage.ru_stime
        self.memory = 1024 * usage.ru_maxrss


def cost_of(command):
    """The least of several tries; the excess is other work on the machine."""
    return min((Cost(command) for _ in range(TRIES)), key=lambda cost: cost.processor)


def make(folder, nodes, gpus, **settings):
    subprocess.run([NODES, folder, str(nodes), str(gpus), "0", "1"], check=True, env={**os.environ, **settings})
    return sorted(str(path) for path in Path(folder).glob("*.csv"))


def join(files, path):
    """As one file, because a command line holds only some thousand names."""
    with open(path, "wb") as out:
        for file in files:
            out.write(Path(file).read_bytes())
    return path


def check(name, less, more, empty, gpus):
    """Prints the faults; returns true if there are none. `gpus`: the number of additional GPUs in `more`."""
    base = less.processor - empty.processor
    spent = (more.processor - empty.processor) / base if base >= SECONDS_LEAST else math.inf
    each = (more.memory - less.memory) / gpus
    fine = less.status == more.status == 0 and spent < MOST and each < BYTES_MOST
    print(f"{'ok' if fine else 'FAILED'}: {name}: four times the GPUs or runs take {spent:.1f} times the time, "
          f"and each one more {each:.0f} bytes; status {less.status}, {more.status}")
    return fine


def compare_sizes(program, folder):
    files = {nodes: make(f"{folder}/{nodes}", nodes, EACH, ROOFS="3") for nodes in (LESS, MORE)}
    years = {runs: make(f"{folder}/year{runs}", 1, 1, ROOFS="3", RUNS=str(runs)) for runs in (25600, 102400)}
    months = {nodes: make(f"{folder}/month{nodes}", nodes, EACH, ROOFS="3", RUNS="30") for nodes in (60, 240)}
    joined = {nodes: join(files[nodes], f"{folder}/{nodes}.csv") for nodes in files}
    empty, gpus = cost_of([program, "--version"]), EACH * (MORE - LESS)
    good = [check("compare of files", *(cost_of([program, "compare", *files[nodes]]) for nodes in files), empty, gpus),
            check("compare of one file", *(cost_of([program, "compare", joined[nodes]]) for nodes in files), empty,
                  gpus),
            check("store", *(Cost([program, "store", f"{folder}/{nodes}.db", joined[nodes]]) for nodes in files), empty,
                  gpus),
            check("compare of a store", *(cost_of([program, "compare", f"{folder}/{nodes}.db"]) for nodes in files),
                  empty, gpus),
            check("history of a GPU", *(cost_of([program, "history", *years[runs]]) for runs in years), empty, 76800),
            check("history of a fleet", *(cost_of([program, "history", *months[nodes]]) for nodes in months), empty,
                  30 * EACH * 180)]
    return sum(good), len(good)


def line(name, cost):
    print(f"| {name} | {cost.seconds:.2f} s | {cost.processor:.2f} s | {cost.memory / 1e6:.0f} MB |", flush=True)


def measure(program, folder, nodes, gpus):
    files = make(f"{folder}/nodes", nodes, gpus)
    year = make(f"{folder}/year", 1, 8, RUNS="365")
    stored, of_year = f"{folder}/nodes.db", f"{folder}/year.db"
    uuid = "GPU-00000001-0000-4000-8000-000000000003"
    size = sum(os.path.getsize(file) for file in files)
    print(f"{nodes} nodes of {gpus} GPUs, {size / 1e9:.2f} GB in {len(files)} files\n")
    print("| command | took | of processors | memory, most |\n| --- | --- | --- | --- |")
    line("`compare` of the files", Cost([program, "compare", *files]))
    line("`store` of the files", Cost([program, "store", stored, *files]))
    line("`compare` of the store", Cost([program, "compare", stored]))
    line("`store` of a year of 8 GPUs", Cost([program, "store", of_year, *year]))
    line("`history --gpu` of one of them", Cost([program, "history", of_year, "--gpu", uuid]))
    line("`history` of all 8", Cost([program, "history", of_year]))


def main():
    program = os.path.join(sys.argv[1], "gpubench")
    if sys.argv[2:3] == ["--measure"]:
        measure(program, sys.argv[3], int(sys.argv[4]), int(sys.argv[5]))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        good, all_of_them = compare_sizes(program, folder)
    print(f"{good} passed, {all_of_them - good} failed")
    return good < all_of_them


if __name__ == "__main__":
    sys.exit(main())
