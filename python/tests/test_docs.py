"""The examples of docs/python.md and docs/how-to.md print what the pages show, and every public name is explained."""
import contextlib
import doctest
import inspect
import io
import json
import os
import unittest

from support import ROOT, Folder, gpubench

PAGES = {"python.md": 10, "how-to.md": 6}  # and the least number of examples


class Examples(Folder):
    def test_the_pages(self):
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(ROOT)
        for page, least in PAGES.items():
            failed, tried = doctest.testfile(str(ROOT / "docs" / page), module_relative=False,
                                             optionflags=doctest.ELLIPSIS | doctest.REPORT_NDIFF)
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
        self.assertIn("near its roof: 80.1 % of tensor.bf16", printed.getvalue())


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
