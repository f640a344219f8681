#!/usr/bin/env python3
"""audit_counters.py [--program FILE] [--folder FOLDER]... [--csv FILE] BUILD RESULTS.csv [BENCHMARK...]: compares the
work that benchmarks state for a launch with the GPU's counters.

Points of a result file are launched again under Nsight Compute, with the shapes with which they were measured.
<name>.counters in the benchmark's FOLDER (all of bench/) lists what is compared (docs/counters.md). The program is
BUILD/gpubench. The resulting page is printed; results/MODEL/counters.md is one. --csv FILE: also its lines as CSV, each
benchmark's as soon as it is done. BENCHMARKs are taken in the order given. Needs ncu and the right to read counters.
Exit status: 0 all agree or are explained, 1 some differ, 77 cannot be done here.
"""
import argparse
import contextlib
import csv
import functools
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "shared"))

from counters import Counters, compare, read_launched, read_profile  # noqa: E402
from expression import Wrong  # noqa: E402
from rows import read_file  # noqa: E402

COLUMNS = ("gpu_name", "version", "driver", "benchmark", "variant", "point", "metric", "unit", "value",
           "ours", "verdict")
BENCH = HERE.parent.parent / "bench"
# The first launch is not counted.
LAUNCHES = 3


class CannotHere(Exception):
    """Something is missing on this machine, or for this user."""


def status_of(word, program, look, arguments):
    """The exit status of a counter test of PROGRAM, look(ARGUMENTS): 77 if it cannot be run here."""
    try:
        need(program)
        return look(arguments)
    except CannotHere as reason:
        print(f"{word}: {reason}: nothing is tested", file=sys.stderr)
        return 77
    except Wrong as fault:
        print(f"{word}: {fault}", file=sys.stderr)
        return 1


@functools.lru_cache(maxsize=None)
def known_counters():
    """The counters that Nsight Compute has for the GPUs here."""
    said = subprocess.run(["ncu", "--query-metrics"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors="replace", check=False).stdout
    return {line.split()[0] for line in said.splitlines() if re.match(r"[a-z0-9]+__\w", line)}


def write_points(path, points):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, points[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(points)


def profile(program, bench, counters, points, work):
    """Launch points under ncu; return the stated work of their launches, and ncu's counts of each kernel."""
    write_points(f"{work}/points.csv", points)
    done = subprocess.run(
        ["ncu", "--clock-control", "none", "--cache-control", "none", "--print-units", "base", "--csv", "--page", "raw",
         "--log-file", f"{work}/ncu.csv", "--metrics", ",".join(counters.metrics()),
         "--kernel-name", f"regex:{counters.kernels}",
         program, "-b", bench, "--points", f"{work}/points.csv", "--launches", str(LAUNCHES),
         "-o", f"{work}/launched.csv"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        errors="replace", check=False)
    log = Path(work, "ncu.csv")
    kernels = read_profile(log) if log.exists() else []
    if not kernels:
        said = (done.stdout.splitlines()[-5:] + (log.read_text(errors="replace").splitlines()[-5:]
                                                 if log.exists() else []))
        raise CannotHere("\n".join(said + [f"{bench}: counters cannot be read here"]))
    return read_launched(f"{work}/launched.csv"), kernels


def audit(program, results, rows, bench, path):
    """Print the table of a benchmark; return its lines, and whether all agree or are explained."""
    counters = Counters(path)
    known = known_counters() if counters.tells else set()
    gone = counters.drop(known) if known else []
    if gone:
        print(f"audit: {bench}: this GPU has no counters for {', '.join(gone)}", file=sys.stderr)
    unseen = counters.unseen(bench, rows)
    if unseen:
        raise Wrong(f"{path}: nothing compares the modelled {', '.join(unseen)}, and nothing says why not")
    points = counters.select(bench, rows)
    if not points:
        print(f"audit: {bench}: no such points in {results}", file=sys.stderr)
        return [], True
    with tempfile.TemporaryDirectory() as work:
        launched, kernels = profile(program, bench, counters, points, work)
    print(f"\n## {bench}\n\n| point | what | ours, a launch | counters | difference | |\n| --- | --- | --- | --- | "
          "--- | --- |")
    lines, faults = compare(bench, counters, launched, kernels, LAUNCHES)
    print("\n".join(line.markdown() for line in lines), flush=True)
    for fault in faults:
        print(fault, file=sys.stderr)
    return lines, not faults and not any(line.differs() for line in lines)


def wanted(folders, benches):
    """The files of the requested benchmarks, in that order, or of all benchmarks."""
    paths = sorted(path for folder in folders for path in folder.glob("*.counters"))
    return (sorted((path for path in paths if path.stem in benches), key=lambda path: benches.index(path.stem))
            if benches else paths)


def audit_all(arguments, program, rows, folders, table):
    """The same for all requested benchmarks. A table gets each benchmark's lines as soon as they are known."""
    agree = True
    for path in wanted(folders, arguments.bench):
        try:
            lines, fine = audit(program, arguments.results, rows, path.stem, path)
            if table:
                write_lines(table, rows[0], path.stem, lines)
            agree &= fine
        except Wrong as fault:
            print(f"audit: {fault}", file=sys.stderr)
            agree = False
    return agree


def write_lines(table, row, bench, lines):
    csv.writer(table, lineterminator="\n").writerows(
        [row["gpu_name"], row["version"], row["driver"], bench, line.row["variant"], line.row["point"],
         line.metric, line.unit,
         f"{line.value:.9g}", "" if line.ours is None else f"{line.ours:.9g}", line.verdict.strip("*")]
        for line in lines)
    table.flush()


@contextlib.contextmanager
def open_table(path):
    """The table in a file, or none."""
    if not path:
        yield None
        return
    with open(path, "w", newline="", encoding="utf-8") as table:
        csv.writer(table, lineterminator="\n").writerow(COLUMNS)
        yield table


def print_head(results, row):
    said = subprocess.run(["ncu", "--version"], capture_output=True, text=True, check=True).stdout
    print(f"""# Our accounting against the hardware's counters: {row['gpu_name']}

- Made by `make audit-gpu` (tests/gpu/audit_counters.py) with gpubench {row['version']}, driver {row['driver']}.
- Nsight Compute {re.search('Version.*', said).group()},
  `--clock-control none --cache-control none`.
- Points of {results}.

Each line is one point, launched again with the shape it was measured with. It has what we say one launch does, and what
the counters saw, as the mean of {LAUNCHES - 1} launches. bench/NAME/NAME.counters says which counters; docs/counters.md
describes the format.""", flush=True)


def need(program):
    if not shutil.which("ncu"):
        raise CannotHere("ncu (Nsight Compute) is not on the PATH")
    if subprocess.run([program, "--list-devices"], capture_output=True, check=False).returncode != 0:
        raise CannotHere("no GPU")


def main():
    parser = argparse.ArgumentParser(description="compare the work that benchmarks state for a launch with a "
                                                 "GPU's counters")
    parser.add_argument("--program")
    parser.add_argument("--folder", action="append")
    parser.add_argument("--csv")
    parser.add_argument("build")
    parser.add_argument("results")
    parser.add_argument("bench", nargs="*")
    arguments = parser.parse_args()
    program = arguments.program or f"{arguments.build}/gpubench"
    folders = [Path(folder) for folder in arguments.folder or []] or BENCH.glob("*/")
    try:
        need(program)
        rows = read_file(arguments.results)
        print_head(arguments.results, rows[0])
        with open_table(arguments.csv) as table:
            agree = audit_all(arguments, program, rows, folders, table)
    except CannotHere as reason:
        print(f"audit: {reason}", file=sys.stderr)
        return 77
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
