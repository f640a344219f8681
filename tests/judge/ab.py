#!/usr/bin/env python3
"""ab.py BUILD [-w | --live]: measures how often `gpubench ab` is wrong, on recorded noise.

A trial takes consecutive values that were measured on a real machine, starting at a random place, and gives them to A
and B in the random order that `ab` would have used. Those of B are worse by the planted regression, or unchanged. `ab
--from` judges them with its defaults. results/ab/trials.csv has the verdict and the number of pairs of every trial; -w
writes it. Without -w, one trial in EVERY (10) is judged again and must give the same result, and the false alarms and
misses of all trials must be as few as promised.

--live runs `ab` itself LIVE (20) times on this machine. The commands are a loop that prints the best of its times; in
every other run, the loop of B is 2 % longer. Results are in results/ab/live.csv. The tables of both files are in
results/ab/trials.md: -w writes them too, and otherwise they are compared.
"""
import csv
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER, PAGE = ROOT / "results/ab", ROOT / "results/ab/trials.md"
TRIALS, LIVE = FOLDER / "trials.csv", FOLDER / "live.csv"
COLUMNS = ("series", "planted", "trials")
EVERY, PAIRS = int(os.environ.get("EVERY", "10")), 100
VERDICTS = {0: "not worse", 3: "worse", 4: "undecided"}
MARKS = {"not worse": "=", "worse": ">", "undecided": "?"}  # in the file, before the number of pairs
ALARMS_MOST, MISSES_MOST = 0.02, 0.05


@dataclass
class Series:
    """Consecutive recorded values, whether higher is better, and the number of trials by planted change."""
    values: list
    higher: bool
    trials: dict


def h200():
    """Seconds of batches, of FP32 and FP64."""
    with open(ROOT / "results/h200-sxm/long.json", encoding="utf-8") as file:
        return [json.loads(line)["raw"]["batch_seconds"] for line in file]


def host(column):
    """A value of `gpubench --device host` in 800 processes."""
    with open(FOLDER / "host-noise.csv", newline="", encoding="utf-8") as file:
        return [float(row[column]) for row in csv.DictReader(file)]


def all_series():
    """{name: Series}; the promised rates apply to the trials of `h200` and of `host best`."""
    series = {f"h200 {i + 1}": Series(values, False, {0: 125, 1: 25, 2: 38 - i // 2, 5: 25})
              for i, values in enumerate(h200())}
    series["host best"] = Series(host("flop_rate_max"), True, {0: 500, 1: 100, 2: 150, 5: 100})
    series["host median"] = Series(host("flop_rate"), True, {0: 100, 1: 100, 2: 100, 5: 100})
    return series


def promised(name):
    return name != "host median"


def trial_csv(series, planted, dice):
    """The runs of a trial as `ab --keep` writes them."""
    start = dice.randrange(len(series.values) - 2 * PAIRS - 1)
    factor = 1 - planted / 100 if series.higher else 1 + planted / 100
    order = [(0, "A"), (0, "B")]
    for block in range(PAIRS // 2):
        sides = dice.choice(("ABBA", "BAAB"))
        order += [(2 * block + 1 + i // 2, side) for i, side in enumerate(sides)]
    lines = ["pair,command,value"]
    for i, (pair, side) in enumerate(order):
        value = series.values[start + i] * (factor if side == "B" else 1)
        lines.append(f"{pair},{side},{value:.12g}")
    return "\n".join(lines) + "\n"


def judge(program, series, name, planted, trial):
    """A trial: (series, planted, its number, verdict, pairs)."""
    text = trial_csv(series, planted, random.Random(f"{name} {planted} {trial}"))
    command = [program, "ab", "--from", "-"] + ["--better", "higher"] * series.higher
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    pairs = re.search(r"after (\d+) pairs", done.stdout)
    if done.returncode not in VERDICTS or not pairs:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stdout}{done.stderr}")
    return [name, str(planted), str(trial), VERDICTS[done.returncode], pairs[1]]


def lines(program, every):
    for name, series in all_series().items():
        for planted, count in series.trials.items():
            for trial in range(0, count, every):
                yield judge(program, series, name, planted, trial)


LOOP = r"""
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int main(int count, char **word)
{
	struct timespec from, to;
	volatile double kept = 0;
	double best = 1e9;
	for (int i = 0; count == 2 && i < 15; i++) {
		double x = kept;
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
		for (long step = atol(word[1]); step > 0; step--)
			x = x * 0.999999 + 1e-9;
		kept = x;
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
		const double took = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
		best = took < best ? took : best;
	}
	return printf("best: %.9g\n", best) < 0;
}
"""
STEPS = 600_000


def live(program, folder):
    """Lines of the file, as they arrive."""
    loop = os.path.join(folder, "loop")
    subprocess.run(["cc", "-O2", "-x", "c", "-", "-o", loop], input=LOOP, text=True, check=True)
    for number in range(int(os.environ.get("LIVE", "20"))):
        planted = 2 * (number % 2)
        words = [[loop, str(STEPS + extra)] for extra in (0, STEPS * planted // 100)]
        began = time.monotonic()
        done = subprocess.run([program, "ab", "--match", "best: ", "--better", "lower", "--json", "--", *words[0],
                               "--", *words[1]],
                              capture_output=True, text=True, check=False)
        if done.returncode not in VERDICTS:
            sys.exit(f"ab ended with {done.returncode}: {done.stderr}")
        found = json.loads(done.stdout)
        yield [planted, found["verdict"],
               *(f"{found[name]:.5f}" if name in found else "" for name in ("change", "lo", "hi")),
               found["pairs"], f"{time.monotonic() - began:.1f}"]


def write_live(program):
    with open(LIVE, "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(("planted", "verdict", "change", "lo", "hi", "pairs", "seconds"))
        with tempfile.TemporaryDirectory() as folder:
            for line in live(program, folder):
                out.writerow(line)
                file.flush()


def upper_bound(count, of):
    """The upper 95 % bound of a rate (Clopper and Pearson, one-sided)."""
    low, high = count / of, 1.0
    if count == of:
        return 1.0
    for _ in range(60):
        rate = (low + high) / 2
        tail = sum(math.exp(math.lgamma(of + 1) - math.lgamma(k + 1) - math.lgamma(of - k + 1)
                            + k * math.log(rate) + (of - k) * math.log1p(-rate)) for k in range(count + 1))
        low, high = (rate, high) if tail > 0.05 else (low, rate)
    return high


def read_trials():
    verdicts = {mark: verdict for verdict, mark in MARKS.items()}
    with open(TRIALS, newline="", encoding="utf-8") as file:
        return [[row["series"], row["planted"], str(trial), verdicts[word[0]], word[1:]]
                for row in csv.DictReader(file) for trial, word in enumerate(row["trials"].split())]


def write_trials(trials):
    together = defaultdict(list)
    for series, planted, _, verdict, pairs in trials:
        together[series, planted].append(MARKS[verdict] + pairs)
    with open(TRIALS, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([COLUMNS, *((*key, " ".join(words)) for key, words in together.items())])


def rates(trials):
    """(A/A trials, false alarms), (A/B trials of 2 %, misses) with promised rates; any answer but "worse" is a miss."""
    same = [line[3] for line in trials if promised(line[0]) and line[1] == "0"]
    other = [line[3] for line in trials if promised(line[0]) and line[1] == "2"]
    return (len(same), same.count("worse")), (len(other), len(other) - other.count("worse"))


# ---- the page --------------------------------------------------------------------------------------------------------

SERIES = {"h200": "H200: batches of FP32 and FP64", "host best": "host: best batch of a run",
          "host median": "host: median of a run"}


def middle(numbers):
    return sorted(numbers)[len(numbers) // 2]


def trial_table(trials):
    out = ["| noise | B is worse by | trials | not worse | worse | undecided | pairs, median |", "| --- | ---: |" +
           " ---: |" * 5]
    for start, what in SERIES.items():
        for planted in (0, 1, 2, 5):
            of = [line for line in trials if line[0].startswith(start) and line[1] == str(planted)]
            counts = [sum(line[3] == verdict for line in of) for verdict in VERDICTS.values()]
            out.append(f"| {what} | {planted} % | {len(of)} | " + " | ".join(map(str, counts))
                       + f" | {middle([int(line[4]) for line in of])} |")
    (same, alarms), (other, misses) = rates(trials)
    passed = sum(line[3] == "not worse" for line in trials if promised(line[0]) and line[1] == "2")
    out += ["", f"Without the last series there were {alarms} false alarms in {same} trials of A against A, so the "
                "rate is at most "
            f"{100 * upper_bound(alarms, same):.2f} %",
            f"(upper 95 % bound). With a planted regression of 2 %, {misses} of {other} "
            f"trials ({100 * misses / other:.1f} %) were not called worse; {passed} of", "these were called not worse."]
    return "\n".join(out) + "\n"


def live_table():
    out = ["| B is worse by | runs | not worse | worse | undecided | pairs | seconds per run |",
           "| ---: |" + " ---: |" * 6]
    with open(LIVE, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for planted in ("0", "2"):
        of = [row for row in rows if row["planted"] == planted]
        counts = [sum(row["verdict"] == verdict for row in of) for verdict in VERDICTS.values()]
        pairs, seconds = ([float(row[name]) for row in of] for name in ("pairs", "seconds"))
        out.append(f"| {planted} % | {len(of)} | " + " | ".join(map(str, counts))
                   + f" | {min(pairs):.0f} to {max(pairs):.0f} | {min(seconds):.0f} to {max(seconds):.0f} |")
    return "\n".join(out) + "\n"


def page_with(tables):
    return re.sub(r"(<!-- made by tests/judge/ab.py: (\w+) -->\n).*?(<!-- end -->)",
                  lambda m: m[1] + tables[m[2]] + m[3], PAGE.read_text(encoding="utf-8"), flags=re.S)


def main():
    program = os.path.join(sys.argv[1], "gpubench")
    if "--live" in sys.argv:
        write_live(program)
        return
    if "-w" in sys.argv:
        write_trials(lines(program, 1))
    kept = read_trials()
    wrong = [line for line in lines(program, EVERY) if line not in kept] if "-w" not in sys.argv else []
    for line in wrong:
        print(f"not in {TRIALS}: {line}: tests/judge/ab.py BUILD -w writes it")
    (same, alarms), (other, misses) = rates(kept)
    print(f"{alarms} false alarms of {same}, {misses} misses of {other}")
    page = page_with({"trials": trial_table(kept), "live": live_table()})
    if "-w" in sys.argv:
        PAGE.write_text(page, encoding="utf-8")
    elif page != PAGE.read_text(encoding="utf-8"):
        wrong.append("the page")
        print("results/ab/trials.md has other tables: tests/judge/ab.py BUILD -w writes them")
    if wrong or same < 1000 or other < 300 or upper_bound(alarms, same) > ALARMS_MOST or misses > MISSES_MOST * other:
        sys.exit("wrong too often, or not what was written")


if __name__ == "__main__":
    main()
