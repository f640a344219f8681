#!/usr/bin/env python3
"""run.py BUILD [--slowest N] [--emulator COMMAND] [--sample N] [--programs] [NAME...]: runs the tests, several at a
time; all, or those of these names.

A test is a unit program, a script of cli/, host/ or gpu/, or the check of the sources. NAME is a test's, with or
without its folder, `test_` and ending, or a benchmark's folder. The output of a failed test is shown, and the skips of
every test; all of it is in BUILD/tests/logs. A program that crashes, or ends in failure without naming a failed test,
counts as one failed. The last line has the totals, and those before it name what was skipped and why, then what failed;
--slowest prints before them the N tests that took the most of the processor, their processes counted in, and what all
took. With --emulator BUILD was made for another machine: COMMAND runs its unit programs, by emulated.py, and no other
test runs. With --sample one in N of the benchmarks' unit programs runs, and a third of all other tests, chosen by the
commit. --programs prints the unit programs that would run, for `make`.
"""
import argparse
import json
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "tests/shared"))

from sample_by_commit import tree_seed  # noqa: E402
# Tests mostly wait. All of them also pass if ten times as many share the processors.
JOBS_A_PROCESSOR = 4
# A test that has not ended by then is waiting in vain. On a busy machine the longest takes a tenth of this.
HUNG_SECONDS = 1500
# A sanitizer finds nothing more in these: the first ones run commands many times that other tests run once, and the
# others start no program built with it. They read sources, or test scripts and Python.
UNSANITIZED = {"tests/cli/check_nodes": "others run the same commands",
               "tests/cli/screens": "others run the same commands",
               "tests/cli/planted": "its plug-ins are built without one, and dry_run runs others",
               "tests/cli/first_run": "others run the same commands",
               "tests/cli/verified": "dry_run verifies with one",
               **dict.fromkeys(("tests/rooms", "tests/unittests"), "it runs nothing that was built")}
# With --sample one in three of the tests other than benchmarks' programs runs.
SHARE_OF_OTHERS = 3
# A line that reports skipped tests, up to the name.
SKIP = re.compile(r"^skipped: |^(not )?ok \d+ # SKIP ", re.I)
# A line that names a failed test: of cmocka, of unittest, of the scripts.
FAIL = re.compile(r"^(not ok|FAIL(ED)?|ERROR)\b")
# This many lines are repeated at the end.
FAILS_MOST = 10
TOTALS = re.compile(r"(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")


@dataclass
class Test:
    """A command to run, and its results afterwards."""
    name: str
    source: Path
    command: list
    tap: bool = False
    log: Path = None
    process: subprocess.Popen = None
    began: float = 0.0
    seconds: float = 0.0
    processor: float = 0.0
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    skips: list = field(default_factory=list)
    fails: list = field(default_factory=list)

    def names(self):
        """The names by which the test can be selected."""
        short = self.source.stem
        own = {self.name, short, short.replace("test_", "", 1), self.source.name, str(self.source)}
        return own | ({self.source.parent.name} if self.source.parts[0] == "bench" else set())


def find_tests(build):
    tests = []
    for pattern in ("tests/unit/test_*.c", "bench/*/test_*.c", "tests/plugins/*/test_*.c"):
        for source in sorted(ROOT.glob(pattern)):
            program = os.path.join(build, "tests/unit", source.stem)
            tests.append(Test(source.stem, source.relative_to(ROOT), [os.path.abspath(program)], tap=True))
    scripts = [path for path in sorted(ROOT.glob("tests/cli/*")) if path.is_file() and os.access(path, os.X_OK)]
    scripts += [ROOT / "tests" / name for name in ("host/audit_host.py", "gpu/run.sh", "gpu/physics.py", "rooms.py",
                                                   "unittests.py")]
    arguments = {"rooms.py": [str(ROOT), build], "physics.py": [],
                 "unittests.py": ["ci", "tools/pages", "plots", "python/tests", "tests/audit",
                                  "tests/gpu", "tests/host", "tests/mutants"]}
    for source in scripts:
        path = source.relative_to(ROOT)
        tests.append(Test(str(path.with_suffix("")), path, [str(source)] + arguments.get(path.name, [build])))
    return tests


def emulate(tests, emulator):
    """The unit programs of `tests`, run by the words of `emulator`."""
    programs = [test for test in tests if test.tap]
    for test in programs:
        test.command = [str(ROOT / "tests/host/emulated.py"), *shlex.split(emulator), *test.command]
    return programs


def choose(tests, names):
    chosen = [test for test in tests if not names or test.names() & set(names)]
    for name in names:
        if not any(name in test.names() for test in tests):
            sys.exit(f"run.py: '{name}' is not a test or a benchmark's folder with tests; there are "
                     + ", ".join(sorted(test.name for test in tests)))
    return chosen


def count(test, text):
    """Sets the counts of a test that has ended."""
    if test.tap:
        lines = [line for line in text.splitlines() if re.match(r"(not )?ok\b", line)]
        skips = [line for line in lines if re.search(r" # SKIP", line)]
        wrong = [line for line in lines if line.startswith("not ok") and line not in skips]
        test.passed, test.failed, test.skipped = len(lines) - len(skips) - len(wrong), len(wrong), len(skips)
    else:
        totals = TOTALS.search((text.splitlines() or [""])[-1])
        counts = totals.groups() if totals else (0, 0, 0)
        test.passed, test.failed, test.skipped = (int(number or 0) for number in counts)
    if test.skipped:
        test.skips = [SKIP.sub("", line) for line in text.splitlines()[:-1] if SKIP.search(line)]
    if not test.failed and (test.process.returncode or not test.passed + test.skipped):
        test.failed = 1
    if test.failed:
        test.fails = [line for line in text.splitlines() if FAIL.search(line) and not SKIP.search(line)]


def skip_unsanitized(tests, build):
    """Without the tests in UNSANITIZED if the build has a sanitizer, unless they were requested; a line names each."""
    flags = Path(build, "obj/cc.flags")
    if not flags.exists() or "-fsanitize=" not in flags.read_text():
        return tests
    for test in tests:
        if test.name in UNSANITIZED:
            print(f"skipped: {test.name}: with a sanitizer: {UNSANITIZED[test.name]}", file=sys.stderr)
    return [test for test in tests if test.name not in UNSANITIZED]


def sampled(tests, share):
    """Without the tests that run for other commits; a line names them. Each kind has a draw of its own, so that the
    programs to build are known before any script is left out."""
    kinds = {}
    for test in tests:
        kinds.setdefault((test.tap, test.tap and test.source.parts[0] == "bench"), []).append(test)
    left = []
    for (_, is_bench), kind in kinds.items():
        run_here = len(kind) // (share if is_bench else SHARE_OF_OTHERS)
        left += random.Random(tree_seed()).sample(kind, len(kind) - run_here)
    print("left to other commits: " + ", ".join(sorted(test.name for test in left)), file=sys.stderr)
    return [test for test in tests if test not in left]


def summary(tests):
    passed, failed, skipped = (sum(getattr(test, what) for test in tests) for what in ("passed", "failed", "skipped"))
    return f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else "")


@dataclass
class Progress:
    """A line that is replaced on a terminal; elsewhere, only one line for each finished test."""
    total: int
    terminal: bool = field(default_factory=lambda: sys.stdout.isatty() and os.environ.get("TERM") != "dumb")

    def show(self, done, running):
        if self.terminal:
            names = " ".join(test.name for test in sorted(running, key=lambda test: test.began))
            line = f"[{len(done)}/{self.total}] {names}"
            columns = os.get_terminal_size(sys.stdout.fileno()).columns or 80
            print(f"\r\x1b[K{line[:columns - 1]}", end="", flush=True)

    def clear(self):
        if self.terminal:
            print("\r\x1b[K", end="", flush=True)

    def ended(self, test, text):
        self.clear()
        if test.failed:
            print(text, end="" if text.endswith("\n") else "\n")
            if test.process.returncode < 0:
                print(f"{test.name} was ended by signal {-test.process.returncode}"
                      + (f": it had not ended after {HUNG_SECONDS} s" if test.seconds > HUNG_SECONDS else ""))
        elif test.skipped:
            print("".join(f"skipped: {skip}\n" for skip in test.skips), end="")
        if not self.terminal or test.failed or test.skipped:
            print(f"  {test.name}: {summary([test])}, {test.seconds:.1f} s", flush=True)


def as_usual():
    """Under nohup, hang-ups are ignored, and child processes inherit that; but the tests send this signal."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def start(test, folder, environment):
    test.log = folder / (test.name.replace("/", "-") + ".log")
    test.began = time.monotonic()
    with open(test.log, "wb") as log:
        try:
            test.process = subprocess.Popen(test.command, cwd=ROOT, env=environment,
                                            stdin=subprocess.DEVNULL, stdout=log,
                                            stderr=subprocess.STDOUT, preexec_fn=as_usual)
        except OSError as error:
            log.write(f"{error}\n".encode())
            test.process = subprocess.Popen(["false"])


def ended(test):
    """True if the test has ended; sets its times from wait4(), which include the processes that the test waited for."""
    pid, status, used = os.wait4(test.process.pid, os.WNOHANG)
    if pid == 0:
        if time.monotonic() - test.began > HUNG_SECONDS:
            test.process.kill()
        return False
    test.process.returncode = os.waitstatus_to_exitcode(status)
    test.seconds = time.monotonic() - test.began
    test.processor = used.ru_utime + used.ru_stime
    return True


def run(tests, jobs, folder, environment):
    """Runs the tests in this order, this many at a time."""
    progress, waiting, running, done = Progress(len(tests)), list(tests), [], []
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                test = waiting.pop(0)
                start(test, folder, environment)
                running.append(test)
                progress.show(done, running)
            time.sleep(0.02)
            for test in [test for test in running if ended(test)]:
                text = test.log.read_text(encoding="utf-8", errors="replace")
                count(test, text)
                running.remove(test)
                done.append(test)
                progress.ended(test, text)
                progress.show(done, running)
    finally:
        progress.clear()
        for test in running:
            test.process.terminate()
        for test in running:
            test.process.wait()
    return done


# These tests take several times as long as any other, partly because they wait: in a tree without earlier results they
# begin first.
LONG = ("tests/cli/memory", "tests/cli/signals", "tests/cli/faults", "tests/cli/analysis", "tests/cli/curve",
        "test_faults", "tests/cli/plot")


def longest_first(tests, took):
    """Ordered by their last durations; tests without one come first, by the size of their source."""
    return sorted(tests, key=lambda test: (test.name in took, test.name not in LONG,
                                           -took.get(test.name, (ROOT / test.source).stat().st_size)))


def read_seconds(path):
    try:
        return {str(name): float(seconds) for name, seconds in json.loads(path.read_text()).items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}  # a first run, or a torn file: only the order depends on it


def path_with_python():
    """PATH with this Python first: pyenv's python3 is a script that takes several times as long to find it."""
    path, found = os.environ.get("PATH", os.defpath), shutil.which("python3")
    if not sys.executable or (found and os.path.realpath(found) == os.path.realpath(sys.executable)):
        return path
    return os.path.dirname(sys.executable) + os.pathsep + path


def print_slowest(tests, number):
    print(f"{sum(test.processor for test in tests):8.1f} s of the processor in all")
    for test in sorted(tests, key=lambda test: -test.processor)[:number]:
        print(f"{test.processor:8.1f} s in {test.seconds:.1f} s: {test.name}")


def print_skipped(tests):
    for test in sorted(tests, key=lambda test: test.name):
        for skip in test.skips:
            number = f", {test.skipped} tests" if test.skipped != len(test.skips) else ""
            print(f"skipped: {test.name}{number}: {skip.rstrip(':')}")


def print_failed(tests):
    """Repeats failures, which are far above in the log of a long run."""
    for test in sorted((test for test in tests if test.failed), key=lambda test: test.name):
        lines = test.fails or [f"ended with {test.process.returncode} and named no failed test"]
        print("".join(f"failed: {test.name}: {line}\n" for line in lines[:FAILS_MOST]), end="")


def read_arguments():
    parser = argparse.ArgumentParser(usage="tests/run.py BUILD [--slowest N] [--emulator COMMAND] [--sample "
                                           "N] [--programs] [NAME...]")
    parser.add_argument("build")
    parser.add_argument("--slowest", type=int, default=0)
    parser.add_argument("--emulator")
    parser.add_argument("--sample", type=int, default=1)
    parser.add_argument("--programs", action="store_true")
    parser.add_argument("names", nargs="*")
    return parser.parse_intermixed_args()


def main():
    arguments = read_arguments()
    build, names = arguments.build, arguments.names
    folder = Path(build, "tests/logs")
    folder.mkdir(parents=True, exist_ok=True)
    last = Path(build, "tests/seconds.json")
    took = read_seconds(last)
    tests = find_tests(build)
    if arguments.emulator:
        tests = emulate(tests, arguments.emulator)
    tests = choose(tests, names) if names else skip_unsanitized(tests, build)
    if arguments.sample > 1:
        tests = sampled(tests, arguments.sample)
    tests = longest_first(tests, took)
    if arguments.programs:
        print(*(os.path.relpath(test.command[0], ROOT) for test in tests if test.tap))
        return 0
    # An emulator works where a processor of that machine would wait.
    jobs = len(os.sched_getaffinity(0)) * (1 if arguments.emulator else JOBS_A_PROCESSOR)
    environment = dict(os.environ, GB_BUILD=build, GB_SEED=str(tree_seed()), CMOCKA_MESSAGE_OUTPUT="TAP",
                       PATH=path_with_python())
    try:
        done = run(tests, jobs, folder, environment)
    except KeyboardInterrupt:
        return 130
    took.update({test.name: round(test.seconds, 2) for test in done})
    last.write_text(json.dumps(took, indent=0))
    if arguments.slowest:
        print_slowest(done, arguments.slowest)
    print_skipped(done)
    print_failed(done)
    print(summary(done))
    return 1 if any(test.failed for test in done) else 0


if __name__ == "__main__":
    sys.exit(main())
