"""test_emulated.py: tests how the results of a unit program are passed on from an emulator."""
import subprocess
import tempfile
import unittest
from pathlib import Path

import emulated

TESTS = Path(__file__).resolve().parents[1]
LISTED = {("test_one", "late"): "time: too slow"}


def run(script):
    """The result of emulated.py on this shell script as a program."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "test_one")
        program.write_text(script, encoding="utf-8")
        return subprocess.run([emulated.__file__, "sh", program], stdout=subprocess.PIPE, text=True, check=False)


class Judge(unittest.TestCase):
    def test_of_the_list(self):
        self.assertEqual(emulated.judge("not ok 2 - late", "test_one", LISTED),
                         ("ok 2 - late # SKIP time: too slow", False))
        line, failed = emulated.judge("ok 2 - late", "test_one", LISTED)
        self.assertIn("# SKIP passes, though emulated.txt lists it: time", line)
        self.assertFalse(failed)

    def test_of_no_list(self):
        self.assertEqual(emulated.judge("not ok 2 - other", "test_one", LISTED), ("not ok 2 - other", True))
        self.assertEqual(emulated.judge("not ok 2 - late", "test_two", LISTED), ("not ok 2 - late", True))
        self.assertEqual(emulated.judge("not ok 7 # SKIP late", "test_one", LISTED), ("not ok 7 # SKIP late", False))
        self.assertEqual(emulated.judge("# late", "test_one", LISTED), ("# late", False))

    def test_every_line_of_the_list_names_a_test(self):
        listed = emulated.read_list(emulated.LIST.read_text(encoding="utf-8"))
        self.assertTrue(listed)
        for (program, test), why in listed.items():
            sources = list(TESTS.glob(f"unit/{program}.c")) + list(TESTS.parent.glob(f"bench/*/{program}.c"))
            self.assertEqual(len(sources), 1, program)
            self.assertRegex(sources[0].read_text(encoding="utf-8"), rf"TEST\w*\({test}[,)]")
            self.assertTrue(why)


class Program(unittest.TestCase):
    def test_all_pass(self):
        self.assertEqual(run("echo 1..1; echo ok 1 - one").returncode, 0)

    def test_one_fails(self):
        self.assertEqual(run("echo 1..1; echo not ok 1 - one; exit 1").returncode, 1)

    def test_one_that_ends_early(self):
        done = run("echo 1..2; echo ok 1 - one; kill -SEGV $$")
        self.assertEqual(done.returncode, 1)
        self.assertIn("1 of 2 tests ended", done.stdout)

    def test_one_that_does_not_start(self):
        self.assertEqual(run("exit 127").returncode, 1)

    def test_the_emulator_is_named(self):
        self.assertIn("ok 1 - sh", run('echo 1..1; echo "ok 1 - $GB_EMULATOR"').stdout)


if __name__ == "__main__":
    unittest.main()
