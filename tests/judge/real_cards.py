#!/usr/bin/env python3
"""real_cards.py BUILD [-w | --healthy]: tests the judge on real cards, healthy ones and ones with a drop. Each GPU here
is one run of a card, with all the roofs of that run (results/fleet, without rows older than a change of their
benchmark). A fleet larger than the cards of its model repeats them. Roofs that no gate judges are included.

Healthy: every run is checked against all other cards. Fleets of 3 to 1000 are drawn and judged. For the line "halves",
the judge's table of scatter is made from one half of the cards, in a program of its own, and fleets are drawn from the
other half; then the halves are exchanged.
Drops: in fleets, and for one card against the others, one card has all values lowered by a drop (one roof at a time for
the judge, as each is judged by itself), or only the clock at the power cap. The table has the smallest drop of DROPS
that is found in 95 % of the draws. It stands in results/fleet/judged.md; -w writes it, else it is compared. --healthy
leaves out the drops, which take most of the time, and compares the other lines.

A defect that a card really has is expected: DEFECTS."""
import csv
import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / path) for path in ("tools/pages/blocks", "tests/gpu", "results")]
import breaks  # noqa: E402
import page_block  # noqa: E402
import scatter  # noqa: E402

PAGE = ROOT / "results/fleet/judged.md"
PART = float(os.environ.get("PART", "0.1"))  # of all draws
FLEETS = {size: max(1, round(PART * count)) for size, count in {3: 1000, 8: 1000, 64: 200, 1000: 20}.items()}
DRAWS = {size: max(1, round(PART * count)) for size, count in {3: 40, 8: 40, 64: 20, 1000: 2}.items()}
ROOFS_LEAST, CARDS_LEAST = 20, 8  # minimum roofs of a run that counts; minimum cards of a board, for halves
DROPS = (0.006, 0.008, 0.01, 0.0125, 0.015, 0.0175, 0.02, 0.0225, 0.025, 0.0275, 0.03, 0.035, 0.04, 0.05, 0.07, 0.1,
         0.15, 0.2)
FOUND, ALARMS_MOST = 0.95, 0.01
DEFECTS = {("GPU-09c3ac76", "l2.read"), ("GPU-1567e115", "l2.read")}
CAP = "matrix units"
MEMORY = ("dram.read", "dram.triad", "l2.read", "l2.write")
SHOWN = (*MEMORY, "l1.read", "shared.read", "random.read", "random.update",
         "fp32", "fp64", "int32", "tensor.fp64", "tensor.fp16", "tensor.fp8")


def read_vectors(path):
    """{model: {card: [rows of a run]}} of cards whose board is known and that did not throttle themselves."""
    models, throttled = defaultdict(lambda: defaultdict(lambda: defaultdict(list))), set()
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if "thermal slowdown" in row["reason"]:
                throttled.add(row["gpu_uuid"])
            if not row["peer_uuid"] and row["board"] and row["mode"] != "quick" and not breaks.is_old(row):
                models[row["gpu_name"]][row["gpu_uuid"]][row["run_id"]].append(row)
    return {model: {card: kept for card, runs in cards.items() if card not in throttled
                    if (kept := [rows for rows in runs.values() if len(rows) >= ROOFS_LEAST])}
            for model, cards in models.items()}


def lower(row, roofs, drop):
    """The row with its value lowered; a clock takes the work along."""
    roof = row["roof"]
    if roofs is CAP and scatter.joint_of(roof.replace(".burst", "")) != CAP or row["unit"] in ("s", "cycles"):
        return row
    lowered = {name: repr(float(row[name]) * (1 - drop)) for name in ("value", "lo", "hi", "per_clock", "per_clock_lo",
                                                                      "per_clock_hi") if row[name]}
    if roofs is CAP:
        lowered = {name: value for name, value in lowered.items() if "clock" not in name}
        lowered.update({name: repr(float(row[name]) * (1 - drop)) for name in ("sm_clock_hz", "sm_clock_slowest_hz")
                        if row[name]})
    return dict(row, **lowered)


def write(path, gpus):
    """One GPU for each list of rows, each with its own name."""
    with open(path, "w", newline="", encoding="utf-8") as file:
        out = None
        for number, rows in enumerate(gpus):
            for row in rows:
                if out is None:
                    out = csv.DictWriter(file, row.keys(), lineterminator="\n")
                    out.writeheader()
                out.writerow(dict(row, gpu_uuid=f"GPU-{number}", host=f"n{number}", run_id=f"r{number}"))


def judge(program, path, *options):
    """{GPU: its slow roofs} from the table, and the status of the gate; the two must agree."""
    done = subprocess.run([program, "compare", path, "--csv", "--judge", *options], capture_output=True, text=True,
                          check=False)
    slow = defaultdict(set)
    for row in csv.DictReader(done.stdout.splitlines()):
        if row["verdict"] == "slow":
            slow[row["gpu_uuid"]].add(row["roof"])
    throttled = "throttled" in done.stderr
    if done.returncode not in (0, 2, 3) or (bool(slow) or throttled) != (done.returncode == 3):
        sys.exit(f"the table and the gate differ: status {done.returncode}, {dict(slow)}\n{done.stderr[:2000]}")
    return slow


def draw_fleet(cards, size, draw):
    """`size` runs, each of a card of one board if that board has as many cards, otherwise of any."""
    boards = defaultdict(list)
    for card, runs in cards.items():
        boards[runs[0][0]["board"]].append(card)
    of = draw.choice([of for of in boards.values() if len(of) >= min(3, max(map(len, boards.values())))])
    chosen = draw.sample(of, size) if size <= len(of) else draw.choices(of, k=size)
    return [(card, draw.choice(cards[card])) for card in chosen]


def each(count, work):
    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(work, range(count)))


def count_alarms(program, folder, cards, size, fleets, seed):
    """The number of fleets in which a healthy GPU is called slow, and the roofs."""
    def one(number):
        draw = random.Random(f"{seed} {size} {number}")
        fleet = draw_fleet(cards, size, draw)
        path = os.path.join(folder, f"{number}.csv")
        write(path, [rows for _, rows in fleet])
        slow = judge(program, path)
        os.unlink(path)
        return sorted({roof for gpu, roofs in slow.items() for roof in roofs
                       if (fleet[int(gpu[4:])][0][:12], roof.split("/")[0]) not in DEFECTS})
    found = [roofs for roofs in each(fleets, one) if roofs]
    return len(found), sorted({roof for roofs in found for roof in roofs})


def check_all(program, folder, cards):
    """Every run against all other cards: the number of runs, the alarms, and the defects that were named."""
    runs = [(card, rows) for card, of in cards.items() for rows in of]

    def one(number):
        card, rows = runs[number]
        path, others = (os.path.join(folder, f"{number}.{name}.csv") for name in ("one", "others"))
        write(path, [rows])
        write(others, [[dict(row) for row in run] for other, of in cards.items() if other != card for run in of[-1:]])
        text = Path(others).read_text(encoding="utf-8")
        Path(others).write_text(re.sub(r"GPU-(\d)", r"GPU-other-\1", text), encoding="utf-8")
        slow = judge(program, path, "--baseline", others)
        return {(card[:12], roof.split("/")[0]) for roofs in slow.values() for roof in roofs}
    found = each(len(runs), one)
    return len(runs), sorted(set().union(*found) - DEFECTS), sorted(set().union(*found) & DEFECTS)


def with_memory(cards):
    """The runs that have all roofs found only in newer rows."""
    kept = {card: [rows for rows in runs if set(MEMORY) <= {row["roof"] for row in rows}]
            for card, runs in cards.items()}
    return {card: runs for card, runs in kept.items() if runs}


def least_drops(program, folder, cards, size, draws):
    """{roof: the smallest drop found in 95 % of the draws}; size 1: one card against the others."""
    of_part = {"all": cards, CAP: cards, "memory": with_memory(cards)}
    found = defaultdict(lambda: defaultdict(list))  # roof, drop: bool

    def one(job):
        number, drop, what = job
        draw = random.Random(f"drop {size} {number}")
        path, others = (os.path.join(folder, f"{number}.{drop}.{what}.{name}.csv") for name in ("fleet", "others"))
        cards = of_part[what]
        fleet = draw_fleet(cards, size, draw)
        write(path, [[lower(row, what, drop) for row in fleet[0][1]], *[rows for _, rows in fleet[1:]]])
        options = []
        if size == 1:
            board = fleet[0][1][0]["board"]
            write(others, [runs[-1] for card, runs in cards.items()
                           if card != fleet[0][0] and runs[0][0]["board"] == board])
            text = Path(others).read_text(encoding="utf-8")
            Path(others).write_text(re.sub(r"GPU-(\d)", r"GPU-other-\1", text), encoding="utf-8")
            options = ["--baseline", others]
        slow = {roof.split("/")[0] for roof in judge(program, path, *options).get("GPU-0", ())}
        for name in (path, others):
            Path(name).unlink(missing_ok=True)
        has = {row["roof"] for row in fleet[0][1]}
        return drop, what, slow, has
    jobs = [(number, drop, what) for number in range(draws) for drop in DROPS for what in of_part]
    with ThreadPoolExecutor(2) as pool:
        for drop, what, slow, has in pool.map(one, jobs):
            for roof in [CAP] if what == CAP else has & set(SHOWN if what == "all" else MEMORY) - \
                    set(MEMORY if what == "all" else ()):
                found[roof][drop].append(roof in slow)
    return {roof: next((drop for drop in DROPS if sum(of[drop]) >= FOUND * len(of[drop])), None)
            for roof, of in found.items()}


def build_with(build, folder, cards):
    """A program whose table of scatter is made only from these cards."""
    rows = [row for runs in cards.values() for rows in runs for row in rows]
    half = os.path.join(folder, "half.csv")
    with open(half, "w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        out.writeheader()
        out.writerows(rows)
    text = (ROOT / "harness/reading/analysis/scatter.c").read_text(encoding="utf-8")
    source = os.path.join(folder, "scatter.c")
    Path(source).write_text(scatter.put(text, scatter.printed(scatter.tables([half]))), encoding="utf-8")
    made, program = os.path.join(folder, "scatter.o"), os.path.join(folder, "gpubench")
    compiler = Path(build, "obj/cc.flags").read_text(encoding="utf-8").split("|")[0]
    subprocess.run([*compiler.split(), "-c", source, "-o", made], check=True, cwd=ROOT)
    link = subprocess.run(["make", "-n", "V=1", f"BUILD={build}", "-W", "harness/reading/analysis/scatter.c",
                           f"{build}/gpubench"], check=True, capture_output=True, text=True, cwd=ROOT)
    words = link.stdout.strip().splitlines()[-1].split()
    words = [made if word.endswith("/analysis/scatter.o") else program if word == f"{build}/gpubench" else word
             for word in words]
    subprocess.run(words, check=True, cwd=ROOT)
    return program


def count_halves(build, folder, cards, size, fleets):
    """The alarms if the thresholds come from one half of the cards and the fleets from the other. None: a half has
    fewer than eight cards of each board, too few for fleets of that board."""
    alarms, draw = 0, random.Random("halves")
    order = draw.sample(sorted(cards), len(cards))
    halves = order[::2], order[1::2]
    if min(max(Counter(cards[card][0][0]["board"] for card in half).values()) for half in halves) < CARDS_LEAST:
        return None
    for known, drawn in (halves, halves[::-1]):
        with tempfile.TemporaryDirectory() as made:
            program = build_with(build, made, {card: cards[card] for card in known})
            alarms += count_alarms(program, folder, {card: cards[card] for card in drawn}, size, fleets // 2,
                                   f"half {known[0]}")[0]
    return alarms


def percent(part):
    return f"{100 * part:.3g} %" if part else f"more than {100 * DROPS[-1]:.0f} %"


def tables(build, folder, is_whole):
    """Lines for the page, and the faults."""
    program, lines, wrong = os.path.abspath(os.path.join(build, "gpubench")), [], []
    healthy = ["| healthy | fleets | with an alarm |", "| --- | --- | --- |"]
    drops = {}
    for path in scatter.FLEET:
        for model, cards in read_vectors(path).items():
            runs, alarms, named = check_all(program, folder, cards)
            healthy.append(f"| {model}: each of {runs} runs of {len(cards)} cards against the other cards | {runs} | "
                           f"{len(alarms)} |")
            wrong += [f"{model}: {card} {roof}" for card, roof in alarms]
            wrong += [f"{card} {roof} is not named" for card, roof in DEFECTS if card in
                      {card[:12] for card in cards} and (card, roof) not in named]
            for size, fleets in FLEETS.items():
                found, roofs = count_alarms(program, folder, cards, size, fleets, model)
                halved = count_halves(build, folder, cards, size, fleets)
                healthy.append(f"| {model}: fleets of {size} | {fleets} | {found} |")
                if halved is not None:
                    healthy.append(f"| {model}: fleets of {size}, halves | {fleets} | {halved} |")
                wrong += [f"{model}, halves: {halved}"] * (halved is not None and halved > ALARMS_MOST * fleets)
                wrong += [f"{model}, fleets of {size}: {found} of {fleets} {roofs}"] * (found > ALARMS_MOST * fleets)
            if is_whole:
                drops[model] = [least_drops(program, folder, cards, size, draws)
                                for size, draws in {1: DRAWS[8], **DRAWS}.items()]
    if not is_whole:
        return healthy, wrong
    for path in scatter.FLEET:
        for model, cards in read_vectors(path).items():
            lines.append(f"{model}: {len(cards)} cards, {len(with_memory(cards))} of them for DRAM and L2. Larger "
                         "fleets repeat them.")
    sizes = " | ".join(["one GPU against the others", *(f"of {size}" for size in DRAWS)])
    for model, of in drops.items():
        lines += ["", f"| {model} | {sizes} |", "| --- |" + " --- |" * len(of)]
        lines += [f"| {'clock at the power cap' if roof == CAP else f'`{roof}`'} | "
                  + " | ".join(percent(size[roof]) if roof in size else "" for size in of) + " |"
                  for roof in (CAP, *SHOWN)]
    return [*healthy, "", *lines], wrong


def main():
    with tempfile.TemporaryDirectory() as folder:
        lines, wrong = tables(sys.argv[1], folder, "--healthy" not in sys.argv)
    text = "\n".join(lines) + "\n"
    page = PAGE.read_text(encoding="utf-8")
    new, has_block = page_block.put(page, "tests/judge/real_cards.py", text)
    if "--healthy" in sys.argv:
        wrong += [f"not in results/fleet/judged.md: {line}" for line in lines if line not in page.splitlines()]
    elif "-w" in sys.argv:
        PAGE.write_text(new, encoding="utf-8")
    elif new != page or not has_block:
        sys.exit(text + "results/fleet/judged.md has another table: tests/judge/real_cards.py BUILD -w writes it")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
