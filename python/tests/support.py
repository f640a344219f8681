"""Helpers shared by the tests in this folder."""
import os
import sys
import tempfile
import unittest
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Rows of a full and a quick run on one H200, some of them without a value.
FULL, QUICK = ROOT / "tests/data/card/full.csv", ROOT / "tests/data/card/quick.csv"

sys.path.insert(0, str(ROOT / "python"))

import gpubench  # noqa: E402


TABLE = gpubench.read(FULL)  # reading takes long, so tests share the rows and do not change them


def has_matplotlib():
    """Make pictures possible without a screen. True: matplotlib is available."""
    try:
        import_module("matplotlib").use("agg")
    except ImportError:
        return False
    return True


class Folder(unittest.TestCase):
    """A test with a folder of its own, which is also the cache, and without this machine's GPU variables."""

    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)
        old = dict(os.environ)
        self.addCleanup(lambda: (os.environ.clear(), os.environ.update(old)))
        os.environ["XDG_CACHE_HOME"] = str(self.folder / "cache")
        for name in ("GPUBENCH_REFERENCE", "GPUBENCH_PROGRAM", "CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER"):
            os.environ.pop(name, None)

    def file(self, text, name="rows.csv"):
        path = self.folder / name
        path.write_bytes(text.encode())
        return path

    def assert_error(self, text, line, call, *arguments, **options):
        """The call must raise an error with this text, about this line."""
        with self.assertRaises(gpubench.Error) as caught:
            call(*arguments, **options)
        self.assertIn(text, str(caught.exception))
        self.assertEqual(caught.exception.line, line)
        return caught.exception
