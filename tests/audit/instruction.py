"""instruction.py: names of instructions, and which of them an expectation means."""
import re
from functools import lru_cache

MEMORY = re.compile(r"(?:LD|ST)[GLS]?")
WIDTH = re.compile(r"[US]?8|[US]?16|32|64|128|256")


@lru_cache(maxsize=None)
def canonical(name):
    """One spelling for all architectures.

    Modifiers are sorted. Memory accesses have their width in bits. SYS, the scope that sm_7x alone writes out though it
    is what all accesses have, is left out.
    """
    base, *modifiers = name.split(".")
    if MEMORY.fullmatch(base) and not any(WIDTH.fullmatch(part) for part in modifiers):
        modifiers.append("32")
    return ".".join([base] + sorted(part for part in modifiers if part != "SYS"))


@lru_cache(maxsize=None)
def fits(name, subset):
    """`LDG.E.EF` fits every LDG that is E and EF, whatever else it is; `LD*` all kinds of loads; `*` everything."""
    base, *modifiers = subset.split(".")
    has = canonical(name).split(".")
    return (re.fullmatch(base.replace("*", "[A-Z0-9]*"), has[0]) is not None and
            all(part in has[1:] for part in modifiers))


def words(name):
    """How many registers a load fills."""
    for bits in (256, 128, 64):
        if f".{bits}" in name:
            return bits // 32
    return 1
