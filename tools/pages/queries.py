"""queries.py: the figures of result files that pages name.

    [FILE: ]BENCHMARK[/VARIANT] METRIC[.COLUMN] WORDS   words of the row's point, "axis=value", with commas between them
    [FILE: ]roof NAME [COLUMN]                          the best ok row of a roof
    [FILE: ]count COLUMN, rows, seconds                 of a whole file: distinct values, rows, from first row to last
    info: NAME                                          what `gpubench info` printed next to a name
    NUMBER, QUERY over QUERY, QUERY times QUERY
    QUERY or QUERY                                      the first that a file has
    QUERY @CARD                                         on this card

FILE is in results/MODEL or, with a slash, in results/, where {} stands for the model. Without FILE a row is in the file
that the page names, or else in all.csv, or in the card's own file in results/sources.
"""
import re
from functools import lru_cache

from result_rows import ROOT, best_roof, read_file, seconds_of

CARDS = {"H200": "h200-sxm", "H100": "h100-sxm"}


class Found:
    """`origin`: the column of the rows; "counted" in files of counters, "reported" for what the driver reports."""

    def __init__(self, value, unit="1", origin="derived", rows=()):
        self.value, self.unit, self.origin, self.rows = value, unit, origin, rows

    def marks(self):
        marks = [self.origin] * (self.origin in ("modelled", "counted"))
        marks += ["suspect"] * any(row.get("status") == "suspect" for row in self.rows)
        return marks + ["cap"] * any(row["benchmark"] == "energy" and "sw_power_cap" in row["throttle"]
                                     for row in self.rows)

    def half_interval(self):
        row = self.rows[0]
        return (float(row["hi"]) - float(row["lo"])) / 2 / abs(self.value) if row["hi"] and self.value else None


def of_row(row, column="value", rows=()):
    if not row[column]:
        return None
    try:
        value = float(row[column])
    except ValueError:
        value = row[column]
    unit = {"fraction": "1", "sm_clock_hz": "Hz", "sm_clock_nvml_hz": "Hz", "power_w": "W"}.get(column, row["unit"])
    return Found(value, unit, row.get("origin", "counted"), rows or [row])


class Results:
    """Finds queries in a folder of results. `page_file`: the file that a page names."""

    def __init__(self, root=ROOT / "results", page_file=None):
        self.root, self.page_file = root, page_file

    def paths(self, card, name):
        model, short = CARDS[card], card.lower()
        name = name or self.page_file
        if name and "/" in name:
            return [self.root / name.lstrip("/").format(model)]
        return [self.root / model / (name or "all.csv"),
                self.root / "sources" / (f"{short}-{name}" if name else f"{short}.csv")]

    def find(self, query, card="H200"):
        """The figure; None: no file has it. LookupError: rows differ."""
        query = query.strip()
        if " or " in query:
            return next((found for part in query.split(" or ") if (found := self.find(part, card)) is not None), None)
        for sign, use in ((" over ", lambda one, other: one / other), (" times ", lambda one, other: one * other)):
            if sign in query:
                one, other = (self.find(part, card) for part in query.split(sign, 1))
                if one is None or other is None:
                    return None
                origin = "modelled" if "modelled" in (one.origin, other.origin) else "derived"
                return Found(use(one.value, other.value), "", origin, [*one.rows, *other.rows])
        query, _, named = query.partition(" @")
        return self.find_one(query, named or card)

    def find_one(self, query, card):
        if re.fullmatch(r"-?[\d.e+-]+", query):
            return Found(float(query))
        name, _, query = query.rpartition(": ")
        if name == "info":
            return self.find_info(card, query)
        words = query.split(" ")
        for path in self.paths(card, name):
            rows, by_metric = read_once(path, card)
            found = (self.whole(rows, *words) if len(words) < 3 or words[0] == "roof" else
                     self.row(path, by_metric, *words))
            if found is not None:
                return found
        return None

    def whole(self, rows, what, name="", column="value"):
        """A figure of a file, or its roof."""
        if what == "roof":
            best = best_roof(rows, name)
            return best and of_row(best, column)
        return Found({"count": lambda: len({row[name] for row in rows}), "rows": lambda: len(rows),
                      "seconds": lambda: seconds_of(rows)}[what](), "") if rows else None

    def row(self, path, by_metric, of, metric, words):
        metric, _, column = metric.partition(".")
        benchmark, slash, variant = of.partition("/")
        rows = [row for row in by_metric.get((benchmark, metric), ()) if row["value"] and
                (not slash or variant == row["variant"]) and set(words.split(",")) <= set(row["point"].split(","))]
        rows = [row for row in rows if row["point"] == words] or rows
        column = column or "value"
        if len({row[column] for row in rows}) > 1:
            raise LookupError(f"{path.name} has {len(rows)} rows '{of} {metric} {words}' that differ, expected one")
        return of_row(rows[0], column, rows) if rows else None

    def find_info(self, card, name):
        path = self.root / CARDS[card] / "info.txt"
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
            if line.strip().startswith(name + " "):
                return Found(line.strip()[len(name):].strip(), "", "reported")
        return None


@lru_cache(maxsize=None)
def read_once(path, card):
    """The rows of a file, by benchmark and metric. Rows of other cards are left out, because a file may have both."""
    rows = [row for row in (read_file(path) if path.exists() else ())
            if not any(other != card and other in row.get("gpu_name", "") for other in CARDS)]
    by_metric = {}
    for row in rows:
        by_metric.setdefault((row.get("benchmark"), row.get("metric")), []).append(row)
    return rows, by_metric
