#!/usr/bin/env python3
"""coverage.py [-w] FILE.csv...: how much runs of one card differ by more than the intervals of each run say.

The files have full runs of cards, at least RUNS_LEAST of one card by one version. For each benchmark and each way of
timing it prints the least fraction of its value by which an interval must extend in each direction for the share
SHARES of the intervals to contain the median of the card's other runs (SHARES_OF_FEW with fewer than FEW runs, whose
median scatters more); the model with the largest fraction counts. -w writes these fractions to
harness/measuring/engine/intervals.c, and what intervals cover without and with them to results/curves/README.md.

Suspect rows promise nothing and do not count, nor do rows before a break (results/breaks.py). A row without `kind` was
timed by the host if its point has host_clock_step, and held if its SM clock was below HELD of the rated one; roofs have
one fraction for both ways of timing."""
import collections
import re
import statistics
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "tests/shared"), str(ROOT / "results")]

import breaks  # noqa: E402
from rows import read_file  # noqa: E402

TABLE, PAGE = ROOT / "harness/measuring/engine/intervals.c", ROOT / "results/curves/README.md"
RUNS_LEAST, FEW, HELD = 3, 5, 0.97
# For curves and for roofs.
SHARES, SHARES_OF_FEW = (0.95, 0.90), (0.90, 0.80)
WIDEST = 0.029  # of a roof: beyond 3 % its row would be suspect
KINDS = ("device", "host", "held")


def kind_of(row, by_host):
    if row.get("kind"):
        return row["kind"]
    clocks = (float(row.get(name) or "nan") for name in ("sm_clock_hz", "sm_clock_rated_hz"))
    held = (clock := next(clocks)) < HELD * next(clocks) and clock > 0
    by_host = (row["run_id"], row.get("point_number")) in by_host and not row["roof"]
    return "host" if by_host else "held" if held else "device"


def read(paths):
    """{(card and build): {(benchmark, kind, is a roof, point): {run: (value, lo, hi, status)}}}"""
    cards = collections.defaultdict(lambda: collections.defaultdict(dict))
    for path in paths:
        rows = [row for row in read_file(path) if row["value"] and not row.get("peer_uuid") and
                not (row["roof"] and breaks.is_old(row))]
        by_host = {(row["run_id"], row.get("point_number")) for row in rows if row["metric"] == "host_clock_step"}
        for row in (row for row in rows if row["lo"] and float(row["value"]) > 0):
            point = row["roof"] or (row["variant"], row.get("point_number"), row["metric"])
            card = tuple(row.get(name, "") for name in ("gpu_name", "gpu_uuid", "version", "cuda", "mode"))
            cards[card][row["benchmark"], kind_of(row, by_host), bool(row["roof"]), point][row["run_id"]] = (
                *(float(row[name]) for name in ("value", "lo", "hi")), row["status"])
    return {card: points for card, points in cards.items() if card[4] == "full"}


def intervals(cards):
    """{(model, few runs, (benchmark, kind, is a roof)): [(half of the interval on the side of the others' median, their
    distance, half of the interval)]}"""
    found = collections.defaultdict(list)
    for (model, *_), (*key, _), runs in ((card, point, runs) for card, points in cards.items()
                                         for point, runs in points.items() if len(runs) >= RUNS_LEAST):
        for run, (value, lo, hi, status) in runs.items():
            other = statistics.median(of[0] for name, of in runs.items() if name != run)
            if status == "ok":
                found[model, len(runs) < FEW, tuple(key)].append((
                    (value - lo if other < value else hi - value) / value, abs(other - value) / value,
                    (hi - lo) / 2 / value))
    return found


def needed(of, share):
    """The fraction by which they must extend."""
    missed = sorted((far for half, far, _ in of if far > half), reverse=True)
    allowed = int((1 - share) * len(of))
    return missed[allowed] if allowed < len(missed) else 0


def fractions(cards):
    most = collections.defaultdict(float)
    for (_, few, key), of in intervals(cards).items():
        least = -(-needed(of, (SHARES_OF_FEW if few else SHARES)[key[2]]) // 1e-4) * 1e-4
        most[key] = max(most[key], min(least, WIDEST) if key[2] else least)
    return most


def source(most):
    """The C source of the table, which ends with the medians, for other benchmarks."""
    def line(name, of):
        return f"\t{{ {name}, {{ " + " }, { ".join(", ".join(f"{of(kind, roof):.4f}" for kind in KINDS)
                                                  for roof in (False, True)) + " } },\n"
    lines = [line(f'"{name}"', lambda kind, roof, name=name: most.get((name, kind, roof), 0))
             for name in sorted({key[0] for key, value in most.items() if value > 0})]
    other = line("NULL", lambda kind, roof: statistics.median(
        [value for (_, *key), value in most.items() if key == [kind, roof]] or [0]))
    return "".join(lines) + other


def page(cards, most):
    lines = ["| model | runs of a card | intervals of | intervals | hold as measured | and with the table | median "
             "half-width |", "| --- | --- | --- | ---: | ---: | ---: | ---: |"]
    joined = collections.defaultdict(list)
    for (model, few, key), of in intervals(cards).items():
        for name in ("roofs",) if key[2] else ("all curves", key[0]):
            joined[model, f"{RUNS_LEAST} to {FEW - 1}" if few else f"{FEW} and more", name] += [
                (half, far, max(half, most[key]), max(width, most[key])) for half, far, width in of]
    for names, of in sorted(joined.items()):
        before, after = (sum(one[at] >= one[1] for one in of) / len(of) for at in (0, 2))
        lines.append(f"| {' | '.join(names)} | {len(of)} | {before:.1%} | {after:.1%} | "
                     f"{statistics.median(one[3] for one in of):.2%} |")
    return "\n".join(lines).replace("%", " %") + "\n"


def put(path, begin, end, text):
    old = path.read_text(encoding="utf-8")
    new = re.sub(f"({re.escape(begin)}\n).*?({re.escape(end)})", lambda at: at[1] + text + at[2], old, flags=re.S)
    path.write_text(new, encoding="utf-8")


def main():
    cards = read(name for name in sys.argv[1:] if name != "-w")
    most = fractions(cards)
    if "-w" not in sys.argv[1:]:
        print(source(most) + page(cards, most), end="")
        return
    put(TABLE, "/* clang-format off */", "/* clang-format on */", source(most))
    put(PAGE, "<!-- made by tests/gpu/coverage.py -->", "<!-- end -->", page(cards, most))


if __name__ == "__main__":
    main()
