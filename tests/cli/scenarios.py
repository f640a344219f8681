#!/usr/bin/env python3
"""scenarios.py BUILD [--all] [--count N] [--seed N]: tests that nothing is lost without a message, whatever happens to
a command.

Kinds of scenarios are special, damaged or truncated files, environments, limits, signals, and workers or runs that are
killed. A command must end by itself within 35 s with one of its exit statuses, use at most 600 MB, and leave complete
rows or a line that says why not. N random scenarios are tried: 30 by default, 1,500 with --all. The seed (by default
the tree's) is printed. The last line has the totals; a test is a kind. (faults.sh tests plug-ins that misbehave,
crowd.py a store with many writers.) To add a kind, add a function that yields what is wrong.
"""
import argparse
import csv
import os
import random
import resource
import shutil
import signal
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


KINDS = (special_file, damaged_file, environment, limits, first_signal, killed_run)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--count", type=int)
    parser.add_argument("--seed", type=int, default=tree_seed())
    options = parser.parse_args()
    count = options.count or (1500 if options.all else 30)
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
