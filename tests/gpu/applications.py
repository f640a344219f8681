#!/usr/bin/env python3
"""applications.py PROGRAM FOLDER [--results RESULTS.csv] [--parts faults,uncounted,ranges,ranks,overhead,torch]: what
gpubench profile says about parts of programs, about several processes and GPUs, without counters, and what its survey
costs.

    tests/gpu/applications.py gpubench-VERSION/bin/gpubench OUT/applications

PROGRAM is gpubench, with libgpubench_inject.so next to it or in its lib folder; RESULTS.csv has the roofs of this model
of GPU (results/h100-sxm/all.csv or h200-sxm, by the GPU's name). Needs nvcc and a CUPTI; ncu and the right to read
counters, or PyTorch, for what is about them. In less than 4 minutes:

    faults     planted faults (planted.py): the first reason, and the estimate within 25 %
    uncounted  what CUPTI counts in one process, of three launches of three kernels: the first one at least
    ranges     --profiler-start, --from and --to of a three-phase program; and what is there of one that is killed
    ranks      torchrun on all GPUs, at most four: a table of each, and NCCL is left alone; two processes where
               there is one GPU
    overhead   a training step bare, with the library alone, and under the survey, by turns: less than 5 %
    torch      kernels of eight operations of PyTorch with counters and without (survey.py)

FOLDER gets applications.md with the tables, and everything that was printed and written. Exit status: 0 all is as it
must be, 1 something is not, 77 cannot be done here.
"""
import argparse
import os
import shutil
import signal
import statistics
import subprocess
import sys
import time
from pathlib import Path

import planted
import survey

PARTS = ("faults", "uncounted", "ranges", "ranks", "overhead", "torch")
ALL_S, TURNS, OVERHEAD = 235, 3, 0.05
PHASES = {"early": 30, "middle": 7, "late": 5}


class Run(survey.Run):
    def __init__(self, arguments):
        super().__init__(arguments)
        self.end = time.monotonic() + ALL_S

    def traced(self, name, words, modules, wish=""):
        """Run words as gpubench does. Returns standard output, and the text of all traces."""
        traces = self.folder / f"{name}-traces"
        kept, self.environment = self.environment, self.injected(modules, traces, wish)
        out = self.words(name, words)[1]
        self.environment = kept
        return out, read_traces(traces)


def read_traces(folder):
    """The results of a run in a folder, which is then removed: a training step has megabytes."""
    text = "".join(path.read_text(encoding="utf-8", errors="replace") for path in sorted(folder.glob("*.trace")))
    shutil.rmtree(folder)
    return text


def lines_of(text, word):
    return [line.split("\t") for line in text.splitlines() if line.startswith(word + "\t")]


def kernels_of(document):
    """{name: launches} of a survey's rows, or of a profile's kernels."""
    rows = (document or {}).get("kernels") or [row for row in (document or {}).get("rows", [])
                                               if row["what"] == "kernel"]
    found = {}
    for row in rows:
        name = row["kernel"].split("(")[0]
        found[name] = found.get(name, 0) + row.get("launches", row.get("count", 0))
    return found


def faults(run):
    lines, wrong = planted.faults(planted.Run(run.program, Path(run.results), run.folder / "faults"))
    run.faults += wrong
    return lines


def uncounted(run):
    _, text = run.traced("uncounted", [run.compiled("ranges"), 0], "counts",
                         f"0,{PHASES['early']},{PHASES['early'] + PHASES['middle']},")
    (run.folder / "uncounted.trace").write_text(text, encoding="utf-8")
    found = [line[-1] for line in lines_of(text, "counts_kernel")]
    run.expect("early" in found, f"uncounted: one process counted {found}")
    return ["## What one process counts without counters", "", f"Of one launch of each of three kernels: {found}.", "",
            f"Empty: {[line[1:] for line in lines_of(text, 'counts_empty')]}. Refused: "
            f"{[line[1:] for line in lines_of(text, 'refused')]}."]


def killed(run):
    """A process killed four seconds after its last launch: CUPTI's records are requested every half second, whether
    buffers are full or not."""
    folder = run.folder / "killed"
    with subprocess.Popen([run.compiled("ranges"), "60"], env=run.injected("survey", folder), stdout=subprocess.PIPE,
                          text=True) as child:
        child.stdout.readline()
        time.sleep(4)
        child.send_signal(signal.SIGKILL)
    lines = lines_of(read_traces(folder), "kernel")
    run.expect(len(lines) == 37, f"ranges: {len(lines)} of 37 launches are in the trace of a process that was killed")
    return f"{len(lines)} of 37 launches are in the trace of a process that was killed 4 s after them."


def ranges(run):
    page = ["## Ranges", "", "| options | launches | expected |", "| --- | --- | --- |"]
    program = run.compiled("ranges")
    cases = [(("--survey", "--profiler-start"), 0, {"middle": 7}),
             (("--survey", "--to", "5"), 6, {"early": 30, "middle": 7}), (("--survey", "--from", "5"), 6, {"late": 5})]
    if shutil.which("ncu") is not None:
        cases.append((("--profiler-start",), 0, {"middle": 7}))
    for number, (options, pause, expected) in enumerate(cases):
        document, _, seconds = run.profile(f"ranges-{number}", [program, pause], *options)
        found = kernels_of(document)
        run.expect(found == expected, f"ranges: {' '.join(options)}: {found}, not {expected}")
        if options == ("--profiler-start",):
            run.expect(document is not None and survey.placed(document) > 0.9,
                       "ranges: the kernel within is not placed")
        page.append(f"| `{' '.join(options)}` | {found} in {seconds:.1f} s | {expected} |")
    return page + ["", killed(run)]


def overhead(run):
    """All variants take turns, so that other work on the host affects all of them."""
    words, found, launches = run.torch("step"), {"bare": [], "library": [], "survey": []}, 0
    for turn in range(TURNS):
        found["bare"].append(survey.seconds_in(run.words(f"step-bare-{turn}", words)[1]))
        found["library"].append(survey.seconds_in(run.traced(f"step-library-{turn}", words, "none")[0]))
        out, text = run.traced(f"step-survey-{turn}", words, "survey")
        found["survey"].append(survey.seconds_in(out))
        launches = len(lines_of(text, "kernel"))
    bare = min(found["bare"])
    scatter = max(found["bare"]) / bare - 1
    costs = {way: min(seconds) / bare - 1 for way, seconds in found.items()}
    # If runs without a profiler differ by more than the allowed overhead, nothing can be concluded.
    run.expect(costs["survey"] < max(OVERHEAD, scatter), f"overhead: the survey costs {100 * costs['survey']:.1f} %")
    return ["## What the survey costs", "", "| a training step | seconds, by turns | median | fastest, over the "
                                            "fastest bare one |", "| --- | --- | ---: | ---: |",
            *[f"| {way} | {', '.join(f'{s:.5f}' for s in seconds)} | {statistics.median(seconds):.5f} | "
              f"{100 * costs[way]:+.1f} % |"
              for way, seconds in found.items()], "",
            f"{launches} launches in all; bare runs differ by {100 * scatter:.1f} %."]


def torch(run):
    if shutil.which("ncu") is None:
        return ["## Kernels of PyTorch", "", "No ncu here: not run."]
    return ["## Kernels of PyTorch, without counters", "", *survey.SAME,
            *survey.same(run, "torch", run.torch("operations"), 12, "--budget", "45"), *survey.medians(run)]


def ranks(run):
    listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=False).stdout
    gpus = min(4, len([line for line in listed.splitlines() if line.startswith("GPU ")]))
    page = ["## Several processes", ""]
    if gpus > 1:
        words = [sys.executable, "-m", "torch.distributed.run", "--standalone", f"--nproc-per-node={gpus}",
                 *run.torch("ranks")[1:]]
        document, _, seconds = run.profile("ranks", words, "--budget", "40")
        rows = [row for row in (document or {}).get("survey", {}).get("rows", []) if row["what"] == "gpu" and
                row["count"] > 0]
        nccl = [kernel for kernel in (document or {}).get("kernels", []) if kernel["kernel"].startswith("nccl")]
        run.expect(len(rows) == gpus and len({row["gpu_uuid"] for row in rows}) == gpus,
                   f"ranks: {len(rows)} of {gpus} GPUs have launches")
        run.expect(bool(nccl) and all(kernel["counted"] == 0 for kernel in nccl),
                   "ranks: no kernel of NCCL, or one was counted")
        placed = survey.placed(document) if document else 0
        run.expect(placed > 0.5, f"ranks: {100 * placed:.1f} % of the time is placed")
        page.append(f"torchrun, {gpus} GPUs: {[row['count'] for row in rows]} launches, {100 * placed:.1f} % of the "
                    f"time placed in {seconds:.1f} s.")
        run.words("ranks-tables", [run.program, "profile", "--roofs", run.results, "--survey", "--", *words])
    else:
        program = run.compiled("ranges")
        document, _, _ = run.profile("ranks", ["sh", "-c", f"'{program}' 0 & '{program}' 0 & wait"], "--survey")
        found = kernels_of(document)
        run.expect(found == {name: 2 * count for name, count in PHASES.items()},
                   f"ranks: two processes launched {found}")
        page.append(f"Two processes on one GPU: {found}; several GPUs: not run.")
    return page


def main():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--results", type=lambda text: Path(text).resolve())
    parser.add_argument("--parts", default=",".join(PARTS))
    arguments = parser.parse_args()
    arguments.program = str(Path(arguments.program).resolve())
    arguments.results = arguments.results or planted.results_for(arguments.program)
    if arguments.results is None:
        print("applications: no results of a GPU like the one here: nothing is tested", file=sys.stderr)
        return 77
    os.environ.setdefault("OMP_NUM_THREADS", "4")
    run = Run(arguments)
    page = survey.head(run)
    for part in arguments.parts.split(","):
        if time.monotonic() < run.end - 8:
            page += ({"faults": faults, "uncounted": uncounted, "ranges": ranges, "overhead": overhead, "torch": torch,
                      "ranks": ranks}[part](run) + [""])
        else:
            run.expect(False, f"{part}: not run, for lack of time")
        (run.folder / "applications.md").write_text("\n".join(page) + "\n", encoding="utf-8")
    print("\n".join(page + [f"FAILED: {text}" for text in run.faults]))
    return 1 if run.faults else 0


if __name__ == "__main__":
    sys.exit(main())
