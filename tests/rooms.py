#!/usr/bin/env python3
"""rooms.py [FOLDER [BUILD]]: checks every #include and every link of the program and of the benchmarks against
harness/rooms.

A file of a room includes files of its own room, the plug-in interface, and files of the rooms that the table names. Of
a room whose line lists headers after a bar, other rooms include these alone. An object of the program (BUILD,
FOLDER/build) uses functions and data of the same rooms: a declaration in the interface is not enough to call into a
room above. Objects older than their source do not count. Only the CUDA backend includes CUDA's headers. The host
half of a benchmark includes the interface, its own folder and bench/common, nothing else of the project; its test
(test_NAME.c, and headers of the test alone) may include what tests share. No folder has more than 40 files, those of
tests aside. The last line has the totals: a file each, an object each, the table itself, and the folders.
"""
import re
import subprocess
import sys
from pathlib import Path

INTERFACE = {"gpubench.h", "gpubench_declared.h", "gpubench_report.h", "gpubench_tensor.h", "gpubench_model.h"}
HALLS = ("harness", "bench", "ci", "docs", "packaging", "plots", "results", "tools")
MOST_FILES = 40
SOURCES = (".c", ".h", ".cu")
CUDA_BACKEND = "device/gpu_cuda"  # and what follows: gpu_cuda.c, gpu_cuda.h, gpu_cuda_kernels.c
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]', re.MULTILINE)


class Rooms(dict):
    """{room: the rooms it may include}, and `shown`, {room: its headers for others}, of rooms that list them."""
    def __init__(self):
        super().__init__()
        self.shown = {}


def read_table(path):
    """Return the Rooms, and what is wrong with the table itself."""
    allowed, faults = Rooms(), []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.split("#")[0].strip()
        if not line:
            continue
        room, colon, others = line.partition(":")
        others, bar, shown = others.partition("|")
        if not colon or not re.fullmatch(r"[a-z_]+", room):
            faults.append(f"{path}:{number}: '{line}': expected 'room: rooms'")
            continue
        for other in others.split():
            if other not in allowed:
                faults.append(f"{path}:{number}: {room} includes {other}, which is no room below it")
        for header in shown.split():
            if not (path.parent / room / f"{header}.h").is_file():
                faults.append(f"{path}:{number}: {room} has no {header}.h")
        allowed[room] = set(others.split())
        if bar:
            allowed.shown[room] = set(shown.split())
    return allowed, faults


def check_room_file(path, harness, allowed):
    """Return what is wrong with the includes of one file of the program."""
    room, faults = path.parent.name, []
    name = path.relative_to(harness).as_posix()
    for mark, target in INCLUDE.findall(path.read_text()):
        if mark == "<":
            if target.startswith("cuda") and not name.startswith(CUDA_BACKEND):
                faults.append(f"{path}: <{target}>: only harness/{CUDA_BACKEND}* includes CUDA's headers")
        elif target in INTERFACE:
            continue
        elif "/" not in target or not (harness / target).is_file():
            faults.append(f'{path}: "{target}": expected "room/file.h"')
        elif target.split("/")[0] not in allowed[room] | {room}:
            faults.append(f'{path}: "{target}": harness/rooms does not let {room} include {target.split("/")[0]}')
        elif not is_shown(Path(target), room, allowed):
            faults.append(f'{path}: "{target}": harness/rooms does not list it among the headers for other rooms')
    return faults


def is_shown(target, room, allowed):
    other = target.parent.name
    return other == room or other not in allowed.shown or target.stem in allowed.shown[other]


def is_current(path, harness):
    """Whether an object was made from a source as it is now. Generated sources are next to the object."""
    sources = [harness / path.parent.name / name for name in (f"{path.stem}.c", path.stem)] + [path.with_suffix(".c")]
    source = next((source for source in sources if source.is_file()), None)
    return source is not None and source.stat().st_mtime <= path.stat().st_mtime


def read_symbols(objects):
    """Return {object: (names that it defines for others, names that it needs)}."""
    symbols = {path: (set(), set()) for path in objects}
    if objects:
        lines = subprocess.run(["nm", "-A", "-P", "-g", *objects], stdout=subprocess.PIPE, text=True, check=True).stdout
        for line in lines.splitlines():
            path, name, kind = line.split()[:3]
            symbols[Path(path.rstrip(":"))][kind in "Uw"].add(name)
    return symbols


def check_objects(harness, build, allowed):
    """Return for each object which names it uses of rooms that its room may not include."""
    objects = [path for path in sorted((build / "obj/harness").glob("*/*.o"))
               if path.parent.name in allowed and is_current(path, harness)]
    symbols, homes, results = read_symbols(objects), {}, []
    for path, (defined, _) in symbols.items():
        for name in defined:
            homes.setdefault(name, set()).add(path.parent.name)
    for path, (_, needed) in symbols.items():
        room = path.parent.name
        results.append([f"{path}: {name} is of {' and '.join(sorted(homes[name]))}, "
                        f"which harness/rooms does not let {room} use"
                        for name in sorted(needed) if name in homes and not homes[name] & (allowed[room] | {room})])
    return results


def check_bench_file(path, bench):
    """Return what is wrong with the includes of one file of a benchmark, its tests aside."""
    faults = []
    for mark, target in INCLUDE.findall(path.read_text()):
        if mark == "<" or target in INTERFACE:
            continue
        found = (path.parent / target).resolve()
        if not found.is_file() or found.parent not in (path.parent.resolve(), (bench / "common").resolve()):
            faults.append(f'{path}: "{target}": expected gpubench.h, a file of {path.parent} or one of bench/common')
    return faults


def is_of_test(path):
    """Whether a file of a benchmark is of its test alone: the test, or a header that no other file there includes."""
    if path.name.startswith("test_"):
        return True
    users = [other for other in path.parent.iterdir() if other.suffix in SOURCES and
             path.name in (target for _, target in INCLUDE.findall(other.read_text()))]
    return bool(users) and all(other.name.startswith("test_") for other in users)


def check_halls(root):
    """Return the folders with too many files. What a run leaves in results/ is no part of the project."""
    faults = []
    for folder in sorted({path.parent for hall in HALLS for path in (root / hall).rglob("*") if path.is_file()}):
        files = [path for path in folder.iterdir() if path.is_file() and
                 not (path.suffix in (".csv", ".svg") and path.parent == root / "results")]
        if len(files) > MOST_FILES and folder.name != "__pycache__":
            faults.append(f"{folder}: {len(files)} files, more than {MOST_FILES}")
    return faults


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent)
    build = Path(sys.argv[2]) if len(sys.argv) > 2 else root / "build"
    harness, bench = root / "harness", root / "bench"
    allowed, faults = read_table(harness / "rooms")
    results = [faults]
    for path in sorted(p for p in harness.glob("*/*") if p.suffix in SOURCES):
        if path.parent.name in allowed:
            results.append(check_room_file(path, harness, allowed))
        else:
            results.append([f"{path}: {path.parent.name} is not in harness/rooms"])
    for path in sorted(p for p in bench.glob("*/*") if p.suffix in SOURCES):
        if not is_of_test(path):
            results.append(check_bench_file(path, bench))
    results.append(check_halls(root))
    results += check_objects(harness, build, allowed)
    for fault in (fault for faults in results for fault in faults):
        print(fault)
    failed = sum(1 for faults in results if faults)
    print(f"{len(results) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
