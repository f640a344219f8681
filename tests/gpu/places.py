#!/usr/bin/env python3
"""places.py PROGRAM RESULTS.csv FOLDER: does gpubench profile place kernels on the right roof?

PROGRAM is gpubench, RESULTS.csv has every roof of this model. Into FOLDER go

    roofs.csv       the points that set roofs in RESULTS.csv, measured again: on this card
    own.csv         where the same points lie under Nsight Compute; each must be limited by its own roof, at 98 to 102 %
    torch.csv       where kernels of PyTorch lie (places_torch.py)
    torch.ncu.csv   Nsight Compute's counters for them, including its own speed of light by unit
    places.md       both tables

For each kernel of PyTorch, the unit of our roof is compared with the unit that is busiest according to Nsight
Compute. They agree if it is the same one, or one of two that differ by less than a tenth. If neither reports more than
60 %, only latency limits the kernel, as both report. Needs ncu, the right to read counters and, for the second table,
PyTorch. Exit status: 0 everything agrees, 1 an own roof is missed or more than two kernels of PyTorch differ, 77 cannot
be done here.
"""
import argparse
import csv
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "shared"))

from audit_counters import BENCH, LAUNCHES, CannotHere, status_of, write_points  # noqa: E402
from counters import Counters, read_launched, read_profile  # noqa: E402
from expression import Wrong  # noqa: E402
from rows import read_file  # noqa: E402

ROOFS = ("dram.read", "dram.write", "dram.copy", "dram.triad", "l2.read", "l2.read_common", "l2.write", "l1.read",
         "shared.read", "shared.write", "fp32", "fp64", "fp16", "tensor.fp64", "tensor.tf32", "tensor.fp16",
         "tensor.bf16", "tensor.fp8", "tensor.int8")
OWN = 0.02
TIE = 0.9
FAR = 60  # percent
DIFFER = 2
# Nsight Compute's units, each by the name of its throughput over all cycles. If a file has that of L1 only over the
# cycles in which its SM was active, the largest of its parts is used.
ELAPSED = ".avg.pct_of_peak_sustained_elapsed"
UNITS = {"SM": "sm__throughput", "L1": "l1tex__throughput", "L2": "lts__throughput", "DRAM": "gpu__dram_throughput"}
# A roof's unit by the beginning of the roof's name; the port to the crossbar is part of L1. All others are arithmetic.
UNIT_OF = {"dram.": "DRAM", "l2.read_common": "L1", "l2.": "L2", "l1.": "L1", "shared.": "L1"}


# ---- our own kernels ------------------------------------------------------------------------------------------------


def own_points(rows):
    """{benchmark: rows that set one of ROOFS}, a row for each point."""
    points = {}
    for row in rows:
        if row["roof"] in ROOFS:
            points.setdefault(row["benchmark"], {}).setdefault((row["variant"], row["point"]), row)
    return {bench: list(rows.values()) for bench, rows in points.items()}


def head_of(path):
    """The lines of a CSV of ncu that name columns and units."""
    with open(path, newline="", encoding="utf-8", errors="replace") as file:
        lines = [line for line in csv.reader(file) if line and line[0] in ("ID", "")]
    if len(lines) < 2:
        raise Wrong(f"{path}: no header of Nsight Compute")
    return lines[:2]


def named_by_roof(launched, kernels, roofs, each):
    """The launches of each point except the first, whose caches are cold, under the name of the point's roof."""
    if len(kernels) != len(launched) * LAUNCHES * each:
        raise Wrong(f"ncu saw {len(kernels)} kernels of {len(launched)} points, which launch {LAUNCHES} x {each} each")
    for i, (row, _) in enumerate(launched):
        for kernel in kernels[(i * LAUNCHES + 1) * each:(i + 1) * LAUNCHES * each]:
            yield kernel | {"Kernel Name": roofs[row["variant"], row["point"]]}


def own_faults(rows, roofs):
    """Reports kernels that are not on the roofs after which they are named."""
    faults = []
    for row in rows:
        if row["roof"] != row["kernel"]:
            faults.append(f"{row['kernel']} is limited by {row['roof'] or 'nothing'}, at {row['fraction']}")
        elif abs(float(row["fraction"]) - 1) > OWN:
            faults.append(f"{row['kernel']} is at {float(row['fraction']):.4f} of its own roof")
    return faults + [f"no kernel of {roof}" for roof in roofs if roof not in [row["kernel"] for row in rows]]


def own_table(rows):
    lines = ["| kernel of | limited by | of roof | through the slices of L2 | arrived at the SMs |",
             "| --- | --- | ---: | ---: | ---: |"]
    for row in rows:
        lines.append(f"| `{row['kernel']}` | `{row['roof']}` | {percent(row['fraction'])} | "
                     f"{amount(row['l2_bytes'])} | {amount(row['arrived_bytes'])} |")
    return lines


def percent(text):
    return f"{100 * float(text):.1f} %" if text else "-"


def amount(text):
    return f"{float(text):.4g} B" if text else "-"


class Run:
    """A program, and the output folder."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def call(self, *words):
        done = subprocess.run([self.program, *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
        if "ERR_NVGPUCTRPERM" in done.stdout:
            raise CannotHere("this user may not read counters")
        if done.returncode != 0:
            print("\n".join(done.stdout.splitlines()[-8:]), file=sys.stderr)
        return done.returncode

    def profile(self, name, words, *options):
        """The rows of gpubench profile; ncu's output is kept as NAME.ncu.csv."""
        table = self.folder / f"{name}.csv"
        self.call("profile", "--roofs", self.folder / "roofs.csv", "--csv", "-o", table, "--keep",
                  self.folder / f"{name}.ncu.csv", *options, "--", *words)
        if not table.exists():
            raise Wrong(f"{name}: nothing was placed")
        return read_file(table)

    def own_of(self, bench, points):
        """ncu's values for the points of a benchmark, under the names of their roofs."""
        counters = Counters(BENCH / bench / f"{bench}.counters")
        write_points(self.folder / f"{bench}.points.csv", points)
        launched, kept = self.folder / f"{bench}.launched.csv", self.folder / f"own-{bench}.ncu.csv"
        self.profile(f"own-{bench}", [self.program, "-b", bench, "--points", self.folder / f"{bench}.points.csv",
                                      "--launches", LAUNCHES, "-o", launched],
                     "--cache-control", "none", "--kernel", f"regex:{counters.kernels}")
        roofs = {(row["variant"], row["point"]): row["roof"] for row in points}
        return head_of(kept), list(named_by_roof(read_launched(launched), read_profile(kept), roofs, counters.each))

    def own(self, points):
        """Measure the roofs on this card; return the places of the kernels that set them."""
        every = [row for rows in points.values() for row in rows]
        write_points(self.folder / "points.csv", every)
        self.call("-b", "|".join(points), "--points", self.folder / "points.csv", "-o", self.folder / "roofs.csv")
        placed = []
        for bench, rows in points.items():
            head, kernels = self.own_of(bench, rows)
            named = self.folder / f"named-{bench}.ncu.csv"
            with open(named, "w", newline="", encoding="utf-8") as file:
                writer = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n")
                writer.writerows(head)
                writer.writerows([kernel[name] for name in head[0]] for kernel in kernels)
            self.call("profile", "--from", named, "--roofs", self.folder / "roofs.csv", "--csv", "-o",
                      self.folder / f"placed-{bench}.csv")
            placed += read_file(self.folder / f"placed-{bench}.csv")
        return sorted(placed, key=lambda row: ROOFS.index(row["kernel"]))

    def torch(self):
        """An ncu that also requests its own speed of light for the ranges of places_torch.py, and names kernels by
        the ranges."""
        wrapper = self.folder / "ncu-with-speed-of-light"
        wrapper.write_text(f"""#!/bin/sh
[ "$1" = --query-metrics ] && exec '{shutil.which("ncu")}' "$@"
exec '{shutil.which("ncu")}' --section SpeedOfLight --profile-from-start off --nvtx --print-nvtx-rename kernel "$@"
""", encoding="utf-8")
        wrapper.chmod(0o755)
        return self.profile("torch", [sys.executable, HERE / "places_torch.py"], "--ncu", wrapper)


# ---- kernels of others ----------------------------------------------------------------------------------------------


def number(text):
    text = text.replace(",", "")
    return float(text) if re.match(r"[0-9.]", text) else 0.0


def busy(kernel, unit):
    """The utilization of a unit, as a percentage of all cycles."""
    name = UNITS[unit] + ELAPSED
    if name in kernel:
        return number(kernel[name])
    begin = UNITS[unit].partition("__")[0] + "__"
    return max((number(text) for name, text in kernel.items() if name.startswith(begin) and name.endswith(ELAPSED)),
               default=0.0)


def speed_of_light(kernels):
    """{(kernel, grid, block): {unit: percent}}, means over time."""
    sums = {}
    for kernel in kernels:
        entry = sums.setdefault((kernel["Kernel Name"], kernel["Grid Size"], kernel["Block Size"]),
                                dict.fromkeys(UNITS, 0.0) | {"time": 0.0})
        seconds = number(kernel["gpu__time_duration.sum"])
        entry["time"] += seconds
        for unit in UNITS:
            entry[unit] += seconds * busy(kernel, unit)
    return {key: {unit: entry[unit] / entry["time"] for unit in UNITS} for key, entry in sums.items()}


def unit_of(roof):
    return next((unit for begin, unit in UNIT_OF.items() if roof.startswith(begin)), "SM") if roof else ""


def judge(ours, fraction, units):
    """Compares gpubench's unit with the busiest: "same", "tie" or "both far", or "DIFFERS"."""
    top = max(units, key=units.get)
    if ours == top:
        return "same"
    if ours and units[ours] >= TIE * units[top]:
        return "tie"
    return "both far" if 100 * fraction < FAR and units[top] < FAR else "DIFFERS"


def torch_table(rows, theirs):
    """Lines of a table, and the verdicts."""
    lines = ["| kernel | time | limited by | of roof | busiest pipe | SM | L1 | L2 | DRAM | |",
             "| --- | ---: | --- | ---: | --- | ---: | ---: | ---: | ---: | --- |"]
    verdicts = []
    for row in rows:
        units = theirs[row["kernel"], row["grid"], row["block"]]
        verdicts.append(judge(unit_of(row["roof"]), float(row["fraction"] or 0), units))
        lines.append(f"| {row['kernel'][:60].replace('|', '/')} | {1e6 * float(row['seconds']):.1f} µs | "
                     f"`{row['roof'] or '-'}` | {percent(row['fraction'])} | {row['pipe']} "
                     f"{percent(row['pipe_use'])} | " + " | ".join(f"{units[unit]:.0f}" for unit in UNITS) +
                     f" | {verdicts[-1]} |")
    return lines, verdicts


def conclude(verdicts):
    count = {word: verdicts.count(word) for word in dict.fromkeys(verdicts)}
    return f"{len(verdicts)} kernels: " + ", ".join(f"{n} {word}" for word, n in sorted(count.items()))


def head(row):
    said = subprocess.run(["ncu", "--version"], capture_output=True, text=True, check=True).stdout
    return [f"# Kernels under the roofs: {row['gpu_name']}", "",
            f"- Made by tests/gpu/places.py with gpubench {row['version']}, driver {row['driver']}, {row['gpu_uuid']}.",
            f"- Nsight Compute {re.search('Version.*', said).group()}, `--clock-control none`.", "",
            "## Our own kernels under their own roofs", "",
            "The roofs were measured on this card just before. Each kernel must lie on its own, to 2 %.", ""]


def others(version):
    return ["", "## Kernels of PyTorch", "",
            f"PyTorch {version}. The columns SM, L1, L2 and DRAM have Nsight Compute's speed of light for that unit, "
            "in percent of all cycles.", "",
            "| last column | meaning |", "| --- | --- |", "| `same` | the busiest unit is the one of our roof |",
            "| `tie` | our roof's unit is within a tenth of the busiest |",
            f"| `both far` | neither reports more than {FAR} % |", "| `DIFFERS` | another unit is busier |", ""]


# ---- the whole ------------------------------------------------------------------------------------------------------


def look(arguments):
    folder = Path(arguments.folder)
    folder.mkdir(parents=True, exist_ok=True)
    run, faults = Run(arguments.program, folder), []
    points = own_points(read_file(arguments.results))
    if not points:
        raise Wrong(f"{arguments.results}: no roof")
    rows = run.own(points)
    faults += own_faults(rows, [row["roof"] for bench in points.values() for row in bench])
    page = head(read_file(folder / "roofs.csv")[0]) + own_table(rows)
    try:
        import torch  # pylint: disable=import-outside-toplevel
    except ImportError:
        page += ["", "PyTorch is not installed: its kernels were not compared."]
    else:
        lines, verdicts = torch_table(run.torch(), speed_of_light(read_profile(folder / "torch.ncu.csv")))
        page += others(torch.__version__) + lines + ["", conclude(verdicts)]
        if verdicts.count("DIFFERS") > DIFFER:
            faults.append(f"{verdicts.count('DIFFERS')} kernels of PyTorch are limited by another unit")
    (folder / "places.md").write_text("\n".join(page) + "\n", encoding="utf-8")
    print("\n".join(page + faults))
    return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser(description="place our own kernels and those of PyTorch, and compare with "
                                                 "Nsight Compute")
    parser.add_argument("program")
    parser.add_argument("results")
    parser.add_argument("folder")
    arguments = parser.parse_args()
    return status_of("places", arguments.program, look, arguments)


if __name__ == "__main__":
    sys.exit(main())
