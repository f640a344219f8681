"""The examples of docs/python.md and docs/how-to.md print what the pages show, and every public name is explained.
GB_GOLDEN=write writes what they print into the pages."""
import contextlib
import csv
import doctest
import inspect
import io
import json
import os
import unittest

from support import ROOT, Folder, gpubench

PAGES = {"python.md": 10, "how-to.md": 6}  # and the least number of examples


FLAGS = doctest.ELLIPSIS | doctest.REPORT_NDIFF


class Printed(doctest.DocTestRunner):
    """Keeps what examples print instead of what a page shows: (line of the example, page's text, printed text)."""

    def __init__(self):
        super().__init__(optionflags=FLAGS)
        self.others = []

    def report_failure(self, out, test, example, got):
        self.others.append((example.lineno + example.source.count("\n"), example.want, got))


def write_examples(path):
    """The page with what its examples print now."""
    text, runner = path.read_text(encoding="utf-8"), Printed()
    runner.run(doctest.DocTestParser().get_doctest(text, {}, path.name, str(path), 0))
    lines = text.splitlines(keepends=True)
    for at, shown, printed in reversed(runner.others):
        lines[at:at + shown.count("\n")] = printed.splitlines(keepends=True)
    path.write_text("".join(lines), encoding="utf-8")


class Examples(Folder):
    def test_the_pages(self):
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(ROOT)
        for page, least in PAGES.items():
            if os.environ.get("GB_GOLDEN") == "write":
                write_examples(ROOT / "docs" / page)
            failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False, optionflags=FLAGS)
            self.assertEqual(failed, 0)
            self.assertGreater(tried, least)


class Notebook(Folder):
    def test_it_runs(self):
        """Runs its cells in order, as Jupyter does, except for the display of last lines."""
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(ROOT / "docs")
        cells = json.loads((ROOT / "docs/peaks.ipynb").read_text(encoding="utf-8"))["cells"]
        code, names, printed = [cell for cell in cells if cell["cell_type"] == "code"], {}, io.StringIO()
        with contextlib.redirect_stdout(printed):
            for cell in code:
                self.assertEqual(cell["outputs"], [])
                exec(compile("".join(cell["source"]), "peaks.ipynb", "exec"), names)
        self.assertEqual(len(code), 5)
        self.assertEqual((names["product"].roof, names["vector_sum"].roof), ("tensor.bf16", "dram.triad"))
        with open(ROOT / "results/h200-sxm/all.csv", newline="", encoding="utf-8") as file:
            peak = next(float(row["value"]) for row in csv.DictReader(file) if row["roof"] == "tensor.bf16")
        self.assertIn(f" {100 * 2 * 8192**3 / 1.6e-3 / peak:.1f} % of tensor.bf16", printed.getvalue())


class Names(unittest.TestCase):
    def test_each_has_a_text(self):
        for name in gpubench.__all__:
            self.assertTrue(inspect.getdoc(getattr(gpubench, name)), name)

    def test_each_is_in_the_page(self):
        page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
        for name in gpubench.__all__:
            self.assertTrue(name in page, name)


if __name__ == "__main__":
    unittest.main()
