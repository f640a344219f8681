#!/usr/bin/env python3
"""false_alarms.py BUILD [-w]: how often healthy GPUs raise an alarm, by what real cards gave.

FLEETS (200) fleets of each size are drawn from the rows of the H200s in results/h200-sxm whose board is known: each GPU
is one of the cards, and has in each roof what that card gave in one of its runs, as a part of the median of its board.
`compare --judge` judges them. Then `check` judges every card against all others, in the roofs that it has, and
`compare` eight copies of each with 0.05 % of noise. Roofs of fewer than five cards are left out. The table stands in
docs/reliability.md; -w writes it, else it is compared. No healthy GPU may be called slow."""
import csv
import os
import random
import statistics
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "tools/pages/blocks"), str(ROOT / "tests/gpu")]
import page_block  # noqa: E402
import scatter  # noqa: E402

PAGE = ROOT / "docs/reliability.md"
SIZES, FLEETS, COPIES = (2, 3, 4, 8, 32), int(os.environ.get("FLEETS", "200")), 8
CARDS_LEAST, NOISE, ALARMS_MOST = 5, 0.0005, 0.01
MODEL = "NVIDIA H200"  # of which enough cards were measured
JUDGED = "dram.read"  # cards without it were measured for a roof that no gate judges
NUMBERS = ("value", "lo", "hi", "sm_clock_slowest_hz")
PER_CLOCK = ("per_clock", "per_clock_lo", "per_clock_hi")  # by which the judge knows what of an interval the clock did
COLUMNS = ("schema", "gpu_name", "gpu_uuid", "host", "device", "board", "run_id", "benchmark", "variant", "point",
           "roof", "unit", *NUMBERS, *PER_CLOCK, "status")


def read_cards():
    """{roof: {card: [row]}} of cards whose board is known, and the boards."""
    rows, boards = {}, {}
    for path in scatter.with_roofs():
        with open(path, newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                if row.get("board"):
                    boards[row["gpu_uuid"]] = row["board"]
                if (row["roof"] and row["value"] and row.get("status") == "ok" and not row.get("peer_uuid")
                        and row["gpu_name"] == MODEL):
                    # A summary has rows of other files, with fewer columns.
                    same = tuple(row.get(name) for name in ("run_id", "gpu_uuid", "benchmark", "variant",
                                                            "point", "roof"))
                    if same not in rows or len(row) > len(rows[same]):
                        rows[same] = row
    roofs = defaultdict(lambda: defaultdict(list))
    for row in rows.values():
        if row["gpu_uuid"] in boards:
            roofs[row["roof"]][row["gpu_uuid"]].append(row)
    return {roof: of for roof, of in roofs.items() if len(of) >= CARDS_LEAST}, boards


def medians_of(rows):
    """The median of the values, and the clock at which it has the median work per clock."""
    value = statistics.median(float(row["value"]) for row in rows)
    works = [float(row["value"]) / float(row["sm_clock_slowest_hz"]) for row in rows if row.get("sm_clock_slowest_hz")]
    return value, value / statistics.median(works) if works else None


def relative(rows, boards):
    """What each run of each card gave: its numbers as parts of the medians of its board."""
    of_board = defaultdict(list)
    for card, of in rows.items():
        of_board[boards[card]] += of
    middles, found = {board: medians_of(of) for board, of in of_board.items()}, {}
    for card, of in rows.items():
        value, clock = middles[boards[card]]
        found[card] = [{name: float(row[name]) / (clock if "clock" in name else value) if row.get(name) else None
                        for name in NUMBERS} |
                       {name: float(row[name]) / float(row["per_clock"]) for name in PER_CLOCK if row.get(name)}
                       for row in of]
    return found


def write(path, gpus):
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, COLUMNS, restval="", extrasaction="ignore")
        out.writeheader()
        out.writerows(row for rows in gpus for row in rows)


def gpu_of(number, roofs, units, draw, cards):
    """One GPU, drawn as one card. A roof that this one lacks is that of another."""
    card = draw.choice(cards)
    rows = []
    for roof, of in roofs.items():
        parts = draw.choice(of.get(card) or of[draw.choice(sorted(of))])
        scaled = {name: f"{1e12 * part:.9g}" for name, part in parts.items() if part is not None}
        rows.append({"schema": "gpubench-1", "gpu_name": f"{MODEL} (made up)", "gpu_uuid": f"GPU-{number}",
                     "host": f"n{number}",
                     "device": "0", "board": "made", "run_id": f"r{number}", "benchmark": "b", "roof": roof,
                     "unit": units[roof], "status": "ok", **scaled})
    return rows


def ends(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print(next(line for line in (done.stdout + done.stderr).splitlines() if "judged; " in line))
    return done.returncode


def count_fleets(program, path, roofs, units, cards):
    """{size: Counter of statuses}"""
    draw, found = random.Random(31), {}
    for size in SIZES:
        found[size] = Counter()
        for _ in range(FLEETS):
            write(path, [gpu_of(i, roofs, units, draw, cards) for i in range(size)])
            found[size][ends(program, "compare", path, "--judge")] += 1
    return found


def noisy(rows, copy, draw):
    """A copy of a card under a name of its own."""
    made = []
    for row in rows:
        factor = 1 + draw.gauss(0, NOISE)
        numbers = {name: repr(float(row[name]) * (1 if "clock" in name else factor)) for name in NUMBERS
                   if row.get(name)}
        made.append({**row, **numbers, "schema": "gpubench-1", "gpu_uuid": f"GPU-{copy}", "host": f"n{copy}",
                     "run_id": f"r{copy}"})
    return made


def count_cards(program, folder, roofs):
    """Statuses of every card against all others, and of its noisy copies."""
    cards = defaultdict(list)
    for of in roofs.values():
        for card, rows in of.items():
            cards[card] += [dict(row, schema="gpubench-1", host="") for row in rows]
    draw, one, others = random.Random(32), os.path.join(folder, "one.csv"), os.path.join(folder, "others.csv")
    checked, copied = Counter(), Counter()
    for card, rows in cards.items():
        has = {row["roof"] for row in rows}
        if JUDGED not in has:
            continue
        write(one, [rows])
        write(others, [[row for row in of if row["roof"] in has] for other, of in cards.items() if other != card])
        checked[ends(program, "check", one, "--baseline", others)] += 1
        newest = {row["roof"]: row for row in rows}
        write(one, [noisy(newest.values(), copy, draw) for copy in range(COPIES)])
        copied[ends(program, "compare", one, "--judge")] += 1
    return checked, copied


def line(what, of):
    return f"| {what} | {sum(of.values())} | {of[3]} | {of[2]} |"


def main():
    program = os.path.join(sys.argv[1], "gpubench")
    raw, boards = read_cards()
    raw = {roof: of for roof, of in raw.items() if not roof.endswith(".burst")}
    units = {roof: next(iter(of.values()))[0]["unit"] for roof, of in raw.items()}
    roofs = {roof: relative(of, boards) for roof, of in raw.items()}
    cards = sorted({card for of in roofs.values() for card in of})
    with tempfile.TemporaryDirectory() as folder:
        fleets = count_fleets(program, os.path.join(folder, "fleet.csv"), roofs, units, cards)
        checked, copied = count_cards(program, folder, raw)
    lines = [f"{len(roofs)} roofs of {len(cards)} cards:", "",
             "| healthy | how many | called slow | without a verdict |", "| --- | --- | --- | --- |"]
    lines += [line(f"fleets of {size}", of) for size, of in fleets.items()]
    lines += [line("cards against all others", checked), line(f"{COPIES} noisy copies of a card", copied)]
    text = "\n".join(lines) + "\n"
    page = PAGE.read_text(encoding="utf-8")
    new, has_block = page_block.put(page, "tests/false_alarms.py", text)
    if "-w" in sys.argv:
        PAGE.write_text(new, encoding="utf-8")
    elif new != page or not has_block:
        sys.exit(text + "docs/reliability.md has another table: tests/false_alarms.py BUILD -w writes it")
    alarms = sum(sum(of.values()) - of[0] for of in fleets.values())
    if checked[3] + copied[3] > 0 or alarms > ALARMS_MOST * len(SIZES) * FLEETS:
        sys.exit("too many alarms")


if __name__ == "__main__":
    main()
