#!/usr/bin/env python3
"""nsys_files.py BUILD: tests that gpubench profile --from reads exports of several versions of Nsight Systems
(tests/data/nsys) as surveys, or refuses them with one line. The last line has the totals."""
import csv
import json
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests/data/nsys"
REPORTS = "cuda_gpu_kern_sum, cuda_gpu_kern_gb_sum or cuda_gpu_trace"

# kind, kernel or memories, grid, block, GPU, number, seconds, bytes; the span of a GPU.
SUMS = [("kernel", "void copy<float, 4>(float*)", "", "", "", 3, 3e-3, None),
        ("kernel", "chains", "", "", "", 1, 1e-3, None), ("gpu", "", "", "", "", 4, None, None)]
SHAPED = [("kernel", "void copy<float, 4>(float*)", "(64, 1, 1)", "(256, 1, 1)", "", 3, 3e-3, None),
          ("kernel", "chains", "(8, 4, 1)", "(32, 8, 1)", "", 1, 1e-3, None), ("gpu", "", "", "", "", 4, None, None)]
COPY = "void copy<float, 4>(float*)", "(64, 1, 1)", "(256, 1, 1)"


def one_gpu(gpu, memory, seconds, *more):
    return [("kernel", *COPY, gpu, 1, 2e-3, None), ("copy", f"{memory} to device", "", "", gpu, 1, 1e-3, 64e6), *more,
            ("gpu", "", "", "", gpu, 1, seconds, None)]


FILES = {
    "gpukernsum-2020.csv": SUMS,
    "gpukernsum-2021.1.csv": SUMS,
    "gputrace-2021.1.csv": one_gpu("Tesla V100-SXM2-16GB", "pinned", None),
    "gputrace-2022.csv": one_gpu("NVIDIA A100-SXM4-40GB", "pageable", 3.5e-3,
                                 ("fill", " to device", "", "", "NVIDIA A100-SXM4-40GB", 1, 5e-4, 1e6)),
    "cuda_gpu_kern_sum-2025.csv": SUMS,
    "cuda_gpu_kern_sum-2025.txt": SUMS,
    "cuda_gpu_kern_gb_sum-2024.csv": SHAPED,
    "cuda_gpu_trace-2025.csv": [
        ("kernel", *COPY, "NVIDIA H200", 1, 2e-3, None),
        ("kernel", "chains", "(8, 4, 1)", "(32, 8, 1)", "NVIDIA H200", 1, 1e-3, None),
        ("kernel", *COPY, "NVIDIA H200", 1, 1e-3, None),
        ("copy", "pinned to device", "", "", "NVIDIA H200", 1, 1e-3, 64e6),
        ("copy", "device to another GPU", "", "", "NVIDIA H200", 1, 5e-4, 32e6),
        ("gpu", "", "", "", "NVIDIA H200", 2, 4e-3, None), ("gpu", "", "", "", "NVIDIA H200", 1, 1.5e-3, None)],
    "export-2021.1.sql": one_gpu("Tesla V100-SXM2-16GB", "pinned", 3e-3),
    "export-2025.sql": [
        ("kernel", "void copy<float, (int)4>(float *)", *COPY[1:], "NVIDIA H200", 1, 2e-3, None),
        ("kernel", "void copy<float, (int)4>(float *)", *COPY[1:], "NVIDIA H200", 1, 1e-3, None),
        ("copy", "pinned to device", "", "", "NVIDIA H200", 1, 1e-3, 64e6),
        ("fill", " to device", "", "", "NVIDIA H200", 1, 5e-4, 1e6),
        ("gpu", "", "", "", "NVIDIA H200", 1, 3e-3, None), ("gpu", "", "", "", "NVIDIA H200", 1, 1.5e-3, None)]}

SUM = (DATA / "cuda_gpu_kern_sum-2025.csv").read_text()
TEXT = (DATA / "cuda_gpu_kern_sum-2025.txt").read_text()
TRACE = (DATA / "cuda_gpu_trace-2025.csv").read_text()
EXPORT = (DATA / "export-2025.sql").read_text()
# Name of the file, its text, and the expected message.
REFUSED = (
    ("api.csv", (DATA / "cuda_api_sum-2025.csv").read_text(),
     f"line 1: found a table with 'Time (%),Total Time (ns),Num Calls,Avg (', expected a report of nsys stats that is "
     f"read here: {REPORTS}"),
    ("foreign.csv", SUM.replace("75.0,3000000,3", '"75,0","3.000.000",3'),
     "line 18: found '3.000.000' as 'Total Time', expected a number as the locale C has it"),
    ("semicolons.csv", SUM.replace(",", ";"), "no kernel launch in it: expected output of ncu --csv"),
    ("columns.txt", TEXT.replace("3,000,000          3", "3,000,000        few"),
     "line 15: found 'few' as 'Instances'"),
    ("short.txt", TEXT[:-40], "line 16: found 0 fields, expected 9, one for each heading"),
    ("comma.csv", SUM.replace("75.0,3000000,3", "75,0,3000000,3"),
     "line 18: found 10 fields, expected 9, one for each heading"),
    ("cut.csv", TRACE[:-60], "line 6: found 4 fields, expected 21, one for each heading"),
    ("units.csv", SUM.replace("Total Time (ns),Instances", "Total Time (jiffies),Instances"),
     "line 17: found 'Total Time (jiffies)', expected a column with its unit, ns, us, ms or s, in brackets"),
    ("none.csv", "Time(%),Total Time,Instances,Average,Minimum,Maximum,Name\n100.0,5,1,5,5,5,k\n",
     "line 1: found 'Total Time', expected a column with its unit"),
    ("half.csv", SUM.replace(",3000000,3,", ",3000000,2.5,"), "found 2.5, expected a whole number of instances"),
    ("minus.csv", TRACE.replace("2500000,2000000", "2500000,-2000000"), "line 3: found '-2000000' as 'Duration'"),
    ("huge.csv", TRACE.replace("2500000,2000000", "2500000,2e300"), "line 3: found '2e300' as 'Duration'"),
    ("twice.csv", SUM + SUM, "found a second table of the same time"),
    ("empty.csv", TRACE.splitlines()[0] + "\n", "found no kernel, copy or fill of a GPU"),
    ("app.nsys-rep", "any", "found a report of Nsight Systems, expected what it exports: nsys export --type sqlite"),
    ("other.sql", "CREATE TABLE t (a);", "found a database without the table StringIds"),
    ("bare.sql", "CREATE TABLE StringIds (id, value);", "found no kernel, copy or fill of a GPU"),
    ("columns.sql", EXPORT.replace("demangledName", "name"),
     "CUPTI_ACTIVITY_KIND_KERNEL: found no column 'demangledName', expected those of nsys export"),
    ("words.sql", EXPORT.replace("(2500000, 4500000", "('soon', 4500000"),
     "row 1 of CUPTI_ACTIVITY_KIND_KERNEL: found no whole number of start, end or deviceId"))


def write_file(folder, name, text):
    """The path of a file with this text, or of the database that SQL makes."""
    path = folder / name
    if path.suffix != ".sql":
        path.write_text(text)
        return path
    path = path.with_suffix("")  # recognized by its contents
    with sqlite3.connect(path) as database:
        database.executescript(text)
    database.close()
    return path


def number(text):
    return float(text) if text else None


def read_rows(text):
    return [(row["what"], row["kernel"] or (f"{row['from']} to {row['to']}" if row["to"] else ""), row["grid"],
             row["block"], row["gpu"], int(row["count"]), number(row["seconds"]), number(row["bytes"]))
            for row in csv.DictReader(text.splitlines())]


def main(build):
    profiler, checks, faults = Path(build).resolve() / "tests/gpubench-profile", 0, []

    def check(name, holds, found):
        nonlocal checks
        checks += 1
        if not holds:
            faults.append(f"{name}: {found}")

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)

        def profile(*arguments, **more):
            return subprocess.run([profiler, "profile", *map(str, arguments)], capture_output=True, text=True,
                                  cwd=folder, check=False, timeout=60, **more)

        for name, expected in FILES.items():
            path = write_file(folder, name, (DATA / name).read_text())
            ran = profile("--from", path, "--csv")
            check(name, ran.returncode == 0 and not ran.stderr and read_rows(ran.stdout) == expected,
                  f"{ran.stderr}{read_rows(ran.stdout)}")
            shown = profile("--from", path).stdout
            check(f"{name}: spans and gaps", ("span and gaps: unknown" in shown) == (expected[-1][6] is None), shown)
        for name, text, why in REFUSED:
            path = write_file(folder, name, text)
            ran = profile("--from", path)
            check(name, ran.returncode == 2 and ran.stdout == "" and ran.stderr.count("\n") == 1 and
                  str(path) in ran.stderr and why in " ".join(ran.stderr.split()), ran.stderr)
        check("standard input", read_rows(profile("--from", "-", "--csv", input=SUM).stdout) == SUMS, "")
        # Columns in another order, and an escape sequence in a name.
        table = [dict(row) for row in csv.DictReader(TRACE.splitlines())]
        table[1]["Name"] = "\x1b[31mred"
        with open(folder / "order.csv", "w", newline="") as out:
            writer = csv.DictWriter(out, sorted(table[0]))
            writer.writeheader()
            writer.writerows(table)
        rows = read_rows(profile("--from", "order.csv", "--csv").stdout)
        check("columns in another order", [row[1] for row in rows[:3]] == ["?[31mred", "chains", COPY[0]], rows)
        # Such a file may come from another machine, so only named roofs apply.
        roofs = ROOT / "results/h200-sxm/all.csv"
        trace = DATA / "cuda_gpu_trace-2025.csv"
        rows = json.loads(profile("--from", trace, "--roofs", roofs, "--json").stdout)["rows"]
        check("a copy under a roof", [row.get("roof") for row in rows if row["what"] == "copy"] ==
              ["transfer.h2d", None], rows)
        (folder / "results").mkdir()
        (folder / "results/gpu.csv").write_text(roofs.read_text())
        check("without", "transfer.h2d" not in profile("--from", trace).stdout, "")
        for option in (["--explain"], ["--plot", "x.svg"]):
            ran = profile("--from", trace, *option)
            check(str(option), ran.returncode == 2 and "Nsight Systems counts nothing" in ran.stderr, ran.stderr)
    for fault in faults:
        print(f"FAILED: {fault}")
    print(f"{checks - len(faults)} passed, {len(faults)} failed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
