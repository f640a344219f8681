"""code_reader.py: reads the output of `cuobjdump -res-usage` and `nvdisasm -c` for one cubin. Output in an unknown form
is an error, because it might hide a kernel or a loop. """
import re

from instruction import words

FUNCTION = re.compile(r"\s*Function\s+(\S+?):?\s*$")
USAGE = re.compile(r" *REG:")
INSTRUCTION = re.compile(r" */\*[0-9a-f]+\*/ *(?:@!?U?P[0-9T]+ +)?([A-Z][A-Za-z0-9_.]*)(?: ([^;]*?))? *;")
ADDRESS = re.compile(r" */\*[0-9a-f]+\*/")
LABEL = re.compile(r"[^ \t/].*:$")
NOTHING = re.compile(r"[ \t]*$|//|[ \t]+\.")
INDIRECT = re.compile(r"(?:BRX|BRXU|JMX|JMXU)(?:\.|$)")
# ptxas jumps with CALL, too.
BRANCH = re.compile(r"(?:BRA|JMP|CALL)(?:\.|$)")
TARGET = re.compile(r"`\(([^)]*)\)")
REGISTER = re.compile(r"(?<![A-Z_])R([0-9]+)")


class Kernel:
    """One kernel: its instructions and its facts (docs/machine-code.md says what each is).

    code: pairs of opcode and operands; looped: whether each is inside a loop; astray: an indirect branch if there is
    one, in which case loops are unknown; faults: lines that were not understood.
    """

    def __init__(self, name):
        self.name = name
        self.code = []
        self.looped = []
        self.astray = ""
        self.facts = {}
        self.faults = []
        self._branches = []
        self._labels = {}

    def odd(self, text):
        self.faults.append(f"{self.name}: not understood: {text}")

    def read(self, line):
        """A line of the disassembly between this kernel's head and the next."""
        found = INSTRUCTION.match(line)
        if found:
            self._instruction(line, found.group(1), found.group(2) or "")
        elif ADDRESS.match(line):
            self.odd(line)
        elif LABEL.match(line):
            self._labels[line.split()[0][:-1]] = len(self.code)
        elif not NOTHING.match(line):
            self.odd(line)

    def _instruction(self, line, opcode, operands):
        if INDIRECT.match(opcode):
            self.astray = opcode
        elif BRANCH.match(opcode):
            target = TARGET.search(line)
            if target:
                self._branches.append((len(self.code), target.group(1)))
            else:
                self.odd(line)
        self.code.append((opcode, operands))

    def finish(self, usage):
        """Computes the facts; `usage` holds the numbers on the kernel's resource line."""
        if not self.code:
            self.odd("it has no instructions")
        elif "REG" not in usage:
            self.odd("it has no REG")
        loops = self._find_loops()
        self.facts = {
            "registers": usage.get("REG", 0),
            "stack": usage.get("STACK", 0) + usage.get("LOCAL", 0),
            "shared": usage.get("SHARED", 0),
            "loops": loops,
            "flight": self._loads_in_flight(),
            "local": sum(opcode.startswith(("LDL", "STL")) for opcode, _ in self.code),
        }

    def _find_loops(self):
        """A loop is the span of a backward branch; branches back to one place form one loop. The branch to itself
        that ends every kernel, after its EXIT, is not a loop."""
        self.looped = [False] * len(self.code)
        heads = set()
        for at, label in self._branches:
            head = self._labels.get(label)
            if head is None:
                self.odd(f"there is no {label}")
            elif head < at:
                heads.add(head)
                self.looped[head:at + 1] = [True] * (at + 1 - head)
        return len(heads)

    def _loads_in_flight(self):
        """The largest number of global loads in a loop, in program order, that are issued and not yet waited for.

        Naming a register that a load fills waits for that load and, since they return in order, for those before it.
        """
        if not any(looped and opcode.startswith("LDG") for looped, (opcode, _) in zip(self.looped, self.code)):
            return 0
        waiting, most = [], 0
        for looped, (opcode, operands) in zip(self.looped, self.code):
            if not looped:
                continue
            named = [int(text) for text in REGISTER.findall(operands)]
            for register in named:
                for k in range(len(waiting) - 1, -1, -1):
                    if waiting[k][0] <= register <= waiting[k][1]:
                        del waiting[:k + 1]
                        break
            if opcode.startswith("LDG") and named:
                waiting.append((named[0], named[0] + words(opcode) - 1))
                most = max(most, len(waiting))
        return most


def read_usage(text):
    """{kernel: {"REG": 30, "STACK": 0, ...}} of `cuobjdump -res-usage`."""
    usage, owner = {}, None
    for line in text.splitlines():
        found = FUNCTION.match(line)
        if found:
            owner = usage.setdefault(found.group(1), {})
        elif USAGE.match(line) and owner is not None:
            for field in line.split():
                name, _, value = field.partition(":")
                owner[name] = int(value) if value.isdigit() else 0
    return usage


def read_code(usage_text, code_text):
    """Return the kernels of a cubin, and errors outside them."""
    usage, kernels, faults = read_usage(usage_text), [], []
    missing, kernel = dict.fromkeys(usage), None
    for line in code_text.splitlines():
        if line.startswith(".text."):
            kernel = Kernel(line.split()[0][len(".text."):].rstrip(":"))
            kernels.append(kernel)
        elif kernel is not None:
            kernel.read(line)
        elif ADDRESS.match(line):
            faults.append(f"not understood: {line}")
    for kernel in kernels:
        missing.pop(kernel.name, None)
        kernel.finish(usage.get(kernel.name, {}))
    faults += [f"not understood: no code of {name}" for name in missing]
    if not kernels:
        faults.append("not understood: no kernels")
    return kernels, faults
