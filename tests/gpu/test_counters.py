"""test_counters.py: tests the comparison with hardware counters on hand-written numbers."""
import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import audit_counters
from counters import Counters, compare, fits, read_launched, read_profile
from expression import Wrong
from rows import read_file

COUNTERS = """# a comment
kernels ^x_                  # another
points op=copy,sum,offset=0,1
sectors when op=copy = a__t.sum / a__r.sum within 1 %
bytes = 32 * (a__t.sum + min(a__r.sum, 1)) within 2 % or 10 % because of the tail
"""
RESULTS = """benchmark,variant,point,status,metric
x,default,"op=copy,offset=0,block=32",ok,bandwidth
x,default,"op=copy,offset=0,block=32",ok,sectors
x,default,"op=copy,offset=2,block=32",ok,bandwidth
x,default,"op=sum,offset=1,block=32",suspect,bandwidth
x,default,"op=sum,offset=0,block=32",failed,
y,default,"op=sum,offset=0,block=32",ok,bandwidth
x,,"op=copy,offset=0",ok,plateau
"""
LAUNCHED = """variant,point,metric,value,status,reason
default,"op=copy,offset=0",,,skipped,launched 2 times
default,"op=copy,offset=0",sectors,{sectors},skipped,
default,"op=copy,offset=0",launch_bytes,{bytes},skipped,
default,"op=sum,offset=1",,,skipped,launched 2 times
default,"op=sum,offset=1",launch_bytes,{bytes},skipped,
"""


class Comparison(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)

    def put(self, name, text):
        (self.work / name).write_text(text, encoding="utf-8")
        return self.work / name

    def counters(self, old="", new=""):
        return Counters(self.put("x.counters", COUNTERS.replace(old, new) if old else COUNTERS))

    def compare(self, sectors=4, number=128032, counters=None, drop=0, rename="a__r.sum", launched=LAUNCHED,
                count="1,000"):
        """Two points, launched twice each; ncu writes thousands with commas."""
        log = f'==PROF== Connected\n"ID","Kernel Name","a__t.sum","{rename}"\n"","","",""\n'
        for k in range(4 - drop):
            log += f'"{k}","x_copy(a)",' + ('"9,999","7"\n' if k % 2 == 0 else f'"4,000","{count}"\n')
        return compare("x", counters or self.counters(),
                       read_launched(self.put("launched.csv", launched.format(sectors=sectors, bytes=number))),
                       read_profile(self.put("ncu.csv", log)), 2)

    @staticmethod
    def differ(lines):
        return sum(line.differs() for line in lines)

    def test_what_is_needed(self):
        self.assertEqual(self.counters().metrics(), ["a__t.sum", "a__r.sum"])
        self.assertEqual(self.counters().kernels, "^x_")

    def test_kernels_of_a_run_alone(self):
        """A run has one more kernel before its first sum; the kernels after it still belong to the sum."""
        log = '==PROF== Connected\n"ID","Kernel Name","a__t.sum","a__r.sum"\n"","","",""\n'
        log += "".join(f'"{k}","x_copy(a)",{numbers}\n' for k, numbers in enumerate(
            ('"9,999","7"', '"4,000","1,000"', '"1","1"', '"9,999","7"', '"4,000","1,000"')))
        launched = read_launched(self.put("launched.csv", LAUNCHED.format(sectors=4, bytes=128032)))
        kernels = read_profile(self.put("ncu.csv", log))
        with self.assertRaisesRegex(Wrong, "saw 5 kernels, not 2 x 2 x 1$"):
            compare("x", self.counters(), launched, kernels, 2)
        once = self.counters("kernels ^x_", "before op=sum 1\nkernels ^x_")
        lines, faults = compare("x", once, launched, kernels, 2)
        self.assertEqual((self.differ(lines), faults), (0, []))
        with self.assertRaisesRegex(Wrong, r"saw 4 kernels, not 2 x 2 x 1 \+ 1$"):
            compare("x", once, launched, kernels[:4], 2)

    def test_points_to_launch(self):
        chosen = self.counters().select("x", read_file(self.put("x.csv", RESULTS)))
        self.assertEqual([(row["point"], row["metric"]) for row in chosen],
                         [("op=copy,offset=0,block=32", "bandwidth"), ("op=sum,offset=1,block=32", "bandwidth")])
        self.assertTrue(fits("op=copy,offset=3", "op=copy,sum,offset=0,3"))
        self.assertFalse(fits("op=copy,offset=3", "op=copy,offset=0,2"))

    def test_points_that_neighbours_disagree_with(self):
        """A step of a quarter between 2 and 4, whose shapes differ; the other curve is flat, and a failed point has
        no step."""
        header = "benchmark,variant,point,status,metric,fraction\n"
        rows = [("copy,stride=1,block=32", "ok", 0.9), ("copy,stride=2,block=32", "ok", 0.88),
                ("copy,stride=16,block=64", "ok", 0.69), ("copy,stride=4,block=64", "ok", 0.7),
                ("copy,stride=8,block=64", "failed", ""),
                ("sum,stride=1,block=32", "ok", 0.5), ("sum,stride=2,block=32", "ok", 0.51)]
        path = self.put("x.csv", header + "".join(f'x,default,"op={point}",{status},bandwidth,{part}\n'
                                                  for point, status, part in rows))
        counters = self.counters("points op=copy,sum,offset=0,1", "apart stride,block 10%")
        self.assertEqual([row["point"] for row in counters.select("x", read_file(path))],
                         ["op=copy,stride=2,block=32", "op=copy,stride=4,block=64"])
        for wrong in ("apart stride", "apart 10%", "apart stride ten%"):
            with self.assertRaisesRegex(Wrong, "line 3: expected apart AXIS"):
                self.counters("points op=copy,sum,offset=0,1", wrong)

    def test_models_that_nothing_compares(self):
        rows = [{"benchmark": "x", "metric": metric, "origin": "modelled"} for metric in ("sectors", "lines", "hits")]
        rows += [{"benchmark": "x", "metric": "bandwidth", "origin": "measured"},
                 {"benchmark": "y", "metric": "passes", "origin": "modelled"}]
        counters = self.counters("points op", "unchecked lines because they follow from the sectors\npoints op")
        self.assertEqual(counters.unseen("x", rows), ["hits"])
        with self.assertRaisesRegex(Wrong, "line 3: expected unchecked METRIC"):
            self.counters("points op", "unchecked lines\npoints op")

    def test_numbers_that_agree(self):
        lines, faults = self.compare()
        self.assertEqual((len(lines), self.differ(lines), faults), (3, 0, []))
        self.assertEqual(lines[0].markdown(), "| op=copy,offset=0 | sectors | 4 | 4 | +0.00 % | agrees |")

    def test_what_counters_tell(self):
        told = "tell busy % when op=copy = a__r.sum / 100\ntell rate B/s = 32 * a__t.sum\n" \
               "tell share % = 100 * 32 * a__t.sum / bytes\nsectors when"
        counters = self.counters("sectors when", told)
        lines, faults = self.compare(counters=counters)
        self.assertEqual(([line.markdown() for line in lines if line.ours is None], faults),
                         (["| op=copy,offset=0 | busy | - | 10 % | - | told |",
                           "| op=copy,offset=0 | rate | - | 128000 B/s | - | told |",
                           "| op=copy,offset=0 | share | - | 99.975 % | - | told |",
                           "| op=sum,offset=1 | rate | - | 128000 B/s | - | told |",
                           "| op=sum,offset=1 | share | - | 99.975 % | - | told |"], []))
        self.assertEqual(counters.metrics(), ["a__t.sum", "a__r.sum"])
        self.assertEqual(self.compare(counters=self.counters("sectors when", told.replace("op=copy", "op=none", 1)))[1],
                         ["x: line 4 of its counters compared nothing"])
        with self.assertRaisesRegex(Wrong, "line 4: expected tell METRIC UNIT = EXPRESSION"):
            self.counters("sectors when", "tell busy = a__r.sum\nsectors when")

    def test_one_that_differs(self):
        self.assertEqual(self.differ(self.compare(sectors=4.1)[0]), 1)

    def test_a_difference_that_is_explained(self):
        lines, _ = self.compare(number=120000)
        self.assertEqual((self.differ(lines), sum("explained: of the tail" in line.verdict for line in lines)), (0, 2))

    def test_one_too_large_to_be_explained(self):
        self.assertEqual(self.differ(self.compare(number=100000)[0]), 2)

    def test_a_kernel_too_few(self):
        with self.assertRaisesRegex(Wrong, "x: ncu saw 3 kernels, not 2 x 2 x 1"):
            self.compare(drop=1)

    def test_a_counter_that_is_not_there(self):
        with self.assertRaisesRegex(Wrong, "x.counters: line 4: ncu gave no 'a__r.sum'"):
            self.compare(rename="b__r.sum")

    def test_a_counter_without_a_number(self):
        with self.assertRaisesRegex(Wrong, "x.counters: line 4: ncu gave no number for 'a__r.sum'"):
            self.compare(count="n/a")

    def test_a_line_that_compares_nothing(self):
        without = LAUNCHED.replace('default,"op=copy,offset=0",sectors,{sectors},skipped,\n', "")
        self.assertEqual(self.compare(launched=without)[1], ["x: line 4 of its counters compared nothing"])

    def test_a_point_that_failed(self):
        with self.assertRaisesRegex(Wrong, "line 2: op=copy,offset=0 failed: verify"):
            self.compare(launched=LAUNCHED.replace("skipped,launched 2 times", "failed,verify", 1))

    def test_above_two_percent_whatever_the_tolerance(self):
        self.assertEqual(self.differ(self.compare(sectors=4.09, counters=self.counters("within 1 %", "within 0.1"))[0]),
                         1)

    def test_lines_that_are_wrong(self):
        for new, fault in (("within 3 %", "line 4: a tolerance above 2 % needs a reason"),
                           ("within about 1", "line 4: 'about 1' is not a tolerance"),
                           ("", "line 4: expected 'within TOLERANCE'"),
                           ("within 1 % because I say so", "line 4: expected 'within TOLERANCE or TOLERANCE because")):
            with self.assertRaisesRegex(Wrong, fault):
                self.counters("within 1 %", new)
        with self.assertRaisesRegex(Wrong, "line 3: expected kernels, points, apart, unchecked"):
            self.counters("points", "dots")

    def test_those_of_the_benchmarks(self):
        for path in sorted(Path(__file__).resolve().parents[2].glob("bench/*/*.counters")):
            self.assertTrue(Counters(path).metrics(), path)


NCU = """#!/bin/sh
[ "$1" != --query-metrics ] || { cat "$KNOWN" 2>/dev/null; exit; }
[ "$1" != --version ] || { echo "Version 2025.3.1.0 (build 1)"; exit; }
while [ "$1" != --log-file ]; do shift; done
cp "$SAYS" "$2"
while [ "$1" != --points ]; do shift; done
grep -q '^x,default,' "$2" || exit 1
while [ "$1" != -o ]; do shift; done
cp "$LAUNCHED" "$2"
"""


class Page(unittest.TestCase):
    """The whole program, with a stand-in for Nsight Compute."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.work = Path(folder.name)
        self.put("bench/x/x.counters", COUNTERS)
        self.put("bin/ncu", NCU).chmod(0o755)
        self.put("bin/gpubench", "#!/bin/sh\n").chmod(0o755)
        header, *rows = RESULTS.splitlines()
        self.put("all.csv", "\n".join([header + ",gpu_name,version,driver"] + [row + ",GPU,1.0,580" for row in rows]))
        self.put("launched.csv", LAUNCHED.format(sectors=4, bytes=128032))
        self.put("ncu.csv", '"ID","a__t.sum","a__r.sum"\n' + "".join(f'"{k}","4,000","1,000"\n' for k in range(6)))

    def put(self, name, text):
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def audit(self, *bench):
        """The exit status, the page, the messages."""
        out, err = io.StringIO(), io.StringIO()
        environment = {"PATH": f"{self.work}/bin:{os.environ['PATH']}", "SAYS": f"{self.work}/ncu.csv",
                       "LAUNCHED": f"{self.work}/launched.csv", "KNOWN": f"{self.work}/known"}
        with mock.patch.dict(os.environ, environment), \
                mock.patch.object(audit_counters, "BENCH", self.work / "bench"), \
                mock.patch("sys.argv", ["audit", f"{self.work}/bin", f"{self.work}/all.csv", *bench]), \
                contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            return audit_counters.main(), out.getvalue(), err.getvalue()

    def test_all_agree(self):
        status, page, _ = self.audit()
        self.assertEqual(status, 0)
        self.assertIn("# Our accounting against the hardware's counters: GPU\n", page)
        self.assertEqual(page.count("| agrees |"), 3)

    def test_counters_that_this_gpu_lacks(self):
        """Values that are only reported are left out; compared values must exist."""
        self.put("bench/x/x.counters", COUNTERS + "tell busy % = b__r.sum / 100\ntell part 1 = a__t.sum / bytes\n")
        audit_counters.known_counters.cache_clear()
        self.addCleanup(audit_counters.known_counters.cache_clear)
        self.put("known", "Device GPU\n-----\na__t   Counter  # of t\na__r   Counter\n")
        status, page, said = self.audit()
        self.assertEqual((status, page.count("| told |")), (0, 2))
        self.assertEqual(said, "audit: x: this GPU has no counters for busy\n")

    def test_lines_as_csv(self):
        self.put("bench/x/x.counters", COUNTERS + "tell busy % = a__r.sum / 100\n")
        self.put("launched.csv", LAUNCHED.format(sectors=5, bytes=128032))
        self.audit("--csv", f"{self.work}/counters.csv")
        rows = read_file(f"{self.work}/counters.csv")
        self.assertEqual([(row["metric"], row["unit"], row["value"], row["ours"], row["verdict"]) for row in rows][:3],
                         [("sectors", "", "4", "5", "DIFFERS"), ("bytes", "", "128032", "128032", "agrees"),
                          ("busy", "%", "10", "", "told")])
        self.assertEqual((rows[0]["benchmark"], rows[0]["point"], rows[0]["gpu_name"]),
                         ("x", "op=copy,offset=0", "GPU"))

    def test_one_differs(self):
        self.put("launched.csv", LAUNCHED.format(sectors=5, bytes=128032))
        status, page, _ = self.audit("x")
        self.assertEqual((status, page.count("DIFFERS")), (1, 1))

    def test_a_kernel_too_few(self):
        self.put("ncu.csv", '"ID","a__t.sum","a__r.sum"\n"0","4","1"\n')
        status, _, said = self.audit()
        self.assertEqual((status, said), (1, "audit: x: ncu saw 1 kernels, not 2 x 3 x 1\n"))

    def test_no_right_to_read_counters(self):
        self.put("ncu.csv", "==ERROR== ERR_NVGPUCTRPERM\n")
        status, _, said = self.audit()
        self.assertEqual(status, 77)
        self.assertIn("ERR_NVGPUCTRPERM\nx: counters cannot be read here", said)

    def test_no_such_points(self):
        self.put("bench/x/x.counters", COUNTERS.replace("offset=0,1", "offset=7"))
        self.assertEqual(self.audit()[0::2], (0, f"audit: x: no such points in {self.work}/all.csv\n"))


if __name__ == "__main__":
    unittest.main()
