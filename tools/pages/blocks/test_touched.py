#!/usr/bin/env python3
"""Commits whose files are few, many or elsewhere, and trees without the whole history."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import touched  # noqa: E402


def is_small(most, *paths):
    return touched.row("a change", most, "0" * 40, "Change it", paths)[1]


class Rows(unittest.TestCase):
    def test_kinds_of_files(self):
        for path, kind in (("harness/device/nvml.c", "code"), ("plots/roofline.gp", "code"),
                           ("harness/export/templates/xla", "code"), ("tests/nvml/fake_nvml.c", "test"),
                           ("python/tests/test_rows.py", "test"), ("bench/l1/test_l1.c", "test"),
                           ("CHANGELOG.md", "page"), ("bench/l1/l1.svg", "page"),
                           ("python/gpubench/_columns.py", "made")):
            with self.subTest(path):
                self.assertEqual(touched.kind_of(path), kind)

    def test_only_code_counts(self):
        self.assertTrue(is_small(2, "harness/a.c", "harness/b.c", "tests/unit/test_a.c", "docs/a.md"))
        self.assertFalse(is_small(2, "harness/a.c", "harness/b.c", "Makefile"))

    def test_a_benchmark_stays_in_its_folder(self):
        self.assertTrue(is_small(None, "bench/l1/l1.c", "bench/l1/l1.cu", "docs/benchmarks.md"))
        self.assertFalse(is_small(None, "bench/l1/l1.c", "bench/common/cycle.h"))
        self.assertFalse(is_small(None, "bench/l1/l1.c", "harness/gpubench.h"))

    def test_a_line(self):
        paths = ("harness/plot/plot_a.c", "plots/a.gp", "docs/a.md")
        line, _ = touched.row("a plot", 2, "0123456789", "Draw it", paths)
        self.assertEqual(line, "| a plot | 2 | 2 | `plot/plot_a.c`, `plots/a.gp` | 0 | 1 | 0 | 01234567 Draw it |")


class Trees(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.tree = Path(self.folder.name) / "tree"
        for path in ("tools/pages/blocks/touched.py", "tools/pages/blocks/page_block.py", "docs/design.md"):
            (self.tree / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(touched.ROOT / path, self.tree / path)

    def git(self, *words):
        settings = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
        subprocess.run(("git", *settings, "-C", self.tree, *words), check=True, capture_output=True)

    def checked(self, tree):
        command = (sys.executable, tree / "tools/pages/blocks/touched.py")
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def expect_skipped(self, tree, reason):
        found = self.checked(tree)
        said = f"SKIPPED, NOTHING WAS CHECKED: {reason}\n0 passed, 0 failed, 1 skipped\n"
        self.assertEqual((found.returncode, found.stdout), (0, said))

    def test_no_history(self):
        self.expect_skipped(self.tree, "this tree has no history")

    @unittest.skipIf(shutil.which("git") is None, "git is not installed")
    def test_a_history_without_the_commits_is_an_error(self):
        self.git("init")
        self.git("add", ".")
        self.git("commit", "-m", "Begin")
        found = self.checked(self.tree)
        self.assertEqual(found.returncode, 1)
        self.assertIn("0 commits have the subject 'Count the PCIe packets that a card sent again'", found.stdout)

    @unittest.skipIf(shutil.which("git") is None, "git is not installed")
    def test_a_shallow_clone(self):
        self.git("init")
        self.git("add", ".")
        for subject in "Begin", "Go on":
            self.git("commit", "--allow-empty", "-m", subject)
        clone = Path(self.folder.name) / "clone"
        self.git("clone", "--depth", "1", f"file://{self.tree}", clone)
        self.expect_skipped(clone, "this clone is shallow")


if __name__ == "__main__":
    unittest.main()
