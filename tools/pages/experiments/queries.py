"""queries.py: figures of docs/sources.md. A query names one value of a result file; what it finds says
where it is from.

    [FILE: ]BENCHMARK[/VARIANT] METRIC[.COLUMN] WORDS     words of the row's point, "axis=value", with commas
                                                          between them
    QUERY over QUERY                                      their quotient
    info: NAME                                            what `gpubench info` printed next to a name
"""
import re

from result_rows import ROOT, read_file, si

NOT_MEASURED = "not measured"


class Card:
    """A model, its folder of result files, and further files: those of experiments that its full run did not have yet.
    A query that names no file is looked for in all.csv, then in MORE.csv; one of counters.csv also in
    MORE-counters.csv."""

    def __init__(self, name, folder, more):
        self.name, self.folder, self.more = name, folder, more
        self.rows = {}

    def places(self, name):
        if name is None:
            return [self.folder / "all.csv", self.more.with_name(self.more.name + ".csv")]
        return [self.folder / name, self.more.with_name(f"{self.more.name}-{name}")]

    def rows_of(self, path, benchmark, metric):
        """Rows with a value, by benchmark and metric; none where there is no such file."""
        if path not in self.rows:
            self.rows[path] = {}
            for row in read_file(path) if path.exists() else ():
                if row["value"]:
                    self.rows[path].setdefault((row["benchmark"], row["metric"]), []).append(row)
        return self.rows[path].get((benchmark, metric), ())


CARDS = (Card("H200", ROOT / "results/h200-sxm", ROOT / "results/sources/h200"),
         Card("H100", ROOT / "results/h100-sxm", ROOT / "results/sources/h100"))


class Found:
    """`origin`: as the column of the rows; "counted" of files of counters, "reported" of what the driver says. `rows`:
    (file, row) that it is made of, several where a file repeats a row."""

    def __init__(self, value, unit, origin, rows):
        self.value, self.unit, self.origin, self.rows = value, unit, origin, rows


def find_info(card, name):
    path = card.folder / "info.txt"
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        # Versions before 0.2.0 wrote "an SM".
        line = line.strip().replace(" an SM ", " per SM ")
        if line.startswith(name + " "):
            return Found(line[len(name):].strip(), "", "reported", [(path, {})])
    return None


def matches(row, variant, words):
    return variant in (None, row["variant"]) and words <= set(row["point"].split(","))


def find_row(card, where):
    name, rest = where.split(": ", 1) if ": " in where else (None, where)
    of, metric, words = rest.split(" ")
    metric, _, column = metric.partition(".")
    benchmark, slash, variant = of.partition("/")
    column = column or "value"
    for path in card.places(name):
        rows = [row for row in card.rows_of(path, benchmark, metric)
                if matches(row, variant if slash else None, set(words.split(",")))]
        if not rows:
            continue
        if len({row[column] for row in rows}) != 1:
            raise LookupError(f"{card.name}: {path.name} has {len(rows)} rows '{rest}' that differ, expected one")
        if not rows[0][column]:
            continue
        return Found(float(rows[0][column]), rows[0]["unit"], rows[0].get("origin", "counted"),
                     [(path, row) for row in rows])
    return None


def find(card, where):
    """What a query finds on a card; None: no result file has it."""
    if where.startswith("info: "):
        return find_info(card, where[len("info: "):])
    if " over " in where:
        one, other = (find(card, part) for part in where.split(" over "))
        if one is None or other is None:
            return None
        origin = "modelled" if "modelled" in (one.origin, other.origin) else "derived"
        return Found(one.value / other.value, "1", origin, one.rows + other.rows)
    return find_row(card, where)


# ---- how a value is shown ----

def times(value, _unit):
    return f"{value:.3g}×"


def plain(value, unit):
    return f"{value:.4g}" + ("" if unit in ("1", "") else f" {unit}")


def number(value, _unit):
    return f"{value:.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def rate(value, unit):
    return si(value, unit)


def percent(value, _unit):
    return f"{100 * value:.1f} %"


def hundredths(value, _unit):
    return f"{value:.1f} %"


def micro(value, _unit):
    return f"{1e6 * value:.2f} µs"


def milli(value, _unit):
    return f"{1e3 * value:.4g} ms"


def kilobytes(value, _unit):
    return f"{value / 1e3:.0f} kB"


def gigahertz(value, _unit):
    return f"{value / 1e9:.3f} GHz"


def text(value, _unit):
    return value


# ---- what experiments are made of ----

class Figure:
    """`theirs`: the same quantity in the source, in the unit of the row, which `unit` names where no file
    may have it."""

    def __init__(self, name, where, show, theirs=None, unit=""):
        self.name, self.where, self.show, self.theirs, self.unit = name, where, show, theirs, unit


class Claim:
    """A sentence that results must bear out: each condition is (QUERY or number, "<" or ">", QUERY or number). It holds
    on every card that has the rows, and one card has them; with `only` it speaks of that card alone. {} in the sentence
    is the value of a (QUERY, show) of `shown` on the first card that has it."""

    def __init__(self, sentence, conditions, *shown, only=None):
        self.sentence, self.conditions, self.shown, self.only = sentence, conditions, shown, only

    def holds(self, card):
        """None: it does not speak of the card, or the card lacks a row."""
        if self.only not in (None, card.name):
            return None
        result = True
        for left, sign, right in self.conditions:
            values = []
            for side in (left, right):
                found = find(card, side) if isinstance(side, str) else None
                if isinstance(side, str) and found is None:
                    return None
                values.append(side if found is None else found.value)
            result = result and (values[0] < values[1] if sign == "<" else values[0] > values[1])
        return result


class Experiment:
    """`theirs`: what the sources say. `why`: sentences on why figures differ, each a Claim where it says what
    results show."""

    def __init__(self, name, sources, command, theirs, figures, why):
        self.name, self.sources, self.command = name, sources, command
        self.theirs, self.figures, self.why = theirs, figures, why


# A sentence that calls figures the same must be a claim: it is compared.
VERDICT = re.compile(r"\bagree|\bthe same as (the source|there)\b")


def sentences(experiment, cards):
    """The text next to the figures; LookupError: a claim is not borne out, or a verdict is none."""
    out = []
    for sentence in experiment.why:
        if isinstance(sentence, str):
            if VERDICT.search(sentence):
                raise LookupError(f"{experiment.name}: '{sentence}' is a verdict, and no rows are compared")
            out.append(sentence)
            continue
        held = {card.name: sentence.holds(card) for card in cards}
        if False in held.values():
            where = ", ".join(name for name, result in held.items() if result is False)
            raise LookupError(f"{experiment.name}: '{sentence.sentence}' does not hold on {where}")
        if True not in held.values():
            raise LookupError(f"{experiment.name}: '{sentence.sentence}' has no rows")
        card = next(card for card in cards if held[card.name])
        shown = []
        for where, show in sentence.shown:
            found = find(card, where)
            if found is None:
                raise LookupError(f"{experiment.name}: '{where}' is not in the results of an {card.name}")
            shown.append(show(found.value, found.unit))
        out.append(sentence.sentence.format(*shown))
    return " ".join(out)
