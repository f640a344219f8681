"""patterns.py: mutants of every benchmark, found by patterns that sources share. A new benchmark needs no line here."""
import re
from dataclasses import dataclass

# Words that do not report a wrong measurement.
NO_FINDING = re.compile(r'"(out of memory|cannot )')
LOOP = re.compile(r"for \([\w ]*?\b(\w+) = [^;]*; (?:[^;]*?)\b\1 < ([^;]*?)(?: && [^;]*)?; (?:[^;]*?\b\1 \+= "
                  r"([^;,)]+))?[^;]*?\)\s")
SECTION = re.compile(r"^/\* ---- ", re.M)
RECORD_ON = re.compile(r"\brecord = (1|~0u|PATTERN_VERIFIED);")
RECORD_OFF = re.compile(r"\brecord = (?:[\w>.-]+ = )?(0|PATTERN_TIMED);")
COST = re.compile(r"\.(?:bytes|ops) = ")
WITHOUT_LIMIT = re.compile(r"(\(double\))?NAN$")


@dataclass
class Mutant:
    """One change of one file, and the tests of which at least one must fail."""
    name: str
    kind: str
    file: str
    at: int
    old: str
    new: str
    tests: tuple


def end_of(text, at, ends):
    """The place of the first of `ends` outside parentheses, brackets, braces and strings, from `at` on."""
    depth, i = 0, at
    while depth or text[i] not in ends:
        if text[i] == '"':
            i += 1
            while text[i] != '"':
                i += 2 if text[i] == "\\" else 1
        depth += (text[i] in "([{") - (text[i] in ")]}")
        i += 1
    return i


def call_at(text, at):
    """The call that begins at `at`, up to its closing parenthesis."""
    return text[at:end_of(text, text.index("(", at) + 1, ")") + 1]


def calls(text, function):
    for match in re.finditer(rf"\b{function}\(run,|\b{function}\(", text):
        yield match.start(), call_at(text, match.start())


def body_of(text, function):
    """The beginning and end of a function's body; None if the function is not defined here."""
    match = re.search(rf"^(?:static )?[\w ]+?\b{function}\([^;{{]*?\)\n{{", text, re.M)
    return (match.end(), text.index("\n}", match.end())) if match else (0, 0)


def hook(folder, name):
    """The function that a hook of a benchmark names; `folder` is {path: text}."""
    found = [match[1] for text in folder.values() for match in re.finditer(rf"^\t\.{name} = (\w+),$", text, re.M)]
    return found[0] if found else None


def verifying(path, text):
    """The beginnings and ends of a source's verifying parts: the file verify.c, a model of the results, or sections
    with these names."""
    if path.endswith(("/verify.c", "_model.h")):
        return [(0, len(text))]
    starts = [match.start() for match in SECTION.finditer(text)] + [len(text)]
    return [(begin, end) for begin, end in zip(starts, starts[1:]) if
            text.startswith(("/* ---- verify", "/* ---- the model of "), begin)]


def short(text):
    return re.sub(r"\s+", " ", text)


def without_fills(path, text, folder):
    for function in ("gb_fill", "gb_fill_output", "gb_stream_fill"):
        for at, call in calls(text, function):
            yield "not filled", at, call, "GB_OK"


def without_records(path, text, folder):
    for at, call in calls(text, "launch_recorded"):
        yield "not recorded", at, call, call.split(", ")[1] + "(run)"
    for match in RECORD_ON.finditer(text):
        yield "not recorded", match.start(1), match[1], "0"


def with_records(path, text, folder):
    for match in RECORD_OFF.finditer(text):
        yield "recorded when timed", match.start(1), match[1], "1"


def shorter_loops(path, text, folder):
    for begin, end in verifying(path, text):
        for match in LOOP.finditer(text, begin, end):
            yield "last one left out", match.start(2), match[2], f"({match[2]}) - ({match[3] or 1})"


def without_findings(path, text, folder):
    for at, call in calls(text, "gb_fail"):
        if not NO_FINDING.search(call):
            yield "not reported", at, call, "GB_OK"


def without_doubts(path, text, folder):
    for at, call in calls(text, "gb_suspect"):
        yield "not doubted", at, call, "(void)0"


def double_costs(path, text, folder):
    begin, end = body_of(text, hook(folder, "cost") or "cost")
    for match in COST.finditer(text, begin, end):
        value = text[match.end():end_of(text, match.end(), ",;}")]
        if value.strip() != "0":
            yield "cost doubled", match.end(), value, f"2 * ({value.strip()})"


def double_limits(path, text, folder):
    begin, end = body_of(text, hook(folder, "limit") or "limit")
    for match in re.finditer(r"\breturn ", text[begin:end]):
        at = begin + match.end()
        value = text[at:text.index(";", at)]
        if not WITHOUT_LIMIT.match(value):
            yield "limit doubled", at, value, f"2 * ({value})"


PATTERNS = (without_fills, without_records, with_records, shorter_loops, without_findings, without_doubts, double_costs,
            double_limits)


def subject(kind, text, at, old):
    """The change of a mutant, in its name: the line, if the changed words are not specific enough."""
    if kind in ("not filled", "not reported", "not doubted") or old.startswith("launch_recorded("):
        return short(old)
    return short(text[text.rindex("\n", 0, at) + 1:text.index("\n", at)]).strip()


def of_benchmark(folder, tests):
    """All mutants of a benchmark: `folder` is {path: text} of its sources without tests, `tests` the names of its unit
    programs."""
    mutants, names = [], {}
    for path, text in sorted(folder.items()):
        for pattern in PATTERNS:
            for kind, at, old, new in pattern(path, text, folder):
                name = f"{path}: {kind}: {subject(kind, text, at, old)}"
                names[name] = names.get(name, 0) + 1
                if names[name] > 1:
                    name += f" ({names[name]})"
                mutants.append(Mutant(name, kind, path, at, old, new, tests))
    return mutants
