#!/usr/bin/env python3
"""planted.py PROGRAM FOLDER [--results RESULTS.csv]: does gpubench profile find planted faults?

    tests/gpu/planted.py build/gpubench OUT/planted

PROGRAM is gpubench; RESULTS.csv has roofs and curves of this model of GPU (results/h100-sxm/all.csv or h200-sxm, by the
GPU's name). Needs ncu, the right to read counters, and nvcc.

The first reason of a kernel with a planted fault must be that fault (stride, conflict, spill; tile, which came after
the rule of spills had been mended by the one before; array and staged, which came after it had been mended by tile),
and the estimate within 25 % of the same kernel without it.

FOLDER gets what ncu printed, faults.csv, the table, faults.md, and what was printed. Exit status: 0 all is as it must
be, 1 something is not, 77 cannot be done here.
"""
import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
RESULTS = HERE.parents[1] / "results"
FAULTS = {"stride": "coalescing", "conflict": "conflicts", "spill": "spills", "tile": "spills", "array": "spills",
          "staged": "spills"}
WITHIN, LIMIT_S, ALL_S = 0.25, 50, 115


class Run:
    """gpubench, its roofs, and the output folders."""

    def __init__(self, program, results, folder):
        self.program, self.results, self.folder = Path(program).resolve(), results, Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.end = time.monotonic() + ALL_S

    def profile(self, name, keep, words, *options):
        """The JSON of gpubench profile for a program, or None, with the reason in NAME.txt."""
        table = self.folder / f"{name}.json"
        line = [self.program, "profile", "--no-survey", "--roofs", self.results, "--json", "-o", table, "--keep", keep,
                *options, "--", *words]
        before, status = time.monotonic(), 124
        # A separate session: ncu and the program end with gpubench.
        with subprocess.Popen(list(map(str, line)), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True) as child:
            try:
                said, _ = child.communicate(timeout=max(1, min(LIMIT_S, self.end - before)))
                status = child.returncode
            except subprocess.TimeoutExpired as late:
                os.killpg(child.pid, signal.SIGKILL)
                said = f"took longer than {late.timeout:.0f} s\n{child.communicate()[0]}"
        seconds = time.monotonic() - before
        (self.folder / f"{name}.txt").write_text(f"$ {' '.join(map(str, line))}\n{said}[{status}, {seconds:.1f} s]\n",
                                                 encoding="utf-8")
        print(f"{name}: {status}, {seconds:.1f} s", flush=True)
        return json.loads(table.read_text(encoding="utf-8")) if table.exists() else None


def judged(kernels):
    """A line for each planted fault, and an error or None. `kernels`: {name: kernel of the JSON}."""
    lines, wrong = [], []
    for name, reason in FAULTS.items():
        bad, mended = kernels.get(f"{name}_fault"), kernels.get(f"{name}_mended")
        if bad is None or mended is None:
            wrong.append(f"{name}: not profiled")
            continue
        found = [r["reason"] for r in bad["reasons"]]
        estimate = next((r["after_s"] for r in bad["reasons"] if r["reason"] == reason), bad["seconds"])
        error = estimate / mended["seconds"] - 1
        lines.append(f"| `{name}` | {', '.join(found) or 'none'} | {1e6 * bad['seconds']:.1f} µs | "
                     f"{1e6 * estimate:.1f} µs | {1e6 * mended['seconds']:.1f} µs | {100 * error:+.0f} % |")
        if found[:1] != [reason]:
            wrong.append(f"{name}: the first reason is {(found or ['none'])[0]}, not {reason}")
        elif abs(error) > WITHIN:
            wrong.append(f"{name}: the estimate is off by {100 * error:+.0f} %")
    return lines, wrong


def short(kernel):
    return kernel["kernel"].split("(")[0].split()[-1]


def faults(run):
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    binary = run.folder / "faults"
    subprocess.run([nvcc, "-O3", "-arch=native", "-o", binary, HERE / "planted.cu"], check=True)
    document = run.profile("faults", run.folder / "faults.csv", [binary])
    binary.unlink()
    if document is None:
        return [], ["faults: nothing was profiled: see faults.txt"]
    lines, wrong = judged({short(kernel): kernel for kernel in document["kernels"]})
    return ["## Planted faults", "", "| fault | reasons found | time | estimate | without it | off by |",
            "| --- | --- | ---: | ---: | ---: | ---: |", *lines, ""], wrong


def results_for(program):
    """The files in results/ for this model of GPU."""
    text = subprocess.run([program, "--list-devices"], capture_output=True, text=True, check=False).stdout
    for folder, word in (("h200-sxm", "H200"), ("h100-sxm", "H100")):
        if word in text:
            return RESULTS / folder / "all.csv"
    return None


def main():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--results", type=lambda text: Path(text).resolve())
    arguments = parser.parse_args()
    results = arguments.results or results_for(arguments.program)
    if results is None or shutil.which("ncu") is None:
        print("planted: no ncu, or no results of this GPU: nothing is tested", file=sys.stderr)
        return 77
    run = Run(arguments.program, results, arguments.folder)
    lines, wrong = faults(run)
    (run.folder / "faults.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines + [f"FAILED: {text}" for text in wrong]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
