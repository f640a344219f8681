#!/usr/bin/env python3
"""guides.py BUILD: checks that the commands in PAGES, the README and the guides, print what the pages show.

A block stands between <!-- run: gpubench ARGUMENTS --> and <!-- end -->. After the command may follow `| first N` or `|
from TEXT N`, which choose N lines of the output. The command runs without a shell, on a terminal of 96 columns, in a
folder with the files of FILES. <!-- screen: ... --> is the same, but the picture that the page shows next is what is
compared. docs/benchmarks.md has a block made of --list and --describe. GB_GOLDEN=write
writes the blocks and pictures. The last line has the totals; each is a test."""
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from screen import drawn
from window import on_terminal

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/simulate"))

import simulate_fleet  # noqa: E402

PAGES = ("README.md", "docs/getting-started.md", "docs/how-to.md")
LIST = "docs/benchmarks.md"
FILES = {"gpu.csv": "results/h200-sxm/all.csv", "h200.csv": "results/h200-sxm/all.csv",
         "h100.csv": "results/h100-sxm/all.csv", "ncu.csv": "tests/data/ncu/overlap-h200.csv"}
COMMAND = r"(gpubench [^|\n]+?)(?: \| (first|from) ([^\n]+?))? -->\n"
BLOCK = re.compile(rf"(<!-- run: {COMMAND})(.*?)(<!-- end -->)", re.S)
SCREEN = re.compile(rf"<!-- screen: {COMMAND}!\[[^]\n]+\]\(([^)\n]+)\)")
CATALOGUE = re.compile(r"(<!-- catalogue -->\n)(.*?)(<!-- end -->)", re.S)
COLUMNS = 96
GPUS, SLOW, DROP, SEED = 16, 11, 0.05, 1


def make_fleet(path):
    """One of the GPUs has slow memory."""
    sds = simulate_fleet.read_scatter(ROOT / "harness/reading/analysis/scatter.c")
    rows = simulate_fleet.read_roofs(ROOT / FILES["gpu.csv"], sds)
    random.seed(SEED)
    simulate_fleet.write(path, rows, sds, GPUS,
                         {SLOW: {row["roof"]: (1 - DROP, 1) for row in rows if row["roof"].startswith("dram.")}}, SEED)


def chosen(lines, way, words):
    """The shown part of the output: all of it, the first lines, or some from the line that begins with a text."""
    if way is None:
        return lines
    *text, number = shlex.split(words)
    first = next(i for i, line in enumerate(lines) if line.startswith(text[0])) if way == "from" else 0
    last = first + int(number)
    return lines[first:last] + (["..."] if last < len(lines) else [])


def printed(program, folder, command, settings):
    text, _ = on_terminal(COLUMNS, [program, *shlex.split(command)[1:]], settings, folder)
    return [line.rstrip() for line in text.rstrip("\n").split("\n")]


def block(program, folder, command, way, words):
    """The command and its output, as the page shows them."""
    lines = printed(program, folder, command, {"NO_COLOR": "1"})
    return "```\n" + "\n".join([f"$ {command}", *chosen(lines, way, words)]) + "\n```\n"


def groups(program):
    """{subject: the names of its benchmarks}, as --list shows them on a terminal."""
    text, _ = on_terminal(COLUMNS, [program, "--list", "--rows"], {"NO_COLOR": "1"})
    found, subject = {}, None
    for line in text.split("\n"):
        if re.match(r"  \S[^|]*$", line) and not line.startswith("  benchmark "):
            subject = line.strip()
        elif re.match(r"    \S", line) and subject:
            found.setdefault(subject, []).append(line.split()[0])
    return found


def described(program, name):
    """A line of the catalogue."""
    text = subprocess.run([program, "--describe", name], check=True, capture_output=True, text=True).stdout
    summary = re.match(rf"{name} \(\w+\): (.*)", text)[1]
    value = re.search(r"^    metric +(\w+)", text, re.M)[1]
    needs = re.search(r"^    needs +compute capability (\S+)", text, re.M)
    axes = re.findall(r"^    (\w+) \(every value is a row", text, re.M)
    return (f"| `{name}` | {summary}{f' (compute capability {needs[1]})' if needs else ''} | `{value}` | "
            + ", ".join(f"`{axis}`" for axis in axes) + " |")


def catalogue(program, listed):
    lines = []
    for subject, names in listed.items():
        lines += [f"## {subject[0].upper()}{subject[1:]}", "", "| benchmark | measures | value | axes |",
                  "| --- | --- | --- | --- |", *(described(program, name) for name in names), ""]
    return "\n" + "\n".join(lines)


class Pages:
    """Compares each block with the expected text, or writes it."""

    def __init__(self):
        self.passed = self.failed = 0

    def screen(self, page, found, made):
        """The picture that `found` names."""
        path = (ROOT / page).parent / found.group(4)
        if path.exists() and path.read_text(encoding="utf-8") == made:
            self.passed += 1
        elif os.environ.get("GB_GOLDEN") == "write":
            self.passed += 1
            path.write_text(made, encoding="utf-8")
        else:
            self.failed += 1
            print(f"FAILED: {page}: {path.name} is not what '{found.group(1)}' prints (GB_GOLDEN=write draws it)")

    def block(self, page, what, found, made):
        """`found`: a match whose groups are the first line of a block, other things, its text and its end."""
        path = ROOT / page
        if found.groups()[-2] == made:
            self.passed += 1
        elif os.environ.get("GB_GOLDEN") == "write":
            self.passed += 1
            text = path.read_text(encoding="utf-8")
            path.write_text(text.replace(found.group(), found.group(1) + made + found.groups()[-1]), encoding="utf-8")
        else:
            self.failed += 1
            print(f"FAILED: {page}: {what} is another text (GB_GOLDEN=write writes it):\n{made}")


def main():
    program = os.path.abspath(os.path.join(sys.argv[1], "gpubench"))
    pages = Pages()
    with tempfile.TemporaryDirectory() as folder:
        for name, source in FILES.items():
            os.symlink(ROOT / source, os.path.join(folder, name))
        make_fleet(os.path.join(folder, "fleet.csv"))
        for page in PAGES:
            text = (ROOT / page).read_text(encoding="utf-8")
            for found in SCREEN.finditer(text):
                lines = printed(program, folder, found.group(1), {"TERM": "xterm-256color"})
                pages.screen(page, found, drawn(found.group(1), chosen(lines, *found.group(2, 3)), COLUMNS))
            for found in BLOCK.finditer(text):
                pages.block(page, f"'{found.group(2)}'", found, block(program, folder, *found.group(2, 3, 4)))
    listed = groups(program)
    if "memory" in listed:
        found = CATALOGUE.search((ROOT / LIST).read_text(encoding="utf-8"))
        pages.block(LIST, "the catalogue", found, catalogue(program, listed))
    else:
        print("skipped: the catalogue: this build has no benchmarks for GPUs")
    print(f"{pages.passed} passed, {pages.failed} failed" + ("" if "memory" in listed else ", 1 skipped"))
    return pages.failed > 0


if __name__ == "__main__":
    sys.exit(main())
