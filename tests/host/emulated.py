#!/usr/bin/env python3
"""emulated.py COMMAND... PROGRAM: runs a unit program by COMMAND, an emulator of another machine, and
passes on its TAP.

A test that emulated.txt lists may fail: its line says SKIP and why. One that is listed and passes is reported too, so
that the list stays short. A program that crashes, or ends before all its tests have, has failed. """
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

LIST = Path(__file__).resolve().parent / "emulated.txt"
RESULT = re.compile(r"(not )?ok (\d+) - (\w+)")
PLAN = re.compile(r"1\.\.(\d+)$")


def read_list(text):
    """{(program, test): why it cannot pass under an emulator}"""
    listed = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            program, test, why = line.split(None, 2)
            listed[program, test] = why.strip()
    return listed


def judge(line, program, listed):
    """The line of a test in the form in which it is passed on, and whether it is a failure."""
    result = RESULT.match(line)
    if not result or "# SKIP" in line:
        return line, False
    failed, number, test = result.groups()
    why = listed.get((program, test))
    if why is None:
        return line, bool(failed)
    if failed:
        return f"ok {number} - {test} # SKIP {why}", False
    return f"ok {number} - {test} # SKIP passes, though {LIST.name} lists it: {why}", False


def main():
    command = sys.argv[1:]
    program, listed = Path(command[-1]).name, read_list(LIST.read_text(encoding="utf-8"))
    planned = ended = failed = 0
    # For programs that start themselves again.
    environment = dict(os.environ, GB_EMULATOR=shlex.join(command[:-1]))
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace") as process:
        for line in process.stdout:
            line, wrong = judge(line.rstrip("\n"), program, listed)
            plan = PLAN.match(line)
            planned += int(plan.group(1)) if plan else 0
            ended += bool(re.match(r"(not )?ok \d+", line))
            failed += wrong
            print(line, flush=True)
    if process.returncode < 0 or ended < planned or not planned:
        print(f"{program}: {ended} of {planned} tests ended, status {process.returncode}")
        return 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
