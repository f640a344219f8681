#!/usr/bin/env python3
"""plant.py OUT FILE...: repeats the rows of result files for each of four GPUs, with hostile text in every column
and in every axis of `point`. BENCHMARK.csv next to OUT has the rows of one benchmark. OUT-KERNELS gets the same for
--kernels."""

import csv
import sys
from itertools import groupby
from operator import itemgetter
from pathlib import Path

# Each one creates a file `pwned` if it takes effect.
PAYLOADS = [
    "`touch pwned`$(touch pwned)@x{/=99 b}^_~%s%d%n",
    '"; system("touch pwned"); x = "',
    "'; system('touch pwned') #\n!touch pwned\nsystem('touch pwned')\n",
    "\\\"\\`touch pwned\\`\\n]]><b>&amp;&nbsp;\x1b[31m\ufffe}|touch pwned #",
]
# Other texts in these columns would leave a row without a benchmark or a roof, or make it invalid.
NAMES = {"schema", "benchmark", "metric", "axis", "unit", "status", "roof"}


def is_number(text):
    try:
        float(text)
        return True
    except ValueError:
        return not text


def planted(row, i, names):
    """Every text of a row, except for the `names` to keep; the rows of a payload come from one run on one GPU."""
    texts = {
        key: text if key in names or key == "point" or is_number(text) else text + PAYLOADS[i]
        for key, text in row.items()
    }
    return dict(texts, gpu_name=f"Model {i}" + PAYLOADS[i], gpu_uuid=f"GPU-{i}" + PAYLOADS[i],
                run_id="run" + PAYLOADS[i])


def passes_of(rows, i):
    """The rows as they are drawn; the same with a text in each axis, in each name, and in all places. Rows of one
    point stay together."""
    drawn = [planted(row, i, NAMES) for row in rows]
    yield drawn
    for k in range(max(row["point"].count(",") for row in rows) + 1):
        yield [dict(row, point=plant_axis(row["point"], k, PAYLOADS[i])) for row in drawn]
    for name in sorted(NAMES - {"schema"}):
        yield [dict(row, **{name: (row[name] or "") + PAYLOADS[i]}) for row in drawn]
    yield [dict(planted(row, i, {"schema"}), point=row["point"] + PAYLOADS[i]) for row in rows]


def plant_axis(point, k, payload):
    return ",".join(axis + payload if place == k else axis for place, axis in enumerate(point.split(",")))


def write_planted(out, columns, rows):
    with open(out, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        for i in range(len(PAYLOADS)):
            for planted_rows in passes_of(rows, i):
                writer.writerows(planted_rows)


def main(out, *files):
    rows = [row for name in files for row in csv.DictReader(open(name, encoding="utf-8", newline=""))]
    columns = list(dict.fromkeys(key for row in rows for key in row))
    rows = [{key: row.get(key, "") for key in columns} for row in rows]
    write_planted(out, columns, rows)
    of = itemgetter("benchmark")
    for benchmark, its_rows in groupby(sorted(rows, key=of), of):
        write_planted(Path(out).with_name(f"{benchmark}.csv"), columns, list(its_rows))
    for i, payload in enumerate(PAYLOADS):
        with open(f"{out}-kernels{i}", "w", encoding="utf-8", newline="") as file:
            file.write(f"name,flop,byte,seconds\n{payload},536870912,3221225472,0.001\n")
        for field in range(1, 4):
            numbers = ["1", "1", "1"]
            numbers[field - 1] += payload
            with open(f"{out}-kernels{i}{field}", "w", encoding="utf-8", newline="") as file:
                file.write(f"name,flop,byte,seconds\nsaxpy,{','.join(numbers)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
