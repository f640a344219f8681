#!/usr/bin/env python3
"""unittests.py FOLDER...: runs the test_*.py of these folders; the last line has the totals."""
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main():
    sys.path.insert(0, str(HERE / "shared"))
    suite = unittest.TestSuite()
    for folder in sys.argv[1:]:
        suite.addTests(unittest.TestLoader().discover(folder))
    result = unittest.TextTestRunner(stream=sys.stdout).run(suite)
    for test, reason in result.skipped:
        print(f"skipped: {test}: {reason}")
    failed, skipped = len(result.failures) + len(result.errors), len(result.skipped)
    print(f"{result.testsRun - failed - skipped} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed or not result.testsRun else 0


if __name__ == "__main__":
    sys.exit(main())
