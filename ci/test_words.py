#!/usr/bin/env python3
"""Commands that install the package gpubench of PyPI, which is another project's, and sentences that read as
translated."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import words  # noqa: E402
from prose import texts  # noqa: E402

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
                     "- It is of another model.", "A line tells the clock.", "**What counts** is time.",
                     "The board is not told.", "An SM moves 128 bytes a clock.", "A load is read over and over.",
                     "SLURM_JOB_ID and its like.", "It is so many bytes.",
                     "-o does not go with --csv.", "The bytes are worked out."):
            with self.subTest(text):
                self.assertEqual(self.faults(text), 1)

    def test_plain(self):
        for text in ("What is known?", "## What it shows", "A row is known.", "Colours that can be told apart.",
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


if __name__ == "__main__":
    unittest.main()
