"""counters.py: compares the work that a benchmark states for a launch with the hardware's counters; docs/counters.md
has the format."""
import csv
import re
from dataclasses import dataclass
from typing import Optional

from expression import Wrong, evaluate, names_in
from rows import read_file

NO_LINE = "expected kernels, points, apart, unchecked, launches, before, tell or METRIC = EXPRESSION within TOLERANCE"
NO_TELL = "expected tell METRIC UNIT = EXPRESSION"
# A difference above this, in percent of the stated number, is printed with its reason.
UNEXPLAINED = 2
TOLERANCE = re.compile(r"[0-9.]+( %)?")
# The names in .counters files for the metrics that state the work of one launch.
METRICS = {"bytes": "launch_bytes", "ops": "launch_ops"}


def within(off, of, tolerance):
    """True if `off`, a difference from `of`, keeps a tolerance, as "0.1" or "2 %"."""
    number = float(tolerance.split()[0])
    return abs(off) <= (abs(of) * number / 100 if "%" in tolerance else number)


def fits(point, choice):
    """True if "op=copy,offset=3" has one of the values of each axis in "op=copy,sum,offset=0,3"."""
    axes, axis = {}, ""
    for word in choice.split(","):
        name, equals, value = word.rpartition("=")
        axis = name if equals else axis  # a value without an axis belongs to the axis named last
        axes.setdefault(axis, set()).add(f"{axis}={value}")
    return all(values & set(point.split(",")) for values in axes.values())


def point_of(row):
    """The point with its variant, as selected by `points` and `when`."""
    return f"variant={row['variant']},{row['point']}"


def sides(text, expected):
    """The parts of METRIC [when CHOICES] = REST; Wrong with `expected` if the text has another form."""
    left, equals, rest = text.partition(" = ")
    if not equals:
        raise Wrong(expected)
    metric, _, when = left.partition(" when ")
    return metric.strip(), when.strip(), rest.strip()


@dataclass
class Check:
    """METRIC [when CHOICES] = EXPRESSION within TOLERANCE [or TOLERANCE because REASON]"""
    line: int
    metric: str
    when: str
    expression: str
    narrow: str
    wide: str
    because: str

    @classmethod
    def read(cls, number, text):
        metric, when, right = sides(text, NO_LINE)
        expression, found, right = right.partition(" within ")
        if not found:
            raise Wrong("expected 'within TOLERANCE'")
        narrow, reason, because = right.partition(" because ")
        wide = ""
        if reason:
            narrow, either, wide = narrow.partition(" or ")
            if not either:
                raise Wrong("expected 'within TOLERANCE or TOLERANCE because TEXT'")
        narrow, wide = narrow.strip(), wide.strip()
        for tolerance in [narrow] + ([wide] if reason else []):
            if not TOLERANCE.fullmatch(tolerance):
                raise Wrong(f"'{tolerance}' is not a tolerance: expected N or N %")
        if "%" in narrow and float(narrow.split()[0]) > UNEXPLAINED:
            raise Wrong(f"a tolerance above {UNEXPLAINED} % needs a reason: "
                        f"'within {UNEXPLAINED} % or {narrow} because TEXT'")
        return cls(number, metric, when, expression.strip(), narrow, wide, because.strip())

    def verdict(self, mine, theirs):
        off = theirs - mine
        if within(off, mine, self.narrow) and (mine == 0 or within(off, mine, f"{UNEXPLAINED} %")):
            return "agrees"
        if self.wide and within(off, mine, self.wide):
            return f"explained: {self.because}"
        return "**DIFFERS**"


@dataclass
class Tell:
    """tell METRIC UNIT [when CHOICES] = EXPRESSION: a value from counters that no benchmark states. In the
    expression, `bytes` and `ops` are the work of a launch."""
    line: int
    metric: str
    unit: str
    when: str
    expression: str

    @classmethod
    def read(cls, number, text):
        name, when, expression = sides(text, NO_TELL)
        words = name.split()
        if len(words) != 2 or not expression:
            raise Wrong(NO_TELL)
        return cls(number, *words, when, expression)


@dataclass
class Line:
    """The counters' values for a point and one line of a .counters file."""
    row: dict
    metric: str
    unit: str
    ours: Optional[float]  # None: it only reports
    value: float
    verdict: str

    def differs(self):
        return "DIFFERS" in self.verdict

    def markdown(self):
        variant = "" if self.row["variant"] == "default" else self.row["variant"] + " "
        head = f"| {variant}{self.row['point']} | {self.metric} | "
        if self.ours is None:
            return head + f"- | {self.value:.6g}{'' if self.unit == '1' else ' ' + self.unit} | - | {self.verdict} |"
        difference = f"{100 * (self.value / self.ours - 1):+.2f} %" if self.ours else "-"
        return head + f"{self.ours:.6g} | {self.value:.6g} | {difference} | {self.verdict} |"


@dataclass
class Apart:
    """apart AXIS[,AXIS...] TOLERANCE: points whose fraction of their limit differs by more from a neighbour's along
    the first axis.

    The other axes are those of launch shapes, which may differ between neighbours.
    """
    along: str
    free: frozenset
    tolerance: float

    @classmethod
    def read(cls, text):
        axes, _, tolerance = text.rpartition(" ")
        found = re.fullmatch(r"([0-9.]+)%", tolerance)
        if not axes or not found:
            raise Wrong("expected apart AXIS[,AXIS...] N%")
        names = [name.strip() for name in axes.split(",")]
        return cls(names[0], frozenset(names), float(found[1]) / 100)

    def curve_of(self, row):
        """The common part of the points of one curve, and this point's place on it; None: on none."""
        words = dict(word.split("=", 1) for word in point_of(row).split(","))
        if self.along not in words or not row.get("fraction"):
            return None
        return tuple(sorted(item for item in words.items() if item[0] not in self.free)), float(words[self.along])

    def select(self, rows):
        """The points on both sides of each step that is too large."""
        curves, chosen = {}, []
        for row in rows:
            place = self.curve_of(row)
            if place:
                curves.setdefault(place[0], []).append((place[1], point_of(row), float(row["fraction"])))
        for curve in curves.values():
            curve.sort()
            for (_, before, low), (_, after, high) in zip(curve, curve[1:]):
                if abs(high - low) > self.tolerance * min(high, low):
                    chosen += [before, after]
        return set(chosen)


class Counters:
    """A .counters file."""

    def __init__(self, path):
        self.path, self.kernels, self.points, self.each, self.checks = path, "", [], 1, []
        self.tells, self.apart, self.unchecked, self.before = [], [], {}, []
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                text = line.split("#")[0].strip()
                try:
                    self._read(number, text)
                except (Wrong, ValueError) as fault:
                    raise Wrong(f"{path}: line {number}: {fault}") from None

    def _read(self, number, text):
        word, _, rest = text.partition(" ")
        if word == "kernels":
            self.kernels = rest.strip()
        elif word == "points":
            self.points.append(rest.strip())
        elif word == "apart":
            self.apart.append(Apart.read(rest.strip()))
        elif word == "tell":
            self.tells.append(Tell.read(number, rest.strip()))
        elif word == "unchecked":
            names, because, reason = rest.partition(" because ")
            if not because or not reason.strip():
                raise Wrong("expected unchecked METRIC,... because TEXT")
            self.unchecked.update((name.strip(), reason.strip()) for name in names.split(","))
        elif word == "before":
            choice, kernels = rest.rsplit(None, 1)
            self.before.append((choice, int(kernels)))  # additional kernels in a run, right before its first such point
        elif word == "launches":
            self.each = int(rest)  # kernels of one launch
        elif word:
            self.checks.append(Check.read(number, text))

    def drop(self, known):
        """Remove `tell` lines that need a counter not in `known`; return their names."""
        gone = [tell for tell in self.tells
                if any(name not in METRICS and name.split(".")[0] not in known for name in names_in(tell.expression))]
        self.tells = [tell for tell in self.tells if tell not in gone]
        return [tell.metric for tell in gone]

    def metrics(self):
        """The required counters."""
        names = [name for line in self.checks + self.tells for name in names_in(line.expression)]
        return list(dict.fromkeys(name for name in names if name not in METRICS))

    def wants(self, row):
        return not (self.points or self.apart) or any(fits(point_of(row), choice) for choice in self.points)

    def select(self, bench, rows):
        """The rows of a result file to launch again, one per point."""
        measured = {}
        for row in rows:
            if row["benchmark"] == bench and row["variant"] and row["status"] in ("ok", "suspect"):
                measured.setdefault(point_of(row), row)
        apart = set().union(*(choice.select(measured.values()) for choice in self.apart))
        return [row for point, row in measured.items() if point in apart or self.wants(row)]

    def unseen(self, bench, rows):
        """The modelled metrics of a benchmark that no line compares or explains."""
        said = {METRICS.get(check.metric, check.metric) for check in self.checks} | set(self.unchecked)
        return sorted({row["metric"] for row in rows
                       if row["benchmark"] == bench and row.get("origin") == "modelled"} - said)


def read_launched(path):
    """The stated work of each point's launch: pairs of its row and {metric: value}."""
    launched, ours = [], {}
    for number, row in enumerate(read_file(path), 2):
        if row["metric"]:
            ours[row["metric"]] = float(row["value"])
        elif row["variant"]:
            if row["status"] == "failed":
                raise Wrong(f"{path}: line {number}: {row['point']} failed: {row['reason']}")
            if "launched" in row["reason"]:
                ours = {}
                launched.append((row, ours))
    return launched


def read_profile(path):
    """ncu's values for each kernel: its raw page has a header, the units, and a line for each kernel."""
    header, kernels = [], []
    with open(path, newline="", encoding="utf-8", errors="replace") as file:
        for line in csv.reader(line for line in file if re.match(r'"(ID|[0-9]+)"', line)):
            if line[0] == "ID":
                header = line
            else:
                kernels.append(dict(zip(header, line)))
    return kernels


def mean(kernels, name, launches):
    """The mean of a counter over a point's launches except the first, which depends on what was in the
    caches before."""
    if name not in kernels[0]:
        raise Wrong(f"ncu gave no '{name}'")
    each = len(kernels) // launches
    try:
        return sum(float(kernel[name].replace(",", "")) for kernel in kernels[each:]) / (launches - 1)
    except ValueError:
        raise Wrong(f"ncu gave no number for '{name}'") from None


def counted(counters, line, ours, kernels, launches):
    """The value of a line's expression."""
    bound = {}
    try:
        for name in names_in(line.expression):
            if METRICS.get(name) in ours:
                bound[name] = ours[METRICS[name]]
            else:
                bound[name] = mean(kernels, name, launches)
        return evaluate(line.expression, bound)
    except Wrong as fault:
        raise Wrong(f"{counters.path}: line {line.line}: {fault}") from None


def compare_point(counters, check, point, kernels, launches):
    """None: the check does not apply to this point."""
    row, ours = point
    metric = METRICS.get(check.metric, check.metric)
    if check.when and not fits(point_of(row), check.when) or metric not in ours:
        return None
    value = counted(counters, check, ours, kernels, launches)
    return Line(row, check.metric, "", ours[metric], value, check.verdict(ours[metric], value))


def tell_point(counters, tell, point, kernels, launches):
    if tell.when and not fits(point_of(point[0]), tell.when):
        return None
    return Line(point[0], tell.metric, tell.unit, None, counted(counters, tell, point[1], kernels, launches), "told")


def kernels_by_point(bench, counters, launched, kernels, launches):
    """The kernels of each point, without those that a run launches only once."""
    each, begin, left, found = launches * counters.each, 0, list(counters.before), []
    for row, _ in launched:
        for once in [once for once in left if fits(point_of(row), once[0])]:
            begin += once[1]
            left.remove(once)
        found.append(kernels[begin:begin + each])
        begin += each
    if len(kernels) != begin:
        more = begin - len(launched) * each
        raise Wrong(f"{bench}: ncu saw {len(kernels)} kernels, not {len(launched)} x {launches} x "
                    f"{counters.each}{f' + {more}' if more else ''}")
    return found


def compare(bench, counters, launched, kernels, launches):
    """The lines of a table, and messages on faults other than lines that differ."""
    lines, used = [], set()
    for point, its in zip(launched, kernels_by_point(bench, counters, launched, kernels, launches)):
        for line, work in [(check, compare_point) for check in counters.checks] + [(tell, tell_point)
                                                                                   for tell in counters.tells]:
            result = work(counters, line, point, its, launches)
            if result:
                used.add(line.line)
                lines.append(result)
    return lines, [f"{bench}: line {line.line} of its counters compared nothing"
                   for line in counters.checks + counters.tells if line.line not in used]
