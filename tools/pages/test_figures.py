"""test_figures.py: tests that figures of pages follow their rows, on hand-made results and on the real pages."""
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import figures
from queries import Results, read_once
from result_rows import ROOT

HEAD = ("version,gpu_name,gpu_uuid,board,benchmark,variant,point,roof,metric,unit,value,lo,hi,sm_clock_hz,status,"
        "origin\n")
ROW = "v1,NVIDIA H200,GPU-0123abcd-77,692,copy,"
ROWS = (ROW + 'default,"op=read,n=1",copy.read,bandwidth,B/s,2e12,1.9e12,2.1e12,1.5e9,ok,measured\n' +
        ROW + 'default,"op=read,n=2",copy.read,bandwidth,B/s,1e12,,,,ok,measured\n' +
        ROW + 'default,"op=read,n=2",,sectors,1,4,,,,ok,modelled\n' +
        ROW + ',op=read,,gain,1,2,,,,ok,concluded\n' +
        ROW + 'default,op=write,,bandwidth,B/s,,,,,ok,measured\n')
OTHER_DIGITS = str.maketrans("0123456789", "1234567890")


class Figures(unittest.TestCase):
    def setUp(self):
        folder = TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "h200-sxm").mkdir()
        (self.root / "sources").mkdir()
        self.write("h200-sxm/all.csv", HEAD + ROWS)

    def write(self, name, text):
        (self.root / name).write_text(text, encoding="utf-8")
        read_once.cache_clear()

    def filled(self, text):
        return figures.filled(text, Results(self.root))[0]

    def line(self, cells, query, head="figure | H200 | H100"):
        text = f"| {head} | row |\n|---|\n| x | {cells} | `{query}` |"
        return self.filled(text).split("\n")[2].removeprefix("| x | ").removesuffix(f" | `{query}` |")

    def test_a_figure_follows_its_row_and_keeps_its_form(self):
        for text, expected in (("3.000 TB/s", "2.000 TB/s"), ("7 GB/s", "2000 GB/s"), ("not measured", "2.000 TB/s"),
                               ("3.0 TB/s ±1 %", "2.0 TB/s ±5 %")):
            self.assertEqual(self.line(f"{text} | -", "copy bandwidth op=read,n=1"), f"{expected} | -")

    def test_not_measured_is_what_no_file_has(self):
        self.assertEqual(self.line("5.0 GB/s | -", "copy bandwidth op=write"), "not measured | -")
        self.write("sources/h200.csv", HEAD + ROW + "default,op=write,,bandwidth,B/s,5e9,,,,ok,measured\n")
        self.assertEqual(self.line("0.0 GB/s | -", "copy bandwidth op=write"), "5.0 GB/s | -")

    def test_only_what_was_measured_is_compared(self):
        def compared(cells, query):
            return self.line(cells, query, "figure | source | H200 / source | H200")
        self.write("h200-sxm/counters.csv", 'version,benchmark,variant,point,metric,unit,value\n'
                   'v0,copy,default,"op=read,n=2",sectors,,4.25\n')
        self.assertEqual(compared("1.000 TB/s |  | 1.000 TB/s", "copy bandwidth op=read,n=1"),
                         "1.000 TB/s | 2.000 | 2.000 TB/s")
        self.assertEqual(compared("5 | 1 | 3", "copy sectors op=read,n=2"), "5 |  | 4 (modelled)")
        self.assertEqual(compared("5 |  | 3.00", "counters.csv: copy sectors op=read,n=2"),
                         "5 | 0.850 | 4.25 (counted)")
        self.assertEqual(compared("5 | 1 | 3", "copy bandwidth op=write"), "5 |  | not measured")

    def test_suspect_rows_are_marked(self):
        self.write("h200-sxm/all.csv", HEAD + ROWS.replace("ok,measured", "suspect,measured", 1))
        self.assertEqual(self.line("2.0 TB/s | -", "copy bandwidth op=read,n=1"), "2.0 TB/s (suspect) | -")
        self.assertEqual(self.line("2.0 TB/s (suspect) | -", "copy bandwidth op=read,n=2"), "1.0 TB/s | -")

    def test_queries(self):
        find = Results(self.root).find
        for query, value in (("copy bandwidth.sm_clock_hz op=read,n=1", 1.5e9),
                             ("copy bandwidth op=read,n=1 over copy bandwidth op=read,n=2", 2),
                             ("3 times copy gain op=read", 6), ("copy bandwidth op=write or copy gain op=read", 2),
                             ("roof copy.read", 2e12), ("roof copy.read board", 692), ("rows", 5),
                             ("count benchmark", 1), ("copy/ gain op=read", 2)):
            self.assertEqual(find(query).value, value, query)
        for query in ("copy bandwidth.sm_clock_hz op=read,n=2", "copy/default gain op=read", "roof copy.write",
                      "copy bandwidth op=read,n=1 over copy bandwidth op=write", "rows @H100"):
            self.assertIsNone(find(query), query)
        self.assertEqual(find("copy sectors op=read,n=2 over copy gain op=read").origin, "modelled")
        with self.assertRaisesRegex(LookupError, "2 rows 'copy bandwidth op=read' that differ"):
            find("copy bandwidth op=read")

    def test_cells_take_axes_from_the_line(self):
        rate = "copy bandwidth op=read,n={1}"
        text = f"<!-- cells:  | {rate}, {rate} in T -->\n| n | rate |\n|---|\n"
        self.assertEqual(self.filled(f"{text}| `1` | 0.0 or 9 GB/s |"), f"{text}| `1` | 2.0 or 2000 GB/s |")
        for cell in ("0.0", "0.0 or 9 or 9"):
            with self.assertRaisesRegex(LookupError, f"'{cell}' has (fewer|more) figures than queries"):
                self.filled(f"{text}| `1` | {cell} |")

    def test_says_fills_a_sentence_across_lines(self):
        text = "<!-- says: {0} TB/s = roof copy.read -->\nThe copy reaches {0}{1}TB/s."
        self.assertEqual(self.filled(text.format("1.0", "\n")), text.format("2.0", " "))
        with self.assertRaisesRegex(LookupError, "stands 0 times"):
            self.filled("<!-- says: 1.0 TB/s = roof copy.read -->\nThe copy is fast.")

    def test_a_sentence_stands_while_its_rows_support_it(self):
        text = "<!-- holds: copy bandwidth op=read,n=2 < copy bandwidth op=read,n=1 -->\nThey agree."
        self.assertEqual(self.filled(text), text)
        with self.assertRaisesRegex(LookupError, "is a verdict, and no rows are compared"):
            self.filled(text + "\n\nThey agree.")
        with self.assertRaisesRegex(LookupError, "has no rows"):
            self.filled("<!-- holds: copy bandwidth op=write > 1 -->")
        self.write("h200-sxm/all.csv", HEAD + ROWS.replace("1e12", "9e12"))
        with self.assertRaisesRegex(LookupError, "does not hold"):
            self.filled(text)


class Pages(unittest.TestCase):
    def test_each_figure_changes_with_its_row(self):
        """No figure of a line with a row is unchecked text."""
        checked = 0
        for path in (ROOT / "docs/sources.md", ROOT / "docs/study.md", ROOT / "results/sources/experiments.md",
                     ROOT / "results/study/experiments.md"):
            lines = path.read_text(encoding="utf-8").split("\n")
            for at, line in enumerate(lines):
                begin = max((i for i in range(at) if not lines[i].startswith("|")), default=0)
                head = [line for line in lines[begin:at] if line.endswith("| row |")][-1:]
                cells = figures.split_cells(line) if line.startswith("|") else [""]
                if not head or not cells[-1].startswith("`") or "`info: " in line:
                    continue
                first = figures.split_cells(head[0]).index("H200")
                if cells[first] in figures.NONE:
                    continue
                wrong = list(cells)
                wrong[first] = figures.FIGURE.sub(lambda match: match[0].translate(OTHER_DIGITS), cells[first])
                of_study = "study" in str(path.relative_to(ROOT))
                page = figures.Page("", Results(page_file="study/{}.csv" if of_study else None))
                with self.subTest(line):
                    page.fill_line(figures.split_cells(head[0]), wrong)
                    self.assertEqual(wrong, cells)
                    checked += 1
        self.assertGreater(checked, 300)


if __name__ == "__main__":
    unittest.main()
