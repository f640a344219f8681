#!/usr/bin/env python3
"""touched.py [-w]: the table in docs/design.md of what a change touches, from commits that made such a change; -w
writes it there, otherwise it is compared. Tests, pages and what is made from code are counted apart. Without the whole
history, as in a tarball or a shallow clone, nothing is checked. The last line has the totals."""
import difflib
import shutil
import subprocess
import sys
from pathlib import Path

import page_block

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs/design.md"

# A kind of change, the most files that it may touch (None: any number, in the folder of one benchmark), and commits by
# subject.
CHANGES = (
    ("an error counter of NVML", 4, ("Count the PCIe packets that a card sent again",
                                     "Count the NVLink packets that a card sent again",
                                     "Report row replacements that are pending or have failed")),
    ("a CSV column, with its quantity of NVML", 4, ("Report the temperature of the memory under each load",)),
    ("a plot kind of roofs", 2, ("Draw how much of its physical limit each roof reaches",)),
    ("an export: a text format for roofs", 2, ("Write an entry for torchao's roofline from measured roofs",)),
    ("a benchmark", None, ("Measure random accesses: reads, updates and atomics of 4 to 128 bytes",)),
)
MADE = ("python/gpubench/_columns.py",)  # by tools/pages/schema.sh


def kind_of(path):
    """code, test, page or made"""
    name = path.rsplit("/", 1)[-1]
    if path in MADE:
        return "made"
    if "tests" in path.split("/")[:-1] or name.startswith("test_"):
        return "test"
    return "page" if name.endswith((".md", ".svg")) else "code"


def git(*words):
    return subprocess.run(("git", "-C", ROOT, *words), capture_output=True, text=True, check=True).stdout


def why_not():
    """Why nothing can be checked; None: it can. A tree without .git may lie in another repository."""
    if not (ROOT / ".git").exists():
        return "this tree has no history"
    if shutil.which("git") is None:
        return "git is not installed"
    return "this clone is shallow" if git("rev-parse", "--is-shallow-repository").strip() == "true" else None


def commits():
    """{subject: [hash]}"""
    by_subject = {}
    for line in git("log", "--no-merges", "--format=%H %s").splitlines():
        commit, subject = line.split(" ", 1)
        by_subject.setdefault(subject, []).append(commit)
    return by_subject


def row(change, most, commit, subject, paths):
    """A line of the table, and whether the commit touches no more than it may. Files of the harness are named without
    this folder."""
    kinds = [kind_of(path) for path in paths]
    code = [path for path, kind in zip(paths, kinds) if kind == "code"]
    bench = {path.split("/")[1] for path in code if path.startswith("bench/")}
    is_inside = len(bench) == 1 and all(path.startswith("bench/") for path in code)
    shown = [f"bench/{bench.pop()}/"] if is_inside else [path.removeprefix("harness/") for path in code]
    counts = [str(kinds.count(kind)) for kind in ("test", "page", "made")]
    which = ", ".join(f"`{path}`" for path in shown)
    cells = (change, most or "its folder", len(code), which, *counts, f"{commit[:8]} {subject}")
    return "| " + " | ".join(map(str, cells)) + " |", len(code) <= most if most else is_inside


def table(by_subject):
    """The table, and what is wrong: a commit that is missing or that touches more than it may."""
    lines = ["| change | at most | files | which | tests | pages | made from code | commit |",
             "| --- | ---: | ---: | --- | ---: | ---: | ---: | --- |"]
    wrong = []
    for change, most, subjects in CHANGES:
        for subject in subjects:
            found = by_subject.get(subject, [])
            if len(found) != 1:
                wrong.append(f"{len(found)} commits have the subject '{subject}'")
                continue
            paths = git("show", "--format=", "--name-only", found[0]).split()
            line, is_small = row(change, most, found[0], subject, paths)
            lines.append(line)
            if not is_small:
                wrong.append(f"touches more than it may: {line}")
    return "\n".join(lines) + "\n", wrong


def main():
    reason = why_not()
    if reason is not None:
        print(f"SKIPPED, NOTHING WAS CHECKED: {reason}\n0 passed, 0 failed, 1 skipped")
        return 0
    made, wrong = table(commits())
    old = PAGE.read_text(encoding="utf-8")
    new, has_block = page_block.put(old, "tools/pages/blocks/touched.py", made)
    if "-w" in sys.argv:
        PAGE.write_text(new, encoding="utf-8")
    elif new != old:
        wrong += difflib.unified_diff(old.splitlines(), new.splitlines(), "docs/design.md", "from the commits", n=0,
                                      lineterm="")
    if not has_block:
        wrong.append("docs/design.md has no block for the table")
    print("\n".join(wrong + [f"{0 if wrong else 1} passed, {1 if wrong else 0} failed"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
