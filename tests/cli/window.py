#!/usr/bin/env python3
"""window.py BUILD: tests listings and help on terminals of 80 and 60 columns, and colours; screens.py has the other
commands. Each command runs on a separate terminal of that width. Permanent text is distinguished from temporary text: a
carriage return begins the line anew. --wide prints everything, and other output does not depend on a terminal. The last
line has the totals."""
import fcntl
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RESULTS = os.path.join(ROOT, "results")
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
WIDTHS = (80, 60)


def on_terminal(columns, command, settings=None, folder=None, height=24):
    """The output of a command on a terminal, and its exit status."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", height, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    environment.update({"PAGER": "cat"} | (settings or {}), HWLOC_COMPONENTS="-pci",
                       GPUBENCH_PLOTS=os.path.join(ROOT, "plots"))
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=its, stderr=its, env=environment,
                          cwd=folder) as process:
        os.close(its)
        written = b""
        try:
            while piece := os.read(ours, 65536):
                written += piece
        except OSError:  # how a terminal ends
            pass
        os.close(ours)
    return written.decode().replace("\r\n", "\n"), process.returncode


def lines_of(text):
    """The lines that stay, without colours."""
    return [COLOUR.sub("", re.split(r"\r\x1b\[K", line)[-1]) for line in text.split("\n")]


class Window:
    def __init__(self, build, work):
        self.real = os.path.abspath(os.path.join(build, "gpubench"))
        self.fake = os.path.join(work, "bin/gpubench-fake")
        self.work, self.passed, self.failed = work, 0, 0
        os.makedirs(os.path.join(work, "bin/plugins"))
        for name in ("gpubench-fake", "gpubench-profile"):
            shutil.copy(os.path.join(build, "tests", name), os.path.join(work, "bin"))
        for name in ("toy", "toy_cycles", "skeleton"):
            os.symlink(os.path.abspath(os.path.join(build, f"tests/plugins/{name}.so")),
                       os.path.join(work, f"bin/plugins/{name}.so"))

    def check(self, name, good, shown=""):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {name}\n{shown}")

    def run(self, columns, arguments, program=None):
        settings = {"XDG_CACHE_HOME": os.path.join(self.work, "cache")}  # not the peaks that this user has stored
        if program == self.fake:
            settings.update(GPUBENCH_FAKE="devices=2", GPUBENCH_HOST="host")
        return on_terminal(columns, [program or self.real, *arguments], settings, self.work)

    def fits(self, arguments, statuses=(0,), program=None):
        """In both windows. Returns the output of the wider one."""
        printed = {}
        for columns in WIDTHS:
            text, status = self.run(columns, arguments, program)
            printed[columns] = text
            name = f"{' '.join(arguments)} in {columns} columns"
            self.check(f"{name}: exit status {status}", status in statuses, text)
            wide = [line for line in lines_of(text) if len(line) > columns]
            self.check(f"{name}: no line is wider", not wide, "\n".join(wide))
            self.check(f"{name}: it says something", len(text.strip()) > 20, text)
        return printed[WIDTHS[0]]


def commands_of(window):
    """All commands, so that none is forgotten here."""
    done = subprocess.run([window.real, "--complete", "--", ""], capture_output=True, text=True, check=True)
    return [word for word in done.stdout.split() if word[0].isalpha()]


def make_files(window):
    """Links with short names, because a path cannot be broken. GPUs of two models, and one slow GPU in sixteen."""
    files = {}
    for name, path in (("h200.csv", "h200-sxm/all.csv"), ("h100.csv", "h100-sxm/all.csv"),
                       ("cards.csv", "fleet/h200-sxm.csv"), ("host.csv", "zen4-vm/all.csv")):
        os.symlink(os.path.join(RESULTS, path), os.path.join(window.work, name))
        files[name] = name
    os.symlink(os.path.join(ROOT, "tests/data/fleet.csv"), os.path.join(window.work, "fleet.csv"))
    return files


def paged(window):
    """Long output, messages included, goes through the user's pager, and is as wide as without it."""
    def show(pager, *arguments):
        return on_terminal(80, [window.real, *arguments], {"PAGER": "false", "GPUBENCH_PAGER": pager}, window.work)
    for arguments in (["roofs", "h200.csv", "h100.csv", "--rows"], ["--list", "--rows"], ["--help"]):
        plain, paged = show("cat", *arguments), show("sed 's/^/page: /'", *arguments)
        window.check(f"{arguments}: all output is paged",
                     paged == ("".join(f"page: {line}\n" for line in plain[0].splitlines()), plain[1]), paged[0])
        window.check(f"{arguments}: the pager may end early", show("head -n 1", *arguments)[0] ==
                     plain[0].splitlines()[0] + "\n")
    for arguments in (["roofs", "h200.csv"], ["--list"], ["-h"]):
        window.check(f"{arguments}: a screen is not paged", "page:" not in show("sed 's/^/page: /'", *arguments)[0])
    status = show("cat >/dev/null; exit 3", "roofs", "h200.csv", "--rows")[1]
    window.check("the pager's status is not the program's", status == 0, status)


def grouped(window):
    """--list: headings and a line for each benchmark; a benchmark without a subject is listed, too."""
    text = window.fits(["--list", "--rows"])
    lines = lines_of(text)
    headings = ["memory", "on chip", "arithmetic", "launches", "links", "host"]
    window.check("--list has the groups in their order",
                 [line.strip() for line in lines if re.fullmatch(r"  \S+( \S+)?", line)] == headings, text)
    names = [line.split()[0] for line in
             subprocess.run([window.real, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()]
    listed = [line.split()[0] for line in lines if line.startswith("    ")]
    window.check("and each benchmark once, a line each", sorted(listed) == sorted(names) and len(names) > 40, text)
    text = window.run(WIDTHS[0], ["--list"], program=window.fake)[0]
    window.check("a plug-in without a subject is among the others, after all groups",
                 re.search(r"memory\n    skeleton .*\n\n  other\n    toy  .*\n    toy_cycles ", text), text)
    text = window.run(WIDTHS[0], ["--list", "--wide", "--rows"])[0]
    window.check("--wide has whole lines", "add, triad, any mix, and the driver's copy\n" in text, text)


def listings(window):
    grouped(window)
    paged(window)
    window.fits(["--version"])
    window.fits(["info", "--device", "host"])
    for name in ("stride", "tensor", "loaded", "host_cache"):
        window.fits(["--describe", name])
    for word in ["", *commands_of(window)]:
        command = [*word.split(), "--help"]
        text = window.fits(command)
        whole = subprocess.run([window.real, *command], capture_output=True, text=True, check=True).stdout
        window.check(f"{word} --help has the words on a terminal that it has in a pipe", text.split() == whole.split(),
                     text)


def choices(window):
    """--wide, --color and NO_COLOR; a page is no text for a terminal."""
    text, status = window.run(WIDTHS[0], ["report", "h200.csv"])
    window.check("report writes no page to a terminal", status == 1 and "-o report.html" in text, text)
    command = ["roofs", "h200.csv"]
    plain = subprocess.run([window.real, *command], capture_output=True, text=True, check=True, cwd=window.work).stdout
    text = window.run(WIDTHS[0], command)[0]
    window.check("a suspect row has a colour on a terminal", "\x1b[33msuspect" in text, text)
    window.check("a screen holds it", len(lines_of(text)) <= 24, text)
    window.check("what is left out is said last, and how to see it",
                 re.fullmatch(r"gpubench: .*rows \(--rows\), columns \(--wide\)", lines_of(text)[-2]), text)
    text = window.run(WIDTHS[0], command + ["--wide", "--rows", "--color", "never"])[0]
    window.check("--wide and --rows on a terminal print what a file has", text == plain, text)
    text = on_terminal(WIDTHS[0], [window.real, *command], {"NO_COLOR": "1"}, window.work)[0]
    window.check("NO_COLOR: no colour", "\x1b" not in text, text)
    text = on_terminal(WIDTHS[0], [window.real, *command], {"TERM": "dumb"}, window.work)[0]
    window.check("a dumb terminal has no colour", "\x1b" not in text, text)
    coloured = subprocess.run([window.real, *command, "--color", "always"], capture_output=True, text=True, check=True,
                              cwd=window.work).stdout
    window.check("--color always: in a pipe too, and nothing else changes",
                 COLOUR.sub("", coloured) == plain and coloured != plain, coloured)
    text, status = window.run(WIDTHS[0], command + ["--color", "sometimes"])
    window.check("another word is refused", status == 1 and "expected auto, always or never" in " ".join(text.split()),
                 text)


def verdicts(window):
    """Colours in the output of runs and gates, and none where they are not wanted."""
    failing = {"GPUBENCH_FAKE": "fail=launch:1+", "GPUBENCH_HOST": "host"}
    command = [window.fake, "-b", "toy", "--quick", "--no-file"]
    text = on_terminal(WIDTHS[0], command, failing, window.work)[0]
    for words in (r"GPU 0: toy op=\S+ \x1b\[31mfailed:\x1b\[0m", r"\d points?.*\x1b\[31m\d failed\x1b\[0m",
                  r"gpubench: \x1b\[31m\d rows? failed,\x1b\[0m which"):
        window.check(f"a run that fails says so in colour: {words}", re.search(words, text), text)
    text = on_terminal(WIDTHS[0], command, {**failing, "NO_COLOR": "1"}, window.work)[0]
    window.check("NO_COLOR: none in a run", "\x1b[3" not in text and "failed" in text, text)
    mistakes = os.path.join(os.path.dirname(window.real), "tests/plugins/mistakes.so")
    text = window.run(WIDTHS[0], ["--plugin", mistakes, "--dry-run", "-b", "mistakes", "-a", "mistake=grid"])[0]
    window.check("and so is what a dry run finds", "\x1b[31mWRONG:\x1b[0m " in text and
                 "\x1b[31mFAILED:\x1b[0m" in text, text)
    text = window.run(WIDTHS[0], ["check", "h200.csv", "--baseline", "h200.csv"])[0]
    window.check("a good verdict is green", "\x1b[32mOK:\x1b[0m" in text, text)
    text = window.run(WIDTHS[0], ["check", "h200.csv", "--baseline", "h100.csv"])[0]
    window.check("no verdict is yellow", "\x1b[33mno verdict:\x1b[0m" in text, text)
    text = window.run(WIDTHS[0], ["compare", "fleet.csv", "--judge"])[0]
    window.check("a slow GPU is red", "\x1b[31mslow:\x1b[0m" in text, text)
    text = window.run(WIDTHS[0], ["roofs", "h200.csv"])[0]
    window.check("headings are dim, statuses are not", "\x1b[2mroof\x1b[0m" in text and
                 "\x1b[32mok\x1b[0m" in text, text)


def main():
    with tempfile.TemporaryDirectory() as work:
        window = Window(sys.argv[1], work)
        make_files(window)
        listings(window)
        choices(window)
        verdicts(window)
    print(f"{window.passed} passed, {window.failed} failed")
    return window.failed > 0


if __name__ == "__main__":
    sys.exit(main())
