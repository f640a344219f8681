#!/usr/bin/env python3
"""fault_matrix.py BUILD [--all] [--seed N] [--seconds S]: tests every command while one call of the C library fails.

tests/preload/fail.c makes one malloc, open, read, write, fsync, rename or fork fail: the first such call from each
place in the program. For half of the places, all later calls of that kind fail too. With --seconds, the n-th call of a
kind also fails, for n up to 500, until S seconds of processor time are used. --all tries every place and every n, each
with one failing call and with all later calls failing too. The seed (by default the tree's) is printed and determines
the rest. Inputs have 20 rows, and the plug-in has two points on the fake device.

With a sanitizer of clang, all calls of a kind come from one place in the sanitizer, including those of other libraries,
and malloc is not intercepted. Then 20 seconds of n-th calls are tried instead.

Whatever fails, a command must end by itself with one of its exit statuses. Either a line says what went wrong, or the
output and all files are the same as without the fault. A file is unchanged or complete, and no temporary file and no
process remains. The last line has the totals; a test is a command and a kind of call. GB_GOLDEN=write writes the table
of statuses into results/fault-matrix.md.
"""
import argparse
import csv
import io
import os
import random
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "shared"))

from sample_by_commit import processor_seconds, tree_seed  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
KINDS = ("malloc", "open", "read", "write", "fsync", "rename", "fork")
PLACES, HEAD, ENTRY = 8192, struct.Struct("8I"), struct.Struct("3I")  # struct calls of fail.c
ALL_CALLS, SECONDS_EACH, SECONDS_SANITIZED = 500, 100, 20
OLD = b"what was there before\n"
PAGE, BEGIN, END = ROOT / "results/fault-matrix.md", "<!-- matrix -->\n", "<!-- end of matrix -->\n"

# Name: words after the program, and the files that it writes.
COMMANDS = {
    "run": ("-b toy -a op=add -a parts=1,4 --quick -o out.csv --json out.json", ("out.csv", "out.json")),
    "run --resume": ("-b toy -a op=add -a parts=1,4 --quick --resume begun.csv", ("begun.csv",)),
    "run --list": ("--list", ()),
    "run --dry-run": ("-b toy -a op=add --dry-run", ()),
    "run --plan": ("--plan=90 --all", ()),
    "info": ("info", ()),
    "show": ("show in.csv dram", ()),
    "roofs": ("roofs in.csv -o out.txt", ("out.txt",)),
    "compare": ("compare in.csv --baseline in.csv -o out.txt", ("out.txt",)),
    "check": ("check in.csv --baseline in.csv", ()),
    "history": ("history kept.db", ()),
    "store": ("store kept.db more.csv", ("kept.db",)),
    "plot": ("plot roofline in.csv -o out.svg", ("out.svg",)),
    "profile": ("profile --from ncu.csv --roofs h200.csv -o out.txt", ("out.txt",)),
    "ab": ("ab --match = --better lower --error 30% --seed s --keep kept.csv -o out.txt -- cat a.txt -- cat a.txt",
           ("out.txt", "kept.csv")),
    "report": ("report in.csv -o out.html", ("out.html",)),
    "peaks": ("peaks --update h200.csv", ()),  # and the file of that card
}
MEASURES = ("run", "run --resume")
# Its output comes from hwloc, which does not report unreadable files.
OF_HWLOC = "info"


class Bench:
    """The program with a plug-in and inputs in a folder, and a fresh copy of that for each run."""

    def __init__(self, build, folder):
        self.folder, self.home, self.work = folder, folder / "home", folder / "work"
        self.bin = folder / "bin"
        (self.bin / "plugins").mkdir(parents=True)
        self.home.mkdir()
        for name in ("gpubench-fake", "gpubench-profile"):
            shutil.copy(build / "tests" / name, self.bin)
        for name in ("toy", "faults"):  # one plug-in of the tree, and a foreign one, which a child describes
            shutil.copy(build / f"tests/plugins/{name}.so", self.bin / "plugins")
        self.preload = folder / "fail.so"
        subprocess.run(["cc", "-std=gnu11", "-D_GNU_SOURCE", "-O1", "-w", "-shared", "-fPIC", "-o", self.preload,
                        ROOT / "tests/preload/fail.c", "-ldl"], check=True)
        # A stand-in, because gnuplot takes longer than everything else.
        (folder / "path").mkdir()
        gnuplot = folder / "path/gnuplot"
        gnuplot.write_text('#!/bin/sh\nread -r here <begin\necho "<svg><!-- nothing --></svg>" >picture.svg\n')
        gnuplot.chmod(0o755)
        self.calls = folder / "calls"
        keep = ("PATH", "HOME", "LANG", "LD_LIBRARY_PATH")
        self.env = {name: os.environ[name] for name in keep if name in os.environ}
        self.env.update(TMPDIR=str(self.work / "tmp"), XDG_CACHE_HOME=str(self.work / "cache"),
                        GPUBENCH_PLOTS=str(ROOT / "plots"), HWLOC_COMPONENTS="-pci",
                        PATH=f"{folder / 'path'}:{os.environ['PATH']}", LC_ALL="C")
        self.make_inputs()

    def make_inputs(self):
        rows = (ROOT / "tests/data/every-roof.csv").read_text().splitlines(True)
        (self.home / "in.csv").write_text("".join(rows[:21]))
        (self.home / "more.csv").write_text(rows[0] + "".join(rows[21:]))
        h200 = (ROOT / "results/h200-sxm/all.csv").read_text().splitlines(True)
        roofs = [line for line in h200 if ",dram.read," in line or ",fp32," in line or ",fp64," in line][:20]
        (self.home / "h200.csv").write_text(h200[0] + "".join(roofs))
        (self.home / "some.csv").write_text(h200[0] + "".join(roofs[:5]))
        ncu = (ROOT / "tests/data/ncu/cache-h200.csv").read_text().splitlines(True)
        (self.home / "ncu.csv").write_text("".join(ncu[:20]))
        (self.home / "a.txt").write_text("=1\n")
        (self.home / "tmp").mkdir()
        shutil.copytree(self.home, self.work)
        self.run("run", words="store kept.db in.csv")
        self.run("run", words="-b toy -a op=add -a parts=1 --quick -o begun.csv")
        self.run("run", words="peaks --update some.csv")
        for name in ("kept.db", "begun.csv"):
            shutil.copy(self.work / name, self.home)
        shutil.copytree(self.work / "cache", self.home / "cache")
        card, = (str(path.relative_to(self.home)) for path in self.home.glob("cache/**/*.csv"))
        COMMANDS["peaks"] = (COMMANDS["peaks"][0], (card,))
        self.inputs = {str(path.relative_to(self.home)): path.read_bytes() for path in self.home.rglob("*")
                       if path.is_file()}

    def fresh(self, written=()):
        """Restores the inputs, and writes OLD into files of `written` that are not inputs. Only files that differ
        are written."""
        wanted = {**dict.fromkeys(written, OLD), **self.inputs}
        for path in sorted(self.work.rglob("*"), reverse=True):
            if path.is_symlink() or path.is_file():
                if str(path.relative_to(self.work)) not in wanted:
                    path.unlink()
            elif not (self.home / path.relative_to(self.work)).is_dir():
                path.rmdir()
        for name, data in wanted.items():
            path = self.work / name
            if path.is_symlink() or not path.is_file() or path.read_bytes() != data:
                path.unlink(missing_ok=True)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)

    def run(self, command, fault=None, words=None):
        """Returns the result of a command, in a fresh copy unless `words` are given."""
        if words is None:
            words, written = COMMANDS[command]
            self.fresh(written)
        self.calls.write_bytes(bytes(HEAD.size + PLACES * ENTRY.size))
        env = dict(self.env, LD_PRELOAD=str(self.preload), GPUBENCH_FAIL_FILE=str(self.calls))
        if fault:
            env["GPUBENCH_FAIL"] = fault
        # fail.c stays in the program that is started, so that program starts the one that performs the command.
        program = self.bin / ("gpubench-profile" if command in ("profile", "ab") else "gpubench-fake")
        process = subprocess.Popen([program] + words.split(), cwd=self.work, env=env, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        try:
            out, err = process.communicate(timeout=SECONDS_EACH)
            status = process.returncode
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            status = None
        return Result(self, status, out, err, process.pid)


class Result:
    def __init__(self, bench, status, out, err, group):
        self.status, self.out, self.err = status, out, err
        # The next reader undoes changes that a program could neither finish nor undo; an empty journal stays.
        if status and (bench.work / "kept.db-journal").exists():
            with sqlite3.connect(bench.work / "kept.db") as reader:
                reader.execute("PRAGMA quick_check").fetchone()
            reader.close()
            (bench.work / "kept.db-journal").unlink(missing_ok=True)
        self.files = {str(path.relative_to(bench.work)): b"" if path.is_symlink() else path.read_bytes()
                      for path in bench.work.rglob("*") if path.is_file() or path.is_symlink()}
        self.folders = {str(path.relative_to(bench.work)) for path in bench.work.rglob("*") if path.is_dir()}
        self.alone = is_gone(group)
        self.calls = bench.calls.read_bytes()
        head = HEAD.unpack_from(self.calls)
        self.failed, self.count = head[0] > 0, dict(zip(KINDS, head[1:]))

    def places(self):
        """The places that made calls; for a run without a fault."""
        return sorted((KINDS[kind - 1], at) for kind, at, _ in ENTRY.iter_unpack(self.calls[HEAD.size:]) if kind)

    def lines(self):
        return [line for line in self.err.decode(errors="replace").splitlines() if line.startswith("gpubench:")]


def is_gone(group):
    """True if no process of the group remains after a short time."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    os.killpg(group, signal.SIGKILL)
    return False


# ---- what must hold --------------------------------------------------------------------------------------------------

def rows_of(data):
    """The common part of the rows of two runs; None if a line is incomplete."""
    text = data.decode(errors="replace")
    lines = list(csv.reader(io.StringIO(text)))
    if text and not text.endswith("\n") or any(len(line) != len(lines[0]) for line in lines):
        return None
    if not lines or lines[0][0] != "schema":
        return None
    names = lines[0]
    keep = [names.index(name) for name in ("benchmark", "point", "status")]
    return [[line[i] for i in keep] for line in lines[1:]]


def store_is_whole(data, folder):
    """All rows of a file are in a store, or none."""
    path = folder / "look.db"
    path.write_bytes(data)
    connection = sqlite3.connect(path)
    try:
        sound = connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
        # Words that no row uses yet do no harm.
        rows = [connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("file", "visit", "value")]
    except sqlite3.Error:
        return None
    finally:
        connection.close()
        path.unlink()
    return (sound, rows) if sound else None


class Judge:
    def __init__(self, bench, command):
        self.bench, self.command = bench, command
        self.good = bench.run(command)
        self.before = {name: (bench.home / name).read_bytes() if (bench.home / name).exists() else OLD
                       for name in COMMANDS[command][1]}

    def content(self, name, data):
        """The compared part of a file: None if it is torn."""
        if name == "kept.db":
            return store_is_whole(data, self.bench.folder)
        if name.endswith(".json") and self.command in MEASURES:
            return data.endswith(b"\n") or not data or None
        if self.command in MEASURES and name.endswith(".csv"):
            return rows_of(data) if data else []
        if name == "kept.csv":  # without the times of runs
            return [line.rsplit(b",", 2)[0] for line in data.split(b"\r\n")]
        # Times differ; and a virtual machine may get memory meanwhile, which `info` prints with the node.
        return re.sub(rb"20\d\d-\d\d-\d\dT[\d:.]+Z?|, [\d.]+ [kMGT]?B$", b"", data, flags=re.M)

    def is_partial(self, name, data):
        """Rows from before the fault stay, each of them complete."""
        return self.command in MEASURES and self.content(name, data) is not None

    def has_end(self, name, data):
        """The same for a result without the unreadable part, which status and message report."""
        end = {"out.txt": b"\n", "out.html": b"</html>\n", "kept.csv": b"\r\n"}.get(name)
        return end is not None and data.endswith(end)

    def same_output(self, result):
        """True if everything equals the run without the fault."""
        return all(self.content(name, result.files.get(name, b"")) == self.content(name, self.good.files[name])
                   for name in self.before) and (
                       self.command in MEASURES or self.content("", result.out) == self.content("", self.good.out))

    def faults(self, result):
        """Describes the fault of a result."""
        if result.status is None:
            yield f"it did not end in {SECONDS_EACH} s"
            return
        if result.status < 0:
            yield f"it was ended by signal {-result.status}"
        elif result.status not in (0, 1, 2, 3):
            yield f"status {result.status}"
        told = set(result.lines()) - set(self.good.lines()) or b"WRONG" in result.out or b"FAILED" in result.out
        if result.failed and not told and not (result.status == self.good.status and self.same_output(result)):
            yield f"status {result.status} and no line"
        if result.status == 0:
            for name in self.before:
                if self.content(name, result.files.get(name, b"")) != self.content(name, self.good.files[name]):
                    yield f"status 0, and {name} is not as it should be"
        yield from self.leftovers(result)

    def leftovers(self, result):
        for name, before in self.before.items():
            data = result.files.get(name)
            if data is None:
                yield f"{name} is gone"
            elif (data != before and not self.is_partial(name, data) and
                  not (result.status and self.has_end(name, data)) and
                  self.content(name, data) not in (self.content(name, self.good.files[name]),
                                                   self.content(name, before))):
                yield f"{name} is torn"
        for name in sorted(set(result.files) - set(self.good.files)) + sorted(result.folders - self.good.folders):
            if name.rstrip("~") not in self.before:
                yield f"{name} is left"
        if not result.alone:
            yield "a process is left"


# ---- the matrix ------------------------------------------------------------------------------------------------------

class Cell:
    """A command, and a kind of call."""

    def __init__(self):
        self.places, self.runs, self.statuses, self.wrong = 0, 0, set(), []


class Matrix:
    def __init__(self, bench, commands):
        self.bench = bench
        self.judges = {command: Judge(bench, command) for command in commands}
        self.cells = {(command, kind): Cell() for command in COMMANDS for kind in KINDS}

    def try_fault(self, command, kind, fault):
        judge, cell = self.judges[command], self.cells[command, kind]
        result = self.bench.run(command, f"{kind} {fault}")
        if not result.failed:
            return  # this time the call was not reached
        cell.runs += 1
        if result.status is not None:
            cell.statuses.add(result.status)
        for wrong in judge.faults(result):
            cell.wrong.append(f"{command}: {kind} {fault}: {wrong}: {' / '.join(result.lines()[-2:])}")

    def try_places(self, draw):
        for command, judge in self.judges.items():
            for kind, at in judge.good.places():
                self.cells[command, kind].places += 1
                for how in ("at", "at+") if draw is None else draw.choices(("at", "at+")):
                    self.try_fault(command, kind, f"{how} {at}")

    def calls(self):
        return [(command, kind, f"{how} {n}") for command, judge in self.judges.items() for kind in KINDS
                for n in range(1, min(judge.good.count[kind], ALL_CALLS) + 1) for how in ("n", "n+")]

    def try_calls(self, chosen, until):
        for command, kind, fault in chosen:
            if processor_seconds() > until:
                return
            self.try_fault(command, kind, fault)

    def lines(self):
        yield "| command | " + " | ".join(KINDS) + " |\n"
        yield "| --- |" + " --- |" * len(KINDS) + "\n"
        for command in COMMANDS:
            cells = (self.cells[command, kind] for kind in KINDS)
            yield f"| `{command}` | " + " | ".join(
                ", ".join(map(str, sorted(cell.statuses))) for cell in cells) + " |\n"


def write_page(table):
    text = PAGE.read_text()
    head, tail = text.index(BEGIN) + len(BEGIN), text.index(END)
    PAGE.write_text(text[:head] + table + text[tail:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--all", action="store_true", help="every place, and every n-th call up to 500")
    parser.add_argument("--seed", type=int, default=tree_seed())
    parser.add_argument("--seconds", type=float)
    options = parser.parse_args()
    build = options.build.resolve()
    if "asan" in subprocess.run(["ldd", build / "tests/gpubench-fake"], capture_output=True, text=True,
                                check=True).stdout:
        print("skipped: nothing can be put before the C library under a sanitizer\n0 passed, 0 failed, 1 skipped")
        return 0
    sanitized = b"__asan_init" in (build / "tests/gpubench-fake").read_bytes()
    if not shutil.which("cc"):
        print("skipped: no C compiler\n0 passed, 0 failed, 1 skipped")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        matrix = Matrix(Bench(build, Path(folder)),
                        [command for command in COMMANDS if not sanitized or command != OF_HWLOC])
        began = processor_seconds()
        draw = random.Random(options.seed)
        matrix.try_places(None if options.all else draw)
        places = processor_seconds() - began
        chosen = matrix.calls()
        seconds = (SECONDS_SANITIZED if sanitized else 0) if options.seconds is None else options.seconds
        if not options.all:
            draw.shuffle(chosen)
        matrix.try_calls(chosen, float("inf") if options.all else processor_seconds() + seconds)
    table = "".join(matrix.lines())
    print(table, end="")
    runs = sum(cell.runs for cell in matrix.cells.values())
    print(f"{sum(cell.places for cell in matrix.cells.values())} places in {places:.0f} s, {runs} runs in "
          f"{processor_seconds() - began:.0f} s of processor time, seed {options.seed}")
    if os.environ.get("GB_GOLDEN") == "write":
        write_page(table)
    tried = [cell for cell in matrix.cells.values() if cell.places]
    for cell in tried:
        for wrong in cell.wrong:
            print(f"FAILED: {wrong}")
    failed = sum(1 for cell in tried if cell.wrong)
    print(f"{len(tried) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
