#!/usr/bin/env python3
"""guides.py BUILD: whether the commands in PAGES, the README and the guides, print what the pages show.

A block stands between <!-- run: gpubench ARGUMENTS --> and <!-- end -->. After the command may follow `| first N` or `| from TEXT N`,
which choose N lines of the output. The command runs without a shell, on a terminal of 96 columns, in a folder with the files
of FILES. GB_GOLDEN=write writes the blocks. The last line has the totals; a block is a test."""
import os
import random
import re
import shlex
import sys
import tempfile
from pathlib import Path

from window import on_terminal

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests"))

import boards  # noqa: E402

PAGES = ("README.md", "docs/getting-started.md", "docs/how-to.md")
FILES = {"gpu.csv": "results/h200-sxm/all.csv", "h200.csv": "results/h200-sxm/all.csv", "h100.csv": "results/h100-sxm/all.csv",
         "ncu.csv": "tests/data/ncu/overlap-h200.csv"}
BLOCK = re.compile(r"(<!-- run: (gpubench [^|\n]+?)(?: \| (first|from) ([^\n]+?))? -->\n)(.*?)(<!-- end -->)", re.S)
COLUMNS = 96
GPUS, SLOW, DROP, SEED = 16, 11, 0.05, 1


def make_fleet(path):
    """One of the GPUs has slow memory."""
    sds = boards.read_scatter(ROOT / "harness/analysis/scatter.c")
    rows = boards.read_roofs(ROOT / FILES["gpu.csv"], sds)
    random.seed(SEED)
    boards.write(path, rows, sds, GPUS, {SLOW: {row["roof"]: (1 - DROP, 1) for row in rows if row["roof"].startswith("dram.")}}, SEED)


def chosen(lines, way, words):
    """What is shown of the output: all of it, the first lines, or some from the line that begins with a text."""
    if way is None:
        return lines
    *text, number = shlex.split(words)
    first = next(i for i, line in enumerate(lines) if line.startswith(text[0])) if way == "from" else 0
    last = first + int(number)
    return lines[first:last] + (["..."] if last < len(lines) else [])


def block(program, folder, command, way, words):
    """The command and its output, as the page shows them."""
    text, _ = on_terminal(COLUMNS, [program, *shlex.split(command)[1:]], {"NO_COLOR": "1"}, folder)
    lines = [line.rstrip() for line in text.rstrip("\n").split("\n")]
    return "```\n" + "\n".join([f"$ {command}", *chosen(lines, way, words)]) + "\n```\n"


def main():
    program = os.path.abspath(os.path.join(sys.argv[1], "gpubench"))
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, source in FILES.items():
            os.symlink(ROOT / source, os.path.join(folder, name))
        make_fleet(os.path.join(folder, "fleet.csv"))
        for page in PAGES:
            path = ROOT / page
            text = path.read_text(encoding="utf-8")
            for found in BLOCK.finditer(text):
                made = block(program, folder, *found.group(2, 3, 4))
                if made == found.group(5):
                    passed += 1
                elif os.environ.get("GB_GOLDEN") == "write":
                    passed += 1
                    text = text.replace(found.group(), found.group(1) + made + found.group(6))
                    path.write_text(text, encoding="utf-8")
                else:
                    failed += 1
                    print(f"FAILED: {page}: '{found.group(2)}' prints another text (GB_GOLDEN=write writes it):\n{made}")
    print(f"{passed} passed, {failed} failed")
    return failed > 0 or not passed


if __name__ == "__main__":
    sys.exit(main())
