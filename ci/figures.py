#!/usr/bin/env python3
"""figures.py [-w] [RESULTS.csv]: whether the figures in the pages are those of results/h200-sxm/all.csv; -w writes them.

A block of a page stands between <!-- made by ci/figures.py: NAME --> and <!-- end -->. A figure inside a sentence is found by
the words around it (SENTENCES), so that whoever changes these words is told. The last line has the totals."""
import difflib
import re
import sys
from datetime import datetime

import example
import inside
import movement
import random_access
from result_rows import FOLDER, ROOT, Results, read_file, si

sys.path.insert(0, str(ROOT / "tests/gpu"))

import same  # noqa: E402

README_ROOFS = ("dram.read", "dram.write", "dram.copy", "l1.read", "shared.read", "fp64", "fp32", "fp16", "tensor.bf16", "tensor.fp8")
BLOCK = re.compile(r"(<!-- made by ci/figures.py: ([a-z ]+) -->\n).*?(<!-- end -->)", re.S)


def power_of_ten(value):
    """8.590 x 10⁹"""
    mantissa, exponent = f"{value:.3e}".split("e")
    return f"{mantissa} x 10{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(digit)] for digit in str(int(exponent)))}"


# ---- blocks ----------------------------------------------------------------------------------------------------------


def readme(results):
    first = results.rows[0]
    times = [datetime.fromisoformat(row["time_utc"].replace("Z", "+00:00")) for row in (first, results.rows[-1])]
    board = f"board {first['board']}" if first.get("board") else "its board not told"
    benchmarks = len({row["benchmark"] for row in results.rows})
    lines = [f"One {first['gpu_name']} SXM, {board}, driver {first['driver']}, ECC {first['ecc']}. `gpubench --all` of",
             f"{first['version']} took {(times[1] - times[0]).total_seconds():.0f} s for {benchmarks} benchmarks:", "",
             "| roof | measured | limit | fraction | SM clock |", "| --- | ---: | ---: | ---: | ---: |"]
    for name in README_ROOFS:
        row = results.roof(name)
        lines.append(f"| `{name}` | {si(float(row['value']), row['unit'])} | {si(float(row['limit']), row['unit'])} | "
                     f"{100 * float(row['fraction']):.1f} % | {si(float(row['sm_clock_hz']), 'Hz')} |")
    return "\n".join(lines) + "\n"


def mix(results):
    parts = [results.row("dram", "bandwidth", "op=mix", f"reads={reads}") for reads in range(9)]
    return "\n".join(["| " + " | ".join(map(str, range(9))) + " |", "| --- " * 9 + "|",
                      "| " + " | ".join(f"{100 * float(part['fraction']):.1f} %" for part in parts) + " |"]) + "\n"


CLASSES = ((same.STEADY, "steady roofs"), (same.POWER_BOUND, "roofs at the power cap, and bursts"),
           (same.LOOSE, "`gemm.*`, `l2.read_common`"))


def same_runs(_):
    """What same.py says of results/h200-sxm/same.csv, in short."""
    roofs = same.roofs_of([("same.csv", read_file(FOLDER / "same.csv"))])
    lines = ["| roofs | may move by | move by | further, of which suspect |", "| --- | --- | --- | --- |"]
    count = held = 0
    for most, what in CLASSES:
        moved = {name: roof for (_, name), roof in roofs.items() if roof.may(name) == most}
        near = [roof.moves() for roof in moved.values() if roof.moves() <= most]
        far = sorted(((roof.moves(), name) for name, roof in moved.items() if roof.moves() > most), reverse=True)
        told = [f"`{name}` {percent:.1f} %{', suspect' if moved[name].suspect() else ''}" for percent, name in far]
        lines.append(f"| {what}: {len(moved)} | {most:g} % | {len(near)} of them: {min(near, default=0):.2f} to "
                     f"{max(near, default=0):.2f} % | {'; '.join(told) or 'none'} |")
    for roof in roofs.values():
        count, held = count + roof.intervals()[0], held + roof.intervals()[1]
    lines.append(f"| intervals that hold the median of all runs | {same.COVERAGE} % or more do | {held} of {count}: "
                 f"{100 * held / max(count, 1):.1f} % | |")
    return "\n".join(lines) + "\n"


BLOCKS = {"roofs of the readme": readme, "mix": mix, "same": same_runs, **random_access.BLOCKS, **example.BLOCKS,
          **movement.BLOCKS, **inside.BLOCKS}

# ---- sentences -------------------------------------------------------------------------------------------------------


def copy(results):
    rate = float(results.roof("dram.copy")["value"])
    launch = 8 * 2**30
    return si(rate, "B/s"), f"{1e3 * launch / rate:.3f} ms", si(rate / 2, "B/s")


def offset(results):
    rate = results.row("offset", "bandwidth", "op=copy", "bytes=4", "offset=1", "form=wide")["value"]
    return si(rate, "B/s"), f"{rate / 1e12:.3f} / 0.8 = {si(rate / 0.8, 'B/s')}"


def stencil(results):
    row = results.row("stencil", "bandwidth", "l1=small", variant="none-cg")
    counted = 4 * (4 * 2048 * 2048 * 64 + 2 * 4 * (2048 * 2048 + 2 * 2048 * 64))
    return power_of_ten(counted), f"{1e3 * counted / row['value']:.3f} ms", si(row["value"], "B/s")


def fp16(results):
    row = results.roof("fp16")
    clock = float(row["sm_clock_hz"])
    return f"{clock / 1e9:.4f}", f"{132 * 512 * clock / 1e12:.1f}", f"{float(row['value']) / 1e12:.1f}"


# The words around the figures; a blank may be the end of a line.
SENTENCES = [
    ("docs/counting-bytes.md", copy, r"and at (.+?) takes (.+?)\. A program that counts a copy once says (.+?) of the same"),
    ("docs/counting-bytes.md", offset, r"The row says (\S+ \S+) useful, and `moved_bandwidth` (\S+ / 0.8 = \S+ \S+?)\. That"),
    ("docs/counting-bytes.md", stencil, r"x 10⁷\) = (\S+ x 10⁹) bytes in (\S+ ms): (\S+ \S+?)\. That each"),
    ("docs/counting-bytes.md", fp16, r"so at the (\S+) GHz measured the limit of 132 SMs is (\S+) TFLOP/s\. The row says (\S+) of"),
]


def fill_sentence(page, text, pattern, figures):
    """The page with the figures in the pattern's groups; each blank within one may stay the end of a line."""
    found = re.search(pattern.replace(" ", r"\s"), text)
    if found is None:
        raise SystemExit(f"figures.py: {page} has no '{pattern}'")
    for group in range(len(figures), 0, -1):
        old = found[group]
        new = figures[group - 1]
        if old.split() != new.split():
            text = text[:found.start(group)] + new + text[found.end(group):]
    return text


def made(page, text, results):
    for of, figures, pattern in SENTENCES:
        if of == page:
            text = fill_sentence(page, text, pattern, figures(results))
    return BLOCK.sub(lambda match: match[1] + BLOCKS[match[2]](results) + match[3], text)


def main():
    names = [name for name in sys.argv[1:] if name != "-w"]
    results = Results(names[0] if names else FOLDER / "all.csv")
    failed = 0
    pages = ("README.md", "docs/counting-bytes.md", "docs/random-access.md", "docs/worked-example.md",
             "results/h200-sxm/README.md", "results/h200-sxm/inside.md")
    for page in pages:
        old = (ROOT / page).read_text(encoding="utf-8")
        new = made(page, old, results)
        if new == old:
            continue
        if "-w" in sys.argv:
            (ROOT / page).write_text(new, encoding="utf-8")
        else:
            failed += 1
            print("\n".join(difflib.unified_diff(old.splitlines(), new.splitlines(), page, "from the results", n=0, lineterm="")))
    print(f"{len(pages) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
