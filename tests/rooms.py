#!/usr/bin/env python3
"""rooms.py [--wings] [FOLDER [BUILD]]: checks every #include and every link of the program and of the benchmarks
against harness/rooms. With --wings it prints the wings and the number of includes from one to another instead.

A file of a room includes files of its own room, the plug-in interface, and files of the rooms that the table names. If
a room's line lists headers after a bar, other rooms include these alone. An object of the program (BUILD, FOLDER/build)
uses functions and data of the same rooms: a declaration in the interface is not enough to call into a room above.
Objects older than their source do not count. BUILD/gpubench links nothing of the wing profiling. Only the CUDA backend
includes CUDA's headers. The host half of a benchmark includes the interface, its own folder and bench/common, nothing
else of the project; its test (test_NAME.c, and headers of the test alone) may include what tests share. No folder has
more than 40 files, those of tests aside. A static function of the program has a name of two words or more, a file name
belongs to one room, and each .c has a header of its name or begins with a comment. The last line has the totals: a file
each, an object each, the table itself, the folders, and the program.
"""
import re
import subprocess
import sys
from pathlib import Path

INTERFACE = {"gpubench.h", "gpubench_declared.h", "gpubench_libc.h", "gpubench_report.h", "gpubench_tensor.h",
             "gpubench_model.h", "gpubench_emulate.h", "gpubench_counted.h"}
HALLS = ("harness", "bench", "ci", "docs", "packaging", "plots", "results", "tools")
MOST_FILES = 40
SOURCES = (".c", ".h", ".cu")
PROFILER_WING = "profiling"
CUDA_BACKEND = "measuring/device/gpu_cuda"  # and what follows: gpu_cuda.c, gpu_cuda.h, gpu_cuda_kernels.c
ONE_WORD = re.compile(r"^static (?:[\w*]+\s+)*\**([a-z0-9]+)\(", re.MULTILINE)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]', re.MULTILINE)


class Rooms(dict):
    """{room: the rooms it may include}. `shown` is {room: its headers for others}, of rooms that list them; `wing` is
    {room: its wing}; and `below` is {wing: the wings it may use}."""
    def __init__(self):
        super().__init__()
        self.shown, self.wing, self.below = {}, {}, {}

    def add_wing(self, name, others, where):
        """Add a wing; return the errors of its line."""
        faults = [f"{where}: {name} uses {other}, which is no wing below it" for other in others
                  if other not in self.below]
        self.below[name] = set(others)
        return faults

    def add_room(self, name, wing, others, where):
        """Add a room of a wing; return the errors of its line."""
        faults = [f"{where}: {name} includes {other}, which is no room below it" for other in others
                  if other not in self]
        faults += [f"{where}: {name} of {wing} includes {other} of {self.wing[other]}, which {wing} does not use"
                   for other in others if other in self and self.wing[other] not in self.below[wing] | {wing}]
        self[name], self.wing[name] = set(others), wing
        return faults


def read_table(path):
    """Return the Rooms, and the errors of the table itself."""
    allowed, faults, wing = Rooms(), [], None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        is_room, line = line[:1].isspace(), line.split("#")[0].strip()
        if not line:
            continue
        name, colon, others = line.partition(":")
        others, bar, shown = others.partition("|")
        where = f"{path}:{number}"
        if not colon or not re.fullmatch(r"[a-z_]+", name) or (is_room and wing is None):
            faults.append(f"{where}: '{line}': expected 'wing: wings', and below it, indented, 'room: rooms'")
            continue
        if not is_room:
            wing = name
            faults += allowed.add_wing(name, others.split(), where)
        if is_room or any((path.parent / name).glob("*.c")):
            faults += allowed.add_room(name, wing, others.split(), where)
        for header in shown.split():
            if not find_header(path.parent, f"{name}/{header}.h"):
                faults.append(f"{where}: {name} has no {header}.h")
        if bar:
            allowed.shown[name] = set(shown.split())
    return allowed, faults


def print_wings(harness, allowed):
    """Print each wing with its rooms, and the number of includes to each wing that it uses."""
    places = {wing: place for place, wing in enumerate(allowed.below)}
    arrows = {}
    for path in sorted(p for p in harness.rglob("*/*") if p.suffix in SOURCES and p.parent.name in allowed):
        wing = allowed.wing[path.parent.name]
        for _, target in INCLUDE.findall(path.read_text()):
            other = allowed.wing.get(target.split("/")[0], wing)
            if other != wing:
                arrows[wing, other] = arrows.get((wing, other), 0) + 1
    for wing in places:
        rooms = " ".join(room for room in allowed if allowed.wing[room] == wing and room != wing)
        used = ", ".join(f"{other} {count}" for (of, other), count in sorted(arrows.items()) if of == wing)
        print(f"{wing}{f' ({rooms})' if rooms else ''}{f': {used}' if used else ''}")
    back = sum(places[wing] < places[other] for wing, other in arrows)
    print(f"{len(places)} wings, {len(arrows)} arrows, {back} back")


def find_header(harness, target):
    """True if a room, or a room of a wing, has this header, which is named "room/file.h"."""
    return any((folder / target).is_file() for folder in [harness, *harness.glob("*/")])


def check_room_file(path, harness, allowed):
    """Return the faults in the includes of one file of the program."""
    room, faults = path.parent.name, []
    name = path.relative_to(harness).as_posix()
    for mark, target in INCLUDE.findall(path.read_text()):
        if mark == "<":
            if target.startswith("cuda") and not name.startswith(CUDA_BACKEND):
                faults.append(f"{path}: <{target}>: only harness/{CUDA_BACKEND}* includes CUDA's headers")
        elif target in INTERFACE:
            continue
        elif path.suffix == ".cu" and (path.parent / target).is_file():
            continue
        elif "/" not in target or not find_header(harness, target):
            faults.append(f'{path}: "{target}": expected "room/file.h"')
        elif target.split("/")[0] not in allowed[room] | {room}:
            faults.append(f'{path}: "{target}": harness/rooms does not let {room} include {target.split("/")[0]}')
        elif not is_shown(Path(target), room, allowed):
            faults.append(f'{path}: "{target}": harness/rooms does not list it among the headers for other rooms')
    return faults


def check_names(path, rooms):
    """Return the faults in the names of one file of the program, whose name belongs to files in `rooms`."""
    text = path.read_text()
    faults = [f"{path}: {name}() is one word: name the verb and its object" for name in dict.fromkeys(
        ONE_WORD.findall(text if path.suffix == ".c" else ""))]
    faults += [f"{path}: {room} has a file of this name, too" for room in sorted(rooms - {path.parent.name})]
    if path.suffix == ".c" and not path.with_suffix(".h").is_file() and not text.startswith("/*"):
        faults.append(f"{path}: expected {path.stem}.h, or a comment that says what the file is for")
    return faults


def is_shown(target, room, allowed):
    other = target.parent.name
    return other == room or other not in allowed.shown or target.stem in allowed.shown[other]


def is_current(path, built, harness):
    """True if an object was made from the present source. Generated sources are next to the object."""
    folder = harness / path.parent.relative_to(built)
    sources = [folder / name for name in (f"{path.stem}.c", path.stem)] + [path.with_suffix(".c")]
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
    """Return, for each object, the symbols it uses from rooms that its own room may not include."""
    built = build / "obj/harness"
    objects = [path for path in sorted(built.rglob("*.o"))
               if path.parent.name in allowed and is_current(path, built, harness)]
    symbols, homes, results = read_symbols(objects), {}, []
    for path, (defined, _) in symbols.items():
        for name in defined:
            homes.setdefault(name, set()).add(path.parent.name)
    for path, (_, needed) in symbols.items():
        room = path.parent.name
        results.append([f"{path}: {name} is of {' and '.join(sorted(homes[name]))}, "
                        f"which harness/rooms does not let {room} use"
                        for name in sorted(needed) if name in homes and not homes[name] & (allowed[room] | {room})])
    return results + check_program(build / "gpubench", allowed, homes)


def check_program(program, allowed, homes):
    """Return the parts of gpubench-profile's own wing that gpubench links."""
    if not program.is_file():
        return []
    linked, _ = read_symbols([program])[program]
    return [[f"{program}: {name} is of {' and '.join(sorted(homes[name]))}, which only gpubench-profile links"
             for name in sorted(linked & homes.keys())
             if all(allowed.wing[room] == PROFILER_WING for room in homes[name])]]


def check_bench_file(path, bench):
    """Return the faults in the includes of one file of a benchmark, except its tests."""
    faults = []
    for mark, target in INCLUDE.findall(path.read_text()):
        if mark == "<" or target in INTERFACE:
            continue
        found = (path.parent / target).resolve()
        if not found.is_file() or found.parent not in (path.parent.resolve(), (bench / "common").resolve()):
            faults.append(f'{path}: "{target}": expected gpubench.h, a file of {path.parent} or one of bench/common')
    return faults


def is_of_test(path):
    """True if a file of a benchmark serves only its test: the test, or a header that no other file includes."""
    if path.name.startswith("test_"):
        return True
    users = [other for other in path.parent.iterdir() if other.suffix in SOURCES and
             path.name in (target for _, target in INCLUDE.findall(other.read_text()))]
    return bool(users) and all(other.name.startswith("test_") for other in users)


def check_halls(root):
    """Return the folders with too many files. Files that a run leaves in results/ do not belong to the project."""
    faults = []
    for folder in sorted({path.parent for hall in HALLS for path in (root / hall).rglob("*") if path.is_file()}):
        files = [path for path in folder.iterdir() if path.is_file() and
                 not (path.suffix in (".csv", ".svg") and path.parent == root / "results")]
        if len(files) > MOST_FILES and folder.name != "__pycache__":
            faults.append(f"{folder}: {len(files)} files, more than {MOST_FILES}")
    return faults


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--wings"]
    root = Path(arguments[0] if arguments else Path(__file__).parent.parent)
    build = Path(arguments[1]) if len(arguments) > 1 else root / "build"
    harness, bench = root / "harness", root / "bench"
    allowed, faults = read_table(harness / "rooms")
    if "--wings" in sys.argv:
        return print_wings(harness, allowed)
    results, rooms = [faults], {}
    sources = sorted(p for p in harness.rglob("*/*") if p.suffix in SOURCES)
    for path in sources:
        rooms.setdefault(path.stem, set()).add(path.parent.name)
    for path in sources:
        if path.parent.name in allowed:
            results.append(check_room_file(path, harness, allowed) + check_names(path, rooms[path.stem]))
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
