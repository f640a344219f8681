"""Tests rooms.py on a project with two rooms, `low`, and `high` above it."""
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
        self.write("harness/rooms", "ground:\n    low: | shown\ntop: ground\n    high: low\n")
        self.write("harness/ground/low/shown.h", "int gb_low(void);\n")
        self.write("harness/ground/low/inside.h", "")
        self.write("harness/ground/low/low.c", '/* Low. */\n#include "low/inside.h"\n#include "low/shown.h"\n'
                                        'int gb_low(void) { return 1; }\n')
        self.write("harness/top/high/high.c", '/* High. */\n#include "low/shown.h"\nint gb_high(void);\n'
                                          'int gb_high(void) { return gb_low(); }\n')

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def compile(self, name):
        target = self.root / "build/obj/harness" / f"{name}.o"
        target.parent.mkdir(parents=True, exist_ok=True)
        harness = self.root / "harness"
        subprocess.run(["cc", "-c", "-iquote", harness / "ground", "-o", target, harness / f"{name}.c"], check=True)
        return target

    def faults(self):
        shown = subprocess.run([TESTS / "rooms.py", self.root], stdout=subprocess.PIPE, text=True, check=False)
        *faults, totals = shown.stdout.splitlines()
        self.assertEqual(shown.returncode, bool(faults), shown.stdout)
        return [fault.replace(f"{self.root}/", "") for fault in faults], totals

    def test_a_call_downwards_passes(self):
        self.compile("ground/low/low")
        self.compile("top/high/high")
        self.assertEqual(self.faults(), ([], "8 passed, 0 failed"))

    def test_a_call_upwards_by_a_declaration_alone(self):
        self.write("harness/ground/low/low.c", "/* Low. */\nint gb_high(void);\nint gb_low(void);\n"
                                                "int gb_low(void) { return gb_high(); }\n")
        self.compile("ground/low/low")
        self.compile("top/high/high")
        self.assertEqual(self.faults(),
                         (["build/obj/harness/ground/low/low.o: gb_high is of high, which harness/rooms does not let "
                           "low use"],
                          "7 passed, 1 failed"))

    def test_a_program_with_what_is_for_another(self):
        self.write("harness/rooms", "ground:\n    low: | shown\nprofiling: ground\n    deep: low\n")
        (self.root / "harness/top").rename(self.root / "harness/profiling")
        (self.root / "harness/profiling/high").rename(self.root / "harness/profiling/deep")
        objects = [self.compile("ground/low/low"), self.compile("profiling/deep/high")]
        self.write("main.c", "int main(void) { return 0; }\n")
        link = ["cc", "-o", self.root / "build/gpubench", self.root / "main.c"]
        subprocess.run([*link, objects[0]], check=True)
        self.assertEqual(self.faults(), ([], "9 passed, 0 failed"))
        subprocess.run([*link, *objects], check=True)
        self.assertEqual(self.faults(),
                         (["build/gpubench: gb_high is of deep, which only gpubench-profile links"],
                          "8 passed, 1 failed"))

    def test_a_wing_that_is_not_declared(self):
        self.write("harness/rooms", "ground:\n    low: | shown\ntop:\n    high: low\n")
        self.assertEqual(self.faults(),
                         (["harness/rooms:4: high of top includes low of ground, which top does not use"],
                          "5 passed, 1 failed"))

    def test_wings_are_printed(self):
        shown = subprocess.run([TESTS / "rooms.py", "--wings", self.root], capture_output=True, text=True, check=True)
        self.assertEqual(shown.stdout.splitlines(),
                         ["ground (low)", "top (high): ground 1", "2 wings, 1 arrows, 0 back"])

    def test_an_object_older_than_its_source_does_not_count(self):
        source = self.write("harness/ground/low/low.c",
                            "/* Low. */\nint gb_high(void);\nint gb_low(void);\n"
                            "int gb_low(void) { return gb_high(); }\n")
        made = self.compile("ground/low/low")
        self.compile("top/high/high")
        self.write("harness/ground/low/low.c", "/* Low. */\nint gb_low(void);\n")
        os.utime(source, (made.stat().st_mtime + 1,) * 2)
        self.assertEqual(self.faults(), ([], "7 passed, 0 failed"))

    def test_a_header_inside_a_room(self):
        self.write("harness/top/high/high.c", '/* High. */\n#include "low/inside.h"\n')
        self.assertEqual(self.faults(),
                         (['harness/top/high/high.c: "low/inside.h": harness/rooms does not list it among the headers '
                           'for other rooms'], "5 passed, 1 failed"))

    def test_a_static_function_of_one_word(self):
        self.write("harness/top/high/high.c", "/* High. */\nstatic int sum_rows(int n);\n"
                                              "static const char *const *take(int n)\n{\n}\n"
                                              "int put(int n) { return take(n) && sum_rows(n); }\n")
        self.assertEqual(self.faults()[0],
                         ["harness/top/high/high.c: take() is one word: name the verb and its object"])

    def test_a_file_name_of_two_rooms(self):
        self.write("harness/top/high/low.h", "")
        self.assertEqual(self.faults()[0], ["harness/ground/low/low.c: high has a file of this name, too",
                                            "harness/top/high/low.h: low has a file of this name, too"])

    def test_a_file_that_says_nothing_of_itself(self):
        self.write("harness/top/high/high.c", '#include "low/shown.h"\n')
        self.assertEqual(self.faults()[0], ["harness/top/high/high.c: expected high.h, or a comment that says what the "
                                            "file is for"])
        self.write("harness/top/high/high.h", "")
        self.assertEqual(self.faults()[0], [])


if __name__ == "__main__":
    unittest.main()
