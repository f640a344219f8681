#!/usr/bin/env python3
"""example.py RESULTS.csv: prints the steps of docs/worked-example.md as kernels for `gpubench plot roofline --kernels`,
each under the memory whose roof is nearest. figures.py prints their tables with it."""
import csv
import sys

from result_rows import FOLDER, read_file, values_of

# In the order of the steps.
VERSIONS = ("one_block", "block_a_set", "coalesced", "shuffled", "library")
KERNELS = ("plain", "along_rows", "tiled", "blocked", "registers", "cp_async", "cublas")
WORKS = {"average": ("version", VERSIONS), "product": ("kernel", KERNELS)}
# The roofs, the metric compared with each, and the operations per byte at that level.
ROOFS = {"memory": ("dram.read", "memory_bandwidth", "intensity"), "L1": ("l1.read", "l1_bandwidth", "intensity_l1"),
         "FP32": ("fp32", "flop_rate", "intensity")}


class Step:
    """A version or kernel: its metrics, and its place."""

    def __init__(self, name, rows, roofs):
        self.name, self.roofs = name, roofs
        self.value = {row["metric"]: float(row["value"]) for row in rows}

    def share(self, roof):
        """The share of a measured roof; None if the step does not use that memory."""
        value = self.value.get(ROOFS[roof][1])
        return None if value is None else value / self.roofs[roof]

    def nearest(self):
        return max((roof for roof in ROOFS if self.share(roof) is not None), key=self.share)


def steps_of(rows, work, roofs):
    """The measured steps in order. `roofs`: the value of each roof by its key in ROOFS."""
    axis, names = WORKS[work]
    steps = []
    for name in names:
        own = [row for row in values_of(rows, "case", None, [f"work={work}", f"{axis}={name}"]) if row["variant"]]
        if own:
            steps.append(Step(name, own, roofs))
    return steps


def cell(number, text):
    return "-" if number is None else text.format(number)


def table(steps):
    """A row for each step: its time and gain, its places, and its shares of the measured roofs."""
    lines = ["| step | time | gain | TFLOP/s | sectors per request | FLOP/B: memory | L2 | L1 | share of the roof: "
             "memory | L1 | FP32 | nearest |", "| --- |" + " ---: |" * 10 + " --- |"]
    before = None
    for step in steps:
        value = step.value
        gain = None if before is None else before.value["time"] / value["time"]
        lines.append("| " + " | ".join([
            f"`{step.name}`", f"{1e3 * value['time']:.4g} ms", cell(gain, "{:.3g}×"),
            f"{value['flop_rate'] / 1e12:.3g}", cell(value.get("sectors_per_request"), "{:.4g}"),
            *(cell(value.get(of), "{:.3g}") for of in ("intensity", "intensity_l2", "intensity_l1")),
            *(cell(step.share(roof), "{:.1%}").replace("%", " %") for roof in ROOFS), step.nearest()]) + " |")
        before = step
    return "\n".join(lines) + "\n"


def kernels(steps):
    """name, FLOP, bytes, seconds. If several steps are nearly at the same place, the fastest has all names."""
    places = {}
    for step in steps:
        intensity = step.value[ROOFS[step.nearest()][2]]
        places.setdefault((step.nearest(), f"{intensity:.3g}"), []).append((step, intensity))
    for near in places.values():
        near.sort(key=lambda place: -place[0].value["flop_rate"])
        together = near[0][0].value["flop_rate"] < 1.5 * near[-1][0].value["flop_rate"]
        for number, (step, intensity) in enumerate(near):
            names = step.name if not together else " / ".join(other.name for other, _ in near) if number == 0 else " "
            seconds, flop = step.value["time"], step.value["flop_rate"] * step.value["time"]
            yield [names, f"{flop:.6g}", f"{flop / intensity:.6g}", f"{seconds:.6g}"]


def roofs_of(rows):
    """The measured roofs by their key in ROOFS; None where one is missing."""
    roofs = {}
    for key, (name, _, _) in ROOFS.items():
        values = [float(row["value"]) for row in rows if row["roof"] == name and row["value"] and row["status"] == "ok"]
        if not values:
            return None
        roofs[key] = max(values)
    return roofs


def worked(work):
    """The steps of a work."""
    rows = read_file(FOLDER / "all.csv")
    return table(steps_of(rows, work, roofs_of(rows)))


# For docs/worked-example.md, printed by figures.py.
BLOCKS = {"steps of the means": lambda: worked("average"), "steps of the product": lambda: worked("product")}


def main():
    if len(sys.argv) != 2:
        raise SystemExit("usage: example.py RESULTS.csv")
    rows = read_file(sys.argv[1])
    roofs = roofs_of(rows)
    if roofs is None:
        raise SystemExit(f"example.py: {sys.argv[1]} lacks one of the roofs "
                         f"{', '.join(name for name, _, _ in ROOFS.values())}")
    print("name,flop,byte,seconds")
    writer = csv.writer(sys.stdout, lineterminator="\n", quoting=csv.QUOTE_ALL)  # blanks count
    for work in WORKS:
        writer.writerows(kernels(steps_of(rows, work, roofs)))


if __name__ == "__main__":
    main()
