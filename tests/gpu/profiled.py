#!/usr/bin/env python3
"""profiled.py: the checks of CSVs for profile.sh.

points RESULTS POINTS   the points that set the roofs of dram and fp32, to be launched again
own PROFILE             whether dram and ffma lie on their own roofs
metrics                 what ncu is asked for by itself
same PROFILE NCU        whether every kernel is placed, and DRAM bytes and FLOP are those of ncu
page KEEP               a table of what profile.sh kept in the folder KEEP
"""
import csv
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "shared"))

from counters import read_profile  # noqa: E402
from rows import read_file  # noqa: E402

OWN = 0.02
SAME = 0.01
# Other metrics than those that gpubench requests: the sum of both directions, and adds, multiplies and FMAs in one
# metric.
DRAM = "dram__bytes.sum"
FLOP = {f"smsp__sass_thread_inst_executed_ops_{add}_{mul}_{fma}_pred_on.sum": each
        for add, mul, fma, each in (("fadd", "fmul", "ffma", 1), ("dadd", "dmul", "dfma", 1),
                                    ("hadd", "hmul", "hfma", 2))}
FMA = {f"smsp__sass_thread_inst_executed_op_{fma}_pred_on.sum": each
       for fma, each in (("ffma", 1), ("dfma", 1), ("hfma", 2))}


def own_points(rows):
    """The rows that set roofs of the two benchmarks, one for each point."""
    points = {}
    for row in rows:
        if (row["benchmark"] in ("dram", "ffma") and row["roof"] in ("dram.read", "dram.write", "dram.copy",
                                                                     "dram.triad", "fp32")):
            points[row["variant"], row["point"]] = row
    return list(points.values())


def own_faults(rows):
    """Reports kernels that are not on their own roofs: `dram` on one of DRAM, `ffma` on fp32."""
    faults, seen = [], set()
    for row in rows:
        benchmark = row["kernel"].split("_")[0]
        wanted = "fp32" if benchmark == "ffma" else "dram."
        seen.add(benchmark)
        if not row["roof"].startswith(wanted):
            faults.append(f"{row['kernel']} is limited by {row['roof'] or 'nothing'}, not by {wanted}")
        elif abs(float(row["fraction"]) - 1) > OWN:
            faults.append(f"{row['kernel']} is at {float(row['fraction']):.4f} of {row['roof']}")
    return faults + [f"no kernel of {name}" for name in ("dram", "ffma") if name not in seen]


def number(kernel, name):
    text = kernel.get(name, "").replace(",", "")
    return float(text) if text and text[0].isdigit() else 0.0


def counted(kernels):
    """{(kernel, grid, block): [DRAM bytes, FLOP]} from ncu's output."""
    sums = {}
    for kernel in kernels:
        entry = sums.setdefault((kernel["Kernel Name"], kernel["Grid Size"], kernel["Block Size"]), [0.0, 0.0])
        entry[0] += number(kernel, DRAM)
        entry[1] += sum(each * number(kernel, name) for name, each in (FLOP | FMA).items())
    return sums


def differ(mine, theirs):
    return abs(mine - theirs) > SAME * max(mine, theirs)


def same_faults(rows, kernels):
    theirs, faults = counted(kernels), []
    for row in rows:
        name = row["kernel"], row["grid"], row["block"]
        if not row["roof"]:
            faults.append(f"{name[0]} is not placed")
        if name not in theirs:
            faults.append(f"{name[0]} is none of ncu's")
            continue
        # This list of ncu metrics does not cover Tensor Cores.
        for what, mine, other in (("DRAM bytes", float(row["dram_bytes"] or 0), theirs[name][0]),
                                  ("FLOP", float(row["flop"] or 0), theirs[name][1])):
            if differ(mine, other) and not (what == "FLOP" and row["roof"].startswith("tensor.")):
                faults.append(f"{name[0]}: {what} {mine:.6g}, ncu {other:.6g}")
    return faults + ([] if rows else ["no kernel"])


def short(name, most=60):
    """A kernel's name without arguments of templates and functions."""
    name = name.replace("void ", "").replace("<unnamed>::", "").split("(")[0].split("<")[0]
    return name if len(name) <= most else name[:most - 3] + "..."


def page(folder):
    """A line for each kernel: its place, and the ratio of gpubench's counts to those of ncu alone."""
    lines = ["| program | kernel | launches | roof | of it | DRAM bytes | over ncu's | FLOP | over ncu's |",
             "| --- | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: |"]
    for path in sorted(folder.glob("[0-9]*.ncu.csv"), key=lambda path: int(path.name.split(".")[0])):
        stem = path.name.split(".")[0]
        program, theirs = (folder / f"{stem}.txt").read_text(encoding="utf-8").strip(), counted(read_profile(path))
        for row in read_file(folder / f"{stem}.csv"):
            both = zip((float(row["dram_bytes"] or 0), float(row["flop"] or 0)),
                       theirs[row["kernel"], row["grid"], row["block"]])
            cells = [f"{mine:.4g} | {f'{mine / other:.4f}' if other else '-'}" for mine, other in both]
            lines.append(f"| {program} | `{short(row['kernel'])}` | {row['launches']} | {row['roof']} | "
                         f"{100 * float(row['fraction']):.1f} % | {' | '.join(cells)} |")
    for row in read_file(folder / "own.csv") if (folder / "own.csv").exists() else []:
        lines.append(f"| gpubench | `{short(row['kernel'])}` | {row['launches']} | {row['roof']} | "
                     f"{100 * float(row['fraction']):.1f} % | {float(row['dram_bytes']):.4g} | | "
                     f"{float(row['flop'] or 0):.4g} | |")
    return "\n".join(lines)


def tell(faults):
    for fault in faults:
        print(f"  {fault}")
    return 1 if faults else 0


def main(words):
    command, files = words[0], words[1:]
    if command == "points":
        rows = own_points(read_file(files[0]))
        if not rows:
            return tell([f"{files[0]}: no roof of dram or ffma"])
        with open(files[1], "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        return 0
    if command == "own":
        return tell(own_faults(read_file(files[0])))
    if command == "metrics":
        print(",".join([DRAM, *FLOP, *FMA]))
        return 0
    if command == "page":
        print(page(Path(files[0])))
        return 0
    return tell(same_faults(read_file(files[0]), read_profile(files[1])))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
