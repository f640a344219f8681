"""test_parts.py: tests parts of the audit on hand-written text."""
import os
import re
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

import audit
from code_reader import read_code
from disassembler import Missing, find_disassembler
from expectations import Block
from expression import Wrong, evaluate, names_in
from instruction import canonical, fits, reads_of_one_bank

USAGE = """
Resource usage:
 Common:
  GLOBAL:0
 Function one:
  REG:30 STACK:8 SHARED:64 LOCAL:4 CONSTANT[0]:592
"""
CODE = """\t.section\t.text.one,"ax",@progbits
.text.one:
        /*0000*/                   LDC R1, c[0x0][0x28] ;
.L_x_0:
        /*0010*/                   LDG.E.128 R4, desc[UR4][R2.64] ;
        /*0020*/                   LDG.E R8, desc[UR4][R2.64+0x10] ;
        /*0030*/                   FFMA R9, R7, R9, R10 ;
        /*0040*/                   LDG.E R12, desc[UR4][R2.64+0x20] ;
        /*0050*/                   STL [R1], R8 ;
        /*0060*/              @!P0 BRA `(.L_x_0) ;
        /*0070*/                   EXIT ;
.L_x_1:
        /*0080*/                   BRA `(.L_x_1);
"""


class Expression(unittest.TestCase):
    def test_values(self):
        bound = {"A": 3, "a__t.sum": 8}
        for text, value in (("2 + 3 * A - 1", 10), ("(2 + A) / 2", 2.5), ("min(A, max(2, 1))", 2), ("A / 0", 0),
                            ("1.5 * a__t.sum", 12)):
            self.assertEqual(evaluate(text, bound), value, text)

    def test_what_cannot_be_worked_out(self):
        for text, where in (("2 * Q", "at 'Q'"), ("(1 + 2", "at its end"), ("1 2", "at '2'"), ("min(1)", "at ')'")):
            with self.assertRaisesRegex(Wrong, re.escape(where)):
                evaluate(text, {})

    def test_names(self):
        self.assertEqual(names_in("32 * (a.sum + min(b.sum, 1)) / a.sum"), ["a.sum", "b.sum", "a.sum"])


class Instruction(unittest.TestCase):
    def test_one_spelling(self):
        self.assertEqual(canonical("LDG.E.STRONG.SYS"), "LDG.32.E.STRONG")
        self.assertEqual(canonical("STG.E.EF.64"), canonical("STG.64.EF.E"))

    def test_fits(self):
        self.assertTrue(fits("LDG.E.EF.128", "LDG.EF"))
        self.assertTrue(fits("LDS.U.64", "LD*.64") and fits("FADD", "*"))
        self.assertFalse(fits("FFMA2", "FFMA") or fits("LDG.E", "LDG.128"))

    def test_reads_of_one_bank(self):
        before = ("FFMA", "R9, R2.reuse, R4, -R7")
        for operands, reads in (("R1, R2, R4, R8", 3), ("R1, R3.reuse, |R5|, -R7", 3), ("R2, R2, R4, R7", 2),
                                ("R1, R2, R2, R4", 2), ("R1, R2, R4, RZ", 2), ("R1, R2, 0x4, R7", 1),
                                ("R1, RZ, c[0x0][0x4], RZ", 0)):
            self.assertEqual(reads_of_one_bank(("FFMA", operands), None), reads, operands)
        # R2 is kept at the first place, by an instruction of the same kind; at other places it is read.
        self.assertEqual(reads_of_one_bank(("FFMA", "R1, R2, R4, R8"), before), 2)
        self.assertEqual(reads_of_one_bank(("FFMA", "R1, R4, R2, R8"), before), 3)
        self.assertEqual(reads_of_one_bank(("FFMA", "R1, R2, R4, R8"), ("FADD", "R9, R2.reuse, R4")), 3)


class Conditions(unittest.TestCase):
    def applies(self, condition, **made):
        block = Block(1, f"kernel one {condition}")
        self.assertEqual(block.faults, [])
        return block.applies({"variant": "default", "arch": "90", "cuda": "13.5", **made})

    def test_architectures(self):
        every = "70 72 75 80 89 90 90a 100 100f 121".split()
        for condition, wanted in (("arch 90", "90"), ("arch 70-89", "70 72 75 80 89"),
                                  ("arch 90-", "90 90a 100 100f 121"), ("arch !80,90-", "70 72 75 89")):
            self.assertEqual([arch for arch in every if self.applies(condition, arch=arch)], wanted.split(), condition)

    def test_toolkits(self):
        for condition, cuda, wanted in (("cuda 13", "13.5", True), ("cuda 13", "12.9", False),
                                        ("cuda 11.8", "11.8", True),
                                        ("cuda 13.5-", "13.0", False), ("cuda 13.5-", "13.10", True),
                                        ("cuda 1", "13.0", False),
                                        ("cuda 12-13", "13.5", True), ("cuda !11.8", "12.9", True)):
            self.assertEqual(self.applies(condition, cuda=cuda), wanted, f"{condition}: {cuda}")

    def test_no_list(self):
        for condition in ("arch 90--", "arch -90", "cuda 13.", "arch 90,"):
            self.assertEqual(len(Block(1, f"kernel one {condition}").faults), 1, condition)

    def test_toolkit_of_a_file(self):
        for version, note, wanted in ((118, b"", "11.8"), (129, b"", "12.9"),
                                      (1, b"tools, release 13.5, V13.5.37", "13.5"), (1, b"", "13")):
            with tempfile.NamedTemporaryFile() as file:
                file.write(bytes(20) + version.to_bytes(4, "little") + b"\0Cuda compilation " + note)
                file.flush()
                self.assertEqual(audit.toolkit_of(file.name), wanted)


class Code(unittest.TestCase):
    def kernel(self, code=CODE, usage=USAGE):
        kernels, faults = read_code(usage, code)
        self.assertEqual(faults, [])
        return kernels[0]

    def test_facts(self):
        kernel = self.kernel()
        self.assertEqual(kernel.faults, [])
        self.assertEqual(kernel.facts, {"registers": 30, "stack": 12, "shared": 64, "loops": 1,
                                        "flight": 2, "local": 1})
        self.assertEqual(kernel.looped, [False] + 6 * [True] + 2 * [False])

    def test_indirect_branch(self):
        self.assertEqual(self.kernel(CODE.replace("@!P0 BRA `(.L_x_0)", "BRX R4 -0x10")).astray, "BRX")

    def test_what_is_not_understood(self):
        for old, new, fault in (("@!P0 BRA `(.L_x_0)", "@!P0 BRA 0x10", "BRA 0x10"),
                                ("`(.L_x_0)", "`(.L_x_7)", "there is no .L_x_7"), ("EXIT ;", "exit", "exit"),
                                ("        /*0070*/                   EXIT ;", "something else", "something else")):
            self.assertIn(fault, " ".join(self.kernel(CODE.replace(old, new)).faults))
        self.assertIn("it has no REG", self.kernel(usage="").faults[0])
        self.assertIn("it has no instructions", self.kernel(code=".text.one:\n").faults[0])

    def test_no_kernel_is_hidden(self):
        self.assertEqual(read_code(USAGE + " Function two:\n  REG:1\n", CODE)[1], ["not understood: no code of two"])
        self.assertIn("not understood: no kernels", read_code("", "")[1])


class Disassembler(unittest.TestCase):
    def test_there_is_none(self):
        with tempfile.TemporaryDirectory() as folder:
            with mock.patch.dict(os.environ, DISASM=f"{folder}/disasm", PIP_NO_INDEX="1", PIP_FIND_LINKS=folder):
                with self.assertRaisesRegex(Missing, r"^no nvdisasm that reads sm_999, neither in a CUDA Toolkit nor "
                                                     r"from PyPI \(ERROR: "):
                    find_disassembler("999")


class Audit(unittest.TestCase):
    def test_a_cubin_that_nobody_looked_at_fails(self):
        found = audit.Found()
        cubin = audit.Cubin(audit.Image("bench", "default.fatbin", "none"), "90", __file__)
        with mock.patch.object(audit, "examine", side_effect=MemoryError("full")), ThreadPoolExecutor(1) as pool:
            with mock.patch.object(audit, "find_disassembler", return_value="none"):
                audit.examine_all(pool, [cubin], False, found)
        self.assertEqual(found.failed, ["bench default sm_90: not examined: MemoryError: full"])


if __name__ == "__main__":
    unittest.main()
