#!/usr/bin/env python3
r"""seeds.py FILE FOLDER: write each seed of FILE to a file of FOLDER. The line "== NAME" begins one; its bytes follow,
with the escapes of Python, without the last end of line. A backslash at the end of a line joins it to the next, and
\x00{N} is N zeros."""
import pathlib
import re
import sys

source, folder = map(pathlib.Path, sys.argv[1:])
for seed in re.split("^== ", source.read_text(encoding="ascii"), flags=re.MULTILINE)[1:]:
    name, text = seed.split("\n", 1)
    text = re.sub(r"\\x00\{(\d+)\}", lambda zeros: r"\x00" * int(zeros[1]), text)
    (folder / name).write_bytes(text[:-1].encode().decode("unicode_escape").encode("latin-1"))
