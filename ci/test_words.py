#!/usr/bin/env python3
"""Tests for words.py: commands that install the package gpubench of PyPI, which belongs to another project; sentences
that read like a translation; lines that are too long."""
import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parent))

import words  # noqa: E402
from prose import columns, texts  # noqa: E402

ANOTHER = ("pip install gpubench", "python3 -m pip install --user gpubench", "pip3 install -U 'gpubench==1.0.0'",
           "uvx --python 3.12 gpubench", "pip install gpubench[all]", "pip install numpy gpubench",
           "uvx gpubench --all", "uvx --from gpubench gpubench --all", "uvx --python 3.12 --from=gpubench gpubench",
           "pipx run gpubench", "pipx install gpubench.", "uv tool install gpubench", "uv pip install gpubench",
           "uv add gpubench", "pip download GPUbench", "Run `pip install gpubench` first",
           "pip install gpubench && gpubench --all", "$ env/bin/pip --quiet install gpubench")
OURS = ("pip install gpubench_cuda-*.whl", "pip install build/gpubench_cuda-0.1.0-py3-none-any.whl",
        "pip install gpubench-cuda", "uvx --from gpubench_cuda-*.whl gpubench --all",
        "uvx --from gpubench-cuda gpubench", "pip uninstall gpubench",
        "pipx run --spec ./gpubench_cuda-0.1.0.whl gpubench", "apt-get install ./build/gpubench_*.deb",
        "pip install gpubench-*.whl", "pip install numpy && gpubench --all", "pip install numpy; gpubench info")


class Packages(unittest.TestCase):
    def test_another_projects_package(self):
        for line in ANOTHER:
            with self.subTest(line):
                self.assertEqual(len(words.check_packages("page", line)), 1)

    def test_own_packages_and_commands(self):
        for line in OURS:
            with self.subTest(line):
                self.assertEqual(words.check_packages("page", line), [])

    def test_in_a_block_of_code(self):
        self.assertEqual(len(words.check_packages("page", "text\n```sh\npip install gpubench\n```\n")), 1)


class Sentences(unittest.TestCase):
    def faults(self, text):
        return len(words.check_sentences("page", text))

    def test_translated(self):
        for text in ("What is known is a row.", "Text. Of each file one row is read.", "| Whether it holds is a row. |",
                     "A card is of another model.", "A line tells the clock.", "**What counts** is time.",
                     "The board is not told.", "An SM moves 128 bytes a clock.", "A load is read over and over.",
                     "SLURM_JOB_ID and its like.", "A row is so many bytes.",
                     "-o does not go with --csv.", "The bytes are worked out.",
                     "The interval of a point of a curve.", "- It ends.", "## So it is"):
            with self.subTest(text):
                self.assertEqual(self.faults(text), 1)

    def test_plain(self):
        for text in ("The median of a set of rows.", "One of the rows of a run.", "## 0.2.0",
                     "What is known?", "## What it shows", "A row is known.", "Colours that can be told apart.",
                     "Of course?", "Bytes per clock.", "A second SM reads bytes.",
                     "`tell METRIC` reports it.", "The order of rows is kept.", "```\nOf code\n```"):
            with self.subTest(text):
                self.assertEqual(self.faults(text), 0)


class Strings(unittest.TestCase):
    def test_parts_of_sentences(self):
        for text in ("of each core", "what was measured", "whether it holds", "all; the roof is of another card",
                     "Rows. What is left."):
            with self.subTest(text):
                self.assertEqual(len(words.check_string("source", text)), 1)
        for text in ("offsets of lanes", "says what it did", "which?", "number of GPUs"):
            with self.subTest(text):
                self.assertEqual(words.check_string("source", text), [])

    def test_comments(self):
        for text in ("Whether it is one.", "Rows. What is left.", "Of each file one.", "it is told", "of so many"):
            with self.subTest(text):
                self.assertEqual(len(words.check_comment("source", text)), 1)
        for text in ("of each thread", "True if it is one.", "told FILE: the last rows", "what ends a row"):
            with self.subTest(text):
                self.assertEqual(words.check_comment("source", text), [])

    def test_comments_of_sources(self):
        for read, source, wanted in (
                (texts.c_comments, '("/* no */"); /* One\n * two. */\nx; // three', [(1, "One\ntwo."), (3, "three")]),
                (texts.hash_comments, "#!/bin/sh\n# One\n# two.\necho '# no'\nx=1 # three",
                 [(2, "One\ntwo."), (5, "three")]),
                (texts.python_comments, '"""One."""\n# two\nx = "# no"  # three\ndef f():\n    """Four."""\n',
                 [(2, "two"), (3, "three"), (1, "One."), (5, "Four.")])):
            with self.subTest(source):
                self.assertEqual(list(read(source)), wanted)

    def test_literals_of_c(self):
        source = """#include "not a text here"
            /* "not a text" */ char quote = '"'; say("one two three %d of " /* why */ "four %" PRIu64 "\\n",
                "not this");
            other(R "five six \\"seven\\" eight");"""
        found = [text for _, text in texts.c_strings(source)]
        self.assertEqual(found, ["one two three %d of four %d\n", "not this", 'five six "seven" eight'])

    def test_sentences(self):
        self.assertEqual(list(texts.sentences("One is\nhere. Two.\n\nThree\n- four")),
                         ["One is here.", "Two.", "Three", "- four"])

    def test_what_is_prose(self):
        for text, is_prose in (("out of memory", True), ("gpu.csv", False), ("a == b c d", False),
                               ("<p>one two three</p>", False)):
            with self.subTest(text):
                self.assertEqual(texts.is_prose(text), is_prose)


class Columns(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def check(self, text, name="x.c", exceptions=()):
        """Return the status and the output lines for a file with this text."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        said = io.StringIO()
        with mock.patch("sys.argv", ["columns.py", str(path)]), contextlib.redirect_stdout(said), \
                mock.patch.object(columns, "EXCEPTIONS", {str(self.folder / name): "" for name in exceptions}):
            status = columns.main()
        return status, said.getvalue().replace(f"{path}", name).splitlines()

    def test_a_line_that_is_too_long_is_named(self):
        self.assertEqual(self.check("x" * 120 + "\n" + "x" * 121 + "\n"),
                         (True, ["x.c:2: 121 columns, 120 at most", "0 passed, 1 failed"]))

    def test_a_tab_ends_at_a_multiple_of_8(self):
        self.assertEqual(self.check("\t" + "x" * 112 + "\nxxx\t" + "x" * 112 + "\n")[0], False)
        self.assertEqual(self.check("\t" + "x" * 113)[1][0], "x.c:1: 121 columns, 120 at most")

    def test_a_letter_is_a_column_whatever_its_bytes(self):
        self.assertEqual(self.check("µ" * 120)[0], False)

    def test_an_exception_may_have_such_a_line_and_must(self):
        self.assertEqual(self.check("x" * 121, exceptions=["x.c"]), (False, ["1 passed, 0 failed"]))
        status, said = self.check("x", exceptions=["x.c"])
        self.assertTrue(status)
        self.assertIn("take it from the exceptions", said[0])

    def test_sources_are_known_by_their_endings_and_scripts_by_their_first_line(self):
        for name, text, wanted in (("a.cu", "", True), ("Makefile", "", True), ("run", "#!/bin/sh\n", True),
                                   ("LICENSE", "text", False), ("page.md", "", False), ("rows.csv", "", False)):
            path = self.folder / name
            path.write_text(text, encoding="utf-8")
            with self.subTest(name):
                self.assertEqual(columns.is_source(path), wanted)


if __name__ == "__main__":
    unittest.main()
