#!/usr/bin/env python3
"""survey.py PROGRAM RESULTS.csv FOLDER [--parts many,step,same]: does gpubench profile find where real programs spend their time,
quickly, and does it say the same without counters?

    tests/gpu/survey.py gpubench-VERSION/bin/gpubench results/h100-sxm/all.csv OUT/survey && tar -C OUT -czf OUT/survey.tgz survey

PROGRAM is gpubench, with libgpubench_inject.so beside it or in its lib folder; RESULTS.csv has the roofs of this GPU's model.
Needs nvcc, ncu, the right to read counters and a CUPTI; PyTorch for what is about PyTorch. In less than 4 minutes:

    many    a program with 10,003 launches of two kernels: seconds until both are placed, at most 30
    step    a training step of PyTorch: what the survey costs, with and without it by turns (less than 5 %), and the part of its
            time that is placed within the budget (at least 95 %)
    same    twelve programs with counters and without: FLOP and sectors of L1 within 1 %, DRAM inside its interval, the same roof

FOLDER gets survey.md with the tables, and everything that gpubench printed and wrote. Exit status: 0 all is as it must be, 1
something is not, 77 cannot be done here.
"""
import argparse
import csv
import glob
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCES = HERE / "survey"
PARTS = ("many", "probe", "step", "same")
OWN = ("saxpy", "stride", "conflicts", "doubles")
TORCH = ("gemm_bf16", "gemm_fp32", "attention", "convolution", "softmax", "norm", "sum", "transpose")
LIMIT_S = 100
MANY_S, OVERHEAD, PLACED, EXACT = 30, 0.05, 0.95, 0.01
RATIO_OF_ENDS, SAME_ROOFS = 3, 10


def cupti_libraries():
    """Where a CUPTI may lie: what PyTorch brings, then the toolkit."""
    places = [sysconfig.get_paths()["purelib"] + "/nvidia/*/lib/libcupti.so.1[0-9]", "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so.1[0-9]",
              "/usr/local/cuda/lib64/libcupti.so.1[0-9]"]
    return ["libcupti.so.13", "libcupti.so.12"] + [path for place in places for path in sorted(glob.glob(place))]


class Run:
    """gpubench, and the folder that everything goes to."""

    def __init__(self, arguments):
        self.program, self.results, self.folder = arguments.program, arguments.results, Path(arguments.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.environment = dict(os.environ)
        self.environment.setdefault("GPUBENCH_CUPTI", ":".join(cupti_libraries()))
        self.faults = []

    def expect(self, holds, text):
        if not holds:
            self.faults.append(text)

    def words(self, name, words):
        """Run them; what they print goes to NAME.txt. Returns the status, standard output and seconds."""
        before = time.monotonic()
        try:
            done = subprocess.run(list(map(str, words)), env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                  errors="replace", timeout=LIMIT_S, check=False)
            status, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as late:
            status, out, err = 124, "", f"took longer than {LIMIT_S} s\n{late.stderr or ''}"
        seconds = time.monotonic() - before
        (self.folder / f"{name}.txt").write_text(f"$ {' '.join(map(str, words))}\n{out}{err}[{status}, {seconds:.1f} s]\n", encoding="utf-8")
        print(f"{name}: {status}, {seconds:.1f} s", flush=True)
        return status, out, seconds

    def profile(self, name, words, *options):
        """Run gpubench profile of a program. Returns what it wrote as JSON, or None, standard output and seconds."""
        table = self.folder / f"{name}.json"
        status, out, seconds = self.words(name, [self.program, "profile", "--roofs", self.results, "--json", "-o", table, *options, "--", *words])
        self.expect(status == 0, f"{name}: exit status {status}: see {name}.txt")
        return json.loads(table.read_text(encoding="utf-8")) if table.exists() else None, out, seconds

    def compiled(self, name):
        binary = self.folder / name
        if not binary.exists():
            nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
            subprocess.run([nvcc, "-O3", "-arch=native", "-o", binary, SOURCES / f"{name}.cu"], check=True)
        return binary

    def torch(self, name):
        return [sys.executable, SOURCES / "torch_program.py", name]


def placed(document):
    """The part of the time of all kernels of which launches were counted."""
    return sum(kernel.get("share", 0) for kernel in document["kernels"] if kernel["counted"] > 0)


def many(run):
    document, _, seconds = run.profile("many", [run.compiled("many")])
    page = ["## 10,003 launches of two kernels", ""]
    if document is None:
        return page + ["Nothing was placed."]
    counted = sum(kernel["counted"] > 0 for kernel in document["kernels"])
    run.expect(document.get("survey", {}).get("launches") == 10003, "many: the survey did not see 10,003 launches")
    run.expect(counted == 2 and seconds < MANY_S, f"many: {counted} of 2 kernels placed in {seconds:.1f} s")
    return page + [f"{counted} of 2 kernels placed in {seconds:.1f} s (at most {MANY_S} s)."]


def seconds_in(out):
    found = re.search(r"^seconds ([0-9.]+)$", out, re.M)
    return float(found.group(1)) if found else float("nan")


def step(run):
    words = run.torch("step")
    bare, surveyed = [], []
    for turn in range(3):
        bare.append(seconds_in(run.words(f"step-bare-{turn}", words)[1]))
        surveyed.append(seconds_in(run.profile(f"step-survey-{turn}", words, "--survey")[1]))
    overhead = statistics.median(surveyed) / statistics.median(bare) - 1
    document, _, seconds = run.profile("step", words)
    share = placed(document) if document else 0
    launches = document.get("survey", {}).get("launches", 0) if document else 0
    run.expect(overhead < OVERHEAD, f"step: the survey costs {100 * overhead:.1f} %")
    run.expect(share >= PLACED and launches >= 1000, f"step: {100 * share:.1f} % of {launches} launches placed")
    return ["## A training step of PyTorch", "", "| | |", "| --- | --- |",
            "| seconds of a step, bare | " + ", ".join(f"{s:.5f}" for s in bare) + " |",
            "| seconds of a step, surveyed | " + ", ".join(f"{s:.5f}" for s in surveyed) + " |",
            f"| overhead of the survey, of medians | {100 * overhead:.1f} % |", f"| launches | {launches} |",
            f"| placed | {100 * share:.1f} % of the time of all kernels, in {seconds:.1f} s |"]


def key(kernel):
    return kernel["kernel"], kernel["grid"], kernel["block"]


def off(counted, exact):
    """How far one is from the other, of the larger; None where either is not known."""
    if counted is None or exact is None:
        return None
    return abs(counted - exact) / max(abs(counted), abs(exact), 1)


def sectors(kernel):
    return kernel["load_sectors"] + kernel["store_sectors"] if "load_sectors" in kernel and "store_sectors" in kernel else None


def compare(run, name, exact, bounded):
    """A line of the table, and what it says."""
    least, most, dram = bounded.get("dram_bytes_least"), bounded.get("dram_bytes_most"), exact.get("dram_bytes")
    flop, l1 = off(bounded.get("flop"), exact.get("flop")), off(sectors(bounded), sectors(exact))
    inside = least is not None and most is not None and dram is not None and least <= 1.005 * dram and dram <= 1.005 * most
    ratio = most / least if least and most else float("inf")
    same = exact.get("roof") == bounded.get("roof") or (exact.get("roof", "").startswith("dram.") and bounded.get("roof", "").startswith("dram.")) \
        or exact.get("roof") == bounded.get("perhaps")
    run.expect(flop is not None and flop <= EXACT, f"{name}: FLOP differ: {bounded.get('flop')} of {exact.get('flop')}")
    run.expect(l1 is not None and l1 <= EXACT, f"{name}: sectors differ: {sectors(bounded)} of {sectors(exact)}")
    run.expect(inside, f"{name}: DRAM {dram} is not within {least} and {most}")
    show = lambda part: "-" if part is None else f"{100 * part:.2f} %"  # noqa: E731
    line = (f"| {name} | {exact['kernel'][:40].replace('|', '/')} | {show(flop)} | {show(l1)} | {dram or 0:.4g} | {least or 0:.4g} to {most or 0:.4g} | "
            f"{ratio:.2f} | `{exact.get('roof')}` | `{bounded.get('roof')}`{', `' + bounded['perhaps'] + '`' if bounded.get('perhaps') else ''} |")
    return line, ratio, same


def same(run):
    has_torch = subprocess.run([sys.executable, "-c", "import torch"], capture_output=True, check=False).returncode == 0
    programs = {name: [run.compiled("kernels"), name] for name in OWN}
    programs |= {name: run.torch(name) for name in TORCH} if has_torch else {}
    lines, ratios, roofs = [], [], 0
    for name, words in programs.items():
        exact, bounded = run.profile(f"same-{name}", words)[0], run.profile(f"same-{name}-without", words, "--no-counters")[0]
        kernels = {key(kernel): kernel for kernel in exact["kernels"] if kernel["counted"] > 0} if exact else {}
        found = [kernel for kernel in bounded["kernels"] if kernel["counted"] > 0 and key(kernel) in kernels] if bounded else []
        run.expect(found, f"{name}: nothing was counted without counters")
        if not found:
            continue
        kernel = max(found, key=lambda one: one.get("seconds", 0))
        line, ratio, is_same = compare(run, name, kernels[key(kernel)], kernel)
        lines.append(line)
        ratios.append(ratio)
        roofs += is_same
    run.expect(roofs >= SAME_ROOFS or len(programs) < SAME_ROOFS, f"the same roof for {roofs} of {len(programs)}")
    if ratios:
        run.expect(statistics.median(ratios) <= RATIO_OF_ENDS, f"the ends of DRAM differ by {statistics.median(ratios):.2f}")
    return ["## Without counters", "", "The kernel of each program that takes the most time.", "",
            "| program | kernel | FLOP off | sectors off | DRAM bytes | without counters | ratio of the ends | roof | without counters |",
            "| --- | --- | ---: | ---: | ---: | ---: | ---: | --- | --- |", *lines, "",
            f"The same roof, or one named with it, for {roofs} of {len(programs)}."]


def probe(run):
    """Which way of patching counts something."""
    lines = ["## Ways to patch", "", "| program | way | status | seconds | kernels | empty | refused |", "| --- | --- | --- | --- | --- | --- | --- |"]
    library = next((path for path in (Path(run.program).resolve().parent / "libgpubench_inject.so",
                                      Path(run.program).resolve().parent.parent / "lib/gpubench/libgpubench_inject.so") if path.exists()), None)
    for name, words in (("saxpy", [run.compiled("kernels"), "saxpy"]), ("many", [run.compiled("many")]), ("gemm_bf16", run.torch("gemm_bf16"))):
        for way in (0, 1, 2, 3):
            folder = run.folder / f"probe-{name}-{way}"
            folder.mkdir(exist_ok=True)
            kept, run.environment = run.environment, run.environment | {
                "CUDA_INJECTION64_PATH": str(library), "GPUBENCH_TRACE": str(folder.resolve()), "GPUBENCH_MODULES": "counts",
                "GPUBENCH_COUNTS": "1,2,4,5", "GPUBENCH_COUNTS_WAYS": str(way)}
            status, _, seconds = run.words(f"probe-{name}-{way}", ["timeout", "20", *words])
            run.environment = kept
            found = [line.split("\t") for path in folder.glob("*.trace") for line in path.read_text(errors="replace").splitlines()]
            (run.folder / f"probe-{name}-{way}.trace.txt").write_text("\n".join("\t".join(line) for line in found[:400]), encoding="utf-8")
            count = {word: sum(line[0] == word for line in found) for word in ("counts_kernel", "counts_empty", "counts_code")}
            lines.append(f"| {name} | {way} | {status} | {seconds:.1f} | {count['counts_kernel']} ({count['counts_code']} instructions) | "
                         f"{count['counts_empty']} | {[line[2] for line in found if line[0] == 'refused'][:1]} |")
    return lines


def head(run):
    with open(run.results, newline="", encoding="utf-8") as file:
        row = next(csv.DictReader(file))
    said = subprocess.run([run.program, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    gpu = subprocess.run(["nvidia-smi", "--query-gpu=name,uuid,driver_version", "--format=csv,noheader"], capture_output=True, text=True, check=False).stdout.strip()
    return ["# Profiles of real programs", "", f"- Made by tests/gpu/survey.py with {said}.", f"- {gpu}; roofs of {row['gpu_name']}, {row['gpu_uuid']}.", ""]


def main():
    parser = argparse.ArgumentParser(description="profile programs with a survey, with counters and without")
    parser.add_argument("program")
    parser.add_argument("results")
    parser.add_argument("folder")
    parser.add_argument("--parts", default=",".join(PARTS))
    arguments = parser.parse_args()
    if shutil.which("ncu") is None:
        print("survey: ncu is not on the PATH: nothing is tested", file=sys.stderr)
        return 77
    run = Run(arguments)
    page = head(run)
    for part in arguments.parts.split(","):
        page += {"many": many, "probe": probe, "step": step, "same": same}[part](run) + [""]
        (run.folder / "survey.md").write_text("\n".join(page) + "\n", encoding="utf-8")
    print("\n".join(page + run.faults))
    return 1 if run.faults else 0


if __name__ == "__main__":
    sys.exit(main())
