#!/usr/bin/env python3
"""peers.py BUILD FOLDER [QUANTITY...]: compares gpubench with other GPU benchmarks, on one GPU and within the
same minutes.

Each round is a pair: a run of ours and one of the peer, alternating, ROUNDS times (3), every other round in reverse
order. The figures are medians; the ratio is the median over the pairs, with their range, which is a 95 % interval for
six pairs or more.
Prints a table in Markdown. A QUANTITY (`l1.read`, `exchange`) leaves out the others. FOLDER has the programs under
their own names, built for this GPU; missing ones are left out. How to get them, each with a CUDA Toolkit:

  cuda-stream    https://github.com/UoB-HPC/BabelStream      cmake -B build -DMODEL=cuda -DCUDA_ARCH=sm_90
                 -DCMAKE_CUDA_COMPILER=nvcc && cmake --build build
  nvbandwidth    https://github.com/NVIDIA/nvbandwidth       cmake -B build && cmake --build build
  gpu-stream     https://github.com/te42kyfo/gpu-benches     nvcc -O3 -arch=native -o gpu-stream gpu-stream/main.cu
  gpu-cache, gpu-l2-cache                                    the same, and -lcupti -lcuda
  mixbench-cuda  https://github.com/ekondis/mixbench         cmake -B build mixbench-cuda && cmake --build build
  clpeak         https://github.com/krrishnarraj/clpeak (2)  cmake -B build && cmake --build build

Exit status: 0 fine; 1 ours is slower, or a figure is missing; 77 nothing to compare. Ours is slower if the ratio is
below LEAST (0.98). For a quantity that must be ahead, the ratio must be at least 1. A lower ratio
also passes if its range reaches 1 and gpubench's value is at least 0.994 of its limit. Two GPUs are compared if there
are two. Within 300 s.
"""
import os
import statistics
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "shared"))

from peer_output import read_ours, read_peer  # noqa: E402

# How a line is judged.
JUDGED, AHEAD, UNJUDGED = range(3)
AT_THE_LIMIT = 0.994

# The gpubench benchmark; the roof, or otherwise benchmark.value; unit; peer; the peer's name for it; what both count;
# how it is judged.
Line = namedtuple("Line", "bench roof unit peer name counts judged", defaults=[JUDGED])
LINES = [
    Line("dram", "dram.copy", "B/s", "cuda-stream", "Copy", "bytes read and written, 2n"),
    Line("dram", "dram.scale", "B/s", "cuda-stream", "Mul", "bytes read and written, 2n"),
    Line("dram", "dram.add", "B/s", "cuda-stream", "Add", "two arrays read, one written, 3n"),
    Line("dram", "dram.triad", "B/s", "cuda-stream", "Triad", "two arrays read, one written, 3n"),
    Line("dram", "dram.read", "B/s", "cuda-stream", "Dot", "bytes read; its time has the last sum, on the host"),
    Line("dram", "dram.driver_copy", "B/s", "nvbandwidth", "device_local_copy",
         "cuMemcpyAsync, bytes read and written: twice what it prints"),
    Line("transfer", "transfer.h2d", "B/s", "nvbandwidth", "host_to_device_memcpy_ce", "bytes copied, pinned memory"),
    Line("transfer", "transfer.d2h", "B/s", "nvbandwidth", "device_to_host_memcpy_ce", "bytes copied, pinned memory"),
    Line("transfer", "transfer.both", "B/s", "nvbandwidth", "both directions at once",
         "here bytes both ways over the time of all, there the sum of two tests, each of which times one way"),
    Line("transfer", "transfer.read", "B/s", "nvbandwidth", "host_to_device_memcpy_sm",
         "bytes that kernels read from pinned memory; there they are written to the device, too"),
    Line("transfer", "transfer.write", "B/s", "nvbandwidth", "device_to_host_memcpy_sm",
         "bytes that kernels write to pinned memory; there they are read from the device, too"),
    Line("dram", "dram.write", "B/s", "gpu-stream", "init", "bytes written"),
    Line("dram", "dram.read", "B/s", "gpu-stream", "read", "bytes read"),
    Line("dram", "dram.scale", "B/s", "gpu-stream", "scale", "bytes read and written, 2n"),
    Line("dram", "dram.triad", "B/s", "gpu-stream", "triad", "two arrays read, one written, 3n"),
    Line("ffma", "fp32", "FLOP/s", "mixbench-cuda", "single", "an FMA is two; the largest of its sweep"),
    Line("ffma", "fp64", "FLOP/s", "mixbench-cuda", "double", "an FMA is two; the largest of its sweep"),
    Line("ffma", "fp16", "FLOP/s", "mixbench-cuda", "half", "an FMA is two, in pairs; the largest of its sweep"),
    Line("ffma", "int32", "OP/s", "mixbench-cuda", "integer", "a multiply-add is two; the largest of its sweep"),
    Line("ffma", "fp32", "FLOP/s", "clpeak", "single", "an FMA is two"),
    Line("ffma", "fp64", "FLOP/s", "clpeak", "double", "an FMA is two"),
    Line("ffma", "fp16", "FLOP/s", "clpeak", "half", "an FMA is two; its better one of half and half2"),
    Line("ffma", "int32", "OP/s", "clpeak", "integer", "a multiply-add is two"),
    Line("dram", "dram.read", "B/s", "clpeak", "global memory",
         "bytes read, of 512 MB or 8 L2s over and over; its best width"),
    Line("cache", "l1.read", "B/s", "gpu-cache", "Eff. bw", "bytes loaded, all SMs; the best data set inside L1",
         AHEAD),
    Line("cache", "l2.read", "B/s", "gpu-l2-cache", "Eff. bw",
         "not judged: of its 16 to 40 MB SMs share lines, here each has its own", UNJUDGED),
    Line("exchange", "exchange.one_to_all", "B/s", "nvbandwidth", "one_to_all_write_ce",
         "bytes that leave the first GPU", AHEAD),
    Line("exchange", "exchange.all_to_one", "B/s", "nvbandwidth", "all_to_one_write_ce",
         "bytes that enter the first GPU", AHEAD),
]

# A peer, or gpubench; the quantities that it reports; the seconds it may take; its arguments; the GPUs it needs. A
# program that exceeds its time is stopped, because some continue with sizes that are not needed. Arrays have 1 GiB, and
# 4 GiB like gpubench's.
Turn = namedtuple("Turn", "who tells seconds arguments gpus", defaults=[1])
TURNS = [
    Turn("cuda-stream", "dram", 30, "--csv -n 100 -s 134217728"),
    Turn("gpubench dram", "dram", 60, "-a op=read,write,copy,scale,add,triad,driver_copy"),
    Turn("nvbandwidth", "dram", 30, "-t device_local_copy -b 4096 -i 5"),
    Turn("nvbandwidth", "transfer", 60,
         "-t host_to_device_memcpy_ce device_to_host_memcpy_ce host_to_device_bidirectional_memcpy_ce "
         "device_to_host_bidirectional_memcpy_ce host_to_device_memcpy_sm device_to_host_memcpy_sm"),
    Turn("gpubench transfer", "transfer", 60, "-a op=h2d,d2h,both,read,write -a bytes=268435456"),
    Turn("gpu-stream", "dram", 30, ""),
    Turn("mixbench-cuda", "fp int", 30, ""),
    Turn("gpubench ffma", "fp int", 60, "-a type=fp32,fp64,fp16,int32"),
    Turn("clpeak", "fp int dram", 30, "--cuda --max-time 300 --single-precision-compute --double-precision-compute "
         "--half-precision-compute --integer-compute --global-memory-bandwidth"),
    Turn("gpu-cache", "l1", 10, ""),
    Turn("gpubench cache", "l1", 60, "-a walk=l1 -a set=16384"),
    Turn("gpubench cache", "l2", 60, "-a walk=l2"),
    Turn("gpu-l2-cache", "l2", 6, ""),
    Turn("nvbandwidth", "exchange", 60, "-t one_to_all_write_ce all_to_one_write_ce", 2),
    Turn("gpubench exchange", "exchange", 60, "-a by=engine -a pattern=one_to_all,all_to_one", 2),
]


def run(command, seconds, gpus):
    """Return its exit status (None: timed out), output and messages."""
    environment = dict(os.environ, LC_ALL="C")
    if gpus == 1:
        environment.setdefault("CUDA_VISIBLE_DEVICES", "0")
    child = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True, errors="replace")
    try:
        out, err = child.communicate(timeout=seconds)
        return child.returncode, out, err
    except subprocess.TimeoutExpired:
        child.terminate()
        out, err = child.communicate()
        return None, out, err


def fault_of(status, figures, err):
    """The failure of a run, or None."""
    if status:
        return f"exit status {status}: {(err.splitlines() or [''])[-1]}"
    for line in err.splitlines():
        if line.startswith("Validation failed"):
            return line
    return None if figures else "no readable figures"


class Chosen:
    """The lines to be compared, and the runs that they need."""

    def __init__(self, wanted, present, gpus):
        self.lines = [line for line in LINES if line.peer in present and
                      (not wanted or any(f"{line.roof}.".startswith(f"{name}.") for name in wanted))]
        self.turns = [turn for turn in TURNS if any(self.serves(turn, line) for line in self.lines)]
        self.lonely = [line for line in self.lines
                       if any(turn.gpus > gpus for turn in self.turns if self.serves(turn, line))]
        self.lines = [line for line in self.lines if line not in self.lonely]
        self.turns = [turn for turn in self.turns if turn.gpus <= gpus]

    @staticmethod
    def serves(turn, line):
        return turn.who in (line.peer, f"gpubench {line.bench}") and line.roof.startswith(tuple(turn.tells.split()))


class Sides:
    """The figures of each side, one for each round, and the failures."""

    def __init__(self, turns, rounds):
        self.turns, self.rounds, self.figures, self.fractions, self.wrong = turns, rounds, {}, {}, {}

    def add(self, who, number, figures, fractions, fault):
        """Each turn of a program with several turns in a round gives other figures."""
        for name, value in figures.items():
            self.figures.setdefault((who, name), {})[number] = value
        for name, value in fractions.items():
            self.fractions.setdefault(name, []).append(value)
        if fault:
            self.wrong.setdefault(who, []).append(fault)

    def went_wrong(self, who):
        runs = self.rounds * sum(turn.who == who for turn in self.turns)
        return f"{len(self.wrong[who])} of {runs} runs went wrong"

    def cell(self, who, name, unit):
        figures = self.figures.get((who, name))
        text = "no figure" if not figures else f"{statistics.median(figures.values()) / 1e12:.4g} T{unit}"
        return text + (f" ({self.went_wrong(who)})" if who in self.wrong else "")

    def ratios(self, line):
        """The ratio of gpubench to the peer, for each round that has both."""
        ours = self.figures.get((f"gpubench {line.bench}", line.roof), {})
        its = self.figures.get((line.peer, line.name), {})
        return [ours[number] / its[number] for number in ours if its.get(number)]

    def is_behind(self, line, ratios, least):
        median = statistics.median(ratios)
        if line.judged != AHEAD:
            return line.judged == JUDGED and median < least
        reached = statistics.median(self.fractions.get(line.roof, [0]))
        return median < 1 and (max(ratios) < 1 or reached < AT_THE_LIMIT)

    def row(self, line, least):
        """A line of the table, and whether it fails."""
        ours, ratios = f"gpubench {line.bench}", self.ratios(line)
        bad, text = not ratios or ours in self.wrong or line.peer in self.wrong, ""
        if ratios:
            median, lo, hi = statistics.median(ratios), f"{min(ratios):.3f}", f"{max(ratios):.3f}"
            text = f"{median:.3f}" + (f" ({lo} to {hi})" if lo != hi else "")
            if self.is_behind(line, ratios, least):
                bad, text = True, f"**{text}, below {1 if line.judged == AHEAD else least:g}**"
        return (f"| {line.roof} | {line.peer}, {line.name} | {self.cell(line.peer, line.name, line.unit)} | "
                f"{self.cell(ours, line.roof, line.unit)} | {text} | {line.counts} |", bad)


def command_of(turn, build, folder):
    if not turn.who.startswith("gpubench "):
        return [f"{folder}/{turn.who}", *turn.arguments.split()]
    return [f"{build}/gpubench", *(["-d", "0"] if turn.gpus == 1 else []), "-b", turn.who.split()[1],
            *turn.arguments.split()]


def measure(build, folder, turns, rounds):
    sides = Sides(turns, rounds)
    for number in range(rounds):
        for turn in turns if number % 2 == 0 else turns[::-1]:
            status, out, err = run(command_of(turn, build, folder), turn.seconds, turn.gpus)
            ours = turn.who.startswith("gpubench ")
            figures, fractions = read_ours(out) if ours else (read_peer(turn.who, out), {})
            told = ", ".join(f"{name} {value:.5g}" for name, value in figures.items())
            print(f"round {number + 1}: {turn.who}: {told}", file=sys.stderr)
            sides.add(turn.who, number, figures, fractions, fault_of(status, figures, err))
    return sides


def report(sides, lines, least):
    """Print the table; return whether anything in it fails."""
    print("| quantity | peer | its figure | gpubench | gpubench / peer | both count |\n| --- | --- | --- | --- | "
          "--- | --- |")
    rows = [sides.row(line, least) for line in lines]
    for text, _ in rows:
        print(text)
    for who, faults in sides.wrong.items():
        print(f"\n{who}, {sides.went_wrong(who)}: {faults[-1]}")
    return any(bad for _, bad in rows)


def gpus_here(build):
    """The number of GPUs, each a line of --list-devices; None: none can be used."""
    done = subprocess.run([f"{build}/gpubench", "--list-devices"], capture_output=True, text=True, check=False)
    return sum(line[:1].isdigit() for line in done.stdout.splitlines()) or 1 if done.returncode == 0 else None


def find_programs(folder):
    """The peers that exist; missing ones are reported."""
    present = []
    for name in dict.fromkeys(line.peer for line in LINES):
        if os.access(f"{folder}/{name}", os.X_OK):
            present.append(name)
        else:
            print(f"SKIPPED: {name} is not in {folder}; {sys.argv[0]} says how to get it", file=sys.stderr)
    return present


def main():
    if len(sys.argv) < 3:
        print("usage: peers.py BUILD FOLDER [QUANTITY...]: the folder of the programs", file=sys.stderr)
        return 2
    build, folder, *wanted = sys.argv[1:]
    present, gpus = find_programs(folder), gpus_here(build)
    if not present:
        print("SKIPPED: no peer was found: nothing was compared", file=sys.stderr)
        return 77
    if gpus is None:
        print("SKIPPED: no GPU: nothing was compared", file=sys.stderr)
        return 77
    chosen = Chosen(wanted, present, gpus)
    for line in chosen.lonely:
        print(f"SKIPPED: {line.roof} needs a second GPU", file=sys.stderr)
    if not chosen.lines:
        print(f"SKIPPED: nothing of {' '.join(wanted)} can be compared here", file=sys.stderr)
        return 77
    sides = measure(build, folder, chosen.turns, int(os.environ.get("ROUNDS", "3")))
    return 1 if report(sides, chosen.lines, float(os.environ.get("LEAST", "0.98"))) else 0


if __name__ == "__main__":
    sys.exit(main())
