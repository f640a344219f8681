#!/usr/bin/env python3
"""why_example.py [-w] [PROGRAM]: compares what `gpubench profile` reports for each step of docs/worked-example.md, and
for planted faults, from the counters in results/, with the time of the next step, or without the fault. Prints the
blocks of results/faults/estimates.md; -w writes them there."""
import csv
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from example import VERSIONS, KERNELS
from result_rows import ROOT, axes_of, read_file

sys.path.insert(0, str(ROOT / "tests/gpu"))
from planted import judged, short  # noqa: E402

PAGE = ROOT / "results/faults/estimates.md"
BLOCK = re.compile(r"(<!-- made by tools/pages/why_example.py(: faults)? -->\n).*?(<!-- end -->)", re.S)
MODELS = (("H200", "h200-sxm", "h200-counters.csv"), ("H100", "h100-sxm", "h100-counters.csv"))
WITHIN = 0.25
# A step, the reason whose remedy the next step applies, and the fraction of the sectors that its loads use. Lanes read
# 4 bytes, each from a separate sector (an eighth), or from neighbouring addresses.
STEPS = (("one_block", "idle SMs", 4 / 18), ("block_a_set", "coalescing", 4 / 18), ("coalesced", "barriers", 1.0),
         ("shuffled", "latency", 1.0), ("plain", "coalescing", 1 / 8), ("along_rows", "reuse", 1.0),
         ("tiled", "reuse", 1.0),
         ("blocked", "latency", 1.0), ("registers", "latency", 1.0), ("cp_async", "latency", 1.0))
STALLS = ("long_scoreboard", "short_scoreboard", "lg_throttle", "mio_throttle", "barrier", "wait")
SMS, WARPS_OF_SCHEDULER = 132, 16


def counted(paths):
    """{step: {metric: counted value}}, the later file over the earlier."""
    steps = {}
    for path in paths:
        if not path.exists():
            continue
        for row in read_file(path):
            if row["benchmark"] == "case":
                axes = axes_of(row["point"])
                steps.setdefault(axes.get("version", axes.get("kernel")), {})[row["metric"]] = float(row["value"])
    return steps


def measured(results):
    """{step: {metric: value}}"""
    steps = {}
    for row in results:
        if row["benchmark"] == "case" and row["variant"] and row["value"]:
            axes = axes_of(row["point"])
            steps.setdefault(axes.get("version", axes.get("kernel")), {})[row["metric"]] = float(row["value"])
    return steps


def columns_of(name, used, count, value):
    """The values that Nsight Compute counted for a step. One SM works on the sets of `one_block`, of which it takes
    a sixteenth."""
    scale = 1024 / 64 if name == "one_block" else 1
    seconds, clock = value["time"], 1.98e9
    sectors = scale * count.get("sector_bytes", value.get("sector_bytes", 0.0)) / 32
    of = {"gpu__time_duration.sum": 1e9 * seconds, "sm__cycles_elapsed.avg": clock * seconds,
          "sm__cycles_active.avg": clock * seconds / (SMS if name == "one_block" else 1),
          "dram__bytes_read.sum": scale * count.get("bytes", value["memory_bandwidth"] * seconds / scale),
          "dram__bytes_write.sum": 0,
          "lts__t_sectors_srcunit_tex_op_read.sum": scale * count.get("l2_read_bytes",
                                                                      value.get("l2_read_bytes", 0.0)) / 32,
          "lts__t_sectors_srcunit_tex_op_write.sum": 0,
          "l1tex__data_pipe_lsu_wavefronts.sum": scale * count.get("l1_passes", value.get("l1_passes", 0.0)),
          "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": scale * count.get("shared_passes", 0.0),
          "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum": 0,
          "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": sectors,
          "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum":
              sectors / count.get("sectors_per_request", value.get("sectors_per_request", 1.0)),
          "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct": 100 * used,
          "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum": value["flop_rate"] * seconds,
          "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum": 0,
          "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum": 0}
    # No step has such instructions (bench/case/case.audit); L1 returns as many lines as its data path transfers.
    for op in ("dadd", "dmul", "dfma", "hadd", "hmul", "hfma"):
        of[f"smsp__sass_thread_inst_executed_op_{op}_pred_on.sum"] = 0
    for kind in ("fp64", "tf32_dst_fp32", "fp16", "bf16_dst_fp32", "fp8", "int8"):
        of[f"sm__ops_path_tensor_src_{kind}.sum"] = 0
    of["l1tex__lsu_writeback_active_mem_lgds.sum"] = of["l1tex__data_pipe_lsu_wavefronts.sum"]
    if "active_warps" in count:
        of["sm__warps_active.avg.pct_of_peak_sustained_active"] = 100 * count["active_warps"] / WARPS_OF_SCHEDULER
        known = sum(count[f"stall_{word}"] for word in STALLS)
        of.update({f"smsp__average_warps_issue_stalled_{word}_per_issue_active.ratio": count[f"stall_{word}"]
                   for word in STALLS})
        # The remaining states were not requested individually: warps that issue, or could issue.
        of["smsp__average_warps_issue_stalled_selected_per_issue_active.ratio"] = (
            count["active_warps"] * count["issue_interval"] - known)
    return of


def profiled(program, path, roofs):
    """The kernels in the JSON of `gpubench profile`."""
    text = subprocess.run([program, "profile", "--from", path, "--roofs", roofs, "--json"], check=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True).stdout
    return json.loads(text)["kernels"]


def explained(program, kernels, gpu, roofs):
    """{step: [reason]}. Different counters were read for the steps, so each step is a separate file."""
    found = {}
    for name, columns in kernels.items():
        with tempfile.TemporaryDirectory() as scratch:
            path = Path(scratch) / "ncu.csv"
            with open(path, "w", encoding="utf-8", newline="") as file:
                out = csv.writer(file, quoting=csv.QUOTE_ALL)
                head = ["ID", "Kernel Name", "Block Size", "Grid Size", "Device", "CC",
                        "device__attribute_display_name"]
                out.writerow(head + list(columns))
                out.writerow([""] * len(head) + ["ns" if column.startswith("gpu__") else "" for column in columns])
                out.writerow([0, name, "(1, 1, 1)", "(1, 1, 1)", 0, "9.0", gpu] +
                             [f"{value:.12g}" for value in columns.values()])
            found[name] = profiled(program, path, roofs)[0]["reasons"]
    return found


def fault_table(program):
    """The planted faults, as counted by tests/gpu/planted.py."""
    lines = ["| GPU | fault | reasons found | time | estimate | without it | off by |",
             "| --- | --- | --- | ---: | ---: | ---: | ---: |"]
    for gpu, folder, _ in MODELS:
        kernels = profiled(program, ROOT / "results/faults" / f"{folder}.csv", ROOT / "results" / folder / "all.csv")
        lines += [f"| {gpu} {line}" for line in judged({short(kernel): kernel for kernel in kernels})[0]]
    return "\n".join(lines) + "\n"


def rows_of(program, gpu, folder, counters):
    results = read_file(ROOT / "results" / folder / "all.csv")
    count, value = counted([ROOT / "results" / folder / "counters.csv",
                            ROOT / "results/sources" / counters]), measured(results)
    kernels = {name: columns_of(name, used, count.get(name, {}), value[name]) for name, _, used in STEPS}
    found = explained(program, kernels, results[0]["gpu_name"], ROOT / "results" / folder / "all.csv")
    following = {step: then for order in (VERSIONS, KERNELS) for step, then in zip(order, order[1:])}
    lines, within, total = [], 0, 0
    for name, wanted, _ in STEPS:
        reasons = {reason["reason"]: reason for reason in found[name]}
        reason = reasons.get(wanted)
        before, after = value[name]["time"], value[following[name]]["time"]
        guess = before if reason is None else reason["after_s"]
        error = guess / after - 1
        within, total = within + (abs(error) <= WITHIN), total + 1
        order = ", ".join(reason["reason"] for reason in found[name]) or "none"
        lines.append(f"| {gpu} | `{name}` | {order} | {wanted if reason else 'no gain found'} | "
                     f"{1e3 * before:.4g} ms | {1e3 * guess:.4g} ms | {1e3 * after:.4g} ms | {100 * error:+.0f} % |")
    return lines, within, total


def block(program):
    lines, within, total = [], 0, 0
    for model in MODELS:
        some = rows_of(program, *model)
        lines, within, total = lines + some[0], within + some[1], total + some[2]
    head = ["| GPU | step | reasons found, greatest gain first | the next step's | time | estimate | next step "
            "| off by |",
            "| --- | --- | --- | --- | ---: | ---: | ---: | ---: |"]
    return "\n".join(head + lines + ["", f"{within} of {total} estimates are within {100 * WITHIN:.0f} %."]) + "\n"


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("-")]
    program = Path(words[0] if words else ROOT / "build/gpubench").resolve()
    old = PAGE.read_text(encoding="utf-8")
    made = {None: block(program), ": faults": fault_table(program)}
    new = BLOCK.sub(lambda match: match[1] + made[match[2]] + match[3], old)
    if "-w" in sys.argv:
        PAGE.write_text(new, encoding="utf-8")
        return 0
    if new != old:
        print(f"{PAGE.name}: other figures than these results and this program give; tools/pages/why_example.py -w "
              "writes them")
    return int(new != old)


if __name__ == "__main__":
    sys.exit(main())
