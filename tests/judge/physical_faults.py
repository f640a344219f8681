#!/usr/bin/env python3
"""physical_faults.py BUILD: tests 25 faults of nodes, as visible in the rows of a run, in fleets of eight.

Each GPU of a fleet is one run of the H200 of results/h200-sxm/all.csv, with 0.05 % of noise, on one host. In one GPU
after the other a fault is planted: every command must name the GPU and the cause, with the same findings (`check`,
`compare --judge`, its table, and `report` if links, settings or throttling are at fault), and with the status that the
fault has. The alerts of docs/cluster/gpubench.rules.yml for what `check --prometheus` writes must be of that GPU and
that status too, if promtool is installed."""
import csv
import json
import os
import random
import re
import shutil
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


def lower(names, part, **columns):
    """Changes the roofs that begin with one of these names, but not the work per clock."""
    return lambda row: dict(scale(row, part), **columns) if row["roof"].startswith(names) else row


def lower_work(names, part):
    def change(row):
        changed = lower(names, part)(row)
        return changed if changed is row else dict(changed, **{
            name: repr(float(row[name]) * part) for name in ("per_clock", "per_clock_lo", "per_clock_hi") if row[name]})
    return change


def lower_clock(names, part):
    def change(row):
        changed = lower(names, part)(row)
        return changed if changed is row else dict(changed, **{
            name: repr(float(row[name]) * part) for name in ("sm_clock_hz", "sm_clock_slowest_hz") if row[name]})
    return change


def widen(row):
    if row["roof"] != "dram.read":
        return row
    return dict(row, lo=repr(float(row["lo"]) * 0.5), hi=repr(float(row["hi"]) * 1.5))


FAULTS = {f"{name} {value}": (lambda row, c=column, v=value: dict(row, **{c: v}), 0, name)
          for name, (column, value) in SETTINGS.items()}
FAULTS.update({link: (lambda row, at=link: narrow(row, at), 3, link) for link in LINKS})
PLAIN = ("fp", "bf16", "int32", "dp4a", "l1.read", "shared.")
FAULTS.update({
    "launches 30 % slower": (slow_launches, 3, "launch."),
    "copies 30 % slower": (lower("transfer.", 0.7), 3, "transfer."),
    "DRAM 2 % slower": (lower("dram.", 0.98), 3, "dram."),
    "L2 3 % slower": (lower(("l2.read", "l2.write"), 0.97), 3, "l2."),
    "clock at the power cap 4 % lower": (lower_clock("tensor.", 0.96), 3, "matrix units"),
    "clock of plain units 3 % lower": (lower_clock(PLAIN, 0.97), 3, "plain units"),
    "matrix work per clock 3 % less": (lower_work("tensor.bf16", 0.97), 3, "tensor.bf16"),
    "shared memory 5 % slower": (lower_work("shared.", 0.95), 3, "shared."),
    "thermal slowdown": (lower("tensor.", 1, status="suspect", throttle="hw_thermal_slowdown"), 3, "thermal"),
    "another process": (lower("dram.", 0.7, status="suspect", reason="1 other compute process was on the GPU"), 2,
                        "other processes"),
    "a silent GPU": (lambda row: None, 2, "not in these files"),
    "roofs that vanished": (lambda row: None if row["roof"].startswith("dram.") else row, 2, "is not measured"),
    "failed measurements": (lower("dram.", 1, status="failed", value="", lo="", hi=""), 2, "failed"),
    "a wide interval": (widen, 2, "interval"),
})


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
                made = change(made) if gpu == faulty else made
                if made is not None:
                    out.writerow(made)
        if with_pairs:
            out.writerows(pairs(faulty))


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def try_fault(program, folder, base, name):
    """One line for each wrong answer."""
    change, status, cause = FAULTS.get(name, (lambda row: row, 3, "1 of 18 NVLinks is down"))
    wrong, series = [], []
    for faulty in range(GPUS):
        path, healthy = os.path.join(folder, "fleet.csv"), os.path.join(folder, "healthy.csv")
        write(path, base, faulty, change, name not in FAULTS)
        write(healthy, base, None, change, name not in FAULTS)
        table = subprocess.run([program, "compare", path, "--csv"], capture_output=True, text=True, check=False).stdout
        slow = {row["gpu_uuid"].split(" ")[0] for row in csv.DictReader(table.splitlines()) if row["verdict"] == "slow"}
        metrics = os.path.join(folder, "check.prom")
        for words in (("compare", path, "--judge", *(("--baseline", healthy) if "silent" in name else ())),
                      ("check", path, "--baseline", healthy, "--prometheus", metrics)):
            got, text = run(program, *words)
            told = [line for line in text.splitlines() if cause in line and f"GPU-{faulty}" in line]
            if got != status or not told:
                wrong.append(f"{name}, GPU {faulty}, {words[0]}: status {got}, {len(told)} lines: {text[:600]}")
        if status == 0 or name in LINKS or "NVLink" in name or "thermal" in name:
            page = os.path.join(folder, "page.html")
            run(program, "report", path, "-o", page)
            if not [item for item in Path(page).read_text(encoding="utf-8").split("<li>")
                    if item.startswith("Finding") and cause in item and f"GPU-{faulty}" in item]:
                wrong.append(f"{name}, GPU {faulty}: the report has no finding")
        if slow and (status == 0 or f"GPU-{faulty}" not in slow):
            wrong.append(f"{name}, GPU {faulty}: the table has {sorted(slow)} as slow")
        series += [re.sub(r"[{]", f'{{instance="{name} {faulty}",', line, count=1)
                   for line in Path(metrics).read_text(encoding="utf-8").splitlines()
                   if line.startswith("gpubench_finding")]
    return wrong, series


ALERTS = {3: "GpubenchCheckFailed", 2: "GpubenchCheckOpen", 0: "GpubenchDiffers"}


def try_alerts(folder, statuses, series):
    """Returns the output of promtool if the alerts of a status do not match the GPUs with faults of that status."""
    tests = []
    for status, alert in ALERTS.items():
        expected = [{"labels": f'{{instance="{name} {gpu}"}}', "value": 1}
                    for name, its in statuses.items() if its == status for gpu in range(GPUS)]
        raised = f'ALERTS{{alertname="{alert}"}}'
        tests.append({"expr": f"group by (instance) ({raised} and on (instance, uuid) "
                              f'label_replace({raised}, "uuid", "GPU-$1", "instance", ".* ([0-9]+)"))',
                      "eval_time": "5m", "exp_samples": expected})
    rules = {"rule_files": [str(ROOT / "docs/cluster/gpubench.rules.yml")], "evaluation_interval": "1m",
             "tests": [{"interval": "1m", "promql_expr_test": tests,
                        "input_series": [{"series": line.rsplit(" ", 1)[0], "values": line.rsplit(" ", 1)[1] + "x10"}
                                         for line in series]}]}
    path = os.path.join(folder, "alerts.yml")
    Path(path).write_text(json.dumps(rules), encoding="utf-8")
    done = subprocess.run(["promtool", "test", "rules", path], capture_output=True, text=True, check=False)
    return [] if done.returncode == 0 else [done.stdout + done.stderr]


def main():
    random.seed(1)
    with open(SOURCE, newline="", encoding="utf-8") as file:
        base = [row for row in csv.DictReader(file) if row["roof"] and row["status"] == "ok" and
                row["device"] != "host" and not row["peer_uuid"]]
    base += [dict(base[0], benchmark="launch", roof="launch.period", unit="s", point="", variant="", value="2e-6",
                  lo="1.99e-6", hi="2.01e-6", per_clock="", per_clock_lo="", per_clock_hi="", reason="")]
    wrong, series, statuses = [], [], {}
    with tempfile.TemporaryDirectory() as folder:
        for name in (*FAULTS, "17 of 18 NVLinks"):
            found, metrics = try_fault(os.path.join(sys.argv[1], "gpubench"), folder, base, name)
            print(f"{name}: {'named in 8 of 8' if not found else 'FAILED'}", flush=True)
            wrong += found
            series += metrics
            statuses[name] = FAULTS[name][1] if name in FAULTS else 3
        if shutil.which("promtool"):
            found = try_alerts(folder, statuses, series)
            print(f"alerts of {len(statuses)} faults: {'as check' if not found else 'FAILED'}")
            wrong += found
        else:
            print("skipped: promtool is not installed")
    if wrong:
        sys.exit("\n".join(wrong[:10]))


if __name__ == "__main__":
    main()
