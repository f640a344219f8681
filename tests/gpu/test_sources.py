"""test_sources.py: docs/sources.md is made of queries: each figure follows its row, and no sentence says what
rows do not."""
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.append(str(Path(__file__).resolve().parents[2] / "ci"))

import sources  # noqa: E402
from experiments.queries import CARDS, Card, Claim, Experiment, Figure, find, plain, rate, times  # noqa: E402

HEAD = "version,time_utc,gpu_uuid,benchmark,variant,point,metric,unit,value,sm_clock_hz,origin\n"
ROWS = """v1,2026-01-02T03:04:05Z,GPU-0123abcd-77,copy,default,"op=read,n=1",bandwidth,B/s,2e12,1.5e9,measured
v1,2026-01-02T03:04:05Z,GPU-0123abcd-77,copy,default,"op=read,n=2",bandwidth,B/s,1e12,,measured
v1,2026-01-02T03:04:05Z,GPU-0123abcd-77,copy,default,"op=read,n=2",sectors,1,4,,modelled
v1,2026-01-02T03:04:05Z,GPU-0123abcd-77,copy,,op=read,gain,1,2,,concluded
v1,2026-01-02T03:04:05Z,GPU-0123abcd-77,copy,default,op=write,bandwidth,B/s,,,measured
"""
COUNTED = """version,benchmark,variant,point,metric,unit,value,ours,verdict
v0-dirty,copy,default,"op=read,n=2",sectors,,4.25,4,agrees
"""


class Sources(unittest.TestCase):
    def setUp(self):
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "full").mkdir()
        self.write("full/all.csv", HEAD + ROWS)

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def card(self):
        return Card("X1", self.folder / "full", self.folder / "x1")

    def page(self, figures, why=("Why.",)):
        experiment = Experiment("Copies", "B", "gpubench -b copy", "two", figures, why)
        return sources.make((self.card(),), [(1, experiment)])

    def line(self, figure):
        page, _, _ = self.page([figure])
        return next(line for line in page.splitlines() if line.startswith(f"| {figure.name} |"))

    def test_a_figure_follows_its_row(self):
        figure = Figure("read", "copy bandwidth op=read,n=1", rate)
        self.assertEqual(self.line(figure), "| read | 2.000 TB/s | `copy bandwidth op=read,n=1` |")
        self.write("full/all.csv", HEAD + ROWS.replace("2e12", "3e12"))
        self.assertEqual(self.line(figure), "| read | 3.000 TB/s | `copy bandwidth op=read,n=1` |")

    def test_not_measured_is_what_no_file_has(self):
        figure = Figure("write", "copy bandwidth op=write", rate)
        page, count, lacks = self.page([figure])
        self.assertEqual((count, lacks), (0, ["X1: copy bandwidth op=write"]))
        self.assertEqual(self.line(figure), "| write | not measured | `copy bandwidth op=write` |")
        self.write("x1.csv", HEAD + 'v2,,,copy,default,op=write,bandwidth,B/s,5e9,,measured\n')
        self.assertEqual(self.line(figure), "| write | 5.000 GB/s | `copy bandwidth op=write` |")
        self.assertEqual(self.page([figure])[1:], (1, []))

    def test_the_source_is_compared_with_what_was_measured_alone(self):
        self.write("full/counters.csv", COUNTED)
        self.assertIn("| 1.000 TB/s | 2 |", self.line(Figure("read", "copy bandwidth op=read,n=1", rate, 1e12)))
        self.assertIn("| 5 |  | 4 (modelled) |", self.line(Figure("sectors", "copy sectors op=read,n=2", plain, 5)))
        self.assertIn("| 5 | 0.85 | 4.25 (counted) |",
                      self.line(Figure("sectors", "counters.csv: copy sectors op=read,n=2", plain, 5)))

    def test_suspect_rows_are_marked(self):
        self.write("full/all.csv", HEAD.replace("origin", "origin,status") +
                   ROWS.replace("measured\n", "measured,suspect\n", 1))
        self.assertIn("| 2.000 TB/s (suspect) |", self.line(Figure("read", "copy bandwidth op=read,n=1", rate)))
        self.assertIn("| 1.000 TB/s |", self.line(Figure("read", "copy bandwidth op=read,n=2", rate)))

    def test_columns_quotients_and_variants(self):
        card = self.card()
        self.assertEqual(find(card, "copy bandwidth.sm_clock_hz op=read,n=1").value, 1.5e9)
        self.assertIsNone(find(card, "copy bandwidth.sm_clock_hz op=read,n=2"))
        self.assertEqual(find(card, "copy bandwidth op=read,n=1 over copy bandwidth op=read,n=2").value, 2)
        self.assertEqual(find(card, "copy sectors op=read,n=2 over copy gain op=read").origin, "modelled")
        self.assertIsNone(find(card, "copy bandwidth op=read,n=1 over copy bandwidth op=write"))
        self.assertEqual(find(card, "copy/ gain op=read").origin, "concluded")
        self.assertIsNone(find(card, "copy/default gain op=read"))

    def test_rows_that_differ_are_no_figure(self):
        with self.assertRaisesRegex(LookupError, "2 rows 'copy bandwidth op=read' that differ"):
            find(self.card(), "copy bandwidth op=read")

    def test_the_version_of_every_file_is_told(self):
        self.write("full/counters.csv", COUNTED)
        page, _, _ = self.page([Figure("a", "copy bandwidth op=read,n=1", rate),
                                Figure("b", "copy/ gain op=read", times),
                                Figure("c", "counters.csv: copy sectors op=read,n=2", plain)])
        self.assertRegex(page, r"\| X1 \| \[.*full/all\.csv\].* \| GPU-0123abcd \| v1 \| 2026-01-02 \| 2 \|\n")
        self.assertRegex(page, r"\| X1 \| \[.*full/counters\.csv\].* \| - \| v0-dirty \| - \| 1 \|\n")

    def test_a_sentence_stands_while_its_rows_bear_it_out(self):
        claim = Claim("Two are slower: {}.", [("copy bandwidth op=read,n=2", "<", "copy bandwidth op=read,n=1")],
                      ("copy/ gain op=read", times))
        self.assertIn("\nTwo are slower: 2×.\n", self.page([], [claim])[0])
        self.write("full/all.csv", HEAD + ROWS.replace("1e12", "9e12"))
        with self.assertRaisesRegex(LookupError, "'Two are slower: {}.' does not hold on X1"):
            self.page([], [claim])

    def test_a_sentence_without_rows_or_verdict_fails(self):
        with self.assertRaisesRegex(LookupError, "has no rows"):
            self.page([], [Claim("Writes are fast.", [("copy bandwidth op=write", ">", 1)])])
        with self.assertRaisesRegex(LookupError, "has no rows"):
            self.page([], [Claim("Reads are fast.", [("copy bandwidth op=read,n=1", ">", 1)], only="another")])
        with self.assertRaisesRegex(LookupError, "a verdict, and no rows are compared"):
            self.page([], ["They agree."])


COLUMNS = ("value", "limit", "fraction", "sm_clock_hz")


class Page(unittest.TestCase):
    """The page itself: no figure is a literal."""

    def test_each_figure_changes_with_its_row(self):
        checked = 0
        for card in CARDS:
            for _, experiment in sources.EXPERIMENTS:
                for figure in experiment.figures:
                    found = find(card, figure.where)
                    if found is None or found.origin == "reported":
                        continue
                    first = found.rows[0][1]
                    rows = [row for _, row in found.rows
                            if all(row[name] == first[name] for name in ("point", "variant"))]
                    kept, page = [dict(row) for row in rows], sources.Page((card,))
                    before = page.cell(card, figure)[0]
                    for row in rows:
                        row.update({name: str(7 * float(row[name]) + 1) for name in COLUMNS if row.get(name)})
                    with self.subTest(figure.where):
                        self.assertNotEqual(page.cell(card, figure)[0], before)
                    for row, old in zip(rows, kept):
                        row.update(old)
                    checked += 1
        self.assertGreater(checked, 300)

    def test_all_experiments_are_there(self):
        self.assertEqual([place for place, _ in sources.EXPERIMENTS], list(range(1, 28)))


if __name__ == "__main__":
    unittest.main()
