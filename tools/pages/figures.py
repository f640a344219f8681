#!/usr/bin/env python3
"""figures.py [-w]: checks the figures of the pages against the result files; -w writes them. The last line has the
totals.

A figure names its row by a query (queries.py):
- A table with a column `row` has the query of each line there. It applies to the columns that are named after a card.
  A column named "A / B" is the quotient of two others, as they are printed.
- <!-- cells: QUERY | QUERY --> before a table has a query for each column. {1} is the text of the line's first cell as
  an axis has it. ", " separates the queries of a cell with several figures, and " in UNIT" names the unit of a column.
- <!-- says: FIGURE = QUERY; ... --> before a paragraph or table has texts of it with figures.
- <!-- holds: QUERY < QUERY; ... --> before a paragraph has its conditions, which must hold on every card that has the
  rows, and on at least one. In a page with such conditions, "they agree" needs one.
- <!-- rows: FILE --> names the file for the queries after it that name none.
- <!-- made by tools/pages/figures.py: NAME --> to <!-- end --> is written by a function of BLOCKS.

A figure keeps its unit and its decimals. "not measured" and "-": no file has it. Values that are (modelled), (counted)
or (suspect), or were measured at the power (cap), are marked and not compared.
"""
import difflib
import operator
import re
import sys

import example
from blocks import runs
from queries import CARDS, Found, Results
from result_rows import ROOT, si

BLOCKS = {**example.BLOCKS, **runs.BLOCKS}
BLOCK = re.compile(r"(<!-- made by tools/pages/figures.py: ([a-z ]+) -->\n).*?(<!-- end -->)", re.S)
COMMENT = re.compile(r"<!-- (cells|says|holds|rows): (.*) -->$")
FIGURE = re.compile(r"(?<![\w.`=-])(±?)(\d[\d.]*)"
                    r"(?: ?(%|×|[pnµmkKMGTP]?(?:B|iB|FLOP|OP|access|inst|Hz|s|W|J)(?:/\w+)*)(?![\w./]))?")
MARKS = re.compile(r" \((?:modelled|counted|suspect|cap|, )+\)$")
NONE = ("not measured", "-")
PREFIXES = {"p": 1e-12, "n": 1e-9, "µ": 1e-6, "m": 1e-3, "k": 1e3, "K": 1e3, "M": 1e6, "G": 1e9, "T": 1e12, "P": 1e15}
SCALES = {"%": 1e-2, "×": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "kB": 1e3, "KB": 1e3}
VERDICT = re.compile(r"\bagree\b|\bthe same as (the source|there)\b")
SIGNS = {"<": operator.lt, ">": operator.gt}


def scale_of(unit, of):
    """The value of a unit on the page, in the unit of the row."""
    if unit in ("", of):
        return 1
    return SCALES[unit] if unit in SCALES else PREFIXES.get(unit[0], 1) if unit[1:] in (of, "") or of == "" else 1


def value_of(number, unit):
    """A figure's value in its unit without a prefix."""
    return float(number) * scale_of(unit or "", (unit or " ")[1:])


def shown(value, number, scale):
    """A value with as many decimals as a number on the page."""
    return f"{value / scale:.{len(number.partition('.')[2])}f}"


def new_text(old, found, unit=""):
    """A text of the page with the found values for each of its figures."""
    if None in found:
        return old if old in NONE else NONE[0]
    if isinstance(found[0].value, str):
        return found[0].value[:len(old)] if len(found[0].value) > len(old) else found[0].value
    if old in NONE:
        old = si(found[0].value, found[0].unit).removesuffix(" 1")
    values, marks = iter(found), [mark for one in found for mark in one.marks()]
    one = None

    def figure(match):
        nonlocal one
        interval, number, own = match.groups()
        if interval:
            return match[0].replace(number, shown(one.half_interval(), number, 1e-2))
        one = next(values, None)
        if one is None:
            raise LookupError(f"'{old}' has more figures than queries")
        return match[0].replace(number, shown(one.value, number, scale_of(own or unit, one.unit)))

    text = FIGURE.sub(figure, MARKS.sub("", old))
    if next(values, None) is not None:
        raise LookupError(f"'{old}' has fewer figures than queries")
    return text + (f" ({', '.join(dict.fromkeys(marks))})" if marks else "")


def axis_text(cell):
    """A cell in the form of an axis value: `fp16`, FP16, 64 KiB, 10 %."""
    text = cell.strip("`").lower()
    size = re.fullmatch(r"(\d+) ([kmg])ib", text)
    return str(int(size[1]) << " kmg".index(size[2]) * 10) if size else text.removesuffix(" %")


class Page:
    """A page whose figures are compared with results. `count`: their number."""

    def __init__(self, text, results):
        self.lines, self.results, self.count = text.split("\n"), results, 0

    def find(self, query, card="H200"):
        self.count += 1
        return self.results.find(query, card)

    def cell(self, text, query, card="H200"):
        queries, _, unit = query.strip().partition(" in ")
        return new_text(text, [self.find(one, card) for one in queries.split(", ")], unit)

    def fill_line(self, head, cells):
        """Fill a line whose last cell has its query."""
        query = cells[-1].strip("`")
        for at, name in enumerate(head):
            if name in CARDS and query:
                cells[at] = self.cell(cells[at], query, name)

    @staticmethod
    def fill_ratios(head, cells):
        for at, name in enumerate(head):
            if " / " in name:
                parts = [cells[head.index(part)] for part in name.split(" / ")]
                found = [FIGURE.search(part) for part in parts if "(modelled" not in part]
                one, other = [value_of(*match.groups()[1:]) if match else None for match in (*found, None)][:2]
                cells[at] = new_text(cells[at] or "0.000", [Found(one / other)]) if None not in (one, other) else ""

    def table(self, start, queries):
        """Fill the table that begins at a line; return the line after it."""
        head, at = split_cells(self.lines[start]), start + 2
        while at < len(self.lines) and self.lines[at].startswith("|"):
            cells = split_cells(self.lines[at])
            old, axes = list(cells), ["", *map(axis_text, cells)]
            for place, query in enumerate(queries):
                cells[place] = self.cell(cells[place], query.format(*axes)) if query.strip() else cells[place]
            if head[-1] == "row":
                self.fill_line(head, cells)
            if head[-1] == "row" or queries:
                self.fill_ratios(head, cells)
            self.lines[at] = self.lines[at] if cells == old else f"| {' | '.join(cells)} |"
            at += 1
        return at

    def says(self, at, pairs):
        """Put the figures of a comment into the text after it, in which each occurs once."""
        text = self.lines[at]
        end = next(end for end in range(at, len(self.lines) + 1) if end == len(self.lines) or not self.lines[end])
        start = next(start for start in range(at, end) if not COMMENT.match(self.lines[start]))
        block = "\n".join(self.lines[start:end])
        for pair in pairs.split("; "):
            old, query = pair.split(" = ")
            new = MARKS.sub("", new_text(old, [self.find(one) for one in query.split(", ")]))
            block, count = re.subn(r"(?<![\w.])" + re.escape(old).replace(r"\ ", r"\s+") + r"(?!\w)",
                                   lambda match, old=old, new=new: match[0] if old == new else new, block)
            if count != 1:
                raise LookupError(f"'{old}' stands {count} times in the text after its comment")
            text = text.replace(f"{old} = ", f"{new} = ")
        self.lines[at:end] = [text, *self.lines[at + 1:start], *block.split("\n")]

    def holds(self, conditions):
        """LookupError: a condition is not met."""
        for condition in conditions.split("; "):
            left, sign, right = re.split(r" ([<>]) ", condition)
            sides = [(self.find(left, card), self.find(right, card)) for card in CARDS]
            results = [SIGNS[sign](one.value, other.value) for one, other in sides if None not in (one, other)]
            if not results or not all(results):
                raise LookupError(f"'{condition}' does not hold" if results else f"'{condition}' has no rows")

    def fill(self):
        at, queries, held, claims = 0, [], False, any(line.startswith("<!-- holds: ") for line in self.lines)
        while at < len(self.lines):
            comment = COMMENT.match(self.lines[at])
            if comment and comment[1] == "rows":
                self.results = Results(self.results.root, comment[2])
            elif comment and comment[1] == "cells":
                queries = comment[2].split(" | ")
            elif comment and comment[1] == "says":
                self.says(at, comment[2])
            elif comment and comment[1] == "holds":
                self.holds(comment[2])
                held = True
            elif self.lines[at].startswith("|"):
                at, queries = self.table(at, queries), []
                continue
            elif claims and VERDICT.search(self.lines[at]) and not held:
                raise LookupError(f"'{self.lines[at]}' is a verdict, and no rows are compared")
            held = held and bool(self.lines[at])
            at += 1
        return "\n".join(self.lines)


def split_cells(line):
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip().strip("|"))]


def filled(text, results):
    """A page with the figures from the results, and their number."""
    page = Page(BLOCK.sub(lambda match: match[1] + BLOCKS[match[2]]() + match[3], text), results)
    return page.fill(), page.count


def main():
    failed = good = 0
    for path in sorted([ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("plots/*.md"),
                        *ROOT.glob("results/**/*.md")]):
        old, name = path.read_text(encoding="utf-8"), path.relative_to(ROOT)
        if not any(word in old for word in ("<!-- cells: ", "<!-- says: ", "<!-- rows: ", "pages/figures.py: ")):
            continue
        try:
            new, count = filled(old, Results())
        except LookupError as why:
            print(f"{name}: {why}")
            failed += 1
            continue
        good += count
        if new != old and "-w" in sys.argv[1:]:
            path.write_text(new, encoding="utf-8")
        elif new != old:
            failed += 1
            print("\n".join(difflib.unified_diff(old.splitlines(), new.splitlines(), str(name), "from the results", n=0,
                                                 lineterm="")))
    print(f"{good} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
