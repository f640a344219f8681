#!/usr/bin/env python3
"""audit.py [--show] [--part] [--except ARCH]... BUILD [FOLDER...]: compares the machine code of every kernel with what
its benchmark expects.

The kernels are those of BUILD that go into the program or a plug-in; the expectations are <name>.audit in the FOLDER of
that name, or in FOLDER/<name>/ (FOLDER: bench), and harness/measuring/timing/stamp.audit. docs/machine-code.md
describes the format. --show prints what each kernel has instead: for writing expectations. --except leaves one out.
--part says that the build lacks architectures, so that an expectation may name no kernel. Exit status: 0 as expected, 1
not, 77 nothing could be examined.
"""
import argparse
import os
import re
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "shared"))

from code_reader import read_code  # noqa: E402
from disassembler import Missing, find_disassembler  # noqa: E402
from expectations import read_expectations  # noqa: E402

EMBEDDED = re.compile(r'\.incbin \\"([^"]*)\\"')
# A kernel of this name marks that the toolkit was too old for some kernels (harness/gpubench.mk); blocks may then match
# none.
INCOMPLETE = "gb_incomplete"


@dataclass(frozen=True)
class Image:
    """A fatbin that the program or a plug-in embeds."""
    bench: str
    fatbin: str
    expect: str

    @property
    def variant(self):
        return Path(self.fatbin).stem


@dataclass(frozen=True)
class Cubin:
    """The machine code of an image for one architecture."""
    image: Image
    arch: str
    path: str

    @property
    def label(self):
        return f"{self.image.bench} {self.image.variant} sm_{self.arch}"


@dataclass
class Found:
    """The findings in one piece of machine code."""
    kernels: int = 0
    archs: set = field(default_factory=set)
    failed: list = field(default_factory=list)
    shown: list = field(default_factory=list)
    applied: set = field(default_factory=set)  # blocks of expectations whose conditions were met ...
    used: set = field(default_factory=set)  # ... and that named a kernel

    def add(self, other):
        self.kernels += other.kernels
        self.archs |= other.archs
        self.failed += other.failed
        self.shown += other.shown
        self.applied |= other.applied
        self.used |= other.used


# ---- what there is ---------------------------------------------------------------------------------------------------


def expectations_of(name, folders):
    """The benchmark's file, whether it exists or not."""
    own = [folder for folder in folders if Path(folder).name == name]
    return f"{os.path.normpath(own[0])}/{name}.audit" if own else f"{folders[0]}/{name}/{name}.audit"


def find_images(build, folders):
    """Fatbins embedded by the generated tables of variants; other files in the build folder may be old."""
    tables = [(so.stem, Path(build, "obj/plugins", so.stem, f"{so.stem}_variants.c"), expectations_of(so.stem, folders))
              for so in sorted(Path(build, "plugins").glob("*.so"))]
    timing = "harness/measuring/timing"
    tables.append(("stamp", Path(build, "obj", timing, "stamp_variants.c"), f"{timing}/stamp.audit"))
    return [Image(bench, fatbin, expect) for bench, table, expect in tables if table.is_file()
            for fatbin in EMBEDDED.findall(table.read_text())]


def extract(image, number, work, tools):
    """Return the cubins of an image, and the error or None."""
    at = Path(work, str(number))
    at.mkdir()
    done = subprocess.run([f"{tools}/cuobjdump", "-xelf", "all", os.path.realpath(image.fatbin)], cwd=at,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    where = f"{image.bench} {image.variant}: {image.fatbin}"
    if done.returncode != 0:
        return [], f"{where}: {(done.stdout.strip().splitlines() or ['no output'])[-1]}"
    cubins = [Cubin(image, path.stem.rpartition(".sm_")[2], str(path)) for path in sorted(at.glob("*.sm_*.cubin"))]
    return cubins, None if cubins else f"{where}: no machine code in it"


# ---- one cubin -------------------------------------------------------------------------------------------------------


def toolkit_of(cubin):
    """The toolkit that made the image: in files of CUDA 11 and 12 the file's version, such as 118; in later files
    that is 1, and ptxas leaves a note of its own version."""
    content = Path(cubin).read_bytes()
    (version,) = struct.unpack_from("<I", content, 20)
    if version != 1:
        return f"{version / 10:g}"
    note = re.search(rb"Cuda compilation tools, release ([0-9.]+)", content)
    return note.group(1).decode() if note else "13"


def disassemble(tools, cubin):
    """The output of cuobjdump on resources, and of nvdisasm on instructions.

    No dataflow analysis (-ndf): it warns of branches that it cannot follow, and adds nothing that is used here.
    """
    return [subprocess.run([f"{tools}/{tool}", *options, cubin], capture_output=True, text=True, errors="replace",
                           check=True).stdout
            for tool, *options in (("cuobjdump", "-res-usage"), ("nvdisasm", "-ndf", "-c"))]


def show(cubin, kernel):
    """A line that describes a kernel."""
    facts = ", ".join(f"{name} {kernel.facts[name]}"
                      for name in ("registers", "stack", "shared", "local", "loops", "flight"))
    counts = {}
    for looped, (opcode, _) in zip(kernel.looped, kernel.code):
        if looped:
            counts[opcode] = counts.get(opcode, 0) + 1
    loops = "".join(f" {count} {opcode}" for opcode, count in counts.items())
    return f"{cubin.label} {kernel.name}: {facts}; in loops:{loops}"


def examine(cubin, tools, showing):
    """Compare every kernel of a cubin with its expectations, or only show the kernels."""
    found = Found()
    try:
        usage, code = disassemble(tools, cubin.path)
    except subprocess.CalledProcessError as error:
        said = (error.stderr.strip().splitlines() or [f"exit status {error.returncode}"])[0]
        found.failed.append(f"{cubin.label}: not disassembled: {said}")
        return found
    kernels, faults = read_code(usage, code)
    faults += [fault for kernel in kernels for fault in kernel.faults]
    found.failed += [f"{cubin.label} {fault}" for fault in faults]
    found.kernels = len(kernels)
    found.archs = {cubin.arch} if kernels else set()
    if showing:
        found.shown = [show(cubin, kernel) for kernel in kernels if kernel.name != INCOMPLETE]
        return found
    expectations = read_expectations(cubin.image.expect)
    found.failed += expectations.faults
    made = {"variant": cubin.image.variant, "arch": cubin.arch, "cuda": toolkit_of(cubin.path)}
    found.applied = {expectations.at(block) for block in expectations.blocks if block.applies(made)}
    for kernel in kernels:
        if kernel.name == INCOMPLETE:
            found.used |= found.applied
            continue
        trouble, faults = expectations.compare(kernel, made, found.used)
        found.failed += faults
        if trouble:
            found.failed.append(f"{cubin.label} {kernel.name}: {trouble}")
    return found


# ---- all of them -----------------------------------------------------------------------------------------------------


def extract_all(pool, images, work, showing, found):
    """The cubins of all images whose expectations are there."""
    cubins, jobs = [], []
    extractor = find_disassembler("80")
    for number, image in enumerate(images):
        if showing or os.path.isfile(image.expect):
            jobs.append(pool.submit(extract, image, number, work, extractor))
        else:
            found.failed.append(f"{image.bench}: no expectations: {image.expect} is missing")
    for job in jobs:
        some, trouble = job.result()
        cubins += some
        found.failed += [trouble] if trouble else []
    return cubins


def examine_all(pool, cubins, showing, found):
    """The largest first, so that all processors are busy until the end."""
    tools = {arch: find_disassembler(arch) for arch in sorted({cubin.arch for cubin in cubins})}
    cubins.sort(key=lambda cubin: -os.path.getsize(cubin.path))
    jobs = [(cubin, pool.submit(examine, cubin, tools[cubin.arch], showing)) for cubin in cubins]
    for cubin, job in jobs:
        try:
            found.add(job.result())
        except Exception as error:  # pylint: disable=broad-except; a cubin that was not examined must never pass
            found.failed.append(f"{cubin.label}: not examined: {type(error).__name__}: {error}")


def natural(line):
    """The key of an order in which sm_90 comes before sm_100."""
    return [(part.isdigit(), int(part) if part.isdigit() else 0, part) for part in re.split("([0-9]+)", line)]


def report(found, showing, part):
    """Print what was found; return the exit status."""
    unused = set() if part else {f"{at}: names no kernel" for at in found.applied - found.used}
    failed = sorted(set(found.failed) | unused, key=natural)
    if showing:
        print("\n".join(sorted(found.shown, key=natural)))
    for line in failed:
        print(line, file=sys.stderr if showing else sys.stdout)
    if not showing:
        print(f"{found.kernels} kernels of {len(found.archs)} architectures checked, {len(failed)} failed")
    return 1 if failed else 0


def audit(build, folders, showing, without=(), part=False):
    """Return the exit status."""
    if not os.path.isdir(build):
        print(f"audit: no such build folder: '{build}'", file=sys.stderr)
        return 1
    images = find_images(build, folders)
    if not images:
        print(f"audit: {build} has no machine code: built without a CUDA Toolkit", file=sys.stderr)
        return 77
    found = Found()
    try:
        with tempfile.TemporaryDirectory() as work, ProcessPoolExecutor(os.cpu_count()) as pool:
            cubins = extract_all(pool, images, work, showing, found)
            examine_all(pool, [cubin for cubin in cubins if cubin.arch not in without], showing, found)
    except Missing as missing:
        print(f"audit: {missing}", file=sys.stderr)
        return 77
    return report(found, showing, part)


def main():
    parser = argparse.ArgumentParser(description="compare machine code with what the benchmarks expect")
    parser.add_argument("--show", action="store_true", help="print what every kernel has")
    parser.add_argument("--part", action="store_true", help="an expectation may name no kernel")
    parser.add_argument("--except", action="append", default=[], dest="without", metavar="ARCH")
    parser.add_argument("build")
    parser.add_argument("folder", nargs="*", default=["bench"])
    arguments = parser.parse_args()
    return audit(arguments.build, arguments.folder, arguments.show, arguments.without, arguments.part)


if __name__ == "__main__":
    sys.exit(main())
