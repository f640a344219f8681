#!/usr/bin/env python3
"""audit_host.py BUILD: checks that the machine code of the host's kernels matches the benchmarks' descriptions
(host_code.py). Functions changed by hand must then be found faulty. Skipped without objdump, or if the build is not
optimised. The last line has the totals."""
import re
import shutil
import subprocess
import sys
from pathlib import Path

from host_code import CHASE, KERNEL, check, read_functions

ROOT = Path(__file__).resolve().parent.parent.parent
MULTIPLY_ADD = r"(vfmadd[0-9]*pd|v?mulpd|fmla)[ \t].*"
# The changes of the first multiply-add (or of all lines) of fp64_*_c8, and the expected message for each.
BROKEN = [
    ("a multiply-add that is gone", MULTIPLY_ADD, None, "[0-9]+ and [0-9]+ multiply-adds, not "),
    ("a spill", MULTIPLY_ADD, "vmovapd %ymm1,0x20(%rsp)", "apart from the counter: vmovapd "),
    ("a copy", MULTIPLY_ADD, "movapd %xmm1,%xmm2", "apart from the counter: mov"),
    ("a scalar", MULTIPLY_ADD, "vfmadd132sd %xmm1,%xmm2,%xmm3", "apart from the counter: "),
]
EVERY = [
    ("narrow vectors", r"%[xyz]mm|[.]2d", "%rmm", "multiply-adds, not "),
    ("a loop that is gone", r"\t(j[a-z]+|b[.a-z]*|cbn?z) .*", "\tnop", "0 loops"),
]


class Report:
    def __init__(self):
        self.passed = self.failed = 0

    def add(self, fault):
        if fault:
            print(f"FAILED: {fault[:300]}")
            self.failed += 1
        else:
            self.passed += 1


def constant(name, file):
    """The value in an enum."""
    return int(re.search(rf"\b{name} = ([0-9]+)", (ROOT / "bench" / file).read_text()).group(1))


def skip_reason(build):
    flags = Path(build, "obj/cc.flags").read_text()
    if not shutil.which("objdump"):
        return "no objdump (binutils)"
    if "-fsanitize" in flags:
        return "built with a sanitizer"
    return None if re.search(r"-O([1-3s]|fast)", flags) else "built without optimisation"


def disassemble(path):
    return subprocess.run(["objdump", "-d", "--no-show-raw-insn", path], capture_output=True, text=True,
                          check=True).stdout


def names_in_table(path, pattern):
    """Kernels by their names in the plug-in's table, which are also the names of the functions."""
    texts = re.findall(rb"[\x20-\x7e]{5,}", path.read_bytes())
    return sorted({text.decode() for text in texts if pattern.fullmatch(text.decode())})


def check_plugin(report, path, pattern, numbers):
    functions = read_functions(disassemble(path))
    names = names_in_table(path, pattern)
    if not names:
        report.add(f"{path.stem} has no kernels")
    for name in names:
        faults = check(name, functions[name], *numbers) if name in functions else ["no function of that name"]
        report.add(f"{path.stem}: {name}: {'; '.join(faults)}" if faults else None)


def change_first(lines, pattern, text):
    """Changes the first matching line of a function, or removes it if the text is None."""
    at = next((k for k, line in enumerate(lines) if re.search(pattern, line)), None)
    if at is not None:
        lines[at:at + 1] = [] if text is None else [re.sub(pattern, text, lines[at])]
    return lines


def check_broken(report, path, numbers):
    functions = re.findall(r"^[0-9a-f]+ <fp64_[a-z0-9]+_c8>:\n(?:.+\n)*", disassemble(path), re.M)
    for what, pattern, text, said in BROKEN + EVERY:
        if (what, pattern, text, said) in EVERY:
            changed = [re.sub(pattern, text, function) for function in functions]
        else:
            changed = ["\n".join(change_first(function.splitlines(), pattern, text)) for function in functions]
        faults = {name: "; ".join(check(name, code, *numbers))
                  for name, code in read_functions("\n".join(changed)).items()}
        found = faults and all(re.search(said, fault) for fault in faults.values())
        report.add(None if found else f"{what} is not found: {faults}")


def main():
    build, report = sys.argv[1], Report()
    reason = skip_reason(build)
    if reason:
        print(f"skipped: the machine code of the host's kernels: {reason}\n0 passed, 0 failed, 1 skipped")
        return 0
    numbers = (constant("HOST_FMA_UNROLL", "host_fma/host_fma.h"),
               constant("HOST_LATENCY_UNROLL", "host_latency/host_latency.h"))
    plugins = Path(build, "plugins")
    check_plugin(report, plugins / "host_fma.so", KERNEL, numbers)
    check_plugin(report, plugins / "host_latency.so", re.compile(CHASE), numbers)
    check_broken(report, plugins / "host_fma.so", numbers)
    print(f"{report.passed} passed, {report.failed} failed")
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
