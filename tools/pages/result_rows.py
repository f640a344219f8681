"""result_rows.py: reads result files for the scripts that put their figures into pages."""
import sys
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "results/h200-sxm"
sys.path.append(str(ROOT / "tests/shared"))

from rows import read_file  # noqa: E402

__all__ = ("FOLDER", "ROOT", "axes_of", "best_roof", "read_file", "seconds_of", "si", "values_of")


def axes_of(point):
    """{axis: text}"""
    return dict(word.split("=", 1) for word in point.split(","))


def values_of(rows, benchmark, metric, words):
    """The rows with a value whose point has these words, "axis=value". Any metric if that is None."""
    return [row for row in rows if row["benchmark"] == benchmark and metric in (None, row["metric"]) and
            row["value"] and set(words) <= set(row["point"].split(","))]


def best_roof(rows, name):
    """Like gb_gpu_roof(), for one run: the best ok row; None: there is none."""
    rows = [row for row in rows if row.get("roof") == name and row["value"]]
    rows = [row for row in rows if row["status"] == "ok"] or rows
    return max(rows, key=lambda row: float(row["value"]), default=None)


def seconds_of(rows):
    """From the end of the first row to that of the last."""
    first, last = (datetime.fromisoformat(row["time_utc"].replace("Z", "+00:00")) for row in (rows[0], rows[-1]))
    return (last - first).total_seconds()


def si(value, unit):
    """As gb_quantity_write()."""
    for scale, prefix in ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1, ""),
                          (1e-3, "m"), (1e-6, "µ"), (1e-9, "n")):
        if value >= scale:
            break
    scaled = value / scale
    return f"{scaled:.{3 if scaled < 10 else 2 if scaled < 100 else 1}f} {prefix}{unit}"
