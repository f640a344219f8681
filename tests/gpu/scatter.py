#!/usr/bin/env python3
"""scatter.py [-w] [FILE.csv...]: the tables of harness/reading/analysis/scatter.c, from result files, one for each
model of GPU; -w writes them. Without files it reads results/fleet.

For each roof they contain how much runs of one card differ, and how much cards of one board do, both as a fraction of
their median. For runs this is the largest standard deviation of the cards that were measured three times in one mode,
by one version and a build with one toolkit. For cards it is that of the cards' medians around that of their board, over
all boards; cards whose board is in no file are left out. The last number is how much the medians of boards differ.

Rows that are older than a change of their benchmark are left out (results/breaks.py); only if no others have runs of
one build, these show how much runs differ. Cards that are far below all others of their board are left out and
printed, as a defect is no scatter. If fewer than ten cards of a model are
known, or a joint is, the cards of all models count.

The work of a roof per cycle of the slowest SM ("ROOF/clock") is included if runs agree in that better than in the roof.
The last lines are the joints: the deviations of roofs that move together
(harness/reading/analysis/scatter.h)."""
import csv
import math
import re
import statistics
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "results"))
import breaks  # noqa: E402

JOINTS = ("matrix units", "plain units")
PLAIN = ("fp64", "fp32", "fp16", "bf16", "int32", "dp4a", "l1.read", "shared.read", "shared.write")
TABLE = ROOT / "harness/reading/analysis/scatter.c"
FLEET = sorted((ROOT / "results/fleet").glob("*.csv"))
RUNS_LEAST, CARDS_LEAST, JOINED_LEAST = 3, 2, 5
UNSTEADY = ("gemm.", "transfer.", "clock.", "l2.read_common")  # a low value is not a defect
FAR, FAR_CARDS = 8, 5  # a card this far below others, in robust standard deviations, is defective
CARDS_ENOUGH = 10  # of one model
GONE = ("l2_far.latency",)  # from earlier versions; present rows do not have them
RATES = ("FLOP/s", "OP/s")  # of work that has a rate per cycle, such as that of an SM's own memories
ON_CHIP = ("l1.read", "shared.read", "shared.write")
BUILD = ("version", "cuda", "mode")


def constant(name):
    """A #define of scatter.h."""
    return float(re.search(rf"#define {name}\s+(\S+)", TABLE.with_suffix(".h").read_text(encoding="utf-8"))[1])


STEADY = constant("GB_MIN_OFF_LEAST") / constant("GB_MIN_OFF_SD")


def is_better(unit, one, other):
    return one < other if unit in ("s", "cycles") else one > other


def read(name, boards, model=None, old=False):
    """For each card of a model (None: of all) and BUILD, and each roof, the best row of each run: (value, clock of the
    slowest SM or NaN). Cards that throttled themselves are left out. `old`: rows before breaks too."""
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
                row.get("status", "ok") != "ok" or
                breaks.is_old(row) > old):
                continue
            runs = cards[(row["gpu_uuid"], *(row.get(name) for name in BUILD))][row["roof"]]
            has_cycle = row.get("unit", RATES[0]) in RATES or row["roof"] in ON_CHIP
            clock = row.get("sm_clock_slowest_hz") if has_cycle else None
            found = (float(row["value"]), float(clock or "nan"))
            if row["run_id"] not in runs or is_better(row.get("unit"), found[0], runs[row["run_id"]][0]):
                runs[row["run_id"]] = found
    return {of: roofs for of, roofs in cards.items() if of[0] not in throttled}


def scatter(values):
    return statistics.stdev(values) / statistics.median(values)


def joint_of(roof):
    """As gb_joint_of(); None: of none."""
    if roof.startswith("tensor.") and not roof.startswith("tensor.fp64") and not roof.endswith(".burst"):
        return JOINTS[0]
    return JOINTS[1] if roof in PLAIN else None


def middle_mean(values):
    """As gb_fleet_join()."""
    aside = len(values) // 4
    return statistics.mean(sorted(values)[aside:len(values) - aside])


def join(cards):
    """Adds the joints to the cards' roofs, with one value for each run."""
    middles = defaultdict(list)
    for _, roofs in cards:
        for roof in filter(joint_of, roofs):
            middles[roof].append(statistics.median(value for value, _ in roofs[roof].values()))
    middles = {roof: statistics.median(values) for roof, values in middles.items()}
    for _, roofs in cards:
        parts = defaultdict(lambda: defaultdict(list))
        for roof in filter(joint_of, list(roofs)):
            for run, (value, _) in roofs[roof].items():
                parts[joint_of(roof)][run].append(value / middles[roof])
        for name, runs in parts.items():
            roofs[name] = {run: (middle_mean(of), math.nan) for run, of in runs.items() if len(of) >= JOINED_LEAST}


def between_runs(cards):
    """{name: the largest standard deviation of runs}, for roofs and their work per cycle."""
    values, clocks = {}, {}
    for roofs in cards:
        for roof, runs in roofs.items():
            if len(runs) < RUNS_LEAST:
                continue
            values.setdefault(roof, []).append(scatter([value for value, _ in runs.values()]))
            done = [value / clock for value, clock in runs.values()]
            if all(math.isfinite(one) for one in done):
                clocks[roof] = max(clocks.get(roof, 0), scatter(done))
    return {roof: statistics.mean(of) if roof in JOINTS else max(of) for roof, of in values.items()}, clocks


def runs_before(files, model):
    """The scatter between runs with rows from before breaks, for roofs without any other: that of the median card."""
    found = defaultdict(list)
    for name in files:
        for roofs in read(name, {}, model, old=True).values():
            for roof, runs in roofs.items():
                if len(runs) >= RUNS_LEAST:
                    found[roof].append(scatter([value for value, _ in runs.values()]))
    return {roof: statistics.median_low(of) for roof, of in found.items()}


def healthy(name, values):
    """Values of one board, excluding cards with a defect."""
    middle = statistics.median(values)
    far = max(FAR * 1.4826 * statistics.median(abs(value - middle) for value in values), STEADY * FAR * middle)
    kept = [value for value in values if len(values) <= FAR_CARDS or middle - value <= far or
            name.startswith(UNSTEADY) or ".latency" in name]
    for value in set(values) - set(kept):
        print(f"scatter.py: left out: a card at {100 * (value / middle - 1):+.1f} % in {name}", file=sys.stderr)
    return kept


def between_cards(cards, boards):
    """{name: (standard deviation of cards, number of cards, that of boards)}, for roofs and their work per cycle."""
    taken = defaultdict(lambda: defaultdict(dict))  # name, card: {run: value}
    for (card, *_), roofs in cards:
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
        together = {board: healthy(name, values) for board, values in together.items()}
        medians = [statistics.median(values) for values in together.values()]
        for values in together.values():
            if len(values) >= CARDS_LEAST:
                squares += (len(values) - 1) * scatter(values) ** 2
                freedom += len(values) - 1
                count += len(values)
        if freedom > 0:
            found[name] = (math.sqrt(squares / freedom), count, scatter(medians) if len(medians) > 1 else 0)
    return found


def table(files, model=None):
    """{name: (sd of runs, sd of cards, cards, sd of boards)} for roofs, work per cycle, and the joints."""
    boards = {}
    cards = [item for name in files for item in read(name, boards, model).items()]
    join(cards)
    values, clocks = between_runs([roofs for _, roofs in cards])
    for roof, sd in runs_before(files, model).items():
        values.setdefault(roof, sd)
    spread = between_cards(cards, boards)
    steady = {roof + "/clock": clocks[roof] for roof in values
              if clocks.get(roof, 1) <= min(2 * STEADY, values[roof] / 2)}
    joints = {name: values.pop(name) for name in JOINTS if name in values}
    return {name: (sd, *spread.get(name, (0, 0, 0))) for name, sd in {**values, **steady, **joints}.items()}


def together(of_models, name):
    """The scatter between cards, their number and the scatter between boards over all models."""
    known = [of[name][1:] for of in of_models if name in of]
    freedom = [max(cards - 1, 0) for _, cards, _ in known]
    squares = sum(sd ** 2 * number for (sd, _, _), number in zip(known, freedom))
    return (math.sqrt(squares / sum(freedom)) if sum(freedom) else 0, sum(cards for _, cards, _ in known),
            max(boards for _, _, boards in known))


def tables(files):
    """{model: its table}; with few cards, the scatter between cards is taken from all models."""
    models = set()
    for name in files:
        with open(name, newline="", encoding="utf-8") as file:
            models |= {row["gpu_name"] for row in csv.DictReader(file) if row.get("device") != "host"}
    everyone = [table(files, model) for model in models]
    return {model: {name: (runs, *(own if own[1] >= CARDS_ENOUGH and name not in JOINTS else together(everyone, name)))
                    for name, (runs, *own) in roofs.items()}
            for model, roofs in ((model, table(files, model)) for model in sorted(models)) if roofs}


def up(value):
    return f"{math.ceil(value * 1e5) / 1e5:.5f}"


def printed(found):
    """The C source of all tables."""
    text, names = "", {}
    for number, (model, roofs) in enumerate(sorted(found.items(), reverse=True)):
        names[model] = f"model_{number}"
        text += f"static const struct gb_scatter {names[model]}[] = {{\n" + "".join(
            f'\t{{ "{name}", {up(runs)}, {up(cards)}, {count}, {up(boards)} }},\n'
            for name, (runs, cards, count, boards) in roofs.items()) + "\t{ NULL, 0, 0, 0, 0 },\n};\n"
    return text + "const struct gb_scatter_model gb_scatter_models[] = {\n" + "".join(
        f'\t{{ "{model}", {name} }},\n' for model, name in names.items()) + "\t{ NULL, NULL },\n};\n"


def put(text, lines):
    """The C source with the tables replaced."""
    return re.sub(r"(/\* clang-format off \*/\n).*?(/\* clang-format on \*/\n)", lambda m: m[1] + lines + m[2], text,
                  flags=re.S)


def main():
    files = [name for name in sys.argv[1:] if name != "-w"] or FLEET
    lines = printed(tables(files))
    if "-w" not in sys.argv:
        print(lines, end="")
        return
    text = put(TABLE.read_text(encoding="utf-8"), lines)
    TABLE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
