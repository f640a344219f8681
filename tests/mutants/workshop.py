"""workshop.py: a copy of the tree in which one source at a time is changed, built anew, tested, and put back."""
import ctypes
import os
import re
import shutil
import signal
import subprocess
import threading
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("bench", "harness", "tests")  # the rest of the tree is linked, because no mutant changes it
# The outputs of a build command.
WRITTEN = re.compile(r" -o (\S+)|\bar rcs (\S+)")
NOT_OK = re.compile(rb"not ok \d+ - (\S+)")
# A test that takes this many times as long as without the change counts as endless, and the change as noticed.
HUNG, HUNG_SECONDS = 20, 60


@dataclass
class Outcome:
    noticed: bool
    words: str


PR_SET_PDEATHSIG = 1


def script_of(root, test):
    """The script of this test in tests/cli, in shell or Python."""
    return next((root / "tests/cli").glob(f"{test}.*"), root / f"tests/cli/{test}.sh")


class Workshop:
    def __init__(self, folder, build):
        """`build` is the folder of a finished build, in the tree; it is copied without its unit programs."""
        self.root, self.build = folder, build
        # {(file, target): the build's}; {test: its seconds, or None where it fails}
        self.commands, self.passes = {}, {}
        if subprocess.run(["make", "-q", f"BUILD={build}", "tests"], cwd=ROOT, stdout=subprocess.DEVNULL).returncode:
            raise SystemExit(f"mutants.py: {build} is not built, or not with these settings: make tests BUILD={build}")
        for entry in ROOT.iterdir():
            if entry.name in COPIED:
                shutil.copytree(entry, folder / entry.name, symlinks=True)
            elif entry.name not in (build.parts[0], ".git"):
                (folder / entry.name).symlink_to(entry)
        shutil.copytree(ROOT / build, folder / build, symlinks=True, ignore=self.not_copied)

    def not_copied(self, folder, names):
        """The unit programs are half of a build; each is copied when it is first run."""
        return names if Path(folder) in (ROOT / self.build / "tests/unit", ROOT / self.build / "installed") else ()

    def attempt(self, mutant):
        """True if a test fails with this change, and its name; without the change, all tests pass."""
        for test in mutant.tests:
            if not self.passes_unchanged(test):
                return Outcome(False, f"{test} fails without any change")
            kept = self.set_aside(mutant, test)
            text = (self.root / mutant.file).read_text()
            try:
                (self.root / mutant.file).write_text(text[:mutant.at] + mutant.new + text[mutant.at + len(mutant.old):])
                words = self.make(mutant, test) or self.run(test, max(HUNG_SECONDS, HUNG * self.passes[test]))
            finally:
                (self.root / mutant.file).write_text(text)
                for path in kept:
                    Path(f"{path}.kept").rename(path)
            if words.startswith("it does not compile"):
                return Outcome(False, words)
            if words:
                return Outcome(True, words)
        return Outcome(False, f"no test noticed: {', '.join(mutant.tests)}")

    # ---- a test ----

    def program(self, test):
        return self.build / "tests/unit" / test

    def passes_unchanged(self, test):
        if test not in self.passes:
            if test.startswith("test_"):
                shutil.copy2(ROOT / self.program(test), self.root / self.program(test))
            began = time.monotonic()
            words = self.run(test, float("inf"))
            self.passes[test] = None if words else time.monotonic() - began
        return self.passes[test] is not None

    def run(self, test, seconds):
        """Returns which test noticed the change, or nothing; a unit program is ended at its first failure."""
        is_unit = test.startswith("test_")
        script, *arguments = test.split()
        command = ([self.root / self.program(test)] if is_unit else
                   [script_of(self.root, script), self.build, *arguments])
        environment = dict(os.environ, GB_BUILD=str(self.build), CMOCKA_MESSAGE_OUTPUT="TAP")
        process = subprocess.Popen(command, cwd=self.root, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, start_new_session=True, preexec_fn=end_with_us)
        hung = threading.Event()
        timer = (threading.Timer(seconds, lambda: (hung.set(), end_group(process.pid)))
                 if seconds < float("inf") else None)
        if timer:
            timer.start()
        last, found = b"", None
        for line in process.stdout:
            last = line if line.strip() else last
            found = NOT_OK.match(line) if is_unit else re.match(rb"FAILED: (.*)", line)
            if found and is_unit:
                break
        process.stdout.close()
        if found and is_unit:
            process.kill()
        status = process.wait()
        end_group(process.pid)
        if timer:
            timer.cancel()
        if found:
            return f"{test}: {found[1].decode(errors='replace').strip()}"
        if hung.is_set():
            return f"{test} did not end"
        if status < 0:
            return f"{test} was ended by signal {-status}"
        return f"{test}: {last.decode(errors='replace').strip()}" if status else ""

    # ---- a change ----

    def benchmark(self, mutant, test):
        """The copy to change: the test's own, if all tests share the file."""
        folder = mutant.file.split("/")[1]
        return next(ROOT.glob(f"bench/*/{test}.c")).parent.name if folder == "common" else folder

    def targets(self, mutant, test):
        """The part to test. Some tests compile a benchmark in."""
        programs = [self.build / "tests/gpubench-fake", self.build / "tests/gpubench-profile"]
        targets = [self.program(test)] if test.startswith("test_") else programs
        if mutant.file.startswith("harness/profiling/inject/"):
            targets = [self.build / "libgpubench_inject.so"]
        if mutant.file.startswith("bench/"):
            targets.append(self.build / "plugins" / f"{self.benchmark(mutant, test)}.so")
        return targets

    def commands_for(self, mutant, test):
        """The commands of make after a change of the file. A mutant may well leave a variable or a function unused. A
        benchmark in one file is changed in its C half, so its kernels stay."""
        targets = self.targets(mutant, test)
        key = (mutant.file, *targets)
        if key not in self.commands:
            changed = mutant.file  # as named by the compiler
            if changed.startswith("bench/common/"):
                changed = f"bench/{self.benchmark(mutant, test)}/../common/{Path(changed).name}"
            make = ["make", "-n", "-j1", "--no-print-directory", "V=1", f"BUILD={self.build}", "-W", changed,
                    *map(str, targets)]
            done = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True)
            lines = [line for line in done.stdout.replace(" -Werror ", " ").splitlines(True)
                     if not line.startswith("make: ") and " -fatbin " not in line]
            if not lines:
                raise SystemExit(f"mutants.py: {test} does not depend on {mutant.file}")
            self.commands[key] = "".join(lines)
        return self.commands[key]

    def set_aside(self, mutant, test):
        """The files that the build is about to write."""
        kept = []
        for match in WRITTEN.finditer(self.commands_for(mutant, test)):
            path = self.root / (match[1] or match[2])
            path.rename(f"{path}.kept")
            kept.append(path)
        return kept

    def make(self, mutant, test):
        """Reports the compiler's message if it rejects the change."""
        done = subprocess.run(["sh", "-ec", self.commands_for(mutant, test)], cwd=self.root,
                              capture_output=True, text=True)
        return f"it does not compile: {done.stderr.strip()[:400]}" if done.returncode else ""


def end_with_us():
    """A change may make a test endless, and a signal to this script must also end that test."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def end_group(group):
    """Ends a test and its child processes."""
    try:
        os.killpg(group, signal.SIGKILL)
    except ProcessLookupError:
        pass
