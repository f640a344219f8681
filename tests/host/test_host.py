"""test_host.py: tests the parsers of the host's machine code and of likwid-bench, on hand-written text."""
import unittest

import likwid
from host_code import check, read_functions

SSE2 = """0000000000001f00 <fp32_sse2_c1>:
    1f00:	mov    $0x0,%eax
    1f05:	mulps  %xmm1,%xmm0
    1f08:	addps  %xmm2,%xmm0
    1f0b:	dec    %rax
    1f0e:	jne    1f05 <fp32_sse2_c1+0x5>
    1f10:	ret
"""
NEON = """0000000000001f00 <fp64_neon_c1>:
    1f00:	fmla	v0.2d, v0.2d, v1.2d
    1f04:	subs	x0, x0, #0x1
    1f08:	b.ne	1f00 <fp64_neon_c1>  // b.any
"""
CHASE = """0000000000001f00 <chase>:
    1f00:	mov    (%rax),%rax
    1f03:	mov    (%rax),%rax
    1f06:	sub    $0x1,%rdx
    1f0a:	jne    1f00 <chase>
"""


class Code(unittest.TestCase):
    def faults(self, text, unroll=1, chase=2):
        ((name, code),) = read_functions(text).items()
        return check(name, code, unroll, chase)

    def test_as_they_should_be(self):
        for text in (SSE2, NEON, CHASE, SSE2.replace("mulps  ", "vmulps %xmm3,").replace("addps  ", "vaddps %xmm3,")):
            self.assertEqual(self.faults(text), [])

    def test_what_is_wrong(self):
        for text, old, new, fault in (
                (SSE2, "addps  %xmm2", "addps  (%rsp)", "apart from the counter: addps (%rsp),%xmm0"),
                (SSE2, "jne    1f05 <fp32_sse2_c1+0x5>", "nop", "0 loops"),
                (NEON, "fmla", "fmul", "0 and 0 multiply-adds, not 1"),
                (NEON, "v1.2d", "v1.4s", "apart from the counter: fmla v0.2d, v0.2d, v1.4s"),
                (CHASE, "mov    (%rax),%rax", "mov    (%rax),%rcx", "a load that the next does not wait for"),
                (CHASE, "sub    $0x1,%rdx", "sub    (%rsp),%rdx", "apart from the counter: sub")):
            self.assertIn(fault, "; ".join(self.faults(text.replace(old, new))))
        self.assertEqual(self.faults(CHASE, chase=3), ["2 loads, not 3"])
        self.assertEqual(self.faults(SSE2, unroll=2), ["1 and 1 multiply-adds, not 2"])


class Likwid(unittest.TestCase):
    ROWS = [{"metric": "bandwidth", "value": "4e10", "point": "op=read,vec=32", "reason": ""},
            {"metric": "working_set", "value": "1e9", "point": "op=read,vec=32", "reason": ""}]

    def test_kernels_of_a_processor(self):
        self.assertEqual(likwid.kernels_of("read", {"avx2", "sse2"}), ["load_avx", "load_sse", "load"])
        self.assertEqual(likwid.kernels_of("copy", set()), [])

    def test_figures(self):
        self.assertEqual(likwid.read_ours("read", self.ROWS), (4e10, "op=read,vec=32", 1e9))
        self.assertEqual(likwid.read_theirs("Cycles:\t1\nMByte/s:\t\t41000.5\n"), 41000.5e6)
        self.assertIsNone(likwid.read_theirs("ERROR\n"))
        with self.assertRaisesRegex(likwid.NoFigure, "op=read: no value: too small"):
            likwid.read_ours("read", [{"metric": "", "value": "", "point": "", "reason": "too small"}])

    def test_axes(self):
        self.assertEqual(likwid.axes("op=read,vec=32,unroll=2"), ["-a", "vec=32", "-a", "unroll=2"])

    def test_table(self):
        lines, below = likwid.table({"read": ((40e9, "vec=32"), (41e9, "load_avx"))}, 0.98)
        self.assertEqual(lines[1], "read     40.00 GB/s   41.00 GB/s   0.976  load_avx               vec=32")
        self.assertTrue(below)
        self.assertFalse(likwid.table({"read": ((40e9, "vec=32"), (40e9, "load_avx"))}, 0.98)[1])


if __name__ == "__main__":
    unittest.main()
