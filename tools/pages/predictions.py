#!/usr/bin/env python3
"""predictions.py [-w] [--fit] [PROGRAM]: compares the model of a kernel's time (harness/explain/model.h) with kernels
whose work and time are in results/. Prints the blocks of docs/model.md; -w writes them there. --fit fits the constants
and writes harness/explain/constants.h. PROGRAM (build/gpubench) predicts the same kernels, and must agree."""
import csv
import io
import math
import re
import statistics
import subprocess
import sys
import tempfile
import zlib
from itertools import product
from pathlib import Path

from blocks.model_kernels import FITTED, OTHERS, SECTOR, WARP, WAVEFRONT, kernels_of
from result_rows import ROOT, Results, axes_of, values_of

HEADER = ROOT / "harness/explain/constants.h"
PAGE = ROOT / "docs/model.md"
MODELS = (("H200", "h200-sxm"), ("H100", "h100-sxm"))
GRID = {"LOADS": (1, 2, 4, 8), "CHAINS": (1, 2, 4, 8), "LEVELS": (1, 2, 3, 4, 8), "WARPS": (4, 8, 12, 16, 24, 32, 48)}
MIXES = (("dram.read", 0.0), ("dram.triad", 1 / 3), ("dram.copy", 0.5), ("dram.write", 1.0))
LOAD_BYTES = 512  # of a load of a warp in `occupancy`
SHARE = 0.1  # of the kernels on either side of the interval
BLOCK = re.compile(r"(<!-- made by tools/pages/predictions.py: ([a-z ]+) -->\n).*?(<!-- end -->)", re.S)
LATER = "later"  # programs that were chosen after the model had been changed
PROGRAMS_RUN = ROOT / "results/model"  # of tests/gpu/model.py


class Machine:
    """Roofs and curves of a result file, as gb_time_model_make() takes them."""

    def __init__(self, results):
        self.roofs = {row["roof"]: float(results.roof(row["roof"])["value"]) for row in results.rows
                      if row["roof"] and row["value"]}
        self.curves = {(op, ilp): self.curve(results, op, metric, ilp)
                       for op, metric in (("read", "bandwidth"), ("fma", "flop_rate")) for ilp in GRID["LOADS"]}
        self.most = max(int(axes_of(row["point"])["warps"])
                        for row in values_of(results.rows, "occupancy", "bandwidth", ["op=read", "by=shared"]))
        self.launch = results.row("launch", "time", "op=period")["value"]
        self.starts = sorted((int(axes_of(row["point"])["threads"]) // WARP, 1 / float(row["value"]))
                             for row in values_of(results.rows, "launch", "op_rate", ["op=blocks"]))

    @staticmethod
    def curve(results, op, metric, ilp):
        rows = values_of(results.rows, "occupancy", metric, [f"op={op}", "by=shared", f"ilp={ilp}"])
        points = sorted((int(axes_of(row["point"])["warps"]), float(row["value"])) for row in rows)
        highest = max(value for _, value in points)
        return [(0, 0.0)] + [(warps, value / highest) for warps, value in points]

    def part(self, op, ilp, warps):
        points = self.curves[op, ilp]
        for (below, low), (above, high) in zip(points, points[1:]):
            if warps <= above:
                return low + (high - low) * (warps - below) / (above - below)
        return points[-1][1]

    def start(self, warps):
        """Seconds to start a block, on the line through two points."""
        (few, low), (many, high) = self.starts
        return low + (high - low) * (warps - few) / (many - few)

    def dram(self, writes):
        """Bytes per second of a mix."""
        mixes = [(at, self.roofs[name]) for name, at in MIXES]
        for (below, low), (above, high) in zip(mixes, mixes[1:]):
            if writes <= above:
                return 1 / (1 / low + (1 / high - 1 / low) * (writes - below) / (above - below))
        return mixes[-1][1]


def of_dram(machine, kernel, constant, warps):
    """Reads also take the time in which the warps have as many bytes in flight as they load at all."""
    get = kernel.work.get
    reads, all_bytes, in_flight = get("dram_read", 0.0), get("dram_read", 0.0) + get("dram_write", 0.0), warps
    if not all_bytes:
        return 0.0
    if get("fetched") and get("blocks"):
        each = get("fetched") / (get("blocks") * math.ceil(get("threads") / WARP))
        in_flight *= min(1.0, each / (constant["LOADS"] * LOAD_BYTES))
    return max(all_bytes / machine.dram(get("dram_write", 0.0) / all_bytes) /
               machine.part("read", constant["LOADS"], warps),
               min(reads, get("fetched", 0.0)) / machine.roofs["dram.read"] /
               machine.part("read", constant["LOADS"], in_flight))


def predicted(machine, kernel, constant):
    """gb_time_model_time(), for what these kernels have: one unit of arithmetic, no idle SMs."""
    work, get = kernel.work, kernel.work.get
    warps = machine.most if "tensor" in work else get("warps", machine.most)
    levels = [get("l2_read", 0.0) / machine.roofs["l2.read"], get("l2_write", 0.0) / machine.roofs["l2.write"],
              get("path", 0.0) / machine.roofs["l1.read"], of_dram(machine, kernel, constant, warps)]
    longest = max(levels)
    memory = (longest * sum((level / longest)**constant["LEVELS"] for level in levels)**(1 / constant["LEVELS"])
              if longest else 0.0)
    units = [get(name, 0.0) / machine.roofs[name] for name in ("fp64", "fp32", "fp16") if get(name)]
    units += [work["tensor"] / machine.roofs[work["roof"]]] if "tensor" in work else []
    arithmetic = max(max(units, default=0.0) / machine.part("fma", constant["CHAINS"], warps),
                     get("issue", 0.0) * kernel.seconds)
    apart = math.exp(-warps / constant["WARPS"])
    starting = work["blocks"] * machine.start(math.ceil(work["threads"] / WARP)) if "blocks" in work else 0.0
    return max(max(memory, arithmetic) + apart * min(memory, arithmetic), starting) + machine.launch


# ---- constants -------------------------------------------------------------------------------------------------------


def fit():
    """Those with the least mean of the logarithms' distances, on FITTED of the first model; then the interval."""
    results = Results(ROOT / "results" / MODELS[0][1] / "all.csv")
    machine, kernels = Machine(results), kernels_of(results.rows, FITTED)

    def distance(constant):
        return statistics.mean(abs(math.log(predicted(machine, kernel, constant) / kernel.seconds))
                               for kernel in kernels)

    best = min((dict(zip(GRID, values)) for values in product(*GRID.values())), key=distance)
    ratios = sorted(kernel.seconds / predicted(machine, kernel, best) for kernel in kernels)
    cut = int(SHARE * len(ratios))
    return dict(best, LEAST=round(ratios[cut], 3), MOST=round(ratios[-1 - cut], 3))


def constants():
    return {name: float(value) if "." in value else int(value)
            for name, value in re.findall(r"#define GB_MODEL_(\w+) ([0-9.]+)", HEADER.read_text(encoding="utf-8"))}


def write_constants(values):
    text = HEADER.read_text(encoding="utf-8")
    for name, value in values.items():
        text = re.sub(rf"(#define GB_MODEL_{name} )[0-9.]+", rf"\g<1>{value}", text)
    HEADER.write_text(text, encoding="utf-8")


# ---- the program -----------------------------------------------------------------------------------------------------

FLOPS = {"fp64": "d", "fp32": "f", "fp16": "h"}
TENSORS = {"tensor.fp64": "fp64", "tensor.tf32": "tf32_dst_fp32", "tensor.fp16": "fp16", "tensor.bf16": "bf16_dst_fp32",
           "tensor.fp8": "fp8"}


def columns_of(kernel, most):
    """The counters that Nsight Compute would report for it."""
    get = kernel.work.get
    of = {"gpu__time_duration.sum": 1e9 * kernel.seconds, "dram__bytes_read.sum": get("dram_read", 0.0),
          "dram__bytes_write.sum": get("dram_write", 0.0),
          "lts__t_sectors_srcunit_tex_op_read.sum": get("l2_read", 0.0) / SECTOR,
          "lts__t_sectors_srcunit_tex_op_write.sum": get("l2_write", 0.0) / SECTOR,
          "l1tex__data_pipe_lsu_wavefronts.sum": get("path", 0.0) / WAVEFRONT,
          "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": get("fetched", 0.0) / SECTOR,
          "sm__warps_active.avg.pct_of_peak_sustained_active": 100 * get("warps", most) / most,
          "sm__inst_issued.avg.pct_of_peak_sustained_active": 100 * get("issue", 0.0)}
    for name, letter in FLOPS.items():
        each = 4 if name == "fp16" else 2
        of.update({f"smsp__sass_thread_inst_executed_op_{letter}{op}_pred_on.sum": 0.0 for op in ("add", "mul")})
        of[f"smsp__sass_thread_inst_executed_op_{letter}fma_pred_on.sum"] = get(name, 0.0) / each
    for roof, word in TENSORS.items():
        of[f"sm__ops_path_tensor_src_{word}.sum"] = get("tensor", 0.0) if get("roof") == roof else 0.0
    return of


def by_program(program, kernels, gpu, folder, most):
    """{kernel's number: seconds} as `gpubench profile` predicts them."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "ncu.csv"
        with open(path, "w", encoding="utf-8", newline="") as file:
            out = csv.writer(file, quoting=csv.QUOTE_ALL)
            head = ["ID", "Kernel Name", "Block Size", "Grid Size", "Device", "CC", "device__attribute_display_name"]
            out.writerow(head + list(columns_of(kernels[0], most)))
            out.writerow([""] * len(head) + ["ns"] + [""] * (len(columns_of(kernels[0], most)) - 1))
            for number, kernel in enumerate(kernels):
                shape = [f"({kernel.work.get(name, 1):.0f}, 1, 1)" for name in ("threads", "blocks")]
                out.writerow([number, f"k{number}", *shape, 0, "9.0", gpu] +
                             [f"{value:.12g}" for value in columns_of(kernel, most).values()])
        text = subprocess.run([program, "profile", "--from", path, "--roofs", folder / "all.csv", "--csv"], check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True).stdout
    return {int(row["kernel"][1:]): float(row["predicted"]) for row in csv.DictReader(io.StringIO(text))
            if row["predicted"]}


def check(program, machine, kernels, results, folder, constant):
    """The figures of the page are of the formula in this file: the program must have the same."""
    said = by_program(program, kernels, results.rows[0]["gpu_name"], folder, machine.most)
    wrong = [kernel for number, kernel in enumerate(kernels)
             if abs(said.get(number, math.inf) / predicted(machine, kernel, constant) - 1) > 1e-3]
    for kernel in wrong[:5]:
        print(f"{kernel.benchmark} {kernel.point}: the program predicts otherwise", file=sys.stderr)
    return len(wrong)


# ---- the page --------------------------------------------------------------------------------------------------------


def percent(value):
    return f"{100 * value:.0f} %" if abs(value) >= 0.0995 else f"{100 * value:.1f} %"


def line(name, ratios):
    """`ratios`: predicted over measured."""
    errors = [abs(ratio - 1) for ratio in ratios]
    ordered = sorted(ratio - 1 for ratio in ratios)
    cut = int(SHARE * len(ordered))
    return (f"| {name} | {len(ratios)} | {percent(statistics.median(errors))} | {percent(ordered[cut])} to "
            f"{percent(ordered[-1 - cut])} | {percent(sum(error <= 0.25 for error in errors) / len(errors))} |")


def errors_of(program, constant):
    """The table of all kernels by group, and how many kernels the program predicts otherwise."""
    lines, wrong = [], 0
    for name, folder in MODELS:
        results = Results(ROOT / "results" / folder / "all.csv")
        machine = Machine(results)
        groups, seen = {}, []
        for fitted, wanted in ((True, FITTED), (False, OTHERS)):
            kernels = kernels_of(results.rows, wanted)
            wrong += check(program, machine, kernels, results, ROOT / "results" / folder, constant)
            for kernel in kernels:
                label = f"{kernel.group} ({'fitted' if fitted and name == MODELS[0][0] else 'not fitted'})"
                ratio = predicted(machine, kernel, constant) / kernel.seconds
                groups.setdefault(label, []).append(ratio)
                # The roofs of caches are the best of those rows: their agreement is partly by construction.
                seen += [ratio] if not fitted and kernel.benchmark != "cache" else []
        lines += [f"{name}:", "", "| kernels | number | median error | a tenth below, a tenth above | within 25 % |",
                  "| --- | ---: | ---: | --- | ---: |"]
        lines += [line(label, groups[label]) for label in sorted(groups)]
        lines += [line("**all benchmarks that were not fitted, except caches**", seen), ""]
    return "\n".join(lines), wrong


def profiled(program, path, folder):
    """Ratios of real kernels, from what ncu printed."""
    text = subprocess.run([program, "profile", "--from", path, "--roofs", ROOT / "results" / folder / "all.csv",
                           "--csv"],
                          check=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True).stdout
    return [(row["kernel"], float(row["predicted"]) / float(row["seconds"]))
            for row in csv.DictReader(io.StringIO(text))
            if row["predicted"]]


def half(kernel):
    """0: the model was changed with these kernels in view, 1: with none of them."""
    return zlib.crc32(kernel.encode()) % 2


def programs_of(program):
    head = " | number | median error | a tenth below, a tenth above | within 25 % |"
    lines, halves = [f"| program | GPU{head.replace('number', 'kernels')}",
                     "| --- | --- | ---: | ---: | --- | ---: |"], {}
    files = [("PyTorch, of the tests", "H100", "h100-sxm", ROOT / "tests/data/ncu/torch-h100.csv")]
    for name, folder in MODELS:
        files += [(path.stem, name, folder, path) for path in sorted((PROGRAMS_RUN / folder).glob("*.csv"))]
    for label, gpu, folder, path in files:
        ratios = profiled(program, path, folder)
        lines.append(line(f"{label} | {gpu}", [ratio for _, ratio in ratios]))
        for kernel, ratio in ratios if label != LATER else []:
            halves.setdefault((gpu, half(kernel)), []).append(ratio)
    lines += ["", f"| half | GPU{head.replace('number', 'kernels')}", "| --- | --- | ---: | ---: | --- | ---: |"]
    lines += [line(f"{('in view', 'not in view')[side]} | {gpu}", ratios)
              for (gpu, side), ratios in sorted(halves.items(), key=lambda item: (item[0][1], item[0][0]))]
    return "\n".join(lines) + "\n"


def constants_table(constant):
    says = {name: text for text, name in re.findall(r"/\* (.*) \*/\n#define GB_MODEL_(\w+) ",
                                                    HEADER.read_text(encoding="utf-8"))}
    return "\n".join(["| constant | value | meaning |", "| --- | ---: | --- |"] +
                     [f"| `{name.lower()}` | {value} | {says[name]} |" for name, value in constant.items()]) + "\n"


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    program = Path(words[0] if words else ROOT / "build/gpubench").resolve()
    if "--fit" in sys.argv:
        write_constants(fit())
        print("fitted; build the program again, then print the page")
        return 0
    constant = constants()
    table, wrong = errors_of(program, constant)
    blocks = {"constants": constants_table(constant), "errors": table, "programs": programs_of(program)}
    old = PAGE.read_text(encoding="utf-8")
    new = BLOCK.sub(lambda match: match[1] + blocks[match[2]] + match[3], old)
    if "-w" in sys.argv:
        PAGE.write_text(new, encoding="utf-8")
    elif new != old:
        print(f"{PAGE.name}: other figures than these results and this program give; tools/pages/predictions.py -w "
              "writes them", file=sys.stderr)
    print(f"{wrong} kernels predicted otherwise by the program; the page {'agrees' if new == old else 'differs'}")
    return 1 if wrong or (new != old and "-w" not in sys.argv) else 0


if __name__ == "__main__":
    sys.exit(main())
