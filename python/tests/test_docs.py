"""The examples of docs/python.md give what the page says, and every public name is explained."""
import doctest
import inspect
import os
import unittest

from support import ROOT, Folder, gpubench

PAGE = ROOT / "docs/python.md"


class Examples(Folder):
    def test_the_page(self):
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(ROOT)
        failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS | doctest.REPORT_NDIFF)
        self.assertEqual(failed, 0)
        self.assertGreater(tried, 10)


class Names(unittest.TestCase):
    def test_each_has_a_text(self):
        for name in gpubench.__all__:
            self.assertTrue(inspect.getdoc(getattr(gpubench, name)), name)

    def test_each_is_in_the_page(self):
        page = PAGE.read_text(encoding="utf-8")
        for name in gpubench.__all__:
            if name not in ("program", "remember", "roof_of"):
                self.assertTrue(name in page, name)


if __name__ == "__main__":
    unittest.main()
