"""expectations.py: reads a file of expectations and compares kernels with it; docs/machine-code.md has the format."""
import re
from functools import lru_cache
from pathlib import Path

from expression import Wrong, evaluate, number_text
from instruction import canonical, fits, reads_of_one_bank

FACTS = ("registers", "stack", "shared", "loops", "flight", "local")
# Words in place of operands: different registers that are read from one bank.
BANK_READS = {"two_of_bank": 2, "three_of_bank": 3}
SCOPES = ("loop", "outside", "total")
NEED_LOOPS = ("loop", "loops", "outside", "flight")
ITEM = r"[0-9]+(?:[a-z]|\.[0-9]+)?"
SPAN = rf"{ITEM}(?:-(?:{ITEM})?)?"
LIST = re.compile(rf"!?{SPAN}(?:,{SPAN})*")
COMPARISON = re.compile(r" (<=|>=|!=|=|<|>) ")
COMPARE = {
    "=": lambda found, wanted: found == wanted,
    "!=": lambda found, wanted: found != wanted,
    "<=": lambda found, wanted: found <= wanted,
    ">=": lambda found, wanted: found >= wanted,
    "<": lambda found, wanted: found < wanted,
    ">": lambda found, wanted: found > wanted,
}


class Check:
    """One line below a kernel: `kind [subject [operand]] compare right`, or `all subject are right`."""

    def __init__(self, line, text):
        self.line, self.text = line, text
        self.subject = self.operand = self.compare = ""
        if text.startswith("all ") and " are " in text:
            self.kind = "all"
            self.subject, self.right = text[len("all "):].split(" are ", 1)
            return
        found = COMPARISON.search(text)
        if not found:
            raise Wrong(f"wanted a comparison, found '{text}'")
        self.compare, self.right = found.group(1), text[found.end():]
        words = text[:found.start()].split()
        self.kind = words[0]
        if not (len(words) == 1 and self.kind in FACTS or len(words) in (2, 3) and self.kind in SCOPES):
            raise Wrong(f"no such fact: '{text[:found.start()]}'")
        self.subject, self.operand = (words[1:] + ["", ""])[:2]

    def trouble(self, kernel, bound):
        """The fault of a kernel, or None."""
        subject = _fill(self.subject, bound)
        if self.kind == "all":
            return _others(kernel, subject, _fill(self.right, bound))
        if kernel.astray and self.kind in NEED_LOOPS:
            return f"{self.text}: not known: {kernel.astray} may go anywhere"
        found = kernel.facts[self.kind] if self.kind in FACTS else self._count(kernel, subject)
        wanted = evaluate(self.right, bound)
        if COMPARE[self.compare](found, wanted):
            return None
        value = number_text(wanted)
        return f"{self.text}{'' if self.right == value else f' ({value})'}: found {found}"

    def _count(self, kernel, subset):
        return sum(1 for at, (looped, (opcode, _)) in enumerate(zip(kernel.looped, kernel.code))
                   if (self.kind == "total" or looped == (self.kind == "loop")) and fits(opcode, subset) and
                   self._has_operands(kernel.code, at))

    def _has_operands(self, code, at):
        if self.operand in BANK_READS:
            return reads_of_one_bank(code[at], code[at - 1] if at else None) >= BANK_READS[self.operand]
        return self.operand in code[at][1]


def _within(span, name):
    """True if `name`, an architecture or a toolkit, is one of the named ones or lies within a span: 13 includes
    13.5."""
    first, dash, last = span.partition("-")
    if not dash:
        return name == first or name.startswith(f"{first}.")
    numbers = _numbers(name)
    return numbers >= _numbers(first) and (not last or numbers[:len(_numbers(last))] <= _numbers(last))


def _numbers(name):
    """(9, ) of 9a, (13, 5) of 13.5."""
    return tuple(int(number) for number in re.findall("[0-9]+", name))


def _fill(text, bound):
    """Replaces each {EXPRESSION} by its value."""
    return re.sub(r"\{([^}]*)\}", lambda found: number_text(evaluate(found.group(1), bound)), text)


def _others(kernel, subset, wanted):
    """The fault in `all subset are wanted`, or None."""
    others = [opcode for opcode, _ in kernel.code if fits(opcode, subset) and canonical(opcode) != canonical(wanted)]
    return f"all {subset} are {wanted}: found {len(others)} others, such as {others[-1]}" if others else None


class Block:
    """`kernel PATTERN [variant PATTERN] [arch LIST] [cuda LIST]` with the checks below it; the same for `also`."""

    def __init__(self, line, text):
        self.line, self.checks, self.faults = line, [], []
        word, pattern, *rest = text.split() + [""] * (len(text.split()) < 2)
        self.is_kernel = word == "kernel"
        self.conditions = []
        self.names = re.findall("<([A-Za-z]+)>", pattern)
        self.pattern = self._compile(re.sub("<[A-Za-z]+>", "([0-9]+)", self._inner_groups(pattern)))
        for word, value in zip(rest[::2], rest[1::2] + [""]):
            self._condition(word, value)

    @staticmethod
    def _inner_groups(pattern):
        """Parentheses in the pattern itself are not counted, so that group k is the k-th <NAME>."""
        return re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern)

    def _compile(self, pattern):
        try:
            return re.compile(pattern)
        except re.error as error:
            self.faults.append(f"'{pattern}' is no regular expression: {error}")
            return re.compile(r"(?!)")

    def _condition(self, word, value):
        if word not in ("variant", "arch", "cuda") or not value:
            self.faults.append(f"wanted variant PATTERN, arch LIST or cuda LIST, found '{word}'")
        elif word == "variant":
            pattern = self._compile(value)
            self.conditions.append((word, lambda it: pattern.fullmatch(it) is not None))
        elif LIST.fullmatch(value):
            without = value.startswith("!")
            spans = value.lstrip("!").split(",")
            self.conditions.append((word, lambda it: any(_within(span, it) for span in spans) != without))
        else:
            self.faults.append(f"no list of architectures or toolkits: '{value}'")

    def applies(self, made):
        """True if its conditions are met for an image: {"variant": ..., "arch": ..., "cuda": ...}."""
        return all(holds(made[word]) for word, holds in self.conditions)

    def binds(self, name):
        """{NAME: number} if the pattern matches this kernel, otherwise None."""
        found = self.pattern.fullmatch(name)
        if found is None:
            return None
        if None in found.groups():
            raise Wrong(f"cannot tell where <{self.names[found.groups().index(None)]}> is in {name}")
        return {variable: int(value) for variable, value in zip(self.names, found.groups())}


class Expectations:
    """All blocks of a file; faults: errors of the file itself, as "FILE:LINE: ..."."""

    def __init__(self, path):
        self.path, self.blocks, self.faults = path, [], []
        for number, line in enumerate(Path(path).read_text(encoding="utf-8").splitlines(), 1):
            text = " ".join(line.split("#")[0].split())
            if text:
                self._read(number, text)
        for block in self.blocks:
            self.faults += [f"{self.at(block)}: {fault}" for fault in block.faults]

    def at(self, item):
        """The place of a block or a check in its file."""
        return f"{self.path}:{item.line}"

    def _read(self, number, text):
        try:
            if text.split()[0] in ("kernel", "also"):
                self.blocks.append(Block(number, text))
            elif not self.blocks:
                raise Wrong("stands before the first kernel")
            else:
                self.blocks[-1].checks.append(Check(number, text))
        except Wrong as fault:
            self.faults.append(f"{self.path}:{number}: {fault}")

    def compare(self, kernel, made, used):
        """Return the faults of a kernel, and those of the file; adds to `used` the blocks that match the kernel."""
        troubles, faults, mentioned, named = [], [], set(), False
        for block in self.blocks:
            if not block.applies(made):
                continue
            try:
                bound = block.binds(kernel.name)
            except Wrong as fault:
                faults.append(f"{self.at(block)}: {fault}")
                continue
            if bound is None:
                continue
            used.add(self.at(block))
            named = named or block.is_kernel
            for check in block.checks:
                mentioned.add(check.kind)
                try:
                    troubles.append(check.trouble(kernel, bound))
                except Wrong as fault:
                    faults.append(f"{self.at(check)}: {fault}")
        if not named:
            return f"no kernel line of {self.path} names it", faults
        # Spills are errors unless an expectation allows them.
        for fact in ("local", "stack"):
            if fact not in mentioned and kernel.facts[fact]:
                troubles.append(f"{fact} = 0 (not said otherwise): found {kernel.facts[fact]}")
        return "; ".join(trouble for trouble in troubles if trouble), faults


@lru_cache(maxsize=None)
def read_expectations(path):
    """The file's expectations; each process reads it once."""
    return Expectations(path)
