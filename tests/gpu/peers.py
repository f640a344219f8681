#!/usr/bin/env python3
"""peers.py BUILD FOLDER: gpubench and other GPU benchmarks, on one GPU and in the same minutes.

They run by turns, ROUNDS times (3); the best of each side counts. Prints a table in Markdown. FOLDER has their programs by
their own names, built for the GPU at hand; those that are not there are left out. How to get them, each with a CUDA Toolkit:

  cuda-stream    https://github.com/UoB-HPC/BabelStream      cmake -B build -DMODEL=cuda -DCUDA_ARCH=sm_90
                 -DCMAKE_CUDA_COMPILER=nvcc && cmake --build build
  nvbandwidth    https://github.com/NVIDIA/nvbandwidth       cmake -B build && cmake --build build
  gpu-stream     https://github.com/te42kyfo/gpu-benches     nvcc -O3 -arch=native -o gpu-stream gpu-stream/main.cu
  gpu-cache, gpu-l2-cache                                    the same, and -lcupti -lcuda
  mixbench-cuda  https://github.com/ekondis/mixbench         cmake -B build mixbench-cuda && cmake --build build
  clpeak         https://github.com/krrishnarraj/clpeak (2)  cmake -B build && cmake --build build

Exit status: 0 fine; 1 ours is below LEAST (0.98) of a peer's, or a figure is missing; 77 nothing to compare. Within 240 s.
"""
import os
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "shared"))

from peer_output import read_ours, read_peer  # noqa: E402

# Our benchmark; our roof, or else benchmark.value; unit; peer; what it calls it; what both count; whether it is judged.
Line = namedtuple("Line", "bench roof unit peer name counts judged", defaults=[True])
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
    Line("cache", "l1.read", "B/s", "gpu-cache", "Eff. bw", "bytes loaded, all SMs; the best data set inside L1"),
    Line("cache", "l2.read", "B/s", "gpu-l2-cache", "Eff. bw",
         "not judged: of its 16 to 40 MB SMs share lines, here each has its own", False),
]

# In turn: a peer, or our benchmark; the seconds it may take; its arguments. Who is at it when the time is over is stopped:
# those go on to sizes that are not asked for. Arrays are of 1 GiB, and of 4 GiB as ours.
TURNS = [
    ("cuda-stream", 30, "--csv -n 100 -s 134217728"),
    ("gpubench dram", 60, "-a op=read,write,copy,scale,add,triad,driver_copy"),
    ("nvbandwidth", 30, "-t device_local_copy -b 4096 -i 5"),
    ("nvbandwidth", 60, "-t host_to_device_memcpy_ce device_to_host_memcpy_ce host_to_device_bidirectional_memcpy_ce "
                        "device_to_host_bidirectional_memcpy_ce host_to_device_memcpy_sm device_to_host_memcpy_sm"),
    ("gpubench transfer", 60, "-a op=h2d,d2h,both,read,write -a bytes=1073741824"),
    ("gpu-stream", 30, ""),
    ("mixbench-cuda", 30, ""),
    ("gpubench ffma", 60, "-a type=fp32,fp64,fp16,int32"),
    ("clpeak", 30, "--cuda --max-time 300 --single-precision-compute --double-precision-compute --half-precision-compute "
                   "--integer-compute --global-memory-bandwidth"),
    ("gpu-cache", 6, ""),
    ("gpubench cache", 60, "-a walk=l1,l2"),
    ("gpu-l2-cache", 6, ""),
]


def run(command, seconds):
    """Return its exit status (None: its time was over), output and messages."""
    environment = dict(os.environ, LC_ALL="C")
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
    """What went wrong with a run, or None."""
    if status:
        return f"exit status {status}: {(err.splitlines() or [''])[-1]}"
    for line in err.splitlines():
        if line.startswith("Validation failed"):
            return line
    return None if figures else "nothing that can be read"


class Sides:
    """The best figures of each side, and what went wrong."""

    def __init__(self, rounds):
        self.rounds, self.best, self.wrong = rounds, {}, {}

    def add(self, who, figures, fault):
        for name, value in figures.items():
            self.best[who, name] = max(self.best.get((who, name), 0), value)
        if fault:
            self.wrong.setdefault(who, []).append(fault)

    def went_wrong(self, who):
        runs = self.rounds * sum(turn[0] == who for turn in TURNS)
        return f"{len(self.wrong[who])} of {runs} runs went wrong"

    def cell(self, who, name, unit):
        figure = self.best.get((who, name))
        text = "no figure" if figure is None else f"{figure / 1e12:.4g} T{unit}"
        return text + (f" ({self.went_wrong(who)})" if who in self.wrong else "")

    def row(self, line, least):
        """A line of the table, and whether it is bad."""
        ours = f"gpubench {line.bench}"
        mine, its = self.best.get((ours, line.roof)), self.best.get((line.peer, line.name))
        bad = mine is None or its is None or ours in self.wrong or line.peer in self.wrong
        text = ""
        if mine is not None and its is not None:
            low = line.judged and mine / its < least
            bad = bad or low
            text = f"**{mine / its:.3f}, below {least:g}**" if low else f"{mine / its:.3f}"
        return (f"| {line.roof} | {line.peer}, {line.name} | {self.cell(line.peer, line.name, line.unit)} | "
                f"{self.cell(ours, line.roof, line.unit)} | {text} | {line.counts} |", bad)


def measure(build, folder, present, rounds):
    sides = Sides(rounds)
    for turn in range(1, rounds + 1):
        for who, seconds, arguments in TURNS:
            ours = who.startswith("gpubench ")
            if not ours and who not in present:
                continue
            print(f"round {turn}: {who}", file=sys.stderr)
            command = [f"{build}/gpubench", "-d", "0", "-b", who.split()[1]] if ours else [f"{folder}/{who}"]
            status, out, err = run(command + arguments.split(), seconds)
            figures = read_ours(out) if ours else read_peer(who, out)
            sides.add(who, figures, fault_of(status, figures, err))
    return sides


def report(sides, present, least):
    """Print the table; return whether anything in it is bad."""
    print("| quantity | peer | its figure | gpubench | gpubench / peer | both count |\n| --- | --- | --- | --- | --- | --- |")
    rows = [sides.row(line, least) for line in LINES if line.peer in present]
    for text, _ in rows:
        print(text)
    for who, faults in sides.wrong.items():
        print(f"\n{who}, {sides.went_wrong(who)}: {faults[-1]}")
    return any(bad for _, bad in rows)


def main():
    if len(sys.argv) != 3:
        print("usage: peers.py BUILD FOLDER: the folder of the programs, PEERS= of make peers-gpu", file=sys.stderr)
        return 2
    build, folder = sys.argv[1:]
    present = []
    for name in dict.fromkeys(line.peer for line in LINES):
        if os.access(f"{folder}/{name}", os.X_OK):
            present.append(name)
        else:
            print(f"SKIPPED: {name} is not in {folder}; {sys.argv[0]} says how to get it", file=sys.stderr)
    if not present:
        print("SKIPPED: no peer at all: nothing was compared", file=sys.stderr)
        return 77
    if subprocess.run([f"{build}/gpubench", "--list-devices"], capture_output=True, check=False).returncode != 0:
        print("SKIPPED: no GPU: nothing was compared", file=sys.stderr)
        return 77
    sides = measure(build, folder, present, int(os.environ.get("ROUNDS", "3")))
    return 1 if report(sides, present, float(os.environ.get("LEAST", "0.98"))) else 0


if __name__ == "__main__":
    sys.exit(main())
