"""Result files of two made-up models for the tasks of report.py, and what Python finds in them.

The rows are those of results/h200-sxm/all.csv; each roof of a model is scaled by a factor drawn from a random.Random.
The findings are read from the scaled CSV, not from these factors."""
import csv
import re
from pathlib import Path

ROWS = Path(__file__).resolve().parents[2] / "results/h200-sxm/all.csv"
ASIDE = r"burst|zeros|latency|e5m2|common|link"
SCALED = ("value", "lo", "hi", "min", "max", "limit")


def read_rows(path=ROWS):
    with open(path, newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        return reader.fieldnames, list(reader)


def make_model(path, draw, letter):
    """Every roof, and the curves of strides, of a model that is `letter`."""
    names, rows = read_rows()
    factors = {}
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, names)
        writer.writeheader()
        for row in rows:
            if row["roof"] or row["benchmark"] == "stride":
                factor = factors.setdefault(row["roof"] or row["metric"], draw.uniform(0.5, 2))
                row.update({name: f"{float(row[name]) * factor:.9g}" for name in SCALED if row[name]},
                           gpu_name=f"Made-up {letter}", gpu_uuid=f"GPU-{ord(letter):08x}-made-up",
                           host=f"node{letter}", board="", run_id=letter)
                writer.writerow(row)


def roofs_of(path):
    return {row["roof"]: float(row["value"]) for row in read_rows(path)[1] if row["roof"] and row["value"]}


def farthest_of(path):
    """(roof, part of its limit) of the roof farthest from its limit."""
    parts = {}
    for row in read_rows(path)[1]:
        if row["roof"] and row["value"] and row["limit"] and not re.search(ASIDE, row["roof"]):
            part = float(row["value"]) / float(row["limit"])
            parts[row["roof"]] = 1 / part if row["unit"] in ("s", "cycles") else part
    return min(parts.items(), key=lambda one: one[1])


def half_of(path):
    """The largest stride at which reads have at least half of their bandwidth."""
    rates = {}
    for row in read_rows(path)[1]:
        axes = dict(pair.split("=") for pair in row["point"].split(",") if "=" in pair)
        if (row["benchmark"], row["metric"], axes.get("op"), axes.get("bytes")) == (
                "stride", "bandwidth", "read", "4") and row["value"]:
            rates[int(axes["stride"])] = float(row["value"])
    return max(stride for stride, rate in rates.items() if rate >= max(rates.values()) / 2)
