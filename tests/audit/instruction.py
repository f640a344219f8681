"""instruction.py: names of instructions, and their matches in expectations."""
import re
from functools import lru_cache

MEMORY = re.compile(r"(?:LD|ST)[GLS]?")
SOURCE = re.compile(r"[-|]*R([0-9]+)[|]?(\.reuse)?")
WIDTH = re.compile(r"[US]?8|[US]?16|32|64|128|256")


@lru_cache(maxsize=None)
def canonical(name):
    """One spelling for all architectures. Modifiers are sorted. Memory accesses have their width in bits. SYS, the
    default scope that only sm_7x writes out, is left out. """
    base, *modifiers = name.split(".")
    if MEMORY.fullmatch(base) and not any(WIDTH.fullmatch(part) for part in modifiers):
        modifiers.append("32")
    return ".".join([base] + sorted(part for part in modifiers if part != "SYS"))


@lru_cache(maxsize=None)
def fits(name, subset):
    """`LDG.E.EF` matches every LDG with E and EF, whatever else it has; `LD*` matches all kinds of loads; `*`
    matches everything."""
    base, *modifiers = subset.split(".")
    has = canonical(name).split(".")
    return (re.fullmatch(base.replace("*", "[A-Z0-9]*"), has[0]) is not None and
            all(part in has[1:] for part in modifiers))


def _sources(operands):
    """The source registers by place: pairs of a number and whether the reuse cache keeps the register; None: not a
    register."""
    found = [SOURCE.match(operand.strip()) for operand in operands.split(",")[1:]]
    return [(int(it.group(1)), it.group(2) is not None) if it else None for it in found]


def reads_of_one_bank(instruction, before):
    """The largest number of different registers that the instruction reads from one bank, of even or of odd numbers.

    Both are pairs of opcode and operands; `before` is None or the instruction right before it. A register that this
    one, of the same kind, has at the same place with `.reuse` is in the reuse cache and not read.
    """
    sources = _sources(instruction[1])
    kept = _sources(before[1]) if before and before[0].split(".")[0] == instruction[0].split(".")[0] else []
    kept += [None] * (len(sources) - len(kept))
    read = {now[0] for now, then in zip(sources, kept) if now and not (then and then[1] and then[0] == now[0])}
    return max(sum(number % 2 == bank for number in read) for bank in (0, 1))


def words(name):
    """The number of registers that a load fills."""
    for bits in (256, 128, 64):
        if f".{bits}" in name:
            return bits // 32
    return 1
