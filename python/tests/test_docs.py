"""The examples of docs/python.md and docs/how-to.md print what the pages show, and every public name is explained.
GB_GOLDEN=write writes what they print into the pages."""
import ast
import base64
import contextlib
import doctest
import inspect
import io
import json
import os
import re
import sys
import unittest
import warnings

import support
from support import ROOT, Folder, gpubench

PAGES = {"python.md": 10, "how-to.md": 6}  # with the least number of examples


FLAGS = doctest.ELLIPSIS | doctest.REPORT_NDIFF


class Printed(doctest.DocTestRunner):
    """Records the output of examples instead of comparing it: (example's line, text of the page, printed text)."""

    def __init__(self):
        super().__init__(optionflags=FLAGS)
        self.others = []

    def report_failure(self, out, test, example, got):
        self.others.append((example.lineno + example.source.count("\n"), example.want, got))


def write_examples(path):
    """The page with the present output of its examples."""
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


NOTEBOOK = ROOT / "docs/peaks.ipynb"


def display_of(value):
    """The output of a cell whose last line is this value, as Jupyter keeps it."""
    data = {"text/plain": repr(value).splitlines(keepends=True)}
    if hasattr(value, "_repr_html_"):
        data["text/html"] = value._repr_html_().splitlines(keepends=True)
    return {"output_type": "execute_result", "execution_count": None, "metadata": {}, "data": data}


def picture():
    """The open picture of matplotlib, which this closes."""
    pyplot, file = sys.modules["matplotlib.pyplot"], io.BytesIO()
    pyplot.savefig(file, format="png", dpi=60, metadata={"Software": None})
    pyplot.close()
    return {"output_type": "display_data", "metadata": {},
            "data": {"image/png": base64.b64encode(file.getvalue()).decode()}}


def outputs_of(source, names):
    """Runs a cell as Jupyter does; a last line that ends with a semicolon is not displayed."""
    tree, printed, found = ast.parse(source), io.StringIO(), []
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, NOTEBOOK.name, "exec"), names)
        value = None if last is None else eval(compile(ast.Expression(last.value), NOTEBOOK.name, "eval"), names)
    if printed.getvalue():
        found.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None and not source.endswith(";"):
        found.append(display_of(value))
    return found


class Notebook(Folder):
    def setUp(self):
        super().setUp()
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(ROOT / "docs")
        self.notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
        self.code = [cell for cell in self.notebook["cells"] if cell["cell_type"] == "code"]

    def run_cells(self, has_matplotlib):
        names = {}
        for cell in self.code:
            if "matplotlib" not in cell["metadata"].get("tags", ()):
                yield cell, outputs_of("".join(cell["source"]), names)
            elif has_matplotlib:
                outputs_of("".join(cell["source"]), names)
                yield cell, [picture()]

    def test_its_outputs(self):
        """GB_GOLDEN=write keeps them."""
        warnings.simplefilter("error")
        self.addCleanup(warnings.resetwarnings)
        has_matplotlib = support.has_matplotlib()
        for cell, outputs in self.run_cells(has_matplotlib):
            if os.environ.get("GB_GOLDEN") == "write":
                cell["outputs"] = outputs
            if "tags" not in cell["metadata"]:  # a picture depends on the version of matplotlib
                self.assertEqual(cell["outputs"], outputs)
        if os.environ.get("GB_GOLDEN") == "write":
            NOTEBOOK.write_text(json.dumps(self.notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def test_every_cell_was_run(self):
        self.assertGreater(len(self.code), 5)
        for cell in self.code:
            self.assertTrue(cell["outputs"], cell["id"])


class Names(unittest.TestCase):
    def test_what_was_removed_names_its_page(self):
        with self.assertRaises(gpubench.Error) as caught:
            gpubench.patch("torch")
        page, title = re.search(r'(docs/\S+), "(.*)"', str(caught.exception)).groups()
        self.assertIn(f"\n## {title}\n", (ROOT / page).read_text(encoding="utf-8"))

    def test_each_has_a_text(self):
        for name in gpubench.__all__:
            self.assertTrue(inspect.getdoc(getattr(gpubench, name)), name)

    def test_each_is_in_the_page(self):
        page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
        for name in gpubench.__all__:
            self.assertTrue(name in page, name)


if __name__ == "__main__":
    unittest.main()
