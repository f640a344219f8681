#!/usr/bin/env python3
"""groups.py BUILD [FLEETS]: tests that `compare` names groups of GPUs that deviate together, and no others.

Each GPU of a fleet is one run of a kept H200 (results/fleet, as in real_cards.py) with some noise, on hosts of eight
and in racks of eight hosts. FLEETS (6) fleets of 1000 GPUs each have a rack whose clock at the power cap is 1 % lower,
a host whose clock is 2 % lower, or 50 random GPUs whose clock is 5 % lower. In other fleets, 64 new GPUs have DRAM 0.3
% slower and the clock 1 % lower than 64 others, or do not differ, and `compare` must say which. More fleets (ALARMS
times FLEETS) show how often a group is found where there is none. The last line has the totals.
"""
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import real_cards  # noqa: E402

GPUS, NODE, RACK, RANDOM, NEW = 1000, 8, 64, 50, 64
NOISE = 0.0005  # cards repeat
ALARMS = {"random": 7, "healthy": 2, "same": 34}  # times FLEETS
DRAM = ("dram.read", "dram.write", "dram.copy", "dram.triad")


def read_cards():
    """All runs of H200s; those of other boards are scaled to the medians of one board."""
    runs = [rows for of in real_cards.read_vectors(real_cards.scatter.FLEET[-1])["NVIDIA H200"].values() for rows in of]
    values = real_cards.defaultdict(lambda: real_cards.defaultdict(list))
    for row in (row for rows in runs for row in rows):
        values[row["board"]][row["roof"]].append(float(row["value"]))
    most = max(values, key=lambda board: len(values[board]["tensor.fp16"]))
    medians = {board: {roof: statistics.median(of) for roof, of in roofs.items()} for board, roofs in values.items()}
    return [[scale(dict(row, board=most), medians[most][row["roof"]] / medians[row["board"]][row["roof"]])
             for row in rows if row["roof"] in medians[most]] for rows in runs]


def scale(row, part):
    return dict(row, **{name: repr(float(row[name]) * part) for name in ("value", "lo", "hi") if row[name]})


def write(path, draw, runs, gpus, is_slow, change, first=0):
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = None
        for gpu in range(first, first + gpus):
            for row in draw.choice(runs):
                made = scale(change(row) if is_slow(gpu) else row, draw.gauss(1, NOISE))
                made.update(gpu_uuid=f"GPU-{gpu:05}", device=str(gpu % NODE), driver="580.1", vbios="96.00",
                            host=f"r{gpu // RACK:02}n{gpu // NODE % NODE}", run_id=f"r{gpu}",
                            time_utc="2026-01-31T06:00:00.000Z", version="1.0", mode="full", power_limit_w="700",
                            pci_bus_id=f"0000:{gpu % NODE:02x}:00.0")
                if out is None:
                    out = real_cards.csv.DictWriter(file, made.keys(), lineterminator="\n")
                    out.writeheader()
                out.writerow(made)


def find_groups(program, *words, of="groups"):
    done = subprocess.run([program, "compare", *words, "--json"], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 2):
        sys.exit(f"status {done.returncode}: {done.stderr[:1000]}")
    return json.loads(done.stdout)[of]


def lower_clock(drop):
    return lambda row: real_cards.lower(row, real_cards.CAP, drop)


def slow_delivery(row):
    if row["roof"] in DRAM:
        return real_cards.lower(row, None, 0.003)
    return real_cards.lower(row, real_cards.CAP, 0.01)


def is_named(groups, what, value, drop):
    return (len(groups) == 1 and groups[0]["what"] == what and groups[0]["value"] == value
            and abs(groups[0]["change"] + drop) < drop / 2)


def try_fleet(program, folder, runs, kind, number):
    """Returns true if the fleet is judged correctly, and the finds."""
    draw = random.Random(f"{kind} {number}")
    path, old = os.path.join(folder, "fleet.csv"), os.path.join(folder, "old.csv")
    rack, host = draw.randrange(GPUS // RACK), draw.randrange(GPUS // NODE)
    if kind == "rack":
        write(path, draw, runs, GPUS, lambda gpu: gpu // RACK == rack, lower_clock(0.01))
        groups = find_groups(program, path)
        return is_named(groups, "on hosts", f"r{rack:02}", 0.01), groups
    if kind == "host":
        write(path, draw, runs, GPUS, lambda gpu: gpu // NODE == host, lower_clock(0.02))
        groups = find_groups(program, path)
        return is_named(groups, "on host", f"r{host // NODE:02}n{host % NODE}", 0.02), groups
    if kind in ("random", "healthy"):
        slow = set(draw.sample(range(GPUS), RANDOM if kind == "random" else 0))
        write(path, draw, runs, GPUS, slow.__contains__, lower_clock(0.05))
        groups = find_groups(program, path)
        return not groups, groups
    write(old, draw, runs, NEW, lambda gpu: False, None, GPUS)
    write(path, draw, runs, NEW, lambda gpu: kind == "new", slow_delivery)
    groups = find_groups(program, path, "--baseline", old)
    if kind == "same":
        return not groups and len(find_groups(program, path, "--baseline", old, of="as_good")) == 1, groups
    return len(groups) == 1 and groups[0]["what"] == "against" and groups[0]["lo"] <= groups[0]["change"] < 0, groups


def main():
    program = os.path.abspath(os.path.join(sys.argv[1], "gpubench"))
    fleets = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    runs, failed = read_cards(), 0
    with tempfile.TemporaryDirectory() as folder:
        for kind in ("rack", "host", "new", "random", "healthy", "same"):
            count = fleets * ALARMS.get(kind, 1)
            tried = [try_fleet(program, folder, runs, kind, number) for number in range(count)]
            right = sum(fine for fine, _ in tried)
            least = count - (count // 40 if kind in ALARMS else count // 6)
            failed += right < least
            print(f"{'ok' if right >= least else 'FAILED'}: {kind}: {right} of {count} right", flush=True)
            for fine, groups in tried:
                for group in groups if not fine else groups[:1] if kind in ("rack", "host", "new") else []:
                    print("   ", "" if fine else "wrong: ", group["text"])
    print(f"{6 - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
