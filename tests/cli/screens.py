#!/usr/bin/env python3
"""screens.py BUILD: each file of screens/ is a command and all that it prints on terminals of 80 x 24 and 120 x 40.

A file begins with the command, `$ gpubench ...`, run in the root of the tree. A line `--- 80 x 24` begins what it
prints in such a window; a window with the same output as the one before is not repeated. Besides being as before, a
screen leaves a line for the prompt, and no two of its rows are alike. Files plugins*.t need a build with CUDA. With
GB_GOLDEN=write the files are written anew, to be looked at before they are committed. The last line has the totals."""
import glob
import os
import re
import shlex
import sys
import tempfile

from window import ROOT, lines_of, on_terminal

WINDOWS = ((80, 24), (120, 40))


def shown(build, command, columns, height, cache):
    text, _ = on_terminal(columns, [os.path.join(build, "gpubench"), *command],
                          {"XDG_CACHE_HOME": cache, "NO_COLOR": "1"}, ROOT, height)
    return lines_of(text)[:-1]


def faults(lines, height):
    """Faults of a screen, whatever it says."""
    tables = [table.split("\n") for table in re.split(r"(?m)^(?!  ).*\n?", "\n".join(lines)) if table.strip()]
    found = [f"a row twice: {row}" for rows in tables for row in sorted(set(rows)) if rows.count(row) > 1]
    if len(lines) >= height:
        found.append(f"{len(lines)} lines and a prompt do not fit into {height}")
    return found


def main():
    build, passed, failed, skipped = os.path.abspath(sys.argv[1]), 0, 0, 0
    for path in sorted(glob.glob(os.path.join(ROOT, "tests/cli/screens/*.t"))):
        if os.path.basename(path).startswith("plugins") and not os.path.exists(f"{build}/plugins/dram.so"):
            skipped += 1
            print(f"skipped: {os.path.basename(path)}: this build has no benchmarks of GPUs")
            continue
        with open(path, encoding="utf-8") as file:
            expected = file.read()
        command, wrong, before = shlex.split(expected.split("\n", 1)[0])[2:], [], None
        text = expected.split("\n", 1)[0] + "\n"
        with tempfile.TemporaryDirectory() as cache:
            for columns, height in WINDOWS:
                lines = shown(build, command, columns, height, cache)
                wrong += faults(lines, height)
                if lines != before:
                    text += "\n".join([f"--- {columns} x {height}", *lines, ""])
                before = lines
        if os.environ.get("GB_GOLDEN") == "write":
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        elif text != expected:
            wrong.append(f"it was otherwise; now:\n{text}")
        passed, failed = passed + (not wrong), failed + bool(wrong)
        if wrong:
            print(f"FAILED: {os.path.basename(path)}:", *wrong, sep="\n")
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
