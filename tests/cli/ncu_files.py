#!/usr/bin/env python3
"""ncu_files.py BUILD: tests that gpubench profile --from reads output of Nsight Compute from other sources.
tests/data/ncu/field has files; others are made here from one launch. Each is read as intended, or refused with the
reason. The last line has the totals."""
import gzip
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIELD = ROOT / "tests/data/ncu/field"
H100, H200 = (ROOT / f"results/{name}-sxm/all.csv" for name in ("h100", "h200"))

# File, roofs, then kernel, roof, percentage and verdict of each row; or a text of the refusal.
FILES = (
    ("n1-english.csv", H200, [("copy", "dram.copy", 100.0, "at its roof")]),
    ("n1-german.csv", H200, [("copy", "dram.copy", 100.0, "at its roof")]),
    ("n2-hopper-names.csv", H200, [("saxpy", "dram.triad", 98.4, "at its roof")]),
    ("n2-blackwell-names.csv", H200, [("saxpy", "dram.triad", 98.4, "at its roof")]),
    ("n2-blackwell-names-l2.csv", H200, [("saxpy", "dram.triad", 98.4, "at its roof")]),
    ("n5-set-full-fma.csv", H200, [("fma_chain", "fp32", 96.2, "at its roof")]),
    ("n5-set-full-sgemm.csv", H200, [("sgemm", "fp32 or l2.read", 70.0, "unknown")]),
    ("n5-sums-sgemm.csv", H200, [("sgemm", "fp32 or l2.read", 70.0, "unknown")]),
    ("n6-bom.csv", H200, [("copy", "dram.copy", 100.0, "at its roof")]),
    ("n7-cc75.csv", H200, "compute capability 7.5, and NVIDIA H200 has 9.0"),
    ("n7-units-MB.csv", H200, "line 2: 'dram__bytes_read.sum': found the unit 'MB'"),
    ("n9-kernel-names.csv", H200, [("saxpy_kernel", "dram.copy or l2.read", 75.8, "unknown"),
                                   ("gemm_tiled_kernel<32>", "dram.copy or l2.read", 76.7, "unknown"),
                                   ("<unnamed>::saxpy_kernel", "dram.copy or l2.read", 77.7, "unknown")]),
    ("ncu-2025.3-details-ffma-h100.csv.gz", H100, [("ffma", "sm", None, "at its pipe")]),
    ("ncu-2025.3-set-full-ffma-h100.csv.gz", H100, [("ffma", "fp32", 97.9, "at its roof")]),
    ("ncu-2025.3-set-full-transpose3-h100.csv.gz", H100,
     [("transpose_naive", "l2.write", 44.6, "far from every roof"),
      ("compare", "l1", None, "at its pipe"),
      ("transpose_tiled", "shared.read", 64.7, "near its roof"),
      ("transpose_padded", "dram.copy", 90.6, "at its roof"),
      ("index_fill", "dram.write", 46.5, "far from every roof")]))

COPY = [("copy", "dram.copy", 100.0, "at its roof")]
UNKNOWN = "is not known, because work that may be the limit was not counted"
# ncu's text output for people, of 2022 and later, and of 2020.
LAUNCHED = "  void copy<(int)4>(float *, int) (65536, 1, 1)x(256, 1, 1), Context 1, Stream 7, Device 0, CC 9.0\n"
LAUNCHED_OLD = "  copy(float *), 2020-Nov-28 20:05:00, Context 1, Stream 7\n"
KEYS = ["ID", "Kernel Name", "Block Size", "Grid Size", "Device", "CC", "device__attribute_display_name"]
LAUNCH = ["0", "copy", "(256, 1, 1)", "(65536, 1, 1)", "0", "9.0", "NVIDIA H200"]
METRICS = {"dram__bytes_read.sum": ("byte", "134,217,728"), "dram__bytes_write.sum": ("byte", "134,217,728"),
           "gpu__time_duration.sum": ("ns", "62,624.0")}


def line(fields):
    return ",".join('"' + field.replace('"', '""') + '"' for field in fields) + "\n"


def raw(metrics=None, **changed):
    """The raw page of one launch."""
    metrics = {**(METRICS if metrics is None else metrics), **changed}
    return (line([*KEYS, *metrics]) + line(["" for _ in KEYS] + [unit for unit, _ in metrics.values()]) +
            line([*LAUNCH, *(value for _, value in metrics.values())]))


def translated(groups, decimal):
    """METRICS in another notation of numbers."""
    signs = str.maketrans({",": groups, ".": decimal})
    return raw({name: (unit, value.translate(signs)) for name, (unit, value) in METRICS.items()})


def details(rows, keys=KEYS[:6], launch=LAUNCH[:6], ends=""):
    rules = ["Rule Name", "Rule Type"] if ends else []
    head = line([*keys, "Section Name", "Metric Name", "Metric Unit", "Metric Value", *rules])
    return head + "".join(line([*launch, "Section", *row]).rstrip("\n") + ends + "\n" for row in rows)


def table(launched, rows, widths=(30, 12, 14)):
    """Text for people: a launch, and a table of its metrics among other lines."""
    dashes = "    " + " ".join("-" * width for width in widths) + "\n"
    lines = [f"    {name:{widths[0]}} {unit:>{widths[1]}} {value:>{widths[2]}}\n" for name, unit, value in
             [("Metric Name", "Metric Unit", "Metric Value"), *rows]]
    return (f"==PROF== Connected to process 7\nx = 0\n[7] app@127.0.0.1\n{launched}    Section: GPU Speed Of Light\n" +
            dashes + lines[0] + dashes + "".join(lines[1:]) + dashes +
            "\n    INF   Duration       100 Memory\n    ----- ----\n          DRAM Throughput\n")


SPEED = [("Duration", "ns", "62,624"), ("Elapsed Cycles", "cycle", "123,456"), ("SM Frequency", "hz", "1,971,384,773"),
         ("Memory Throughput", "%", "90.1"), ("Memory Throughput", "byte/second", "4,286,465,508,431"),
         ("DRAM Throughput", "%", "90.1"), ("L2 Cache Throughput", "%", "30"), ("L1/TEX Cache Throughput", "%", "20"),
         ("Compute (SM) Throughput", "%", "10")]
BUSY = [("Duration", "ns", "62,624"), ("DRAM Throughput", "%", "20"), ("L2 Cache Throughput", "%", "50"),
        ("L1/TEX Cache Throughput", "%", "99"), ("Memory Throughput", "%", "50")]
OLD = [("SOL SM", "%", "10"), ("SOL TEX", "%", "20"), ("SOL L2", "%", "30"), ("SOL FB", "%", "90"),
       ("Duration", "usecond", "62.62"), ("Elapsed Cycles", "cycle", "123,456"),
       ("SM Frequency", "cycle/nsecond", "1.97"), ("Memory Throughput", "Gbyte/second", "4,286.47")]
NERSC = {"sm__cycles_elapsed.avg": ("cycle", "123,996"), "sm__cycles_elapsed.avg.per_second": ("cycle/nsecond", "1.98"),
         "dram__bytes.sum": ("Mbyte", "268.44")}
FAILED = '==PROF== Profiling "copy" - 1: 0%....50%==ERROR== Failed to profile "copy" in process 7\n'
RETURNED = "==ERROR== The application returned an error code (9).\n"
FP32 = {f"smsp__sass_thread_inst_executed_op_f{op}_pred_on.sum": ("inst", "n/a") for op in ("add", "mul", "fma")}
HALF = {"gpu__time_duration.sum": ("ns", "125,248")}

# Name, text, then rows or a refusal as above.
MADE = (
    ("C", raw(), COPY),
    ("gzip", gzip.compress(raw().encode()), "is compressed by gzip, expected CSV"),
    ("de_DE", translated(".", ","), COPY),
    ("fr_FR, narrow no-break space", translated("\u202f", ","), COPY),
    ("fr_FR, no-break space", translated("\u00a0", ","), COPY),
    ("de_CH", translated("\u2019", "."), COPY),
    ("en_IN", raw(METRICS | {"dram__bytes_read.sum": ("byte", "13,42,17,728"),
                             "dram__bytes_write.sum": ("byte", "13,42,17,728")}), COPY),
    ("scaled units", raw({"dram__bytes_read.sum": ("Mbyte", "134.22"), "dram__bytes_write.sum": ("Kbyte", "134,217.7"),
                          "gpu__time_duration.sum": ("usecond", "62.62")}), COPY),
    ("two notations", raw(METRICS | {"dram__bytes_read.sum": ("byte", "134.217.728"),
                                     "gpu__time_duration.sum": ("ns", "62,624.5")}), "is not valid in de_DE"),
    ("half a number", raw(METRICS | {"dram__bytes_read.sum": ("byte", "134x")}),
     "line 3: 'dram__bytes_read.sum': found '134x', expected a number"),
    ("torn within a number", raw() + raw().splitlines()[2][:-4], COPY),
    ("an unknown unit", raw(METRICS | {"dram__bytes_read.sum": ("furlong", "1")}), "found the unit 'furlong'"),
    ("n/a is not zero", raw(METRICS | HALF | FP32), UNKNOWN),
    ("nor is what has no column", raw(METRICS | HALF), UNKNOWN),
    ("no time", raw({"dram__bytes_read.sum": ("byte", "1")}), "without times no kernel can be placed"),
    ("lines between",
     "==PROF== Connected\n" + raw().replace('"0","copy"', 'x = 0, "y"\n==PROF== Profiling\n"0","copy"'), COPY),
    ("no quotes", "ID,Kernel Name,gpu__time_duration.sum,dram__bytes_read.sum,dram__bytes_write.sum,CC,"
     "device__attribute_display_name\n,,ns,byte,byte,,\n0,copy,62624,134217728,134217728,9.0,NVIDIA H200\n", COPY),
    ("UTF-16", raw().encode("utf-16"), "is UTF-16, expected UTF-8"),
    ("semicolons", raw().replace('","', '";"'), "found fields with ';' between them, expected commas"),
    ("the details page", details(SPEED), [("copy", "dram.read", 90.6, "at its roof")]),
    ("a unit that leads, beside an L1 that few SMs keep busy", details([*BUSY, ("Compute (SM) Throughput", "%", "70")]),
     [("copy", "sm", None, "near its pipe")]),
    ("two units as busy", details([*BUSY, ("Compute (SM) Throughput", "%", "54.5")]), UNKNOWN),
    ("no busy unit", details([*BUSY, ("Compute (SM) Throughput", "%", "10")]),
     [("copy", "l2", None, "far from every roof")]),
    ("with empty fields of rules", details(SPEED, ends=","), [("copy", "dram.read", 90.6, "at its roof")]),
    ("the details page of 2019, without a shape",
     details(OLD, ["ID", "Kernel Name", "Kernel Time"], ["0", "copy", "2019-Nov-28 20:05:00"]),
     [("copy", "dram.read", 90.6, "at its roof")]),
    ("the recipe of NERSC", raw(NERSC), [("copy", "dram.read", 90.6, "at its roof")]),
    ("a profile that failed", "==PROF== Connected\n" + FAILED + RETURNED, 'ncu: Failed to profile "copy" in process 7'),
    ("one that failed late", raw() + FAILED + RETURNED, 'ncu: Failed to profile "copy" in process 7'),
    ("text for people", table(LAUNCHED, SPEED), [("copy<(int)4>", "dram.read", 90.6, "at its roof")]),
    ("text of 2020", table(LAUNCHED_OLD, OLD), [("copy", "dram.read", 90.6, "at its roof")]),
    ("two launches as text, in de_DE",
     2 * table(LAUNCHED, [(*names, value.translate(str.maketrans(",.", ".,"))) for *names, value in SPEED]),
     [("copy<(int)4>", "dram.read", 90.6, "at its roof")]),
    ("text without a time", table(LAUNCHED, SPEED[3:]), "a launch without its time"),
    ("a summary as text", table("  copy(int) (8, 1, 1)x(64, 1, 1), Device 0, CC 9.0, Invocations 5\n", SPEED),
     "is a summary of launches"),
    ("progress alone", '==PROF== Profiling "copy" - 1: 0%....50%....100% - 8 passes\n', "no kernel launch in it"),
    ("nvprof", "==7== NVPROF is profiling process 7, command: ./app\n==7== Profiling result:\n", "is output of nvprof"),
    ("nothing", "", "no kernel launch in it"),
    ("only units", line(["" for _ in KEYS]), "no kernel launch in it"),
)


def wrong_of(expected, read, said):
    """The difference between the result and the expectation; "": there is none."""
    if isinstance(expected, str):
        return "" if expected in said else f"does not say '{expected}'"
    if len(read) != len(expected):
        return f"{len(read)} kernels, not {len(expected)}"
    for (kernel, roof, part, word), got in zip(expected, read):
        is_near = part is None or abs(float(got[2].split(" to ")[0].rstrip(" %") or "nan") - part) <= 0.15
        if (got[0], got[1], got[3]) != (kernel, roof, word) or not is_near:
            return f"{got}, expected {(kernel, roof, part, word)}"
    return ""


def read_table(markdown):
    rows = [[re.sub(r"\\(.)", r"\1", cell.strip()) for cell in line.split("|")[1:-1]] for line in markdown.splitlines()
            if re.match(r"\| *\d+ \|", line)]
    return [(row[1], row[6], row[8], row[10]) for row in rows if len(row) == 11]


def read_file(path):
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


def main():
    program, counts = Path(sys.argv[1]) / "gpubench", [0, 0]
    cases = [(name, read_file(FIELD / name), roofs, expected) for name, roofs, expected in FILES]
    cases += [(name, text.encode() if isinstance(text, str) else text, H200, expected) for name, text, expected in MADE]
    for name, text, roofs, expected in cases:
        ran = subprocess.run([program, "profile", "--markdown", "--from", "-", "--roofs", roofs], input=text,
                             capture_output=True, check=False)
        said = (ran.stderr + b"\n" + ran.stdout).decode()
        wrong = wrong_of(expected, read_table(ran.stdout.decode()), " ".join(said.split()))
        if not wrong and "unknown" in said and re.search(r"instead of|at its roof .* less", said):
            wrong = "advice on what is unknown"
        counts[bool(wrong)] += 1
        if wrong:
            print(f"FAILED: {name}: {wrong}")
            print("".join(f"  > {one}\n" for one in said.splitlines()), end="")
    print(f"{counts[0]} passed, {counts[1]} failed")
    return counts[1] > 0


if __name__ == "__main__":
    sys.exit(main())
