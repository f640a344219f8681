#!/usr/bin/env python3
"""figures.py [-w] [RESULTS.csv]: checks that the figures in the pages are those of results/h200-sxm/all.csv; -w
writes them.

A block of a page is enclosed in <!-- made by tools/pages/figures.py: NAME --> and <!-- end -->. A figure inside a
sentence is found by the words around it (SENTENCES), so that a change of these words is reported. The last line has the
totals."""
import difflib
import math
import re
import sys

import example
import inside
from blocks import energy, kept_files, latency, movement, peak_tables, random_access, study
from result_rows import FOLDER, ROOT, Results, axes_of, read_file, seconds_of, si

sys.path.insert(0, str(ROOT / "tests/gpu"))

import same  # noqa: E402

MODELS = ROOT / "results"
README_ROOFS = ("dram.read", "dram.write", "dram.copy", "l1.read", "shared.read", "fp64", "fp32",
                "tensor.bf16", "tensor.fp8")
BLOCK = re.compile(r"(<!-- made by tools/pages/figures.py: ([a-z ]+) -->\n).*?(<!-- end -->)", re.S)


def power_of_ten(value):
    """8.590 x 10⁹"""
    mantissa, exponent = f"{value:.3e}".split("e")
    return f"{mantissa} x 10{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(digit)] for digit in str(int(exponent)))}"


# ---- blocks ----------------------------------------------------------------------------------------------------------


def readme(results):
    """The roofs of both models."""
    models = [(results, "H200"), (Results(MODELS / "h100-sxm/all.csv"), "H100")]
    lines = []
    for of, name in models:
        row = of.rows[0]
        lines.append(f"{name} SXM: board {row['board']}, {row['version']}, {len({r['benchmark'] for r in of.rows})} "
                     f"benchmarks in {seconds_of(of.rows):.0f} s.")
    lines[-1] += f" Both: driver {row['driver']}, ECC {row['ecc']}."
    lines += ["", "| roof |" + "".join(f" {name} | of its limit |" for _, name in models),
              "| --- |" + " ---: | ---: |" * len(models)]
    for name in README_ROOFS:
        cells = []
        for of, _ in models:
            row = of.roof(name)
            cells += [si(float(row["value"]), row["unit"]), f"{100 * float(row['fraction']):.1f} %"]
        lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def mix(results):
    parts = [results.row("dram", "bandwidth", "op=mix", f"reads={reads}") for reads in range(9)]
    return "\n".join(["| " + " | ".join(map(str, range(9))) + " |", "| --- " * 9 + "|",
                      "| " + " | ".join(f"{100 * float(part['fraction']):.1f} %" for part in parts) + " |"]) + "\n"


CLASSES = ((same.STEADY, "steady roofs"), (same.POWER_BOUND, "roofs at the power cap, and bursts"),
           (same.LOOSE, "`gemm.*`, `l2.read_common`"))


def further(roofs, verdict):
    """The roofs that moved further than allowed, for this reason, and by how much."""
    far = sorted(((roof.moves(), name) for name, roof in roofs.items() if roof.verdict(name) == verdict), reverse=True)
    return "; ".join(f"`{name}` {percent:.1f} %" for percent, name in far) or "none"


def runs_of_one_card(path):
    """A summary of same.py's results for a file of several runs."""
    roofs = same.roofs_of([(path.name, read_file(path))])
    lines = ["| roofs | allowed scatter | scatter within it | above it, with the clock | above it, suspect | above it "
             "otherwise |",
             "| --- | --- | --- | --- | --- | --- |"]
    count = held = 0
    for most, what in CLASSES:
        moved = {name: roof for (_, name), roof in roofs.items() if roof.may(name) == most}
        near = [roof.moves() for roof in moved.values() if roof.moves() <= most]
        lines.append(f"| {what}: {len(moved)} | {most:g} % | {len(near)} roofs: {min(near, default=0):.2f} to "
                     f"{max(near, default=0):.2f} % | " +
                     " | ".join(further(moved, verdict) for verdict in ("clock", "suspect", "too far")) + " |")
    for roof in roofs.values():
        count, held = count + roof.intervals()[0], held + roof.intervals()[1]
    lines.append(f"| intervals that contain the median of all runs | at least {same.COVERAGE} % | {held} of {count}: "
                 f"{100 * held / max(count, 1):.1f} % | | | |")
    return "\n".join(lines) + "\n"


def same_runs(_):
    return runs_of_one_card(FOLDER / "same.csv")


def ten_runs(_):
    return runs_of_one_card(MODELS / "h100-sxm/ten-runs.csv")


def per_clock(_):
    """For each kind of SM roof in results/h100-sxm/same.csv, how far value and work per clock moved, and half the
    interval of the latter."""
    roofs = {name: roof
             for (_, name), roof in same.roofs_of([("same.csv", read_file(MODELS / "h100-sxm/same.csv"))]).items()
             if math.isfinite(roof.moves("per_clock"))}
    kinds = {"FP32, FP64, INT32, DP4A": ("fp32", "fp64", "int32", "dp4a"), "FP16, BF16": ("fp16", "bf16"),
             "shared memory, L1": ("shared.read", "shared.write", "l1.read"),
             "matrix units": tuple(name for name in roofs if name.startswith("tensor."))}
    lines = ["| roofs | scatter of values | of work per clock | half its interval, full runs | quick runs |",
             "| --- | ---: | ---: | ---: | ---: |"]
    for kind, names in kinds.items():
        of = [roofs[name] for name in names]
        halves = [[50 * (float(row["per_clock_hi"]) - float(row["per_clock_lo"])) / float(row["per_clock"])
                   for roof in of
                   for row in roof.rows() if (row["mode"] == "quick") == quick] for quick in (False, True)]
        cells = [[roof.moves() for roof in of], [roof.moves("per_clock") for roof in of], *halves]
        lines.append(f"| {kind}: {len(of)} | " + " | ".join(f"{min(cell):.2f} to {max(cell):.2f} %" for cell in cells) +
                     " |")
    return "\n".join(lines) + "\n"


def suspects(_):
    """The roofs of results/h100-sxm/all.csv that are suspect; a burst shares its roof's doubts."""
    rows = [row for row in read_file(MODELS / "h100-sxm/all.csv") if row["roof"] and row["status"] == "suspect"]
    names = {row["roof"] for row in rows}
    lines = ["| roof | value | reason |", "| --- | ---: | --- |"]
    for row in rows:
        if not (row["roof"].endswith(".burst") and row["roof"][:-len(".burst")] in names):
            value = float(row["value"])
            text = f"{1e6 * value:.3f} µs" if row["unit"] == "s" else si(value, row["unit"])
            lines.append(f"| `{row['roof']}` | {text} | {row['reason'].replace('+-', '±')} |")
    return "\n".join(lines) + "\n"


# ---- clocks ----------------------------------------------------------------------------------------------------------

CARDS = ("NVIDIA H200", "NVIDIA H100 80GB HBM3")
LOADS = {"ffma": "FFMA", "fp64": "FP64", "fp16": "FP16", "bf16": "BF16", "tf32": "TF32", "int8": "INT8"}


def clock_rows():
    """{(card, metric, load, SMs, data, duty): row} of results/clocks.csv; the later one if a point was
    measured twice."""
    rows = {}
    for row in read_file(MODELS / "clocks.csv"):
        if row["value"] and row["variant"]:
            axes = axes_of(row["point"])
            rows[row["gpu_name"], row["metric"], axes["load"], int(axes["sms"]), axes["data"], int(axes["duty"])] = row
    return rows


def ghz(row):
    return f"{float(row['value']) / 1e9:.3f}" if row else "-"


def clock_loads(_):
    """On four SMs, and compared with NVML's clock."""
    rows = clock_rows()
    lines = ["| instruction | data | H200, GHz | of NVML's | H100, GHz | of NVML's |",
             "| --- | --- | ---: | ---: | ---: | ---: |"]
    for load, name in LOADS.items():
        for data in ("zeros", "normal"):
            cells = []
            for card in CARDS:
                of_nvml = rows.get((card, "of_nvml", load, 4, data, 100))
                cells += [ghz(rows.get((card, "sm_clock", load, 4, data, 100))),
                          f"{float(of_nvml['value']):.3f}" if of_nvml else "-"]
            lines.append(f"| {name} | {data} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def clock_sms(_):
    """Over the number of SMs: mma.sync FP16 on zeros and on normal numbers."""
    rows = clock_rows()
    lines = ["| SMs | H200, zeros | W | normal | W | H100, zeros | W | normal | W |", "| ---: |" + " ---: |" * 8]
    for sms in sorted({key[3] for key in rows}):
        cells = []
        for card in CARDS:
            for data in ("zeros", "normal"):
                row = rows.get((card, "sm_clock", "fp16", sms, data, 100))
                cells += [ghz(row), f"{float(row['power_w']):.0f}" if row and row["power_w"] else "-"]
        lines.append(f"| {sms} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def clock_duty(_):
    """Over the duty cycle, work and rest together: mma.sync FP16."""
    rows = clock_rows()
    columns = [(card, sms, data) for card in CARDS for sms in (4, 128) for data in ("zeros", "normal")]
    lines = ["| work, of the time | " + " | ".join(f"{card.split()[1]}, {sms} SMs, {data}"
                                                   for card, sms, data in columns) + " |",
             "| ---: |" + " ---: |" * len(columns)]
    for duty in sorted({key[5] for key in rows}, reverse=True):
        lines.append(f"| {duty} % | " + " | ".join(ghz(rows.get((card, "sm_clock", "fp16", sms, data, duty)))
                                                   for card, sms, data in columns) + " |")
    return "\n".join(lines) + "\n"


def clock_roofs(results):
    """The matrix roofs, which use all SMs: settled and in the burst before a cap can act."""
    models = [results, Results(MODELS / "h100-sxm/all.csv")]
    lines = ["| roof | H200, burst | settled | NVML's | W | H100, burst | settled | NVML's | W |",
             "| --- |" + " ---: |" * 8]
    names = {row["roof"] for of in models for row in of.rows if row["roof"].startswith("tensor.") and
             not row["roof"].endswith(".burst")}
    for name in sorted(names):
        cells = []
        for of in models:
            row = of.roof(name)
            burst = [float(other["sm_clock_hz"]) for other in of.rows if other["roof"] == f"{name}.burst" and
                     other["value"]]
            cells += [f"{max(burst) / 1e9:.3f}" if burst else "-", f"{float(row['sm_clock_hz']) / 1e9:.3f}",
                      f"{float(row['sm_clock_nvml_hz']) / 1e9:.3f}" if row["sm_clock_nvml_hz"] else "-",
                      f"{float(row['power_w']):.0f}" if row["power_w"] else "-"]
        lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def clock_cards(_):
    """On zeros and all SMs, by card and full run of 0.2.0 or later whose rows are kept; with the ratio to
    NVML's clock."""
    formats = ("fp64", "fp16", "bf16", "tf32", "fp8", "int8")
    lines = ["| card | version | " + " | ".join(name.upper() for name in formats) + " |", "| --- | --- |" +
             " ---: |" * len(formats)]
    for model, card in zip(("h200-sxm", "h100-sxm"), CARDS):
        runs = {}
        for path in sorted((MODELS / model).glob("board-*.csv")) + [MODELS / model / "all.csv"]:
            for row in read_file(path):
                if (row["roof"].startswith("tensor.") and row.get("sm_clock_nvml_hz") and
                    row["version"].startswith("0.2.")):
                    runs.setdefault(row["run_id"], {})[row["roof"]] = row
        for of in runs.values():
            row, cells = next(iter(of.values())), []
            for name in formats:
                zeros = of.get(f"tensor.{name}.zeros")
                hz, nvml = (float(zeros[name]) if zeros else math.nan for name in ("sm_clock_hz", "sm_clock_nvml_hz"))
                cells.append(f"{hz / 1e9:.3f} ({hz / nvml:.3f})" if zeros else "-")
            lines.append(f"| {card.split()[1]} {row['gpu_uuid'][:12]} | {row['version']} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


BLOCKS = {"roofs of the readme": readme, "clocks by instruction": clock_loads, "clocks by number": clock_sms,
          "clocks by duty": clock_duty, "clocks of roofs": clock_roofs, "clocks of cards": clock_cards,
          "per clock": per_clock, "suspects": suspects, "mix": mix, "same": same_runs, "ten runs": ten_runs,
          **random_access.BLOCKS, **example.BLOCKS,
          **movement.BLOCKS, **inside.BLOCKS, **peak_tables.BLOCKS, **study.BLOCKS, **energy.BLOCKS, **latency.BLOCKS}

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


def measured_fp32(results):
    row = results.roof("fp32")
    return (f"{float(row['sm_clock_hz']) / 1e9:.3f} GHz", si(float(row["value"]), "FLOP/s"),
            f"{100 * float(row['fraction']):.1f} %")


def best_fp32(results):
    row = results.roof("fp32")
    return f"{float(row['value']) / 1e12:.2f}", f"{float(row['limit']) / 1e12:.2f}"


def matrix_clocks(results):
    return tuple(si(float(of.roof("clock.matrix")["value"]), "Hz")
                 for of in (results, Results(MODELS / "h100-sxm/all.csv")))


# The words around the figures; a blank may be the end of a line.
SENTENCES = [
    ("docs/counting-bytes.md", copy, r"and at (.+?) takes (.+?)\. A program that counts a copy once reports (.+?) "
                                     r"for the same"),
    ("docs/counting-bytes.md", offset, r"The row has (\S+ \S+) of useful bytes, and a `moved_bandwidth` of (\S+ / 0.8 "
                                       r"= \S+ \S+?)\. That"),
    ("docs/counting-bytes.md", stencil, r"x 10⁷\) = (\S+ x 10⁹) bytes\. They take (\S+ ms): (\S+ \S+?)\. The 25 sums"),
    ("docs/counting-bytes.md", fp16, r"At the measured (\S+) GHz the limit of 132 SMs is therefore (\S+) TFLOP/s\. "
                                     r"The row reaches (\S+) TFLOP/s\."),
    ("docs/roofline.md", measured_fp32, r"\| \*\*gpubench, measured\*\* \| (\S+ \S+) \| \| \*\*(\S+ \S+)\*\* "
                                        r"\((\S+ %)\) \|"),
    ("docs/roofline.md", best_fp32, r"and reachable\.\*\* The best of the searched launch shapes achieved (\S+) of "
                                    r"(\S+) TFLOP/s"),
    ("plots/README.md", matrix_clocks, r"\(`clock.matrix`: (\S+ GHz) on the H200, (\S+ GHz) on the H100\)"),
    *kept_files.SENTENCES,
]


def fill_sentence(page, text, pattern, figures):
    """The page with the figures in the pattern's groups; each space within one may remain the end of a line."""
    found = re.search(pattern.replace(" ", r"\s+"), text)
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
             "docs/clocks.md", "docs/energy.md", "docs/latency.md", "docs/peaks.md", "docs/roofline.md",
             "docs/study.md", "plots/README.md", "results/h100-sxm/README.md", "results/h200-sxm/README.md",
             "results/h200-sxm/inside.md")
    for page in pages:
        old = (ROOT / page).read_text(encoding="utf-8")
        new = made(page, old, results)
        if new == old:
            continue
        if "-w" in sys.argv:
            (ROOT / page).write_text(new, encoding="utf-8")
        else:
            failed += 1
            print("\n".join(difflib.unified_diff(old.splitlines(), new.splitlines(), page, "from the results", n=0,
                                                 lineterm="")))
    print(f"{len(pages) - failed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
