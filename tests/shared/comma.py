#!/usr/bin/env python3
"""comma.py FOLDER: makes the locale `comma` in FOLDER, which differs from C only in numbers: 1,5. Few machines have
such a locale installed. Programs use it with LOCPATH=FOLDER LC_NUMERIC=comma. glibc reads two numbers, the places of
six texts, and the texts.
"""
import struct
import sys
from pathlib import Path

MAGIC, TEXTS = 0x20031114, [b",\0", b".\0", b"\3\3\0\0", struct.pack("=I", ord(",")), struct.pack("=I", ord(".")),
                            b"UTF-8\0"]


def main():
    places, at = [], 4 * (2 + len(TEXTS))
    for text in TEXTS:
        places.append(at)
        at += len(text)
    folder = Path(sys.argv[1], "comma")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "LC_NUMERIC").write_bytes(struct.pack(f"={2 + len(TEXTS)}I", MAGIC, len(TEXTS), *places) +
                                        b"".join(TEXTS))


if __name__ == "__main__":
    main()
