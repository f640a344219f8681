#!/usr/bin/env python3
"""gate.py: checks that the audit finds the faults of the kernels in sample/, each of which is broken in a different
way, and of wrong expectations. Exit status 77 without nvcc or a disassembler; the last line has the totals."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "shared"))

from disassembler import Missing, find_disassembler  # noqa: E402

AUDIT = HERE / "audit.py"
SAMPLE = HERE / "sample/sample.cu"


def make_print(name):
    done = subprocess.run(["make", "-s", f"print-{name}"], capture_output=True, text=True, check=True,
                          env=dict(os.environ, MAKEFLAGS=""))
    return done.stdout.split()


class Gate(unittest.TestCase):
    """A folder with builds of the sample's kernels, in the layout of make."""

    @classmethod
    def setUpClass(cls):
        cls.nvcc = make_print("gb_nvcc")
        cls.folder = tempfile.TemporaryDirectory()
        cls.work = Path(cls.folder.name)
        cls.compile("good", "default", "80 90")
        cls.compile("good", "spill", "80 90", "-maxrregcount=32")

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    @classmethod
    def compile(cls, build, variant, archs, *flags):
        """Add a variant of sample.cu to a build folder."""
        out = cls.work / build / "obj/plugins/sample"
        out.mkdir(parents=True, exist_ok=True)
        (cls.work / build / "plugins").mkdir(exist_ok=True)
        (cls.work / build / "plugins/sample.so").touch()
        codes = [word for arch in archs.split() for word in ("-gencode", f"arch=compute_{arch},code=sm_{arch}")]
        fatbin = out / f"{variant}.fatbin"
        subprocess.run([*cls.nvcc, *flags, *codes, "-o", fatbin, SAMPLE], check=True)
        with open(out / "sample_variants.c", "a", encoding="utf-8") as table:
            table.write(f'__asm__(".balign 16\\nx: .incbin \\"{fatbin}\\"\\n");\n')

    def audit(self, *arguments):
        done = subprocess.run([AUDIT, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, check=False)
        return done.returncode, done.stdout

    def says(self, status, pattern, *arguments):
        """Check the audit's exit status, and one line of its output; returns the output."""
        found, said = self.audit(*arguments)
        self.assertEqual(found, status, said)
        self.assertRegex(said, re.compile(pattern, re.M))
        return said

    def breaks(self, pattern, *flags):
        """Compiled with these flags, exactly one kernel must fail, with such a line."""
        build = self.id().rpartition(".")[2]
        self.compile(build, "default", "90", *flags)
        said = self.says(1, f"^sample default sm_90 {pattern}", self.work / build, "tests/audit")
        self.assertRegex(said, re.compile(r"^[34] kernels of 1 architectures checked, 1 failed$", re.M))

    def expect(self, status, pattern, expectations):
        """Check the correct kernels with other expectations."""
        folder = self.work / self.id().rpartition(".")[2]
        (folder / "sample").mkdir(parents=True, exist_ok=True)
        (folder / "sample/sample.audit").write_text("\n".join(expectations) + "\n", encoding="utf-8")
        return self.says(status, pattern, self.work / "good", folder)


class Kernels(Gate):
    def test_good(self):
        self.says(0, "^12 kernels of 2 architectures checked, 0 failed$", self.work / "good", "tests/audit")

    def test_folded(self):
        self.breaks(r"sample_fma_c8_b64: .*loop FFMA = B \(64\): found 0", "-DFOLDED")

    def test_operator(self):
        self.breaks(r"sample_copy_v4_u4_cs: all LDG are LDG.E.EF.128: found 4 others, such as LDG.E.128.STRONG.GPU$",
                    "-DWRONG_OPERATOR")

    def test_narrow(self):
        self.breaks(r"sample_copy_v4_u4_cs: all LDG are LDG.E.EF.128: found 4 others, such as LDG.E.EF.64; all STG are",
                    "-DNARROW")

    def test_unrolled(self):
        self.breaks(r"sample_copy_v4_u4_cs: loop LDG = U \(4\): found 8; loop STG = U \(4\): found 8$",
                    "-DMUCH_UNROLLED")

    def test_dependent(self):
        self.breaks(r"sample_copy_v4_u4_cs: flight = U \(4\): found 1$", "-DDEPENDENT")

    def test_spill(self):
        self.breaks(r"sample_wide: registers > 48: found 32; local = 0 \(not said otherwise\): found [1-9]",
                    "-maxrregcount=32")

    def test_unnamed(self):
        self.breaks("sample_new: no kernel line of .*sample.audit names it$", "-DUNNAMED")

    def test_no_spill_where_one_is_wanted(self):
        for variant in ("default", "spill"):
            self.compile("idle", variant, "80")
        self.says(1, r"sample spill sm_80 sample_wide: registers <= 32: .*local > 0: found 0; stack > 0: found 0$",
                  self.work / "idle", "tests/audit")

    def test_no_expectations(self):
        (self.work / "empty").mkdir()
        self.says(1, f"^sample: no expectations: {self.work}/empty/sample/sample.audit is missing$",
                  self.work / "good", self.work / "empty")

    def test_no_fatbin(self):
        torn = self.work / "torn"
        shutil.copytree(self.work / "good", torn)
        table = torn / "obj/plugins/sample/sample_variants.c"
        table.write_text(table.read_text().replace(f"{self.work}/good", str(torn)))
        (torn / "obj/plugins/sample/spill.fatbin").write_text("torn\n")
        self.says(1, "^sample spill: .*spill.fatbin: ", torn, "tests/audit")

    def test_no_kernels(self):
        (self.work / "none/plugins").mkdir(parents=True)
        self.says(77, "has no machine code: built without a CUDA Toolkit$", self.work / "none")


class Expectations(Gate):
    def test_names_no_kernel(self):
        self.expect(1, "^.*sample.audit:2: names no kernel$", ["kernel sample_.*", "kernel sample_cpy_v<V>"])

    def test_unknown_fact(self):
        self.expect(1, "^.*sample.audit:2: no such fact: 'lops'$", ["kernel sample_.*", "\tlops = 1"])

    def test_no_comparison(self):
        self.expect(1, "^.*sample.audit:2: wanted a comparison, found 'loops is 1'$",
                    ["kernel sample_.*", "\tloops is 1"])

    def test_unknown_name(self):
        self.expect(1, r"^.*sample.audit:2: cannot work out '2 \* Q' at 'Q'$",
                    ["kernel sample_.*", "\tloop FFMA = 2 * Q"])

    def test_half_an_expression(self):
        self.expect(1, r"^.*sample.audit:2: cannot work out '\(1 \+ 2' at its end$",
                    ["kernel sample_.*", "\tloops = (1 + 2"])

    def test_no_regular_expression(self):
        self.expect(1, r"^.*sample.audit:1: 'sample_\[' is no regular expression: ", ["kernel sample_["])

    def test_check_before_any_kernel(self):
        self.expect(1, "^.*sample.audit:1: stands before the first kernel$", ["loops = 1"])

    def test_unknown_condition(self):
        self.expect(1, "^.*sample.audit:1: wanted variant PATTERN, arch LIST or cuda LIST, found 'on'$",
                    ["kernel sample_.* on 90"])

    def test_also_names_nothing_by_itself(self):
        self.expect(1, "sample_wide: no kernel line of .*sample.audit names it$",
                    ["kernel sample_(copy|fma).*", "also sample_wide"])

    def test_block_for_one_architecture(self):
        said = self.expect(1, "^sample default sm_90 sample_wide: loops = 7: found 1; local", [
            "kernel sample_(copy|fma).*", "kernel sample_wide arch 80", "\tlocal >= 0", "\tstack >= 0",
            "kernel sample_wide arch !75,80", "\tloops = 7", "\tlocal = 1"])
        self.assertIn("\n12 kernels of 2 architectures checked, 2 failed\n", said)

    def test_block_for_one_toolkit(self):
        self.expect(1, "^sample default sm_90 sample_wide: loops = 7: found 1$", [
            "kernel sample_.*", "\tlocal >= 0", "\tstack >= 0", "also sample_wide cuda 1.2", "\tloops = 8",
            "also sample_wide arch 90 cuda !1.2", "\tloops = 7"])

    def test_arithmetic(self):
        self.expect(0, " 0 failed$", [
            "kernel sample_[a-z]+_[cv]<A>_[bu]<B>(_cs)?", "\tloops = (A + B) / (B + A)        ",
            "\tloop * >= 2 + 3 * min(A, max(2, B)) - 1", "\ttotal * > 0", "\tloops != A", "\tloop FFMA c[ <= B",
            "\tloop LD* <= max(0, A - A) + B", "kernel sample_wide", "\tlocal >= 0", "\tstack >= 0"])

    def test_without_an_architecture(self):
        self.says(0, "^[0-9]+ kernels of 1 architectures checked, 0 failed$", "--except", "80", self.work / "good",
                  "tests/audit")

    def test_show(self):
        self.says(0, "^sample default sm_90 sample_fma_c8_b64: registers .* loops 1, flight 0; in loops:.* 64 FFMA",
                  "--show", self.work / "good", "tests/audit")


def main():
    os.chdir(ROOT)
    if not make_print("NVCC"):
        print("no CUDA Toolkit: skipped", file=sys.stderr)
        return 77
    try:
        find_disassembler("80")
    except Missing as missing:
        print(f"skipped: {missing}", file=sys.stderr)
        return 77
    result = unittest.TextTestRunner(stream=sys.stdout).run(
        unittest.defaultTestLoader.loadTestsFromModule(sys.modules[__name__]))
    failed = len(result.failures) + len(result.errors)
    print(f"{result.testsRun - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
