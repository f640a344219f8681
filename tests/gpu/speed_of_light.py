#!/usr/bin/env python3
"""speed_of_light.py PROGRAM RESULTS.csv FOLDER: tests that the unit named by gpubench is the busiest one for Nsight
Compute.

PROGRAM is gpubench, RESULTS.csv has every roof of this model. Kernels of our own roofs and of ten operations of PyTorch
are profiled with three sets of sections. gpubench reads the raw page and the details page of each report, and names a
unit or says what was not counted. Reports and pages stay in FOLDER.

A unit is right if it is the busiest or within a tenth of that, by Nsight Compute's peak or by our roof, or if neither
reports more than 60 %. Needs ncu, the right to read counters and, for the second part, PyTorch. Exit status: 0 four of
five units are named and none is wrong, 1 otherwise, 77 cannot be done here.
"""
import argparse
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "shared"))

from audit_counters import BENCH, CannotHere, status_of, write_points  # noqa: E402
from counters import Counters, read_profile  # noqa: E402
from expression import Wrong  # noqa: E402
from places import judge, own_points, speed_of_light, unit_of  # noqa: E402
from rows import read_file  # noqa: E402

SETS = ("full", "detailed", "roofline")
PAGES = ("raw", "details")
UNIT_OF_PIPE = {"dram": "DRAM", "l2": "L2", "l2_tags": "L2", "l1": "L1"}
AT_ROOF = 0.9
NAMED = 0.8
WORDS = ("same", "tie", "both far", "unknown", "DIFFERS")


def call(*words):
    done = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    if "ERR_NVGPUCTRPERM" in done.stdout:
        raise CannotHere("this user may not read counters")
    return done


def collect(report, sections, *words):
    done = call("ncu", "--set", sections, "--clock-control", "none", "--cache-control", "none", "--target-processes",
                "all", "-f", "-o", report, *words)
    if not report.with_suffix(".ncu-rep").exists():
        raise Wrong(f"{report}: no report\n" + "\n".join(done.stdout.splitlines()[-8:]))


def print_page(report, page):
    """The CSV of a page of a report, as users print it."""
    path = report.with_suffix(f".{page}.csv")
    with open(path, "w", encoding="utf-8") as file:
        subprocess.run(["ncu", "--import", report.with_suffix(".ncu-rep"), "--csv", "--page", page], stdout=file,
                       check=True)
    return path


def place(program, results, path):
    """gpubench's answer to a page, a row for each kernel."""
    table = path.with_suffix(".placed.csv")
    done = call(program, "profile", "--from", path, "--roofs", results, "--csv", "-o", table)
    if done.returncode != 0:
        raise Wrong(f"{path}: gpubench ended with {done.returncode}\n{done.stdout}")
    return read_file(table)


def named_unit(row):
    """The unit that a row names, and its busy fraction. A pipe counts if no roof is reached."""
    fraction, use = float(row["fraction_most"] or row["fraction"] or 0), float(row["pipe_use"] or 0)
    if row["roof"] and not fraction < AT_ROOF <= use:
        return unit_of(row["roof"]), fraction
    return UNIT_OF_PIPE.get(row["pipe"], "SM") if row["pipe"] else "", use


def compare_row(row, units):
    """One of WORDS, and the unit or the metric that is missing."""
    if row["perhaps"]:
        return "unknown", row["missing"]
    unit, part = named_unit(row)
    return judge(unit, part, units | {unit: max(units.get(unit, 0), 100 * part)}), unit


def compare_report(run, name, sections):
    """(set, page, word) of all kernels of a report; kernels without a unit, or with a wrong one, are printed."""
    report, found = run.folder / f"{name}-{sections}", []
    pages = {page: print_page(report, page) for page in PAGES}
    theirs = speed_of_light(read_profile(pages["raw"]))
    for page, path in pages.items():
        for row in place(run.program, run.results, path):
            units = theirs[row["kernel"], row["grid"], row["block"]]
            word, what = compare_row(row, units)
            found.append((sections, page, word))
            if word in ("unknown", "DIFFERS"):
                print(f"{sections} {page}: {row['kernel'][:60]}: {word} {what}; " +
                      ", ".join(f"{unit} {part:.0f}" for unit, part in units.items()), flush=True)
    return found


def own_words(run):
    """The command that launches the points of RESULTS that set roofs, and the filter of their kernels."""
    points = own_points(read_file(run.results))
    if not points:
        raise Wrong(f"{run.results}: no roof")
    path = run.folder / "points.csv"
    write_points(path, [row for rows in points.values() for row in rows])
    kernels = "|".join(f"({Counters(BENCH / bench / f'{bench}.counters').kernels})" for bench in points)
    return ["--kernel-name", f"regex:{kernels}", run.program, "-b", "|".join(points), "--points", path, "--launches",
            1, "-o", run.folder / "launched.csv"]


def torch_words():
    return ["--profile-from-start", "off", sys.executable, HERE / "places_torch.py", "few"]


def has_torch():
    return subprocess.run([sys.executable, "-c", "import torch"], capture_output=True, check=False).returncode == 0


def conclude(found):
    """The table of all sets and pages, and whether the results are good enough."""
    print("\n| set | page | kernels | " + " | ".join(WORDS) + " |")
    print("| --- | --- |" + " ---: |" * (1 + len(WORDS)))
    for sections in SETS:
        for page in PAGES:
            words = [word for *key, word in found if key == [sections, page]]
            print(f"| {sections} | {page} | {len(words)} | " +
                  " | ".join(str(words.count(word)) for word in WORDS) + " |")
    words = [word for *_, word in found]
    named = len(words) - words.count("unknown") - words.count("DIFFERS")
    print(f"\n{named} of {len(words)} named, {words.count('unknown')} unknown, {words.count('DIFFERS')} wrong")
    return "DIFFERS" not in words and named >= NAMED * len(words) > 0


def look(run):
    run.folder.mkdir(parents=True, exist_ok=True)
    programs, found = {"own": own_words(run)}, []
    if has_torch():
        programs["torch"] = torch_words()
    else:
        print("PyTorch is not installed: its kernels are not compared")
    for name, words in programs.items():
        for sections in SETS:
            collect(run.folder / f"{name}-{sections}", sections, *words)
            found += compare_report(run, name, sections)
    return 0 if conclude(found) else 1


def main():
    parser = argparse.ArgumentParser(description="set the units that gpubench names against Nsight Compute's speed "
                                                 "of light")
    parser.add_argument("program")
    parser.add_argument("results")
    parser.add_argument("folder", type=Path)
    run = parser.parse_args()
    return status_of("speed of light", run.program, look, run)


if __name__ == "__main__":
    sys.exit(main())
