#!/usr/bin/env python3
"""limits.py RESULTS.csv...: rows that contradict their limit, and roofs that contradict another row of their run,
one line each.

A row may not exceed its limit by more than the margin for suspect rows, and an `ok` row below half of its limit must
have a reason. A roof may not be below a point of the same quantity on the same GPU in the same run by more than both
intervals, nor below a level by 1 % more. Exit status: 0 if there are none, 1 if there are some.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "shared"))

from rows import read_file  # noqa: E402

FAR_BELOW = 0.5  # as in harness/measuring/engine/doubts_remarks.c
ABOVE = 1.003  # as in harness/measuring/engine/doubts_remarks.h
# A level is the best of about 20 sizes, whose rates differ by 1 % with the allocated addresses. A roof is one point.
BEST_OF_MANY = 1.01


def fault_of(row):
    """The fault of a row; "" if there is none."""
    if not row.get("fraction"):
        return ""
    fraction = float(row["fraction"])
    if fraction > ABOVE:
        return "above its limit"
    if fraction < FAR_BELOW and row["status"] == "ok" and not row["reason"]:
        return "far below its limit, and nothing says why"
    return ""


def faults(rows):
    told = []
    for row in rows:
        fault = fault_of(row)
        if fault:
            told.append(f"{row['benchmark']} {row['variant'] or '-'} {row['point']} {row['metric']}: "
                        f"{row['fraction']}: {fault}")
    return told


# Points that measure the same as a roof: a benchmark and the beginning of the point.
SAME = {
    "l1.read": (("cache", "walk=l1,set="), ("l1", "pattern=reuse,set=")),
    "l2.read": (("cache", "walk=l2,level=l2"),),
    "l2.write": (("cache", "walk=write,level=l2"),),
    "dram.read": (("dram", "op=mix,reads=8,"), ("cache", "walk=l2,level=dram")),
    "dram.write": (("dram", "op=mix,reads=0,"), ("cache", "walk=write,level=dram")),
    "dram.copy": (("dram", "op=scale,"), ("dram", "op=mix,reads=4,"), ("dram", "op=driver_copy")),
    "dram.triad": (("dram", "op=add,"),),
    "exchange.one_to_all": (("p2p", "op=copy,way=one"),),
    "exchange.all_to_one": (("p2p", "op=copy,way=one"),),
    "exchange.ring": (("p2p", "op=copy,way=both"),),
    "exchange.all_to_all": (("p2p", "op=copy,way=both"),),
}


def of_run(row):
    return row["run_id"], row["gpu_uuid"]


def measured(row):
    return row["metric"] == "bandwidth" and row["status"] == "ok" and row["lo"] and row["hi"]


def roofs_below(rows):
    """Roofs that a point of the same quantity contradicts."""
    told = []
    rows = [row for row in rows if measured(row)]
    for roof in (row for row in rows if row["roof"] in SAME and "level=" not in row["point"]):
        for row in rows:
            same = any(row["benchmark"] == bench and row["point"].startswith(words)
                       for bench, words in SAME[roof["roof"]])
            margin = BEST_OF_MANY if "level=" in row["point"] else 1
            if same and of_run(row) == of_run(roof) and float(row["lo"]) > margin * float(roof["hi"]):
                told.append(f"{roof['roof']}: {roof['value']} is below {row['benchmark']} {row['variant'] or '-'} "
                            f"{row['point']}: {row['value']}")
    return told


def main():
    wrong = 0
    for path in sys.argv[1:]:
        rows = read_file(path)
        for fault in faults(rows) + roofs_below(rows):
            print(f"{path}: {fault}")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
