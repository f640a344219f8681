#!/usr/bin/env python3
"""model.py PROGRAM FOLDER [--results RESULTS.csv] [--groups faults,torch,cublas,triton,jax,later]: does gpubench
profile find planted faults, and how well does its model predict other people's programs?

    tests/gpu/model.py build/gpubench OUT/model

PROGRAM is gpubench; RESULTS.csv has roofs and curves of this model of GPU (results/h100-sxm/all.csv or h200-sxm, by the
GPU's name). Needs ncu, the right to read counters and, for the faults, nvcc; a missing library is skipped. About 100 s.

    faults  kernels with a planted fault (stride, conflict, spill; tile, which came after the rule of spills had been
            mended by the one before; array and staged, which came after it had been mended by tile): the first reason
            must be that fault, and the estimate within 25 % of the same kernel without it
    others  the programs of docs/model.md by library: nothing is judged

FOLDER/h100-sxm (or h200-sxm) gets what ncu printed, GROUP.csv, which tools/pages/predictions.py reads from
results/model; FOLDER gets faults.csv, model.md with both tables, and what was printed. Exit status: 0 all is as it must
be, 1 something is not, 77 cannot be done here.
"""
import argparse
import json
import os
import shutil
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCES, RESULTS = HERE / "model", HERE.parents[1] / "results"
GROUPS = ("torch", "cublas", "triton", "jax", "later")
FAULTS = {"stride": "coalescing", "conflict": "conflicts", "spill": "spills", "tile": "spills", "array": "spills",
          "staged": "spills"}
WITHIN, LIMIT_S, ALL_S = 0.25, 50, 115


class Run:
    """gpubench, its roofs, and the output folders."""

    def __init__(self, program, results, folder):
        self.program, self.results, self.folder = Path(program).resolve(), results, Path(folder)
        self.raw = self.folder / results.parent.name
        self.raw.mkdir(parents=True, exist_ok=True)
        self.end = time.monotonic() + ALL_S

    def profile(self, name, keep, words, *options):
        """The JSON of gpubench profile for a program; None if there is none, with the reason in NAME.txt."""
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
    """For each planted fault, a line, and an error or None. `kernels`: {name: kernel of the JSON}."""
    lines, wrong = [], []
    for name, reason in FAULTS.items():
        bad, mended = kernels.get(f"{name}_fault"), kernels.get(f"{name}_mended")
        if bad is None or mended is None:
            wrong.append(f"{name}: not profiled")
            continue
        found = [r["reason"] for r in bad["reasons"]]
        estimate = next((r["after_s"] for r in bad["reasons"] if r["reason"] == reason), bad["seconds"])
        error = estimate / mended["seconds"] - 1
        lines.append(f"| `{name}` | {', '.join(found) or 'none'} | {1e6 * bad['seconds']:.1f} us | "
                     f"{1e6 * estimate:.1f} us | {1e6 * mended['seconds']:.1f} us | {100 * error:+.0f} % |")
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
    subprocess.run([nvcc, "-O3", "-arch=native", "-o", binary, SOURCES / "faults.cu"], check=True)
    document = run.profile("faults", run.folder / "faults.csv", [binary])
    binary.unlink()
    if document is None:
        return [], ["faults: nothing was profiled: see faults.txt"]
    lines, wrong = judged({short(kernel): kernel for kernel in document["kernels"]})
    return ["## Planted faults", "", "| fault | reasons found | time | estimate | without it | off by |",
            "| --- | --- | ---: | ---: | ---: | ---: |", *lines, ""], wrong


def others(run, groups):
    lines = ["## Programs", "", "| kernel | library | measured | predicted | off by |",
             "| --- | --- | ---: | ---: | ---: |"]
    errors = []
    for group in groups:
        document = run.profile(group, run.raw / f"{group}.csv", [sys.executable, SOURCES / "programs.py", group],
                               "--profiler-start")
        for kernel in document["kernels"] if document else []:
            if kernel.get("predicted") is None:
                continue
            errors.append(kernel["predicted"] / kernel["seconds"] - 1)
            lines.append(f"| `{short(kernel)[:60]}` | {group} | {1e6 * kernel['seconds']:.1f} us | "
                         f"{1e6 * kernel['predicted']:.1f} us | {100 * errors[-1]:+.0f} % |")
    if errors:
        lines += ["", f"Median error: {100 * statistics.median(map(abs, errors)):.1f} % of {len(errors)} kernels."]
    return lines


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
    parser.add_argument("--groups", default=",".join(("faults",) + GROUPS))
    arguments = parser.parse_args()
    results = arguments.results or results_for(arguments.program)
    if results is None or shutil.which("ncu") is None:
        print("model: no ncu, or no results of this GPU: nothing is tested", file=sys.stderr)
        return 77
    run, wanted = Run(arguments.program, results, arguments.folder), arguments.groups.split(",")
    lines, wrong = faults(run) if "faults" in wanted else ([], [])
    lines += others(run, [group for group in GROUPS if group in wanted])
    (run.folder / "model.md").write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines + [f"FAILED: {text}" for text in wrong]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
