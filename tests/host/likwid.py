#!/usr/bin/env python3
"""likwid.py BUILD [DUELS]: compares host_dram with likwid-bench, on this machine and in the same minutes.

First each searches for its best kernel: ours by its own search, likwid-bench by running every kernel that this
processor supports. Then the two best run in turn, DUELS times (10), for a second each, because other guests of a host
may take half of its memory bandwidth for seconds. The best result of each side counts. Both process the same number of
bytes on all cores. Exit status: 1 if ours is below LEAST (0.98) of theirs, or if one of them gave no figure; 77 if
likwid-bench is missing.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "shared"))

from rows import read_file  # noqa: E402

# Kernels of likwid-bench for an operation. Its `stream` is called triad here.
KERNELS = {
    "read": "load_avx512 load_avx load_sse load",
    "write": "store_mem_avx512 store_mem_avx store_mem_sse store_avx512 store_avx store_sse",
    "copy": "copy_mem_avx512 copy_mem_avx copy_mem_sse copy_avx512 copy_avx copy_sse",
    "triad": "stream_mem_avx512 stream_mem_avx stream_mem_avx_fma stream_mem_sse stream_avx512_fma stream_avx_fma "
             "stream_sse",
}
# The processor's work in a kernel, by a part of the kernel's name; the first match counts.
FLAGS = (("avx512", "avx512f"), ("avx", "avx2"), ("sse", "sse2"))


class NoFigure(Exception):
    """A program without a result; the text gives the reason."""


def kernels_of(op, flags):
    """Kernels that a processor with these flags can run."""
    return [name for name in KERNELS[op].split()
            if next((flag for part, flag in FLAGS if part in name), None) in flags | {None}]


def read_ours(op, rows):
    """(bytes/s, point, bytes of the working set) of a run of host_dram."""
    values = {}
    for row in rows:
        values.setdefault(row["metric"], row)
    if not values.get("bandwidth", {}).get("value"):
        raise NoFigure(f"gpubench: op={op}: no value: {values.get('', {}).get('reason', '')}")
    return (float(values["bandwidth"]["value"]), values["bandwidth"]["point"], float(values["working_set"]["value"]))


def read_theirs(text):
    """bytes/s in the output of likwid-bench, or None."""
    for line in text.splitlines():
        if line.startswith("MByte/s:"):
            return float(line.split()[1]) * 1e6
    return None


def ours(build, op, *options):
    with tempfile.TemporaryDirectory() as work:
        done = subprocess.run([f"{build}/gpubench", "-b", "host_dram", "--device", "host", "-a", f"op={op}", *options,
                               "-o", f"{work}/csv"], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=False)
        if done.returncode != 0:
            raise NoFigure(f"gpubench: op={op}: {(done.stderr.splitlines() or [''])[-1]}")
        return read_ours(op, read_file(f"{work}/csv"))


def theirs(kernel, size):
    """-W: each thread touches its own part first."""
    done = subprocess.run(["likwid-bench", "-t", kernel, "-s", "1", "-W", f"N:{int(size / 1000)}kB"],
                          env=dict(os.environ, LC_ALL="C"), capture_output=True, text=True, check=False)
    return read_theirs(done.stdout)


def axes(point):
    """The options for these values of its axes, without the operation."""
    return [word for value in point.split(",") if not value.startswith("op=") for word in ("-a", value)]


def compare(build, op, duels, flags):
    """Return the best of host_dram and of likwid-bench: (bytes/s, name)."""
    print(f"{op}: looking for the best of each", file=sys.stderr)
    value, point, size = ours(build, op)
    mine, its = [(value, point)], []

    def run_theirs(kernel):
        rate = theirs(kernel, size)
        if rate is not None:
            its.append((rate, kernel))

    for kernel in kernels_of(op, flags):
        run_theirs(kernel)
    if not its:
        raise NoFigure(f"likwid-bench gave no bandwidth for {op}")
    print(f"{op}: {duels} duels", file=sys.stderr)
    for _ in range(duels):
        value, point, size = ours(build, op, *axes(max(mine)[1]), "--quick", "--timeout", "0.5")
        mine.append((value, point))
        run_theirs(max(its)[1])
    return max(mine), max(its)


def table(results, least):
    """The lines of the table, and whether host_dram is below in any."""
    lines = [f"{'op':<6} {'gpubench':>12} {'likwid-bench':>12} {'ratio':>7}  {'best of likwid-bench':<22} best "
             "of gpubench"]
    for op, (mine, its) in results.items():
        lines.append(f"{op:<6} {mine[0] / 1e9:7.2f} GB/s {its[0] / 1e9:7.2f} GB/s {mine[0] / its[0]:7.3f}  "
                     f"{its[1]:<22} {mine[1]}")
    return lines, any(mine[0] / its[0] < least for mine, its in results.values())


def main():
    build, duels = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10
    if not shutil.which("likwid-bench"):
        print("SKIPPED: likwid-bench is missing (Debian: apt-get install likwid): nothing was compared",
              file=sys.stderr)
        return 77
    least = float(os.environ.get("LEAST", "0.98"))
    flags = set(Path("/proc/cpuinfo").read_text(encoding="utf-8").split())
    try:
        lines, below = table({op: compare(build, op, duels, flags) for op in KERNELS}, least)
    except NoFigure as fault:
        print(fault, file=sys.stderr)
        return 1
    print("\n".join(lines))
    if below:
        print(f"below {least:g} of likwid-bench", file=sys.stderr)
    return 1 if below else 0


if __name__ == "__main__":
    sys.exit(main())
