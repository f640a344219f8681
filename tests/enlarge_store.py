#!/usr/bin/env python3
"""enlarge_store.py STORE NEW TIMES: a store of TIMES as many GPUs: those of STORE, and copies of them on hosts and
under UUIDs of their own.

To make a store of a large fleet row by row takes hours; its size, and what reading it takes, are the same. Whatever the
program checks (hashes of entries, checks of visits) fits, as it is made the same way (base/hash.h,
record/identity.c)."""
import sqlite3
import struct
import sys

ROWS_MAX = 1 << 20  # GB_STORE_ROWS_MAX
MASK = (1 << 64) - 1


def finish(z):
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def hash_of(fields):
    value = 14695981039346656037
    for field in fields:
        if isinstance(field, str):
            for byte in field.encode() + b"\0":
                value = ((value ^ byte) * 1099511628211) & MASK
        else:
            bits, = struct.unpack("<Q", struct.pack("<d", float("nan") if field is None else field))
            value = finish(value ^ (bits * 0x9E3779B97F4A7C15 & MASK))
    value = finish(value)
    return value - (1 << 64) if value >> 63 else value


def other(column, text, copy):
    """The name of a copy: hosts begin with its number, UUIDs have it in place of their first group."""
    return f"GPU-c{copy:07x}{text[12:]}" if column == "gpu_uuid" else f"c{copy:02}{text}"


def copy_words(base, table, column, copy):
    """Entries that differ in one column, with the numbers of the originals and as many more as there are."""
    names = [row[1] for row in base.execute(f'PRAGMA table_info("{table}")')]
    place, made = names.index(column) - 2, []
    for number, _, *fields in base.execute(f'SELECT * FROM "{table}" WHERE id <= ?', (base.first[table],)).fetchall():
        fields[place] = other(column, fields[place], copy)
        made.append((number + copy * base.first[table], hash_of(fields), *fields))
    base.executemany(f'INSERT INTO "{table}" VALUES ({", ".join("?" * len(names))})', made)


class Base(sqlite3.Connection):
    first = {}


def main():
    store, new, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
    base = sqlite3.connect(new, factory=Base)
    sqlite3.connect(store).backup(base)
    base.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -200000")
    for table in ("run", "gpu", "known", "visit"):
        base.first[table], = base.execute(f"SELECT max(id) FROM {table}").fetchone()
    run, gpu, known, visit = base.first.values()
    for _, hashed, *fields in base.execute("SELECT * FROM gpu").fetchall():
        assert hashed == hash_of(fields)
    numbers, rest = (", ".join(f'"{row[1]}"'
                               for row in base.execute(f"PRAGMA table_info({table})").fetchall()[skipped:])
                     for table, skipped in (("value", 1), ("visit", 4)))
    for copy in range(1, times):
        copy_words(base, "run", "host", copy)
        copy_words(base, "gpu", "gpu_uuid", copy)
        base.execute(f"INSERT INTO known SELECT known.id + {copy * known}, made.gpu_uuid FROM known JOIN gpu ON "
                     f"gpu.gpu_uuid = known.gpu JOIN gpu AS made ON made.id = gpu.id + {copy * gpu} WHERE known.id "
                     f"<= {known}")
        base.execute(f"INSERT INTO visit SELECT id + {copy * visit}, known + {copy * known}, run + {copy * run}, "
                     f"gpu + {copy * gpu}, {rest} FROM visit WHERE id <= {visit}")
        base.execute(f"INSERT INTO value SELECT id + {copy * visit * ROWS_MAX}, {numbers} FROM value WHERE id < "
                     f"{(visit + 1) * ROWS_MAX}")
        base.commit()


if __name__ == "__main__":
    main()
