"""rooms.py on a project of two rooms, `low` and `high` above it."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent


class Rooms(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.write("harness/rooms", "low: | shown\nhigh: low\n")
        self.write("harness/low/shown.h", "int gb_low(void);\n")
        self.write("harness/low/inside.h", "")
        self.write("harness/low/low.c", '#include "low/inside.h"\n#include "low/shown.h"\nint gb_low(void) { '
                                        'return 1; }\n')
        self.write("harness/high/high.c", '#include "low/shown.h"\nint gb_high(void);\nint gb_high(void) { return '
                                          'gb_low(); }\n')

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def compile(self, name):
        target = self.root / "build/obj/harness" / f"{name}.o"
        target.parent.mkdir(parents=True, exist_ok=True)
        harness = self.root / "harness"
        subprocess.run(["cc", "-c", "-iquote", harness, "-o", target, harness / f"{name}.c"], check=True)
        return target

    def faults(self):
        shown = subprocess.run([TESTS / "rooms.py", self.root], stdout=subprocess.PIPE, text=True, check=False)
        *faults, totals = shown.stdout.splitlines()
        self.assertEqual(shown.returncode, bool(faults), shown.stdout)
        return [fault.replace(f"{self.root}/", "") for fault in faults], totals

    def test_a_call_downwards_passes(self):
        self.compile("low/low")
        self.compile("high/high")
        self.assertEqual(self.faults(), ([], "8 passed, 0 failed"))

    def test_a_call_upwards_by_a_declaration_alone(self):
        self.write("harness/low/low.c", "int gb_high(void);\nint gb_low(void);\nint gb_low(void) { return "
                                        "gb_high(); }\n")
        self.compile("low/low")
        self.compile("high/high")
        self.assertEqual(self.faults(),
                         (["build/obj/harness/low/low.o: gb_high is of high, which harness/rooms does not let low use"],
                          "7 passed, 1 failed"))

    def test_an_object_older_than_its_source_does_not_count(self):
        source = self.write("harness/low/low.c",
                            "int gb_high(void);\nint gb_low(void);\nint gb_low(void) { return gb_high(); }\n")
        made = self.compile("low/low")
        self.compile("high/high")
        self.write("harness/low/low.c", "int gb_low(void);\n")
        os.utime(source, (made.stat().st_mtime + 1,) * 2)
        self.assertEqual(self.faults(), ([], "7 passed, 0 failed"))

    def test_a_header_inside_a_room(self):
        self.write("harness/high/high.c", '#include "low/inside.h"\n')
        self.assertEqual(self.faults(),
                         (['harness/high/high.c: "low/inside.h": harness/rooms does not list it among the headers for '
                           'other rooms'], "5 passed, 1 failed"))


if __name__ == "__main__":
    unittest.main()
