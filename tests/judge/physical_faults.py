#!/usr/bin/env python3
"""physical_faults.py BUILD: faults of nodes, as the rows of a run show them, in fleets of eight.

Each GPU of a fleet is one run of the H200 of results/h200-sxm/all.csv, with 0.05 % of noise, on one host. In one GPU
after the other a fault is planted: every command must name the GPU and the cause, with the same findings (`check`,
`compare --judge`, its table), and with the status that the fault has."""
import csv
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "results/h200-sxm/all.csv"
GPUS, NOISE = 8, 0.0005
SETTINGS = {"power limit": ("power_limit_w", "630"), "ECC": ("ecc", "off"), "driver": ("driver", "570.10"),
            "MIG": ("mig", "on"), "VBIOS": ("vbios", "96.00.00.00.01"), "SMs": ("sms", "131"),
            "PCIe lanes": ("pcie_lanes", "8")}
LINKS = {"generation 5 x 8": 0.5, "generation 4 x 16": 0.5, "generation 3 x 16": 0.25}
COLUMNS = ("schema", "version", "run_id", "time_utc", "host", "device", "gpu_name", "gpu_uuid", "pci_bus_id", "board",
           "driver", "vbios", "ecc", "mig", "power_limit_w", "mode", "benchmark", "variant", "point", "roof", "metric",
           "unit", "value", "lo", "hi", "sm_clock_hz", "sm_clock_slowest_hz", "sm_clock_rated_hz", "per_clock",
           "per_clock_lo", "per_clock_hi", "throttle", "status", "reason", "sms", "pcie_lanes", "peer_uuid")


def scale(row, part):
    return dict(row, **{name: repr(float(row[name]) * part) for name in ("value", "lo", "hi") if row[name]})


def narrow(row, link):
    if not row["roof"].startswith("transfer."):
        return row
    return dict(scale(row, LINKS[link]), status="suspect",
                reason=f"the PCIe link is one of {link} while copying; card and slot can do 5 x 16")


def slow_launches(row):
    if row["benchmark"] != "launch":
        return row
    return scale(row, 1.3 if row["unit"] == "s" else 1 / 1.3)


FAULTS = {f"{name} {value}": (lambda row, c=column, v=value: dict(row, **{c: v}), 0, name)
          for name, (column, value) in SETTINGS.items()}
FAULTS.update({link: (lambda row, at=link: narrow(row, at), 3, link) for link in LINKS})
FAULTS["launches 30 % slower"] = slow_launches, 3, "launch."


def pairs(faulty):
    """Rows of all ordered pairs of GPUs; those of `faulty` have 17 of 18 links."""
    rows = []
    for one in range(GPUS):
        for other in range(GPUS):
            if one == other:
                continue
            is_slow = faulty in (one, other)
            value = 378e9 * (1 + random.gauss(0, NOISE)) * (17 / 18 if is_slow else 1)
            rows.append({"schema": "gpubench-1", "run_id": f"r{one}", "host": "n", "device": one,
                         "gpu_name": "NVIDIA H200", "gpu_uuid": f"GPU-{one}", "peer_uuid": f"GPU-{other}",
                         "board": "692-2G520-0282-000", "benchmark": "p2p", "roof": "p2p.copy", "unit": "B/s",
                         "value": value, "lo": value, "hi": value, "status": "ok",
                         "reason": "1 of 18 NVLinks is down: 7" if is_slow else ""})
    return rows


def write(path, base, faulty, change, with_pairs=False):
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, COLUMNS, restval="", extrasaction="ignore", lineterminator="\n")
        out.writeheader()
        for gpu in range(GPUS):
            for row in base:
                made = scale(row, 1 + random.gauss(0, NOISE))
                made.update(gpu_uuid=f"GPU-{gpu}", device=gpu, host="n", run_id=f"r{gpu}", sms="132", pcie_lanes="16",
                            pci_bus_id=f"0000:{gpu:02x}:00.0")
                out.writerow(change(made) if gpu == faulty else made)
        if with_pairs:
            out.writerows(pairs(faulty))


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def try_fault(program, folder, base, name):
    """One line for each wrong answer."""
    change, status, cause = FAULTS.get(name, (lambda row: row, 3, "1 of 18 NVLinks is down"))
    wrong = []
    for faulty in range(GPUS):
        path, healthy = os.path.join(folder, "fleet.csv"), os.path.join(folder, "healthy.csv")
        write(path, base, faulty, change, name not in FAULTS)
        write(healthy, base, None, change, name not in FAULTS)
        table = subprocess.run([program, "compare", path, "--csv"], capture_output=True, text=True, check=False).stdout
        slow = {row["gpu_uuid"].split(" ")[0] for row in csv.DictReader(table.splitlines()) if row["verdict"] == "slow"}
        for words in (("compare", path, "--judge"), ("check", path, "--baseline", healthy)):
            got, text = run(program, *words)
            told = [line for line in text.splitlines() if cause in line and f"GPU-{faulty}" in line]
            if got != status or not told:
                wrong.append(f"{name}, GPU {faulty}, {words[0]}: status {got}, {len(told)} lines: {text[:600]}")
        if slow and (status == 0 or f"GPU-{faulty}" not in slow):
            wrong.append(f"{name}, GPU {faulty}: the table has {sorted(slow)} as slow")
    return wrong


def main():
    random.seed(1)
    with open(SOURCE, newline="", encoding="utf-8") as file:
        base = [row for row in csv.DictReader(file) if row["roof"] and row["status"] == "ok" and
                row["device"] != "host" and not row["peer_uuid"]]
    base += [dict(base[0], benchmark="launch", roof="launch.period", unit="s", point="", variant="", value="2e-6",
                  lo="1.99e-6", hi="2.01e-6", per_clock="", per_clock_lo="", per_clock_hi="", reason="")]
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for name in (*FAULTS, "17 of 18 NVLinks"):
            found = try_fault(os.path.join(sys.argv[1], "gpubench"), folder, base, name)
            print(f"{name}: {'named in 8 of 8' if not found else 'FAILED'}")
            wrong += found
    if wrong:
        sys.exit("\n".join(wrong[:10]))


if __name__ == "__main__":
    main()
