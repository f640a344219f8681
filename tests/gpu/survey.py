#!/usr/bin/env python3
"""survey.py PROGRAM RESULTS.csv FOLDER [--parts PART,...]: does gpubench profile find where real programs spend their
time, quickly, and does it give the same results without counters?

    tests/gpu/survey.py gpubench-VERSION/bin/gpubench roofs.csv OUT/survey && tar -C OUT -czf OUT/survey.tgz survey

PROGRAM is gpubench, with libgpubench_inject.so next to it or in its lib folder; RESULTS.csv has the roofs of this GPU
(gpubench --all --quick). Needs nvcc, ncu, the right to read counters and a CUPTI; PyTorch for its parts. It takes less
than 4 minutes:

    many    a program with 10,003 launches of two kernels: seconds until both are placed, at most 30
    own     four kernels of ours with counters and without: FLOP and sectors of L1 within 1 %, DRAM inside its interval,
            the same roof
    step    a training step of PyTorch: the cost of the survey, alternating with and without it (less than 5 %), and
            the share of its time that is placed within the budget (at least 95 %)
    torch   kernels of eight operations of PyTorch, as `own`
    models  training steps of a transformer, a convolution and a recommender, with counters and without: at least 90 %
            of the time placed, in 120 and 150 s; only if it is asked for
    programs  those of survey/programs.py for PyTorch and cuBLAS, as `own`: 6 minutes by itself, so only if
            it is asked for

FOLDER gets survey.md with the tables, and all output of gpubench. Exit status: 0 all is as it must be, 1
something is not, 77 cannot be done here.
"""
import argparse
import csv
import glob
import json
import math
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
PARTS = ("many", "own", "step", "torch")
OWN = ("saxpy", "stride", "conflicts", "doubles")
PROGRAMS = ("torch", "cublas")
MODELS = ("transformer", "convolution", "gather")
WAYS = (("counters", (), 120), ("without", ("--no-counters", "--total", "150"), 150))
LIMIT_S, ALL_S, PROGRAMS_S = 100, 225, 440
MANY_S, OVERHEAD, PLACED, PLACED_MODEL, EXACT, UNEVEN = 30, 0.05, 0.95, 0.9, 0.01, 0.25


def cupti_libraries():
    """Where a CUPTI may be: PyTorch's, then the toolkit's."""
    places = [sysconfig.get_paths()["purelib"] + "/nvidia/*/lib/libcupti.so.1[0-9]",
              "/usr/local/cuda/extras/CUPTI/lib64/libcupti.so.1[0-9]", "/usr/local/cuda/lib64/libcupti.so.1[0-9]"]
    return ["libcupti.so.13", "libcupti.so.12"] + [path for place in places for path in sorted(glob.glob(place))]


class Run:
    """gpubench, and the output folder."""

    def __init__(self, arguments):
        self.program, self.results, self.folder = arguments.program, arguments.results, Path(arguments.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.environment = dict(os.environ)
        self.environment.setdefault("GPUBENCH_CUPTI", ":".join(cupti_libraries()))
        self.faults = []
        self.end = time.monotonic() + (PROGRAMS_S if self.is_long(arguments) else ALL_S)
        self.limit = 200 if self.is_long(arguments) else LIMIT_S
        self.ratios = []

    @staticmethod
    def is_long(arguments):
        return "programs" in arguments.parts or "models" in arguments.parts

    def expect(self, holds, text):
        if not holds:
            self.faults.append(text)

    def words(self, name, words):
        """Run them with their output in NAME.txt. Returns the status, standard output and seconds."""
        before = time.monotonic()
        try:
            done = subprocess.run(list(map(str, words)), env=self.environment, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True,
                                  errors="replace", timeout=max(1, min(self.limit, self.end - time.monotonic())),
                                  check=False)
            status, out, err = done.returncode, done.stdout, done.stderr
        except subprocess.TimeoutExpired as late:
            status, out, err = 124, "", f"took longer than {late.timeout:.0f} s\n{late.stderr or ''}"
        seconds = time.monotonic() - before
        (self.folder / f"{name}.txt").write_text(f"$ {' '.join(map(str, words))}\n{out}{err}[{status}, "
                                                 f"{seconds:.1f} s]\n", encoding="utf-8")
        print(f"{name}: {status}, {seconds:.1f} s", flush=True)
        return status, out, seconds

    def profile(self, name, words, *options):
        """Run gpubench profile on a program. Returns its JSON, or None, standard output and seconds."""
        table = self.folder / f"{name}.json"
        status, out, seconds = self.words(name, [self.program, "profile", "--roofs", self.results, "--json", "-o",
                                                 table, *options, "--", *words])
        self.expect(status == 0 or table.exists(), f"{name}: exit status {status}: see {name}.txt")
        return json.loads(table.read_text(encoding="utf-8")) if table.exists() else None, out, seconds

    def injected(self, modules, traces, wish=""):
        """The environment of a program that gpubench profiles: its traces go to a folder."""
        folder = Path(self.program).resolve().parent
        library = next((path for path in (folder / "libgpubench_inject.so",
                                          folder.parent / "lib/gpubench/libgpubench_inject.so") if path.exists()), None)
        traces.mkdir(exist_ok=True)
        return (self.environment | {"CUDA_INJECTION64_PATH": str(library), "GPUBENCH_TRACE": str(traces.resolve()),
                                    "GPUBENCH_MODULES": modules, "GPUBENCH_COUNTS": wish})

    def compiled(self, name):
        binary = self.folder / name
        if not binary.exists():
            nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
            subprocess.run([nvcc, "-O3", "-arch=native", "-o", binary, SOURCES / f"{name}.cu"], check=True)
        return binary

    def torch(self, name):
        return [sys.executable, SOURCES / "torch_program.py", name]


def placed(document):
    """The share of all kernels' time in those with counted launches."""
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
    bare, surveyed, document, seconds = [], [], None, 0
    for turn in range(2):
        bare.append(seconds_in(run.words(f"step-bare-{turn}", words)[1]))
        # The first run of a complete profile is the one under the survey.
        document, out, seconds = run.profile(f"step-{turn}", words, *(["--survey"] if turn == 0 else []))
        surveyed.append(seconds_in(out))
    overhead = min(surveyed) / min(bare) - 1
    share = placed(document) if document else 0
    launches = document.get("survey", {}).get("launches", 0) if document else 0
    run.expect(overhead < OVERHEAD, f"step: the survey costs {100 * overhead:.1f} %")
    run.expect(share >= PLACED and launches >= 1000, f"step: {100 * share:.1f} % of {launches} launches placed")
    return ["## A training step of PyTorch", "", "| | |", "| --- | --- |",
            "| seconds of a step, bare | " + ", ".join(f"{s:.5f}" for s in bare) + " |",
            "| seconds of a step, surveyed | " + ", ".join(f"{s:.5f}" for s in surveyed) + " |",
            f"| overhead of the survey, of the fastest | {100 * overhead:.1f} % |", f"| launches | {launches} |",
            f"| placed | {100 * share:.1f} % of the time of all kernels, in {seconds:.1f} s |"]


def models(run):
    page = ["## Training steps of three models", "",
            "| model | | kernels | placed | seconds | most of the rest |", "| --- | --- | ---: | ---: | ---: | --- |"]
    for way, options, most in WAYS:
        for name in MODELS:
            document, _, seconds = run.profile(f"{name}-{way}", run.torch(name), *options)
            share = placed(document) if document else 0
            run.expect(share >= PLACED_MODEL and seconds <= most,
                       f"{name}, {way}: {100 * share:.1f} % placed in {seconds:.1f} s")
            page.append(f"| {name} | {way} | {len(document['kernels']) if document else 0} | {100 * share:.1f} % | "
                        f"{seconds:.1f} | {most_of_the_rest(document)} |")
    return page


def most_of_the_rest(document):
    rest = [kernel for kernel in document["kernels"] if not kernel["counted"]] if document else []
    longest = max(rest, key=lambda kernel: kernel.get("share", 0), default=None)
    return f"`{longest['kernel'][:40]}` {100 * longest.get('share', 0):.1f} %" if longest else ""


def key(kernel):
    return kernel["kernel"], kernel["grid"], kernel["block"]


def off(counted, exact):
    """The difference relative to the larger value; None if either is unknown."""
    if counted is None or exact is None:
        return None
    return abs(counted - exact) / max(abs(counted), abs(exact), 1)


def sectors(kernel):
    found = kernel.get("load_sectors"), kernel.get("store_sectors")
    return None if None in found else sum(found)


def is_same(exact, bounded):
    """Roofs of DRAM differ in the mix of reads and writes, for which only bounds are known."""
    ours = [bounded.get("roof") or "", bounded.get("perhaps") or ""]
    theirs = exact.get("roof") or ""
    return theirs in ours or (theirs.startswith("dram.") and any(roof.startswith("dram.") for roof in ours))


def is_uneven(document, kernel):
    """Launches of one shape with different work: it matters which one was counted, and work is scaled by time."""
    return any(row["what"] == "kernel" and key(row) == key(kernel) and row["longest"] > 2 * row["shortest"]
               for row in document.get("survey", {}).get("rows", []))


def is_bounded_only(kernel):
    """CUPTI did not count the kernel in the available time: only a lower bound of its DRAM bytes is known."""
    return sectors(kernel) is None


def ratio(least, most):
    return most / least if least and most is not None else math.inf


def compare(run, name, exact, bounded, within=EXACT):
    """A line of the table."""
    least, most, dram = bounded.get("dram_bytes_least"), bounded.get("dram_bytes_most"), exact.get("dram_bytes")
    flop, l1 = off(bounded.get("flop"), exact.get("flop")), off(sectors(bounded), sectors(exact))
    # A bulk copy moves bytes that no instruction shows, so there is no upper bound.
    margin = 1 + (0.005 if within == EXACT else within)
    inside = (dram is not None and (least or 0) <= margin * dram and
              dram <= margin * (math.inf if most is None else most))
    run.ratios.append(ratio(least, most))
    if not is_bounded_only(bounded):
        run.expect(flop is not None and flop <= within,
                   f"{name}: FLOP differ: {bounded.get('flop')} of {exact.get('flop')}")
        run.expect(l1 is not None and l1 <= within, f"{name}: sectors differ: {sectors(bounded)} of {sectors(exact)}")
    run.expect(inside, f"{name}: DRAM {dram} is not within {least} and {most}")
    run.expect(is_same(exact, bounded), f"{name}: {exact.get('roof')} with counters, {bounded.get('roof')} or "
                                        f"{bounded.get('perhaps')} without")
    show = lambda part: "-" if part is None else f"{100 * part:.2f} %"  # noqa: E731
    amount = lambda value: "-" if value is None else f"{value:.4g}"  # noqa: E731
    return (f"| {name} | {show(flop)} | {show(l1)} | {amount(dram)} | {amount(least)} to {amount(most)} | "
            f"{run.ratios[-1]:.2f} | `{exact.get('roof')}` | "
            f"`{bounded.get('roof')}`{', `' + bounded['perhaps'] + '`' if bounded.get('perhaps') else ''} |")


def same(run, name, words, most, *options):
    """Lines of the kernels of a program that were counted in both ways, those with the most time first."""
    exact = run.profile(f"{name}-counters", words)[0]
    bounded = run.profile(f"{name}-without", words, "--no-counters", *options)[0]
    kernels = {key(kernel): kernel for kernel in exact["kernels"] if kernel["counted"] > 0} if exact else {}
    found = [kernel for kernel in bounded["kernels"] if key(kernel) in kernels and
             (kernel["counted"] > 0 or "dram_bytes_least" in kernel)] if bounded else []
    missed = [one for one in kernels if one not in [key(kernel) for kernel in found if not is_bounded_only(kernel)]]
    run.expect(not missed, f"{name}: {len(missed)} of {len(kernels)} kernels were not counted without counters")
    return [compare(run, f"{name}: {kernel['kernel'][:50].replace('|', '/')}" if most > 1 else name,
                    kernels[key(kernel)], kernel,
                    UNEVEN if is_uneven(bounded, kernel) else EXACT) for kernel in found[:most]]


SAME = ["| kernel | FLOP off | sectors off | DRAM bytes | without counters | ratio | roof | without counters |",
        "| --- | ---: | ---: | ---: | ---: | ---: | --- | --- |"]


def medians(run):
    """The table's figures about its intervals."""
    ratios, run.ratios = run.ratios, []
    return ["", f"Median ratio of the DRAM intervals' ends: {statistics.median(ratios):.2f} of {len(ratios)} "
                "kernels, of which "
            f"{sum(one == math.inf for one in ratios)} have a lower end of 0 or no upper end."] if ratios else []


def own(run):
    return (["## Without counters, our own kernels", "", *SAME] +
            [line for name in OWN for line in same(run, name, [run.compiled("kernels"), name], 1)] + medians(run))


def torch(run):
    return (["## Without counters, kernels of PyTorch", "", *SAME] +
            same(run, "torch", run.torch("operations"), 12, "--budget", "75") + medians(run))


def programs(run):
    page = ["## Without counters, programs of PyTorch and cuBLAS", "", *SAME]
    for group in PROGRAMS:
        page += same(run, group, [sys.executable, HERE / "survey" / "programs.py", group], 20, "--budget", "120")
    return page + medians(run)


def head(run):
    with open(run.results, newline="", encoding="utf-8") as file:
        row = next(csv.DictReader(file))
    said = subprocess.run([run.program, "--version"], capture_output=True, text=True, check=False).stdout.split("\n")[0]
    gpu = subprocess.run(["nvidia-smi", "--query-gpu=name,uuid,driver_version", "--format=csv,noheader"],
                         capture_output=True, text=True, check=False).stdout.strip()
    return ["# Profiles of real programs", "", f"- Made by tests/gpu/{Path(sys.argv[0]).name} with {said}.",
            f"- {gpu}.", f"- Roofs of {row['gpu_name']}, {row['gpu_uuid']}.", ""]


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
        if time.monotonic() < run.end - 10:
            page += {"many": many, "own": own, "step": step, "torch": torch, "models": models,
                     "programs": programs}[part](run) + [""]
        else:
            run.expect(False, f"{part}: not run, for lack of time")
        (run.folder / "survey.md").write_text("\n".join(page) + "\n", encoding="utf-8")
    print("\n".join(page + run.faults))
    return 1 if run.faults else 0


if __name__ == "__main__":
    sys.exit(main())
