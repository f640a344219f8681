#!/usr/bin/env python3
"""mutants.py BUILD [--all | --seed N] [--only WORDS] [--seconds S] [--list] [--write FILE]: changes one thing in a
source, which a test must notice.

Mutants of benchmarks follow patterns that their sources share (patterns.py); all others are declared (declared.py).
Each is made in a copy of the tree, where only the files that depend on the changed one are built, and the tests that
should notice are run. A mutant that passes all of them reveals a hole in the tests: mend the test. A change that makes
no difference is listed with the reason (equivalent.py). A declared text that does not occur exactly once, an equivalent
one that no longer exists, and a test that fails without any change are failures too.

By default a random sample is tried until S seconds (15) of processor time are used; its seed (by default the tree's) is
printed. --all tries every mutant, --only those whose names contain WORDS; --list names them. --write writes the results
as a page.
"""
import argparse
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from declared import DECLARED
from equivalent import EQUIVALENT
from patterns import Mutant, of_benchmark
from workshop import ROOT, Workshop, script_of

sys.path.append(str(ROOT / "tests/shared"))

from sample_by_commit import processor_seconds, tree_seed  # noqa: E402

SECONDS = 15


# ---- which there are -------------------------------------------------------------------------------------------------

def sources_of(folder):
    """{path: text} of the sources of a benchmark, without tests and models of kernels."""
    paths = [path for path in folder.glob("*.c") if not path.name.startswith("test_") and
             not path.name.endswith(".model.c")]
    paths += [] if paths else folder.glob("*.cu")
    paths += folder.glob(f"{folder.name}_model.h")
    return {str(path.relative_to(ROOT)): path.read_text() for path in paths}


def found_mutants():
    mutants = []
    for folder in sorted(path for path in (ROOT / "bench").iterdir() if path.is_dir()):
        tests = tuple(sorted(path.stem for path in folder.glob("test_*.c")))
        dry_run = (f"verified {folder.name}",) if any(folder.glob("*.cu")) else ()
        mutants += of_benchmark(sources_of(folder), tests + dry_run)
    return mutants


def declared_mutants(declared, faults):
    mutants = []
    for kind, file, old, new, test in declared:
        text = (ROOT / file).read_text()
        if text.count(old) != 1:
            faults.append(f"{file}: {kind}: '{old}': found {text.count(old)} times, expected 1")
        elif not source_of(test).is_file():
            faults.append(f"{file}: {kind}: there is no test {test}")
        else:
            first = " ".join(old.split())
            mutants.append(Mutant(f"{file}: {kind}: {first}", kind, file, text.index(old), old, new, (test,)))
    return mutants


def source_of(test):
    """The source of a unit program, or a script."""
    if not test.startswith("test_"):
        return script_of(ROOT, test.split()[0])
    return next(iter([*ROOT.glob(f"bench/*/{test}.c"), *ROOT.glob(f"tests/plugins/*/{test}.c")]),
                ROOT / f"tests/unit/{test}.c")


def all_mutants():
    """The mutants that a test must notice, and errors of the lists."""
    faults = []
    found = found_mutants()
    names = {mutant.name for mutant in found}
    faults += [f"equivalent.py: there is no mutant '{name}'" for name in EQUIVALENT if name not in names]
    mutants = [mutant for mutant in found if mutant.name not in EQUIVALENT] + declared_mutants(DECLARED, faults)
    faults += [f"{mutant.name}: there is no test" for mutant in mutants if not mutant.tests]
    return mutants, faults


# ---- what comes of them ----------------------------------------------------------------------------------------------

class Results:
    def __init__(self):
        self.noticed, self.wrong = [], []  # for each, the mutant and its outcome

    def add(self, mutant, outcome):
        """Says it in a line."""
        (self.noticed if outcome.noticed else self.wrong).append((mutant, outcome.words))
        print(f"{'noticed' if outcome.noticed else 'FAILED'}: {mutant.name}: {outcome.words}", flush=True)

    def page(self, title):
        """The part of a run of all that is kept. `equivalent.py` has the reasons of those without effect."""
        noticed = Counter(mutant.kind for mutant, _ in self.noticed)
        alike = Counter(name.split(": ")[1] for name in EQUIVALENT)
        yield f"# Mutants and the tests that catch them: {title}\n\n"
        yield "| mutation | caught by a test | no effect |\n| --- | --- | --- |\n"
        for kind in sorted({*noticed, *alike}):
            yield f"| {kind} | {noticed[kind]} | {alike[kind] or ''} |\n"
        yield f"| all | {len(self.noticed)} | {len(EQUIVALENT)} |\n"


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seed", type=int, default=tree_seed())
    parser.add_argument("--only")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--write", type=Path)
    return parser.parse_args()


def choose(mutants, options):
    """The mutants in the order in which they are tried, and the time of the end."""
    if options.only:
        return [mutant for mutant in mutants if options.only in mutant.name], float("inf")
    if options.all:
        return mutants, float("inf")
    random.Random(options.seed).shuffle(mutants)
    print(f"seed {options.seed}: a sample of {len(mutants)} mutants, for {options.seconds:g} s of the processor")
    return mutants, processor_seconds() + options.seconds


def main():
    options = read_arguments()
    build = options.build.resolve().relative_to(ROOT)
    mutants, faults = all_mutants()
    chosen, until = choose(mutants, options)
    if options.list:
        print("".join(f"{mutant.name}\n" for mutant in chosen), end="")
        return 0
    for fault in faults:
        print(f"FAILED: {fault}")
    results = Results()
    with tempfile.TemporaryDirectory() as folder:
        workshop = Workshop(Path(folder), build)
        for mutant in chosen:
            if processor_seconds() > until:
                break
            results.add(mutant, workshop.attempt(mutant))
    if options.write:
        version = (ROOT / build / "obj/version").read_text().strip()
        options.write.write_text("".join(results.page(f"tests/mutants/mutants.py {build} --all, at {version}, no GPU")))
    failed = len(results.wrong) + len(faults)
    print(f"{len(results.noticed)} passed, {failed} failed")
    return failed > 0 or not results.noticed


if __name__ == "__main__":
    sys.exit(main())
