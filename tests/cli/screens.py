#!/usr/bin/env python3
"""screens.py BUILD: the files of screens/ have commands and all that these print on terminals of 80 x 24 and 120 x 40.

A command begins with `$` and runs in a folder with links to results/ and tests/, and with the files h200.csv, h100.csv,
16.csv, 100.csv and 1000.csv; the last three are simulated fleets with this number of GPUs. In domain.csv the hosts of
16.csv have a long common domain. days.csv, rollout.csv and latency.csv have GPUs over time; the last one has a time
instead of a rate. Every command has a screen, and those that read results have one of each of these. The words after
its `#` are the answer, and must be in one of the last lines. A line `--- 80 x 24` begins what is printed in such a
window; a window with the same output as the one before is not repeated. For each commit, a quarter of the commands is
printed in both windows, in one of 60 columns and elsewhere, and all others only in the first window. Besides being as
before, a screen leaves a line for the prompt, no line is wider than the window, or than one of 60 columns, except for a
path, and no two rows of a table are alike. If the command prints more elsewhere than on a terminal, the last lines say
how to see it. `#` stands for times and folders that differ. Files plugins*.t need a build with CUDA. With
GB_GOLDEN=write the files are written anew, to be looked at before they are committed. The last line has the totals, by
command."""
import csv
import glob
import itertools
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../shared"))

from sample_by_commit import tree_seed  # noqa: E402
from window import ROOT, Window, commands_of, lines_of, make_files, on_terminal

WINDOWS = ((80, 24), (120, 40))
SECOND = "--- 120 x 40\n"  # how the second window's screen begins
NARROW = 60
FLEETS = {16: (2, 8, 1), 100: (25, 4, 2), 1000: (125, 8, 5)}  # nodes, GPUs per node, faulty GPUs
RESULTS = ({"h200.csv"}, {"h200.csv", "h100.csv"}, {"16.csv"}, {"100.csv"}, {"1000.csv"})
READERS = ("show", "roofs", "peaks", "compare", "check", "history", "store", "plot", "report", "profile")
ACTIONS = ("-b", "--list", "--describe", "--plan", "--dry-run", "--sdc", "--list-devices")
LAST = 5  # lines that hold the verdict and the message about omitted parts
MORE = re.compile(r"--[a-z]|\bgpubench [a-z]| -o ")
TIMES = re.compile(r"(?<=points in )[\d.]+ m?s\b|(?<=dry run of )\S+/|(?<=is written: )[\d.]+ [kM]?B|"
                   r"\d+ days?(?= old)|\b20\d\d\d\d\d\dT\d+Z|(?<=/tmp/)tmp\w+")


class Screens(Window):
    def __init__(self, build, work):
        super().__init__(build, work)
        make_files(self)
        for name in ("results", "tests"):
            os.symlink(os.path.join(ROOT, name), os.path.join(work, name))
        for gpus, (nodes, each, sick) in FLEETS.items():
            folder = os.path.join(work, f"fleet{gpus}")
            subprocess.run([f"{ROOT}/tests/simulate/simulate_nodes.py", folder, str(nodes), str(each), str(sick), "1"],
                           check=True)
            with open(os.path.join(work, f"{gpus}.csv"), "wb") as out:
                for path in sorted(glob.glob(f"{folder}/*.csv")):
                    with open(path, "rb") as file:
                        out.write(file.read())
        self.make_series()
        # A stand-in, because gnuplot takes longer than everything else, and no screen shows a picture.
        os.mkdir(os.path.join(work, "path"))
        gnuplot = os.path.join(work, "path/gnuplot")
        with open(gnuplot, "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\nread -r here <begin\necho "<svg><!-- nothing --></svg>" >picture.svg\n')
        os.chmod(gnuplot, 0o755)

    def make_series(self):
        for name, arguments in (("days", ["60"]), ("rollout", ["40", "60"])):
            with open(os.path.join(self.work, f"{name}.csv"), "wb") as out:
                subprocess.run([f"{ROOT}/tests/simulate/simulate_history.py", *arguments], stdout=out, check=True)
        self.change("16.csv", "domain.csv", lambda row: dict(row, host=row["host"] + ".cluster-a.gpu.example.org"))
        self.change("days.csv", "latency.csv", lambda row: dict(
            row, roof="dram.latency", unit="s",
            **{name: 1.6e6 / float(row[of]) for name, of in (("value", "value"), ("lo", "hi"), ("hi", "lo"))})
            if row["roof"] == "dram.read" else row)

    def change(self, path, to, change):
        with open(os.path.join(self.work, path), newline="", encoding="utf-8") as file:
            rows = [row for row in csv.DictReader(file) if row["schema"] != "schema"]
        with open(os.path.join(self.work, to), "w", newline="", encoding="utf-8") as file:
            out = csv.DictWriter(file, rows[0])
            out.writeheader()
            out.writerows(map(change, rows))

    def screen_of(self, line, columns, height):
        """The lines that a command prints on a terminal, or elsewhere if the height is 0."""
        words = shlex.split(line[2:], comments=True)
        programs = {"gpubench": self.real, "gpubench-fake": self.fake}
        at = next(i for i, word in enumerate(words) if word in programs)
        settings = {"GPUBENCH_FAKE": "", "GPUBENCH_HOST": "host", "XDG_CACHE_HOME": os.path.join(self.work, "cache"),
                    "NO_COLOR": "1", "PATH": f"{self.work}/path:{os.environ['PATH']}",
                    "GPUBENCH_REFERENCE": os.path.join(ROOT, "results/reference"),
                    **dict(word.split("=", 1) for word in words[:at])}
        command = [programs[words[at]], *words[at + 1:]]
        if height == 0:
            return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                                  cwd=self.work, env={**os.environ, **settings}).stdout.split("\n")
        text = on_terminal(columns, command, settings, self.work, height)[0]
        return [TIMES.sub("#", line.split("\r")[-1]) for line in lines_of(text)[:-1]]


def faults(lines, columns, height, answer):
    """Faults of a screen, whatever its contents."""
    tables = [table.split("\n") for table in re.split(r"(?m)^(?!  ).*\n?", "\n".join(lines)) if table.strip()]
    found = [f"a row twice: {row}" for rows in tables for row in sorted(set(rows)) if row and rows.count(row) > 1]
    found += [f"wider than {columns} columns: {line}" for line in lines if len(line) > columns and " " in line.strip()]
    if len(lines) >= height:
        found.append(f"{len(lines)} lines and a prompt do not fit into {height}")
    if answer and answer not in " ".join(" ".join(lines[-LAST:]).split()):
        found.append(f"the last lines do not have the answer: {answer}")
    return found


def check_command(screens, line, is_chosen):
    """The faults of a command, and its text for the file; only in the first window if it is not chosen."""
    answer = line.partition(" # ")[2]
    wrong, before, text, shown = [], None, line + "\n", []
    for columns, height in WINDOWS if is_chosen else WINDOWS[:1]:
        lines = screens.screen_of(line, columns, height)
        wrong += faults(lines, columns, height, answer)
        if lines != before:
            text += "\n".join([f"--- {columns} x {height}", *lines, ""])
        before, shown = lines, shown or lines
    if not is_chosen:
        return wrong, text
    wrong += [fault for fault in faults(screens.screen_of(line, NARROW, 24), NARROW, 24, "") if "columns" in fault]
    if len(screens.screen_of(line, 0, 0)) > len(shown) + 1 and not MORE.search(" ".join(shown[-2:])):
        wrong.append("the last lines do not say how to see the rest")
    return wrong, text


def missing(screens, lines):
    """Returns the commands without a screen, and the kinds of results without one of a command that reads results."""
    words = [set(line.partition(" # ")[0].split()) for line in lines]
    found = [word for word in (*commands_of(screens), *ACTIONS) if word != "run"
             and not any(word in line or any(other.startswith(f"{word}=") for other in line) for line in words)]
    names = set().union(*RESULTS)
    return found + [f"{reader} of {', '.join(sorted(files))}" for reader, files in itertools.product(READERS, RESULTS)
                    if not (reader == "show" and len(files) > 1)  # which reads one file
                    and not any(reader in line and line & names == files for line in words)]


def main():
    build, passed, failed, skipped = os.path.abspath(sys.argv[1]), 0, 0, 0
    with tempfile.TemporaryDirectory() as work:
        screens, files = Screens(build, work), {}
        for path in sorted(sys.argv[2:] or glob.glob(os.path.join(ROOT, "tests/cli/screens/*.t"))):
            if os.path.basename(path).startswith("plugins") and not os.path.exists(f"{build}/plugins/dram.so"):
                skipped += 1
                print(f"skipped: {os.path.basename(path)}: this build has no benchmarks of GPUs")
                continue
            with open(path, encoding="utf-8") as file:
                files[path] = re.split(r"(?m)^(?=\$ )", file.read())[1:]
        lines = [screen.split("\n", 1)[0] for expected in files.values() for screen in expected]
        every = "GB_GOLDEN" in os.environ or len(sys.argv) > 2
        chosen = lines if every else random.Random(tree_seed()).sample(lines, len(lines) // 4)
        print("in the first window only, left to other commits: ", *(line for line in lines if line not in chosen),
              sep="\n")
        for path, expected in files.items():
            written = ""
            for screen in expected:
                line = screen.split("\n", 1)[0]
                wrong, text = check_command(screens, line, line in chosen)
                written += text
                if line not in chosen:
                    screen = screen.split(SECOND, 1)[0]
                if "GB_GOLDEN" not in os.environ and text != screen:
                    wrong.append(f"it was otherwise; now:\n{text}")
                passed, failed = passed + (not wrong), failed + bool(wrong)
                if wrong:
                    print(f"FAILED: {os.path.basename(path)}: {text.split(chr(10), 1)[0]}", *wrong, sep="\n")
            if os.environ.get("GB_GOLDEN") == "write":
                with open(path, "w", encoding="utf-8") as file:
                    file.write(written)
        for what in missing(screens, lines) if len(sys.argv) == 2 and not skipped else ():
            failed += 1
            print(f"FAILED: no screen: {what}")
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
