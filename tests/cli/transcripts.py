#!/usr/bin/env python3
"""transcripts.py BUILD [FILE...]: the commands in transcripts/*.t print the output below them.

`  $ ` begins a command of bash. Indented below it are its output, of both streams, and [STATUS] unless that is 0; all
other lines are prose. The commands of a file share a folder that is empty at first, apart from links to results/,
tests/ and the build, build/. Files in it are named without its path. `fields NAME...` prints columns of CSV. `#` stands
for durations, machine code, identifiers of runs, and the folder of the tree. With GB_GOLDEN=write the files are written
anew, to be looked at before they are committed. The last line has the totals, by command."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
DIFFERS = re.compile(r"(?<=points in )[\d.]+ m?s\b|(?<=1 point in )[\d.]+ m?s\b|(?<=kernel, about )\d+ s\b|" +
                     r"(?<=kernels, about )\d+ s\b|(?<=\[)sm_[^]]*|(?<=has )sm_[\w, ]*|\b[0-9a-f]{32}\b|" +
                     re.escape(ROOT))
# A block is a command, its output, and prose.
BLOCK = re.compile(r"  \$ (.*\n(?:  > .*\n)*)((?:  .*\n)*)((?s:.*))")


def make_programs(build, folder):
    """The fake program with valid plug-ins; build/tests/plugins also has invalid ones."""
    os.makedirs(f"{folder}/plugins")
    for name in ("gpubench-fake", "gpubench-profile"):
        shutil.copy(f"{build}/tests/{name}", folder)
    for name in ("toy", "toy_cycles", "skeleton"):
        os.symlink(f"{build}/tests/plugins/{name}.so", f"{folder}/plugins/{name}.so")
    with open(f"{folder}/bashrc", "w", encoding="utf-8") as file:
        file.write(f'set -o pipefail\ngpubench() {{ "{build}/gpubench" "$@"; }}\n'
                   f'fields() {{ awk -f "{ROOT}/tests/shared/columns.awk" "$@"; }}\n')


def output_of(command, work, programs):
    """The output and the status of a command, each line indented."""
    names = ("HOME", "LANG", "LD_LIBRARY_PATH", "TMPDIR")
    env = {**{name: os.environ[name] for name in names if name in os.environ},
           "PATH": f"{programs}:{os.environ['PATH']}", "BASH_ENV": f"{programs}/bashrc", "LC_ALL": "C", "NO_COLOR": "1",
           "GPUBENCH_FAKE": "", "GPUBENCH_HOST": "host", "GPUBENCH_PLOTS": f"{ROOT}/plots", "HWLOC_COMPONENTS": "-pci",
           "CUDA_VISIBLE_DEVICES": "", "XDG_CACHE_HOME": f"{work}/cache",
           "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":handle_segv=0"}
    done = subprocess.run(["bash", "-c", command], cwd=work, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    text = done.stdout.decode(errors="backslashreplace").replace("\r", "").replace(f"{work}/", "")
    text = DIFFERS.sub("#", text)
    return "".join(f"  {line}\n" for line in text.splitlines() + [f"[{done.returncode}]"] * (done.returncode != 0))


def check_file(build, path):
    """The number of commands that print what is written, and a text about each of the others."""
    passed, wrong = 0, []
    with open(path, encoding="utf-8") as file:
        written, *blocks = re.split(r"(?m)^(?=  \$ )", file.read())
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        make_programs(build, f"{folder}/bin")
        work = f"{folder}/work"
        os.mkdir(work)
        for name, target in (("results", f"{ROOT}/results"), ("tests", f"{ROOT}/tests"), ("build", build)):
            os.symlink(target, f"{work}/{name}")
        for block in blocks:
            command, expected, prose = BLOCK.fullmatch(block).groups()
            found = output_of(command.replace("\n  > ", "\n"), work, f"{folder}/bin")
            written += f"  $ {command}{found}{prose}"
            passed += found == expected
            if found != expected:
                wrong.append(f"FAILED: {os.path.basename(path)}: {command}was:\n{expected}is:\n{found}")
    if os.environ.get("GB_GOLDEN") == "write":
        with open(path, "w", encoding="utf-8") as file:
            file.write(written)
    return passed, wrong


def main():
    build, paths = os.path.realpath(sys.argv[1]), sys.argv[2:] or sorted(glob.glob(f"{ROOT}/tests/cli/transcripts/*.t"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        checked = list(pool.map(lambda path: check_file(build, path), paths))
    wrong = [text for _, texts in checked for text in texts]
    if "GB_GOLDEN" not in os.environ:
        print("\n".join(wrong), end="\n" if wrong else "")
    print(f"{sum(passed for passed, _ in checked)} passed, {len(wrong)} failed")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
