#!/usr/bin/env python3
"""scenarios.py BUILD [--all] [--count N] [--seed N]: tests that nothing is lost without a message, whatever happens to
a command. A scenario is one draw of a kind: a special file, a damaged or cut file, an environment, a limit, a plug-in
that misbehaves, a worker or a run that is killed, a store that several write and read. A command ends by itself within
35 s with a status of its own, uses at most 600 MB, and leaves whole rows or a line that says why not. The seed (the
tree's; it is printed) draws COUNT scenarios, by default 45, and 2,250 with --all. The last line has the totals; a test
is a kind. To add a kind, add a function: it yields what is wrong.
"""
import argparse
import csv
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "shared"))

from sample_by_commit import tree_seed  # noqa: E402

TESTS = Path(__file__).resolve().parents[1]
GOOD, SECONDS_MOST, BYTES_MOST = TESTS / "data/before.csv", 35, 600 << 20
READERS = ("roofs", "show", "history", "check --baseline", "compare --baseline", "report -o out.html", "store new.db",
           "profile --from", "ab --from", "roofs --files-from", "-b toy --quick --resume", "-b toy --quick -o")
RUN = "-b toy -a op=add --quick -o out.csv"
SILENT = {"GPUBENCH_FAKE": "", "NO_COLOR": "1", "PATH": os.environ["PATH"]}


class Bench:
    """The program with plug-ins, in a folder that is empty for each scenario."""

    def __init__(self, build, folder):
        self.build, self.home = build, folder / "home"
        (folder / "bin/plugins").mkdir(parents=True)
        for name in ("gpubench-fake", "gpubench-profile"):
            shutil.copy(build / "tests" / name, folder / "bin")
        (folder / "bin/plugins/toy.so").symlink_to(build / "tests/plugins/toy.so")
        self.foreign = folder / "foreign"
        self.foreign.mkdir()
        shutil.copy(build / "tests/plugins/dies.so", self.foreign)
        self.program = folder / "bin/gpubench-fake"
        # AddressSanitizer reserves terabytes of addresses.
        sanitized = b"__asan_init" in self.program.read_bytes()
        self.reading_limits = ((resource.RLIMIT_FSIZE, 1 << 30),) + \
            (() if sanitized else ((resource.RLIMIT_AS, 4 << 30),))

    def clear(self):
        shutil.rmtree(self.home, ignore_errors=True)
        self.home.mkdir()

    def start(self, words, environment=None, limits=()):
        def limit():
            signal.signal(signal.SIGHUP, signal.SIG_DFL)  # nohup ignores it
            for what, most in limits:
                resource.setrlimit(what, (most, most))
        words = words.split() if isinstance(words, str) else words
        return subprocess.Popen([self.program, *words], cwd=self.home, env={**SILENT, **(environment or {})},
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                preexec_fn=limit, start_new_session=True)

    def wrong_end(self, process, killed=False):
        """Describes the fault in how it ended."""
        began = time.monotonic()
        out = bytearray()
        try:
            out += process.communicate(timeout=SECONDS_MOST)[0]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            yield f"it did not end in {time.monotonic() - began:.0f} s"
            return
        self.said = bytes(out)
        if process.returncode not in (0, 1, 2, 3, 4, 129, 130, 143) and not (killed and process.returncode < 0):
            yield f"status {process.returncode}"
        if process.returncode in (1, 2) and not out.strip():
            yield f"status {process.returncode} and no line"

    def run(self, words, environment=None, limits=()):
        self.process = self.start(words, environment, limits)
        yield from self.wrong_end(self.process)


def rows_of(path):
    """The rows of a result; the last line may be torn."""
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    return list(csv.DictReader(line.decode() for line in lines))


def wrong_rows(path, expected):
    points = [(row["variant"], row["point"].split(",block")[0]) for row in rows_of(path) if row["variant"]]
    if len(points) != len(set(points)):
        yield "a row twice"
    if expected is not None and len(points) != expected:
        yield f"{len(points)} rows of {expected}"


# ---- kinds ----------------------------------------------------------------------------------------------------------

def special_file(bench, draw):
    """Devices, folders, links to themselves, pipes with a writer that ends."""
    path = bench.home / "special.csv"
    what = draw.choice(("/dev/zero", "/dev/null", "/dev/urandom", "/proc/self/mem", "folder", "loop", "pipe", "vast"))
    if what == "folder":
        path.mkdir()
    elif what == "pipe":
        os.mkfifo(path)
        subprocess.Popen(["sh", "-c", f"head -c {draw.randrange(4096)} /dev/urandom >'{path}'"],
                         stdin=subprocess.DEVNULL, start_new_session=True)
    elif what == "vast":
        with path.open("wb") as file:
            file.truncate(8 << 30)
    else:
        path.symlink_to(path if what == "loop" else what)
    reader = draw.choice(READERS)
    if what in ("/dev/null", "/dev/zero", "/dev/urandom", "pipe") and reader.endswith("-o"):
        return  # there the output goes
    reading = [*reader.split(), path, GOOD] if "baseline" in reader else [*reader.split(), path]
    yield from (f"{reader} of {what}: {wrong}"
                for wrong in bench.run([str(word) for word in reading], limits=bench.reading_limits))


def damaged_file(bench, draw):
    """Bytes that are changed, doubled or cut off."""
    data = bytearray(GOOD.read_bytes())
    for _ in range(draw.randrange(1, 9)):
        at = draw.randrange(len(data))
        how = draw.randrange(3)
        data[at:at + (how == 0)] = [draw.randrange(256)] if how < 2 else data[at:at + draw.randrange(99)]
    (bench.home / "bad.csv").write_bytes(data[:draw.randrange(1, len(data))] if draw.random() < 0.3 else data)
    reader = draw.choice(READERS)
    yield from (f"{reader}: {wrong}" for wrong in
                bench.run(f"{reader} bad.csv {GOOD if 'baseline' in reader else ''}"))


def environment(bench, draw):
    """Variables with absurd values."""
    name = draw.choice(("TMPDIR", "HOME", "COLUMNS", "LC_ALL", "TZ", "GPUBENCH_RESULTS", "GPUBENCH_REFERENCE",
                        "GPUBENCH_PLUGIN_PATH", "GPUBENCH_HOST", "SLURM_JOB_ID", "SLURM_PROCID", "XDG_CACHE_HOME"))
    value = draw.choice(("", "/", "/dev/null", "-1", "9" * 400, "x" * 9000, "%n%s", "../..", "\x01\x02", "\u2028"))
    command = draw.choice((RUN, "--list", "info", f"roofs {GOOD}", f"store new.db {GOOD}"))
    yield from (f"{name}={value[:20]!r} {command}: {wrong}" for wrong in bench.run(command, {name: value}))
    if command == RUN and bench.process.returncode == 0:
        yield from (f"{name}={value[:20]!r}: {wrong}" for wrong in wrong_rows(bench.home / "out.csv", 2))


def limits(bench, draw):
    """As few files, bytes or stack as possible."""
    what, most = draw.choice(((resource.RLIMIT_NOFILE, draw.randrange(6, 40)),
                              (resource.RLIMIT_FSIZE, draw.randrange(0, 9000)),
                              (resource.RLIMIT_STACK, draw.randrange(128, 999) << 10)))
    yield from (f"limit {what} of {most}: {wrong}" for wrong in bench.run(RUN, limits=((what, most),)))
    if bench.process.returncode == 0:
        yield from (f"limit {what} of {most}: {wrong}" for wrong in wrong_rows(bench.home / "out.csv", 2))


def plugin(bench, draw):
    """Faults of a plug-in cost only their own rows; errors of the file itself fail."""
    name, axis, values = draw.choice((
        ("faults", "fault",
         "abort segfault exit hang endless illegal_address prints stray leaves roof wrong".split()),
        ("toy_curve", "end", "crash empty uncounted twins unfound unfounded wild".split())))
    value = draw.choice(values)
    first = name == "toy_curve" or draw.random() < 0.5  # of equal rows, the first one is the finding
    good = "fine_last" if name == "faults" else "well"
    order = f"{value},{good}" if first else f"{good},{value}"
    words = (f"--plugin {bench.build}/tests/plugins/{name}.so -b {name} --quick --patience 1 -a {axis}={order} "
             f"{'-a size=64' if name == 'toy_curve' else ''} -o out.csv")
    yield from (f"{name} {order}: {wrong}" for wrong in bench.run(words))
    rows = rows_of(bench.home / "out.csv")
    if not any(f"{axis}={good}" in row["point"] and row["status"] == "ok" for row in rows):
        yield f"{name} {order}: the good row is lost"
    failed = any(row["status"] == "failed" for row in rows)
    if failed != (bench.process.returncode == 2) or \
            (not failed and value not in ("prints", "stray", "leaves", "empty")):
        yield f"{name} {order}: status {bench.process.returncode}"


def constructor(bench, draw):
    """A plug-in that ends, stops or changes the process that loads it costs one line, whatever the command."""
    how = draw.choice(("abort", "exit", "leave", "stop", "folder", "streams", "fork", "files"))
    command = draw.choice(("--list", "--describe toy", "--plan=90 -b toy", "--dry-run -b toy", RUN, f"roofs {GOOD}"))
    yield from (f"{how}, {command}: {wrong}" for wrong in bench.run(command, {
        "GPUBENCH_DIES": how, "GPUBENCH_PLUGIN_PATH": str(bench.foreign)}))
    is_told = b"dies.so is not used: loading it" in bench.said
    if bench.process.returncode != 0 or is_told == command.startswith("roofs"):
        yield f"{how}, {command}: status {bench.process.returncode}: {bench.said[-200:]!r}"


def first_signal(bench, draw):
    """The first signal ends a wait for a hook, for the writer of a pipe, or for a processor."""
    os.mkfifo(bench.home / "pipe")
    words, settings = draw.choice((
        (f"--plugin {bench.build}/tests/plugins/faults.so -b faults --quick -a fault=hang", ""),
        (f"--plugin {bench.build}/tests/plugins/faults.so --dry-run -b faults -a fault=hang", ""),
        ("roofs pipe", ""), ("profile --from pipe", ""), ("ab --from pipe", ""), ("store new.db pipe", ""),
        (RUN, "sleep=0.3"), ("--sdc 60 -b toy", ""), (RUN + " --wait-idle 60", "processes=1")))
    process = bench.start(words, {"GPUBENCH_FAKE": settings})
    time.sleep(0.2 + draw.random())
    if process.poll() is None:
        process.send_signal(draw.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP)))
    began = time.monotonic()
    yield from (f"{words}: {wrong}" for wrong in bench.wrong_end(process))
    if time.monotonic() - began > 4:
        yield f"{words}: {time.monotonic() - began:.1f} s after the first signal"


def killed_run(bench, draw):
    """A worker or the run itself is killed at any moment: rows are complete, and --resume completes the run."""
    process = bench.start(RUN)
    time.sleep(draw.random() * 0.6)
    children = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=False)
    worker = children.stdout.split()
    target = int(worker[0]) if worker and draw.random() < 0.5 else process.pid
    try:
        os.kill(target, draw.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGINT)))
    except ProcessLookupError:
        pass
    yield from bench.wrong_end(process, killed=target == process.pid)
    yield from wrong_rows(bench.home / "out.csv", None)
    yield from (f"--resume: {wrong}" for wrong in bench.run("-b toy -a op=add --quick --resume out.csv"))
    yield from (f"--resume: {wrong}" for wrong in wrong_rows(bench.home / "out.csv", 2))


def store(bench, draw):
    """Several processes write a store and others read it, and a third of the writers is killed: each file is stored
    completely or not at all."""
    text = GOOD.read_text().splitlines(keepends=True)
    column = text[0].split(",").index("run_id")
    writers, readers = [], []
    for i in range(6):
        lines = [line.split(",") for line in text]
        for line in lines[1:]:
            line[column] = f"{i:016x}"
        (bench.home / f"{i}.csv").write_text("".join(",".join(line) for line in lines))
        writers.append(bench.start(f"store kept.db {i}.csv"))
        readers += [bench.start(draw.choice(("history kept.db", "roofs kept.db", "show kept.db"))) for _ in range(2)]
        if i % 3 == 2:
            time.sleep(draw.random() * 0.05)
            writers[-1].kill()
    for process in (*writers, *readers):
        yield from bench.wrong_end(process, killed=True)
        if any(word in bench.said for word in (b"malformed", b"is damaged", b"readonly", b"is empty")):
            yield f"a store that is read while written: {bench.said[-200:]!r}"
    yield from bench.run("history kept.db")
    with sqlite3.connect(bench.home / "kept.db") as connection:
        files = connection.execute("SELECT count(*) FROM file").fetchone()[0]
        if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            yield "the store is not whole"
    if files < sum(process.returncode == 0 for process in writers):
        yield f"{files} files are stored"


KINDS = (special_file, damaged_file, environment, limits, plugin, constructor, first_signal, killed_run, store)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=tree_seed())
    options = parser.parse_args()
    count = options.count or (2250 if options.all else 45)
    wrong = {kind: [] for kind in KINDS}
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(options.build.resolve(), Path(folder))
        for i in range(count):
            kind = KINDS[i % len(KINDS)]
            bench.clear()
            wrong[kind] += [f"{kind.__name__}, scenario {i}: {text}" for text in
                            kind(bench, random.Random(f"{options.seed} {i}"))]
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss << 10
    for text in sum(wrong.values(), []):
        print(f"FAILED: {text}")
    if used > BYTES_MOST:
        print(f"FAILED: a command used {used >> 20} MiB")
    failed = sum(1 for texts in wrong.values() if texts) + (used > BYTES_MOST)
    print(f"{count} scenarios, seed {options.seed}, {sum(map(len, wrong.values()))} wrong, at most {used >> 20} MiB")
    print(f"{len(KINDS) + 1 - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
