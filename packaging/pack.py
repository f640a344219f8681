#!/usr/bin/env python3
"""pack.py FOLDER WHEEL: packs the files of FOLDER into WHEEL, with their checksums in RECORD. The same files give the
same bytes."""
import base64
import hashlib
import os
import sys
import zipfile


def digest(data):
    """As in RECORD: URL-safe base64, without padding."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def files(folder):
    """Every file under `folder`; those in *.dist-info come last, as the format requires."""
    found = [os.path.relpath(os.path.join(top, name), folder) for top, _, names in os.walk(folder) for name in names]
    return sorted(found, key=lambda name: (".dist-info" + os.sep in name, name))


def add(wheel, name, data, mode):
    """One file, with its mode and a fixed time."""
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.external_attr = (0o100000 | mode) << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    wheel.writestr(entry, data)


def pack(folder, target):
    """The wheel is written completely or not at all."""
    record = []
    with zipfile.ZipFile(target + ".new", "w") as wheel:
        for name in files(folder):
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                data = file.read()
            add(wheel, name, data, 0o755 if os.access(path, os.X_OK) else 0o644)
            record.append('%s,%s,%d\n' % (name, digest(data), len(data)))
        info = next(name for name in os.listdir(folder) if name.endswith(".dist-info"))
        name = info + "/RECORD"
        add(wheel, name, "".join(record) + name + ",,\n", 0o644)
    os.replace(target + ".new", target)


if __name__ == "__main__":
    pack(*sys.argv[1:])
