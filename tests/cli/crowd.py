#!/usr/bin/env python3
"""crowd.py BUILD [--all] [--seed N]: tests a store that many processes write and read at once, while a third of the
writers are killed.

For 3 seconds, 8 writers store one file after another and 6 readers run commands that read the store; with --all, 50
writers and 20 readers do so for a minute. The seed (by default the tree's) is printed. It determines which writers are
killed, when, and what is read. After each writer, a reader must find every file that was stored, and of the file of a
killed writer all rows or none. No command may call the store damaged, and CSV output must consist of whole files,
including every file that was stored before. The last line has the totals; a test is a command.
"""
import argparse
import collections
import csv
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "shared"))

from sample_by_commit import tree_seed  # noqa: E402

GOOD = Path(__file__).resolve().parents[1] / "data/before.csv"
STORE, WRITES, PRINTS, SECONDS_MOST = "kept.db", "store FILE", "store --csv", 120
COMMANDS = {"history": "", "roofs": "", "show": "", "check": "", "compare": "", "report": "-o {name}.html",
            "plot history": "-o {name}.svg", PRINTS: ""}
NEVER_SAID = ("malformed", "damaged", "readonly", "locked", "not a store", "is empty", "Traceback")


class Crowd:
    def __init__(self, build, folder, seconds):
        self.folder, self.until = folder, time.monotonic() + seconds
        self.program = folder / "bin/gpubench-fake"
        self.program.parent.mkdir()
        shutil.copy(build / "tests/gpubench-fake", self.program)
        lines = GOOD.read_text().splitlines(keepends=True)
        self.header, self.rows = lines[0], lines[1:]
        self.run_of = self.rows[0].split(",")[lines[0].split(",").index("run_id")]
        self.stored, self.killed, self.lock = set(), 0, threading.Lock()
        self.runs, self.wrong = collections.Counter(), collections.defaultdict(list)

    def start(self, words):
        return subprocess.Popen([self.program, *words], cwd=self.folder, text=True, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={
                                    "GPUBENCH_FAKE": "", "PATH": os.environ["PATH"], "HOME": str(self.folder)})

    def finish(self, process, command, was_killed=False):
        """Returns the output, and notes an abnormal end."""
        try:
            out, err = process.communicate(timeout=SECONDS_MOST)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            self.wrong[command].append(f"it did not end in {SECONDS_MOST} s")
        self.runs[command] += 1
        said = [line for line in err.splitlines() if any(word in line for word in NEVER_SAID)]
        if said or process.returncode not in ((0, -9) if was_killed else (0, 2, 3)):
            self.wrong[command].append(f"status {process.returncode}: {said or err[-300:]}")
        return out

    def rows_there(self, run):
        with sqlite3.connect(self.folder / STORE, timeout=SECONDS_MOST) as reader:
            count = reader.execute('SELECT count(*) FROM "row" WHERE run_id = ?', (run,)).fetchone()[0]
        reader.close()
        return count

    def write(self, number, draw):
        for i in range(1 << 30):
            run = f"{number:08x}{i:08x}"
            path = self.folder / f"{run}.csv"
            path.write_text(self.header + "".join(row.replace(self.run_of, run, 1) for row in self.rows))
            process, is_victim = self.start(["store", STORE, path.name]), draw.random() < 1 / 3
            if is_victim:
                time.sleep(draw.random() * 0.2)
                process.kill()
            self.finish(process, WRITES, is_victim)
            path.unlink()
            count, is_stored = self.rows_there(run), process.returncode == 0
            if count not in ((len(self.rows),) if is_stored else (0, len(self.rows))):
                self.wrong[WRITES].append(f"status {process.returncode} and {count} rows of {len(self.rows)}")
            with self.lock:
                self.killed += not is_stored
                if is_stored:
                    self.stored.add(run)
            if time.monotonic() > self.until:
                return

    def read(self, number, draw):
        while time.monotonic() < self.until:
            command = draw.choice(list(COMMANDS))
            with self.lock:
                before = set(self.stored)
            word, *more = command.split()
            words = [word, STORE, *more] if word == "store" else [word, *more, STORE]
            out = self.finish(self.start(words + COMMANDS[command].format(name=number).split()), command)
            if command != PRINTS:
                continue
            runs = collections.Counter(row["run_id"] for row in csv.DictReader(out.splitlines()))
            if before - set(runs):
                self.wrong[command].append(f"{len(before - set(runs))} stored files are not there")
            if set(runs.values()) - {len(self.rows)}:
                self.wrong[command].append("a file is there in part")

    def gather(self, writers, readers, seed):
        self.write_one()
        threads = [threading.Thread(target=work, args=(number, random.Random(f"{seed} {work.__name__} {number}")))
                   for work, count in ((self.write, writers), (self.read, readers)) for number in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with sqlite3.connect(self.folder / STORE) as reader:
            if reader.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                self.wrong[WRITES].append("the store is not whole")
        reader.close()

    def write_one(self):
        """Readers find a store; that it may be missing is no fault."""
        shutil.copy(GOOD, self.folder / "first.csv")
        self.finish(self.start(["store", STORE, "first.csv"]), WRITES)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seed", type=int, default=tree_seed())
    options = parser.parse_args()
    if not shutil.which("gnuplot"):
        del COMMANDS["plot history"]
    with tempfile.TemporaryDirectory() as folder:
        crowd = Crowd(options.build.resolve(), Path(folder), 60 if options.all else 3)
        crowd.gather(*((50, 20) if options.all else (8, 6)), options.seed)
    for command, wrong in crowd.wrong.items():
        for text in wrong[:10]:
            print(f"FAILED: {command}: {text}")
    reads = sum(crowd.runs.values()) - crowd.runs[WRITES]
    print(f"{len(crowd.stored)} files stored, {crowd.killed} writers killed, {reads} readings, seed {options.seed}, "
          f"{sum(map(len, crowd.wrong.values()))} wrong")
    print(f"{1 + len(COMMANDS) - len(crowd.wrong)} passed, {len(crowd.wrong)} failed")
    return bool(crowd.wrong)


if __name__ == "__main__":
    sys.exit(main())
