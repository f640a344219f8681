#!/usr/bin/env python3
"""scatter.py [-w] [FILE.csv...]: the tables of harness/analysis/scatter.c, from result files, one for each model of
GPU; -w writes them. Without files it reads all files in results/ that have roofs.

For each roof they contain how much runs of one card differ, and how much cards of one board do, both as a fraction of
their median. For runs this is the largest standard deviation of the cards that were measured three times in one file
and mode. For cards it is that of the cards' medians around that of their board, over all boards; cards whose board is
in no file are left out.

The work of a roof per cycle of the slowest SM ("ROOF/clock") is included if runs agree in that better than in the roof.
The last line is the median deviation of the roofs of matrix units and cuBLAS (harness/analysis/fleet.h)."""
import csv
import math
import re
import statistics
import sys
from collections import defaultdict
from pathlib import Path

JOINT = "matrix units"
ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "harness/analysis/scatter.c"
NEEDED = {"gpu_uuid", "run_id", "roof", "value"}
RUNS_LEAST, CARDS_LEAST = 3, 2
CARDS_ENOUGH = 5  # GB_FLOOR_CARDS_MIN of scatter.h
GONE = ("l2_far.latency",)  # from earlier versions: no row has them now
RATES = ("FLOP/s", "OP/s")  # of work that has a rate per cycle, such as that of an SM's own memories
ON_CHIP = ("l1.read", "shared.read", "shared.write")


def constant(name):
    """A #define of scatter.h."""
    return float(re.search(rf"#define {name}\s+(\S+)", TABLE.with_suffix(".h").read_text(encoding="utf-8"))[1])


STEADY = constant("GB_MIN_OFF_LEAST") / constant("GB_MIN_OFF_SD")


def is_better(unit, one, other):
    return one < other if unit in ("s", "cycles") else one > other


def read(name, boards, model=None):
    """For each card of a model (None: of all) and mode, and each roof, the best row of each run: (value, clock of the
    slowest SM or NaN). Cards that throttled themselves are left out."""
    cards, throttled = defaultdict(lambda: defaultdict(dict)), set()
    with open(name, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if model is not None and row["gpu_name"] != model:
                continue
            if "thermal slowdown" in row.get("reason", ""):
                throttled.add(row["gpu_uuid"])
            if row.get("board"):
                boards[row["gpu_uuid"]] = row["board"]
            if (not row["roof"] or row["roof"] in GONE or not row["value"] or row.get("peer_uuid") or
                row.get("status", "ok") != "ok"):
                continue
            runs = cards[row["gpu_uuid"], row.get("mode") or ""][row["roof"]]
            has_cycle = row.get("unit", RATES[0]) in RATES or row["roof"] in ON_CHIP
            clock = row.get("sm_clock_slowest_hz") if has_cycle else None
            found = (float(row["value"]), float(clock or "nan"))
            if row["run_id"] not in runs or is_better(row.get("unit"), found[0], runs[row["run_id"]][0]):
                runs[row["run_id"]] = found
    return {of: roofs for of, roofs in cards.items() if of[0] not in throttled}


def scatter(values):
    return statistics.stdev(values) / statistics.median(values)


def is_power_bound(roof):
    return roof.startswith(("tensor.", "gemm."))


def joint(roofs, noisy):
    """How the median deviation moves from run to run; NaN: there are fewer than three roofs."""
    offs = {}
    for roof in noisy & roofs.keys():
        if roof.endswith(".burst"):
            continue
        middle = statistics.median(value for value, _ in roofs[roof].values())
        for run, (value, _) in roofs[roof].items():
            offs.setdefault(run, []).append(value / middle)
    medians = [statistics.median(of) for of in offs.values() if len(of) >= 3]
    return scatter(medians) if len(medians) > 2 else math.nan


def between_runs(cards):
    """{name: the largest standard deviation of runs}, for roofs and their work per cycle."""
    values, clocks = {}, {}
    for roofs in cards:
        for roof, runs in roofs.items():
            if len(runs) < RUNS_LEAST:
                continue
            values[roof] = max(values.get(roof, 0), scatter([value for value, _ in runs.values()]))
            done = [value / clock for value, clock in runs.values()]
            if all(math.isfinite(one) for one in done):
                clocks[roof] = max(clocks.get(roof, 0), scatter(done))
    return values, clocks


def between_cards(cards, boards):
    """{name: (standard deviation of cards, number of cards)}, for roofs and their work per cycle."""
    taken = defaultdict(lambda: defaultdict(dict))  # name, card: {run: value}
    for (card, _), roofs in cards:
        for roof, runs in roofs.items():
            for run, (value, clock) in runs.items() if card in boards else ():
                taken[roof][card][run] = value
                if math.isfinite(clock):
                    taken[roof + "/clock"][card][run] = value / clock
    found = {}
    for name, of in taken.items():
        together = defaultdict(list)
        for card, runs in of.items():
            together[boards[card]].append(statistics.median(runs.values()))
        squares, freedom, count = 0, 0, 0
        for values in together.values():
            if len(values) >= CARDS_LEAST:
                squares += (len(values) - 1) * scatter(values) ** 2
                freedom += len(values) - 1
                count += len(values)
        if freedom > 0:
            found[name] = (math.sqrt(squares / freedom), count)
    return found


def table(files, model=None):
    """{name: (sd of runs, sd of cards, cards)} for roofs, work per cycle, and the joint one."""
    boards = {}
    cards = [item for name in files for item in read(name, boards, model).items()]
    values, clocks = between_runs([roofs for _, roofs in cards])
    spread = between_cards(cards, boards)
    noisy = {roof for roof, sd in values.items() if sd > STEADY}
    steady = {roof + "/clock": clocks[roof] for roof in values if clocks.get(roof, 1) <= min(STEADY, values[roof] / 2)}
    joints = [sd for sd in (joint(roofs, set(filter(is_power_bound, noisy))) for _, roofs in cards) if sd == sd]
    runs = {**values, **steady, **({JOINT: max(joints)} if joints else {})}
    return {name: (sd, *spread.get(name, (0, 0))) for name, sd in runs.items()}


def tables(files):
    """{model: its table}; if there are few cards, the scatter between cards is taken from all models."""
    models = set()
    for name in files:
        with open(name, newline="", encoding="utf-8") as file:
            models |= {row["gpu_name"] for row in csv.DictReader(file) if row.get("device") != "host"}
    everyone = table(files)
    return {model: {name: (runs, *(own if own[1] >= CARDS_ENOUGH else everyone.get(name, (0, *own))[1:]))
                    for name, (runs, *own) in roofs.items()}
            for model, roofs in ((model, table(files, model)) for model in sorted(models)) if roofs}


def with_roofs():
    """The result files that may have roofs."""
    for path in sorted((ROOT / "results").glob("*/*.csv")):
        with open(path, newline="", encoding="utf-8") as file:
            if NEEDED <= set(next(csv.reader(file), [])) and path.parent.name != "reference":
                yield path


def printed(found):
    """The C source of all tables."""
    text, names = "", {}
    for number, (model, roofs) in enumerate(sorted(found.items(), reverse=True)):
        names[model] = f"model_{number}"
        text += f"static const struct gb_scatter {names[model]}[] = {{\n" + "".join(
            f'\t{{ "{name}", {math.ceil(runs * 1e5) / 1e5:.5f}, {math.ceil(cards * 1e5) / 1e5:.5f}, {count} }},\n'
            for name, (runs, cards, count) in roofs.items()) + "\t{ NULL, 0, 0, 0 },\n};\n"
    return text + "const struct gb_scatter_model gb_scatter_models[] = {\n" + "".join(
        f'\t{{ "{model}", {name} }},\n' for model, name in names.items()) + "\t{ NULL, NULL },\n};\n"


def main():
    files = [name for name in sys.argv[1:] if name != "-w"] or list(with_roofs())
    lines = printed(tables(files))
    if "-w" not in sys.argv:
        print(lines, end="")
        return
    text = TABLE.read_text(encoding="utf-8")
    text = re.sub(r"(/\* clang-format off \*/\n).*?(/\* clang-format on \*/\n)", lambda m: m[1] + lines + m[2],
                  text, flags=re.S)
    TABLE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
