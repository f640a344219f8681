#!/usr/bin/env python3
"""check_nodes.py BUILD [NODES]: tests `gpubench check` on simulated nodes.

Each node has eight GPUs. A GPU's roofs come from one of an H200's ten runs (GPU-423511b2 in results/fleet), drawn
at random, so that they scatter as a real card's do; its intervals are those of that run. The reference is four such
GPUs. NODES (100) healthy nodes must cause no alarm. In as many nodes every roof of one GPU is 3 % slower: in 999
of 1000 the check must end with 3 and name that GPU. The last line has the totals."""
import csv
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict

HERE = os.path.dirname(os.path.abspath(__file__))
FLEET, TEN_RUNS = os.path.join(HERE, "../../results/fleet/h200-sxm.csv"), "GPU-423511b2"
SCALED = ("value", "lo", "hi")
SLOWER = 0.97
GPUS = 8


def read_runs():
    """The columns, and the rows of each run."""
    with open(FLEET, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        runs = defaultdict(list)
        for row in reader:
            if row["gpu_uuid"].startswith(TEN_RUNS):
                runs[row["run_id"]].append(row)
        return reader.fieldnames, [runs[run] for run in sorted(runs)]


def made_gpu(runs, draw, name, number, factor=1.0):
    """The rows of one GPU; every drawn run has its own name."""
    rows = []
    for row in draw.choice(runs):
        lower = row["unit"] in ("s", "cycles")
        changed = dict(row, gpu_uuid=name, device=str(number), host="node" if not name.startswith("GPU-ref") else "",
                       run_id=name)
        for column in SCALED:
            if row[column]:
                changed[column] = repr(float(row[column]) * (1 / factor if lower else factor))
        rows.append(changed)
    return rows


def write(path, columns, gpus):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        for rows in gpus:
            writer.writerows(rows)


def check(program, node, reference):
    done = subprocess.run([program, "check", node, "--baseline", reference], capture_output=True,
                          text=True, check=False)
    return done.returncode, done.stdout.strip()


def main():
    program = os.path.join(sys.argv[1], "tests/gpubench-fake")
    nodes = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    columns, runs = read_runs()
    draw = random.Random(23)
    alarms, missed, shown = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        node, reference = os.path.join(folder, "node.csv"), os.path.join(folder, "reference.csv")
        write(reference, columns, [made_gpu(runs, draw, f"GPU-reference-{i}", i) for i in range(4)])
        for kind in ("healthy", "slow"):
            for number in range(nodes):
                slow = draw.randrange(GPUS) if kind == "slow" else -1
                write(node, columns, [made_gpu(runs, draw, f"GPU-{number}-{i}", i, SLOWER if i == slow else 1.0)
                                      for i in range(GPUS)])
                status, line = check(program, node, reference)
                wrong = status != 0 if slow < 0 else status != 3 or f"GPU {slow} (GPU-{number}-{slow})" not in line
                alarms += wrong and slow < 0
                missed += wrong and slow >= 0
                if wrong and shown < 5:
                    shown += 1
                    print(f"FAILED: {kind} node {number}, GPU {slow}: status {status}: {line}")
    print(f"{nodes} healthy nodes: {alarms} alarms; {nodes} nodes with one GPU 3 % slower: {missed} missed")
    allowed = nodes // 1000
    failed = (alarms > 0) + (missed > allowed)
    print(f"{2 - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
