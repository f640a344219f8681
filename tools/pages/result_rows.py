"""result_rows.py: reads result files for the scripts that put their figures into pages."""
import sys
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "results/h200-sxm"
sys.path.append(str(ROOT / "tests/shared"))

from rows import read_file  # noqa: E402


def axes_of(point):
    """{axis: text}"""
    return dict(word.split("=", 1) for word in point.split(","))


def values_of(rows, benchmark, metric, words, variant=None):
    """The rows with a value whose point has these words, "axis=value". Any metric or variant if that is None."""
    return [row for row in rows if row["benchmark"] == benchmark and metric in (None, row["metric"]) and
            row["value"] and
            variant in (None, row["variant"]) and set(words) <= set(row["point"].split(","))]


class Results:
    """The rows of a run, by benchmark, variant and metric."""

    def __init__(self, path):
        self.rows = read_file(path)

    def roof(self, name):
        """Like gb_gpu_roof(), for one run: the best ok row."""
        rows = [row for row in self.rows if row["roof"] == name and row["value"]]
        rows = [row for row in rows if row["status"] == "ok"] or rows
        return max(rows, key=lambda row: float(row["value"]))

    def row(self, benchmark, metric, *words, variant=None):
        """The first of values_of(), with its value as a number."""
        for row in values_of(self.rows, benchmark, metric, words, variant):
            return {**row, "value": float(row["value"])}
        raise SystemExit(f"{sys.argv[0]}: the results have no {benchmark} {metric} {','.join(words)}")


def seconds_of(rows):
    """From the end of the first row to that of the last."""
    first, last = (datetime.fromisoformat(row["time_utc"].replace("Z", "+00:00")) for row in (rows[0], rows[-1]))
    return (last - first).total_seconds()


def si(value, unit):
    """As gb_text_si()."""
    for scale, prefix in ((1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1, "")):
        if value >= scale:
            break
    scaled = value / scale
    return f"{scaled:.{3 if scaled < 10 else 2 if scaled < 100 else 1}f} {prefix}{unit}"
