#!/usr/bin/env python3
"""sources.py [-w]: docs/sources.md, the experiments of the sources with their figures and ours; -w writes the page,
otherwise it is compared. Each figure of ours is a query into a result file (experiments/queries.py); "not measured"
means that no file has it. Modelled values are marked, and not compared. A sentence that the results do not support is
an error. The last line has the totals."""
import difflib
import sys

from experiments.arithmetic import ARITHMETIC
from experiments.memory import MEMORY
from experiments.programs import PROGRAMS
from experiments.queries import CARDS, NOT_MEASURED, find, sentences
from result_rows import ROOT

PAGE = ROOT / "docs/sources.md"
EXPERIMENTS = sorted({**MEMORY, **ARITHMETIC, **PROGRAMS}.items())

SOURCES = (
    ("N", "notes on *Analysis-Driven Optimization: Finishing the Analysis with NVIDIA Nsight Compute*, "
          "in Chinese; V100S"),
    ("B", "*GPU and CUDA basics*, a blog in Chinese; Fermi to Hopper"),
    ("M", "P. Micikevicius, *Identifying Performance Limiters* and *Local Memory and Register Spilling*, NVIDIA 2011; "
          "Tesla M2090 (Fermi)"),
    ("R", "*How does Nsight Compute compute its roofline?*, a blog in Chinese; RTX 3060"),
    ("Z", "Zhou Bin, *CUDA (11): optimizing programs in depth*, a lecture in Chinese; GTX 280, FX 5600, Tesla C2050"),
)

HEAD = """# Experiments of the sources

Five texts on how to make CUDA programs fast define the measurements of gpubench. This page repeats their experiments,
compares their figures with ours, and explains the differences. `tools/pages/sources.py -w` makes the page from the
files in `results/`, and fails if a sentence no longer agrees with them.

"""

READ = """
## How to read the tables

- The column *source* has the source's value if it reports the same quantity. *H200 / source* is our value divided by
  it.
- *(modelled)*: computed from addresses, instructions or information from the driver. The value was not measured, and is
  not compared with the source. *(counted)*: counted by hardware counters, under Nsight Compute.
- *(suspect)*: the row in the file has the reason. *not measured*: no result file has the value.
- A row is named by benchmark, variant if there are several, metric, and parts of its point. `.limit`, `.fraction` and
  `.sm_clock_hz` select that column instead of the value; `over` divides two values. Unless another file is named, the
  row is in `all.csv` or in the file of a smaller run in [results/sources](../results/sources/README.md).

## The files

| card | file | GPU | version | measured | figures |
| --- | --- | --- | --- | --- | ---: |
"""


class Page:
    def __init__(self, cards):
        self.cards, self.files, self.figures, self.lacks = cards, {}, 0, []

    def note(self, card, found):
        """The table of files' description of the rows from which a figure is made."""
        for path in {path for path, _ in found.rows}:
            file = self.files.setdefault((card.name, path),
                                         {"figures": 0, "gpu": set(), "version": set(), "day": set()})
            file["figures"] += 1
        for path, row in found.rows:
            file = self.files[card.name, path]
            file["gpu"] |= {row["gpu_uuid"][:12]} if row.get("gpu_uuid") else set()
            file["version"] |= {row["version"]} if row.get("version") else set()
            file["day"] |= {row["time_utc"][:10]} if row.get("time_utc") else set()

    def cell(self, card, figure):
        """(the text for the table, the value if it was measured)"""
        found = find(card, figure.where)
        if found is None:
            self.lacks.append(f"{card.name}: {figure.where}")
            return NOT_MEASURED, None
        self.note(card, found)
        self.figures += 1
        marks = [found.origin] if found.origin in ("modelled", "counted") else []
        marks += ["suspect"] if any(row.get("status") == "suspect" for _, row in found.rows) else []
        shown = figure.show(found.value, found.unit) + (f" ({', '.join(marks)})" if marks else "")
        return shown, None if found.origin == "modelled" else found.value

    def line(self, figure, compares):
        cells = [self.cell(card, figure) for card in self.cards]
        texts = [figure.name, *(text for text, _ in cells), f"`{figure.where}`"]
        if compares:
            value = cells[0][1]
            source = "" if figure.theirs is None else figure.show(figure.theirs, unit_of(self.cards, figure))
            ratio = f"{value / figure.theirs:.3g}" if figure.theirs is not None and value is not None else ""
            texts[1:1] = [source, ratio]
        return f"| {' | '.join(texts)} |\n"

    def section(self, place, experiment):
        compares = any(figure.theirs is not None for figure in experiment.figures)
        names = ["figure", *(["source", f"{self.cards[0].name} / source"] if compares else []),
                 *(card.name for card in self.cards), "row"]
        head = wrapped(f"`{experiment.command}`. {experiment.sources}: {experiment.theirs}.")
        return (f"\n## {place}. {experiment.name}\n\n{head}\n\n"
                f"| {' | '.join(names)} |\n|{' --- |' * len(names)}\n" +
                "".join(self.line(figure, compares) for figure in experiment.figures) +
                f"\n{wrapped(sentences(experiment, self.cards))}\n")

    def table_of_files(self):
        lines = []
        for (card, path), file in sorted(self.files.items(),
                                         key=lambda item: (item[0][0] != self.cards[0].name, item[0][1])):
            name = path.relative_to(ROOT) if ROOT in path.parents else path
            told = [", ".join(sorted(file[what])) or "-" for what in ("gpu", "version", "day")]
            lines.append(f"| {card} | [{name}](../{name}) | {' | '.join(told)} | {file['figures']} |\n")
        return "".join(lines)


def unit_of(cards, figure):
    return next((found.unit for found in (find(card, figure.where) for card in cards) if found is not None),
                figure.unit)


def wrapped(text):
    lines = [""]
    for word in text.split(" "):
        if len(lines[-1]) + len(word) >= 120:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines)


def make(cards, experiments):
    """The page, the figures on it, and those not measured; LookupError: why there is none."""
    page = Page(cards)
    sections = "".join(page.section(place, experiment) for place, experiment in experiments)
    head = HEAD + "| letter | source |\n| --- | --- |\n" + "".join(f"| {key} | {text} |\n" for key, text in SOURCES)
    return head + READ + page.table_of_files() + sections, page.figures, page.lacks


def main():
    try:
        page, count, lacks = make(CARDS, EXPERIMENTS)
    except LookupError as why:
        print(f"{why}\n0 passed, 1 failed")
        return 1
    if "-w" in sys.argv[1:]:
        PAGE.write_text(page, encoding="utf-8")
    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if old != page:
        print("\n".join(difflib.unified_diff(old.splitlines(), page.splitlines(), "docs/sources.md",
                                             "from results/", n=0, lineterm="")))
        print("0 passed, 1 failed")
        return 1
    print("".join(f"{NOT_MEASURED}: {what}\n" for what in lacks) +
          f"{count} passed, 0 failed" + (f", {len(lacks)} {NOT_MEASURED}" if lacks else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
