"""host_code.py: checks that the loops of the host's kernels match the benchmarks' descriptions in machine code. The
only loop of host_fma has `unroll` multiply-adds of each chain, on registers of the set's width, and only its counter
besides. The only loop of host_latency is a chain of `chase` loads, each of which loads the address of the next. """
import re
from dataclasses import dataclass

HEAD = re.compile(r"[0-9a-f]+ <([^>]*)>:$")
LINE = re.compile(r" +([0-9a-f]+):\t(.*)")
TARGET = re.compile(r".*[ ,]([0-9a-f]+) <.*>$")
JUMP = re.compile(r"j[a-z]+|b|b\.[a-z]+|cbn?z|tbn?z")
COUNTER = re.compile(r"(?:add|sub|subs|inc|dec|cmp|test|lea)[lq]?")
LINK = re.compile(r"mov \(%(r[a-z0-9]+)\),%(r[a-z0-9]+)|ldr (x[0-9]+), \[(x[0-9]+)\]")
KERNEL = re.compile(r"fp(32|64)_(sse2|avx2|avx512|neon)_c([0-9]+)")
CHASE = "chase"


@dataclass
class Instruction:
    address: int
    text: str  # without its comment and the name of its jump target
    target: int  # of a jump; -1: none

    @property
    def mnemonic(self):
        return self.text.split(" ")[0]

    @property
    def jumps(self):
        return JUMP.fullmatch(self.mnemonic) is not None

    @property
    def counts(self):
        return COUNTER.fullmatch(self.mnemonic) is not None and not re.search(r"[(\[]", self.text)


def read_instruction(address, text):
    text = re.sub(r" *// .*$", "", " ".join(text.split()))
    target = TARGET.match(text)
    plain = re.sub(r" <.*>$", "", text)
    found = Instruction(int(address, 16), plain, -1)
    if target and found.jumps:
        found.target = int(target.group(1), 16)
    return found


def read_functions(text):
    """{name: instructions} of `objdump -d --no-show-raw-insn`, of kernels alone."""
    functions, code = {}, None
    for line in text.splitlines():
        head = HEAD.match(line)
        if head:
            name = head.group(1)
            code = functions.setdefault(name, []) if name == CHASE or KERNEL.fullmatch(name) else None
            continue
        found = LINE.match(line) if code is not None else None
        if found:
            code.append(read_instruction(*found.groups()))
    return functions


def multiply_add(name):
    """The form of this kernel's multiply-add; that of its separate sum; the number of
    chains."""
    bits, isa, chains = KERNEL.fullmatch(name).groups()
    letter = "d" if bits == "64" else "s"
    if isa == "sse2":
        # Three operands where AVX is the compiler's baseline (-march=native).
        operands = " (?:%xmm[0-9]+,)?%xmm[0-9]+,%xmm[0-9]+"
        return f"v?mulp{letter}{operands}", f"v?addp{letter}{operands}", int(chains)
    if isa == "neon":
        vector = r"v[0-9]+[.]" + ("2d" if bits == "64" else "4s")
        return f"fml[as] {vector}, {vector}, {vector}", None, int(chains)
    vector = ("%zmm" if isa == "avx512" else "%ymm") + "[0-9]+"
    return f"vfmadd(?:132|213|231)p{letter} {vector},{vector},{vector}", None, int(chains)


def only_loop(code):
    """The instructions of the only loop, or a text if there is not exactly one loop."""
    loops = [(at.target, at.address) for at in code if at.jumps and code[0].address <= at.target <= at.address]
    if len(loops) != 1:
        return f"{len(loops)} loops"
    first, last = loops[0]
    return [at for at in code if first <= at.address <= last]


def others(loop, allowed):
    """The instructions that are neither allowed, nor the counter, nor the jump that closes the loop."""
    return [f"apart from the counter: {at.text}" for at in loop
            if not allowed(at) and not at.counts and not (at.jumps and at is loop[-1])]


def check_chase(loop, chase):
    faults, last = others(loop, lambda at: LINK.fullmatch(at.text)), None
    links = [(at.text, [part for part in LINK.fullmatch(at.text).groups() if part]) for at in loop
             if LINK.fullmatch(at.text)]
    for text, registers in links:
        # The loaded register is the address, and the result of the last load.
        if registers[0] != registers[1] or last not in (None, registers[0]):
            faults.append(f"a load that the next does not wait for: {text}")
        last = registers[0]
    if len(links) != chase:
        faults.append(f"{len(links)} loads, not {chase}")
    return faults


def check_multiply_adds(name, loop, unroll):
    product, total, chains = multiply_add(name)
    products = sum(re.fullmatch(product, at.text) is not None for at in loop)
    sums = sum(total is not None and re.fullmatch(total, at.text) is not None for at in loop)
    faults = others(loop, lambda at: re.fullmatch(product, at.text) or total and re.fullmatch(total, at.text))
    if products != unroll * chains or total and sums != unroll * chains:
        faults.append(f"{products} and {sums} multiply-adds, not {unroll * chains}")
    return faults


def check(name, code, unroll, chase):
    """The faults of a kernel."""
    loop = only_loop(code)
    if isinstance(loop, str):
        return [loop]
    return check_chase(loop, chase) if name == CHASE else check_multiply_adds(name, loop, unroll)
