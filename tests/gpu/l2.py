#!/usr/bin/env python3
"""l2.py [--program FILE] BUILD RESULTS.csv: finds the slices of this GPU's L2, their clock and width, for the table in
harness/measuring/device/rates.c.

The points that set l2.read and l2.write in RESULTS.csv, which must be of this model, are launched again under
Nsight Compute:

    slices       = lts__cycles_elapsed.sum / .avg
    clock        = lts__cycles_elapsed.avg.per_second, while SMs run as found
    read width   = bytes of a launch / (lts__cycles_elapsed.sum x busy share of lts__lts2xbar)
    write width  = bytes of a launch / (lts__cycles_elapsed.sum x busy share of lts__xbar2lts)

A width must come within 2 % of a power of two: a slice moves 32 or 64 bytes per clock, and anything else means that
bytes other than those of the launch passed. Needs ncu and the right to read counters. Exit status: 0 found, 1 not
found, 77 cannot be done here.
"""
import argparse
import math
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "shared"))

from audit_counters import LAUNCHES, CannotHere, need, profile  # noqa: E402
from counters import mean  # noqa: E402
from expression import Wrong  # noqa: E402
from rows import read_file  # noqa: E402

SUM, AVERAGE, CLOCK = "lts__cycles_elapsed.sum", "lts__cycles_elapsed.avg", "lts__cycles_elapsed.avg.per_second"
BUSY = {"l2.read": "lts__lts2xbar_cycles_active.avg.pct_of_peak_sustained_elapsed",
        "l2.write": "lts__xbar2lts_cycles_active.avg.pct_of_peak_sustained_elapsed"}
TOLERANCE = 0.02


class Asked:
    """The request for profile()."""
    kernels = "cache_shared"

    @staticmethod
    def metrics():
        return [SUM, AVERAGE, CLOCK, *BUSY.values()]


def power_of_two(width):
    """The power of two nearest to a width; Wrong if none is near."""
    nearest = 2 ** round(math.log2(width)) if width > 0 else 0
    if not nearest or abs(width / nearest - 1) > TOLERANCE:
        raise Wrong(f"{width:.2f} bytes per clock and slice are near no power of two: other bytes passed than the "
                    "launch says")
    return nearest


def slices_of(kernels):
    """The number of slices, from a counter's sum over all slices and its mean."""
    count = mean(kernels, SUM, LAUNCHES) / mean(kernels, AVERAGE, LAUNCHES)
    if abs(count - round(count)) > 0.01:
        raise Wrong(f"the counters of L2 give {count:.3f} slices")
    return round(count)


def width_of(kernels, roof, launch_bytes):
    """Bytes that a slice moves in a busy clock, as measured and as rounded."""
    busy = mean(kernels, SUM, LAUNCHES) * mean(kernels, BUSY[roof], LAUNCHES) / 100
    width = launch_bytes / busy
    return width, power_of_two(width)


def entry(name, slices, widths, clock):
    """A line of the table."""
    return (f'{{ "{name}", {{ .slices = {slices}, .read_bytes = {widths["l2.read"]}, '
            f'.write_bytes = {widths["l2.write"]}, '
            f".clock_hz = {clock / 1e9:.3g}e9 }} }},")


def look(program, points):
    """The roof of each point, and ncu's values for its launches."""
    with tempfile.TemporaryDirectory() as work:
        launched, kernels = profile(program, "cache", Asked, points, work)
    if len(kernels) != LAUNCHES * len(launched):
        raise Wrong(f"ncu saw {len(kernels)} kernels of {len(launched)} points, which launch {LAUNCHES} each")
    for i, (row, ours) in enumerate(launched):
        roof = next(point["roof"] for point in points if point["point"] == row["point"])
        yield roof, ours["launch_bytes"], kernels[i * LAUNCHES:(i + 1) * LAUNCHES]


def report(program, points):
    widths, clocks, slices = {}, [], set()
    for roof, launch_bytes, kernels in look(program, points):
        measured, widths[roof] = width_of(kernels, roof, launch_bytes)
        clocks.append(mean(kernels, CLOCK, LAUNCHES))
        slices.add(slices_of(kernels))
        print(f"{roof}: {slices_of(kernels)} slices at {clocks[-1] / 1e9:.4f} GHz, {measured:.2f} bytes per clock, "
              f"busy {mean(kernels, BUSY[roof], LAUNCHES):.1f} %")
    if len(slices) != 1 or set(widths) != set(BUSY):
        raise Wrong("both roofs are needed, and they must have as many slices")
    print(entry(points[0]["gpu_name"], slices.pop(), widths, sum(clocks) / len(clocks)))


def main():
    parser = argparse.ArgumentParser(description="find the slices of L2, their clock and width, with counters")
    parser.add_argument("--program")
    parser.add_argument("build")
    parser.add_argument("results")
    arguments = parser.parse_args()
    program = arguments.program or f"{arguments.build}/gpubench"
    try:
        need(program)
        report(program, [row for row in read_file(arguments.results) if row["roof"] in BUSY])
    except CannotHere as reason:
        print(f"l2: {reason}", file=sys.stderr)
        return 77
    except Wrong as reason:
        print(f"l2: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
