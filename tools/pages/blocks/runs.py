"""runs.py: the tables of several runs of a card or a model, from results/fleet. figures.py writes them."""
import math
import sys

from queries import CARDS
from result_rows import ROOT, read_file

sys.path.insert(0, str(ROOT / "tests/gpu"))

import same  # noqa: E402

CLASSES = ((same.STEADY, "steady roofs"), (same.POWER_BOUND, "roofs at the power cap, and bursts"),
           (same.LOOSE, "`gemm.*`, `l2.read_common`"))


def further(roofs, verdict):
    """The roofs that moved further than allowed for this reason, and by how much."""
    far = sorted(((roof.moves(), name) for name, roof in roofs.items() if roof.verdict(name) == verdict), reverse=True)
    return "; ".join(f"`{name}` {percent:.1f} %" for percent, name in far) or "none"


def roofs_of_card(model, card):
    """{name: Roof} of all runs of a card in results/fleet."""
    rows = [row for row in read_file(ROOT / f"results/fleet/{model}.csv") if row["gpu_uuid"].startswith(card)]
    return {name: roof for (_, name), roof in same.roofs_of([(card, rows)]).items()}


def runs_of_one_card(roofs):
    """A summary of same.py's results for several runs of a card."""
    lines = ["| roofs | allowed scatter | scatter within it | above it, with the clock | above it, suspect | above it "
             "otherwise |",
             "| --- | --- | --- | --- | --- | --- |"]
    count = held = 0
    for most, what in CLASSES:
        moved = {name: roof for name, roof in roofs.items() if roof.may(name) == most}
        near = [roof.moves() for roof in moved.values() if roof.moves() <= most]
        lines.append(f"| {what}: {len(moved)} | {most:g} % | {len(near)} roofs: {min(near, default=0):.2f} to "
                     f"{max(near, default=0):.2f} % | " +
                     " | ".join(further(moved, verdict) for verdict in ("clock", "suspect", "too far")) + " |")
    for roof in roofs.values():
        count, held = count + roof.intervals()[0], held + roof.intervals()[1]
    lines.append(f"| intervals that contain the median of all runs | at least {same.COVERAGE} % | {held} of {count}: "
                 f"{100 * held / max(count, 1):.1f} % | | | |")
    return "\n".join(lines) + "\n"


def same_runs():
    return runs_of_one_card(roofs_of_card("h200-sxm", "GPU-5d2cc560"))


def ten_runs():
    return runs_of_one_card(roofs_of_card("h100-sxm", "GPU-0ef79e88"))


def per_clock():
    """For each kind of SM roof of an H100, how far value and work per clock moved, and half the interval of the
    latter."""
    roofs = {name: roof for name, roof in roofs_of_card("h100-sxm", "GPU-ff31d2f1").items()
             if math.isfinite(roof.moves("per_clock"))}
    kinds = {"FP32, FP64, INT32, DP4A": ("fp32", "fp64", "int32", "dp4a"), "FP16, BF16": ("fp16", "bf16"),
             "shared memory, L1": ("shared.read", "shared.write", "l1.read"),
             "matrix units": tuple(name for name in roofs if name.startswith("tensor."))}
    lines = ["| roofs | scatter of values | of work per clock | half its interval, full runs | quick runs |",
             "| --- | ---: | ---: | ---: | ---: |"]
    for kind, names in kinds.items():
        of = [roofs[name] for name in names]
        halves = [[50 * (float(row["per_clock_hi"]) - float(row["per_clock_lo"])) / float(row["per_clock"])
                   for roof in of
                   for row in roof.rows() if (row["mode"] == "quick") == quick] for quick in (False, True)]
        cells = [[roof.moves() for roof in of], [roof.moves("per_clock") for roof in of], *halves]
        lines.append(f"| {kind}: {len(of)} | " + " | ".join(f"{min(cell):.2f} to {max(cell):.2f} %" for cell in cells) +
                     " |")
    return "\n".join(lines) + "\n"


def clock_cards():
    """Clocks on zeros and all SMs in the newest full run of each card by 0.2.0 or later, and their ratio to NVML's."""
    formats = ("fp64", "fp16", "bf16", "tf32", "fp8", "int8")
    lines = ["| card | version | " + " | ".join(name.upper() for name in formats) + " |", "| --- | --- |" +
             " ---: |" * len(formats)]
    for card, model in CARDS.items():
        runs = {}
        for row in read_file(ROOT / f"results/fleet/{model}.csv"):
            if (row["roof"].startswith("tensor.") and row["sm_clock_nvml_hz"] and row["mode"] == "full" and
                row["version"] >= "0.2."):
                runs.setdefault((row["gpu_uuid"], row["run_id"]), {})[row["roof"]] = row
        # A run of single roofs does not count.
        newest = {uuid: of for (uuid, _), of in runs.items() if len(of) > len(formats)}
        for of in newest.values():
            row, cells = next(iter(of.values())), []
            for name in formats:
                zeros = of.get(f"tensor.{name}.zeros")
                hz, nvml = (float(zeros[name]) if zeros else math.nan for name in ("sm_clock_hz", "sm_clock_nvml_hz"))
                cells.append(f"{hz / 1e9:.3f} ({hz / nvml:.3f})" if zeros else "-")
            lines.append(f"| {card} {row['gpu_uuid'][:12]} | {row['version']} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


BLOCKS = {"per clock": per_clock, "same": same_runs, "ten runs": ten_runs, "clocks of cards": clock_cards}
