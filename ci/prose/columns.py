#!/usr/bin/env python3
"""columns.py [FILE...]: checks that no line of a source has more than 120 columns: of all sources that git knows, or of
the given files. A tab ends at the next multiple of 8. A file of EXCEPTIONS that no longer has longer lines must be
removed from that list. `make check-format` runs this; the last line has the totals, by file."""
import subprocess
import sys
from pathlib import Path

MOST = 120
ENDINGS = (".c", ".h", ".cu", ".py", ".sh", ".bash", ".sbatch", ".js", ".css", ".gp", ".mk", "Makefile")
# Files of other projects, or generated files.
EXCEPTIONS = {
    "third_party/chartjs/chart.js": "Chart.js, as it is distributed",
    "python/gpubench/_columns.py": "printed by tools/pages/schema.sh",
    "tests/mutants/declared.py": "lines of sources, before and after a change",
}


def is_source(path):
    """True for known endings, and for a script without an ending."""
    return path.name.endswith(ENDINGS) or not path.suffix and path.read_bytes()[:2] == b"#!"


def wide(text):
    """Yield the (number, columns) of each line that is too long."""
    for number, line in enumerate(text.split("\n"), 1):
        columns = len(line.expandtabs(8))
        if columns > MOST:
            yield number, columns


def faults_of(path):
    found = list(wide(path.read_text(encoding="utf-8")))
    if str(path) in EXCEPTIONS:
        return [] if found else [f"{path}: no line is too long: take it from the exceptions of ci/prose/columns.py"]
    return [f"{path}:{number}: {columns} columns, {MOST} at most" for number, columns in found]


def main():
    paths = [Path(name) for name in sys.argv[1:]]
    if not paths:
        listed = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
        # git may still list a removed file, and a link is not a file of its own.
        known = [Path(name) for name in listed.split("\0") if name]
        paths = [path for path in known if path.is_file() and not path.is_symlink() and is_source(path)]
    failed = 0
    for path in paths:
        faults = faults_of(path)
        print("\n".join(faults), end="\n" if faults else "")
        failed += bool(faults)
    print(f"{len(paths) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
