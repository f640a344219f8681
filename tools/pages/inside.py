"""inside.py FIRST.csv SECOND.csv >results/h200-sxm/inside-map.csv: where `map` places each SM in two runs. It also
makes the tables of a GPU's internals, compared with programs that ran on the same card in the same call: figures.py
puts them into the page. Ours are rows of inside.csv, theirs lines of inside-peers.csv (program, figure,
value, unit)."""
import sys
from collections import Counter, namedtuple

from result_rows import FOLDER, read_file, values_of

# `asked`: a percentage from the prototype ("2 %"), or a bound (">= 18.5"); below: better is allowed ("3 % or less").
Line = namedtuple("Line", "what unit scale ours prototype peer asked")


def cycles(what, benchmark, point, prototype, asked, peer=None):
    return Line(what, "cycles", 1, (benchmark, "cycles", point), prototype, peer, asked)


LINES = (
    cycles("L1, plateau", "latency", "level=l1", "lat.L1.ca", "2 %", "gpu-latency.32K"),
    cycles("L2, plateau", "latency", "level=l2", "lat.L2.cg.16M", "2 %", "gpu-latency.16M"),
    cycles("DRAM, 128 MiB", "latency", "memory=ladder,set=134217728", "lat.ladder.128M", "2 %", "gpu-latency.128M"),
    Line("DRAM, 1 GiB", "ns", 1e9, ("latency", "latency", "memory=ladder,set=1073741824"), "lat.dram.1G", None, "2 %"),
    cycles("shared memory", "latency", "memory=shared,chain=address", "lat.shared", "3 %"),
    cycles("shared memory, atomic add", "latency", "memory=shared,chain=add", "lat.shared.atom", "3 %"),
    cycles("constant memory, 1 KiB", "latency", "memory=constant,constant_set=1024", "lat.const.1024B", "3 %"),
    cycles("constant memory, 16 KiB", "latency", "memory=constant,constant_set=16384", "lat.const.16384B", "3 %"),
    cycles("texture, 32 KiB", "latency", "memory=texture,texture_set=32768", "lat.tex.32K", "3 %"),
    cycles("atomic add, 1 MiB", "latency", "memory=atomic,atomic=add,atomic_set=1048576", "lat.atom.add.1M", "3 %"),
    cycles("`__syncthreads`, 32 threads", "sync", "op=barrier,threads=32", "lat.syncthreads.32", "3 %"),
    cycles("`__syncthreads`, 256 threads", "sync", "op=barrier,threads=256", "lat.syncthreads.256", "3 %"),
    cycles("`__syncthreads`, 1024 threads", "sync", "op=barrier,threads=1024", "lat.syncthreads.1024", "3 %"),
    cycles("cluster barrier of 2", "sync", "op=cluster,size=2", "lat.cluster.barrier.2", "3 % or less"),
    cycles("cluster barrier of 16, median", "sync", "op=cluster,size=16", "lat.cluster.barrier.16", "3 % or less"),
    Line("the same, the fastest cluster", "cycles", 1, ("sync", "nearest", "op=cluster,size=16"),
         "lat.cluster.barrier.16", None, "3 % or less"),
    Line("barrier of the grid", "ns", 1e9, ("sync", "latency", "op=grid"), "lat.grid.sync", None, "3 % or less"),
    cycles("fence of the GPU", "sync", "op=fence,scope=gpu,stores=0", "lat.fence.gpu", "3 % or less"),
    cycles("the same after a store", "sync", "op=fence,scope=gpu,stores=1", "lat.fence.gpu.store", "3 % or less"),
    cycles("fence of the system", "sync", "op=fence,scope=system,stores=0", "lat.fence.system", "3 % or less"),
    cycles("the same after a store", "sync", "op=fence,scope=system,stores=1", "lat.fence.system.store", "3 % or less"),
    cycles("hit in L2, one line in each of 32768 pages", "latency", "memory=l2_pages,l2_pages=32768",
           "lat.tlb.32768", "2 %"),
    cycles("the same with 40960 pages", "latency", "memory=l2_pages,l2_pages=40960", "lat.tlb.40960", "2 %"),
    cycles("the same with 65536 pages", "latency", "memory=l2_pages,l2_pages=65536", "lat.tlb.65536", "2 %"),
    Line("bulk copies from DRAM, one thread per SM", "GB/s", 1e-9,
         ("async", "bandwidth", "path=bulk,level=dram,in_flight=128"), "tma.bulk.dram.1thread", None, ">= 4594"),
    Line("the same from 1 MiB in L2", "GB/s", 1e-9, ("async", "bandwidth", "path=bulk,level=l2_1m,in_flight=128"),
         "tma.bulk.l2.1M", None, ">= 19000"),
    cycles("DSMEM in pairs, load", "dsmem", "measure=latency,way=load,size=2", "dsmem.ldgen.lat.c2", "<= 185"),
    Line("DSMEM in pairs, loads, median SM", "B/clk", 1,
         ("dsmem", "bytes_per_clock_own", "measure=bandwidth,op=load,size=2,pattern=ring"), "dsmem.ld.ring.c2",
         None, ">= 15.9"),
    Line("DSMEM in pairs, stores, median SM", "B/clk", 1,
         ("dsmem", "bytes_per_clock_own", "measure=bandwidth,op=store,size=2,pattern=ring"), "dsmem.st.ring.c2",
         None, ">= 18.5"),
    Line("the same, st.async", "B/clk", 1,
         ("dsmem", "bytes_per_clock_own", "measure=bandwidth,op=async,size=2,pattern=ring"),
         "dsmem.st.async.ring.c2", None, ">= 18.5"),
    Line("atomics on adjacent words", "Gop/s", 1e-9, ("atomic", "access_rate", "op=add,pattern=adjacent"),
         "atomics.red.add.u32.lanes", None, ">= 688"),
    Line("atomics on one address", "Gop/s", 1e-9, ("atomic", "access_rate", "op=add,pattern=one"),
         "atomics.red.one_address", None, "1.37 +- 3 %"),
    cycles("shared atomic, degree 1", "atomic", "measure=shared,in_shared=add,degree=1", None, "1 +- 3 %"),
    cycles("shared atomic, degree 4", "atomic", "measure=shared,in_shared=add,degree=4", None, "4 +- 3 %"),
    cycles("shared atomic, degree 32", "atomic", "measure=shared,in_shared=add,degree=32", None, "32 +- 3 %"),
)


def digits(value):
    """Four digits, or all digits before the decimal point if there are more."""
    return f"{value:.{max(0, 4 - len(str(int(abs(value)))))}f}"


def met(asked, ours, prototype):
    """True if a figure meets the requirement; "2 %" refers to the prototype's."""
    words = asked.split()
    if words[0] == ">=":
        return ours >= float(words[1])
    if words[0] == "<=":
        return ours <= float(words[1])
    if words[1] == "+-":
        return abs(ours / float(words[0]) - 1) <= float(words[2]) / 100
    apart = ours / prototype - 1
    return apart <= float(words[0]) / 100 if "less" in words else abs(apart) <= float(words[0]) / 100


def find(rows, benchmark, metric, point):
    """The value of the row whose point has these axes; the best if there are several, as searched shapes differ; None:
    there is none."""
    return max((float(row["value"]) for row in values_of(rows, benchmark, metric, point.split(","))), default=None)


def compared(line, ours, theirs, peer):
    return "| " + " | ".join((
        line.what, f"{digits(ours)} {line.unit}", digits(theirs) if theirs else "-",
        f"{100 * (ours / theirs - 1):+.1f} %" if theirs else "", digits(peer) if peer else "-",
        line.asked.replace(">=", "≥").replace("<=", "≤").replace("+-", "±"),
        "met" if met(line.asked, ours, theirs) else "**not met**")) + " |"


def table(rows, peers):
    lines = ["| quantity | ours | prototype | | peer | target | |", "| --- | ---: | ---: | ---: | ---: | --- | --- |"]
    for line in LINES:
        theirs, peer = (peers[name] if name else None for name in (line.prototype, line.peer))
        ours = find(rows, *line.ours)
        if ours is None:
            raise SystemExit(f"inside.py: inside.csv has no {' '.join(line.ours)}")
        lines.append(compared(line, ours * line.scale, theirs, peer))
    for figure, what, asked in (("time.full", "time of all seven benchmarks", "<= 20"),
                                ("time.quick", "with `--quick`", "<= 2")):
        lines.append(compared(Line(what, "s", 1, None, None, None, asked), peers[figure], None, None))
    return "\n".join(lines) + "\n"


def inside(_):
    peers = {row["figure"]: float(row["value"]) for row in read_file(FOLDER / "inside-peers.csv")}
    return table(read_file(FOLDER / "inside.csv"), peers)


# Changes since inside.csv was measured: taken from all.csv, which may come from another card.
SINCE = (
    ("`__syncthreads`, 32, 256, 1024 threads", "cycles",
     [("sync", "cycles", f"op=barrier,threads={threads}") for threads in (32, 256, 1024)]),
    ("cluster barrier of 16: median, fastest, slowest", "cycles",
     [("sync", metric, "op=cluster,size=16") for metric in ("cycles", "nearest", "farthest")]),
    ("DSMEM in pairs, load", "cycles", [("dsmem", "cycles", "measure=latency,way=load,size=2")]),
    ("DSMEM in pairs, loads: median SM, launch", "B/clk/SM",
     [("dsmem", metric, "measure=bandwidth,op=load,size=2,pattern=ring")
      for metric in ("bytes_per_clock_own", "bytes_per_clock_sm")]),
    ("DSMEM in pairs, stores: median SM, launch", "B/clk/SM",
     [("dsmem", metric, "measure=bandwidth,op=store,size=2,pattern=ring")
      for metric in ("bytes_per_clock_own", "bytes_per_clock_sm")]),
    ("lines in L1, one of each of 16, 256, 1024 pages", "cycles",
     [("latency", "cycles", f"memory=l1_pages,l1_pages={pages}") for pages in (16, 256, 1024)]),
    ("from an SM to the slices of its half, of the other", "cycles",
     [("map", "cycles", f"lines={which}") for which in ("near", "far")]),
)


def since(results):
    row = results.rows[0]
    lines = [f"| `all.csv`, {row['gpu_uuid'][:12]}, {row['version']} | |", "| --- | --- |"]
    for what, unit, figures in SINCE:
        found = [find(results.rows, *figure) for figure in figures]
        doubtful = any(row["status"] != "ok" for name, metric, point in figures
                       for row in values_of(results.rows, name, metric, point.split(",")))
        lines.append(f"| {what} | {' / '.join(digits(value) if value else '-' for value in found)} "
                     f"{unit}{', suspect' * doubtful} |")
    return "\n".join(lines) + "\n"


def groups(_):
    """The results of `map` in each of two runs."""
    runs = {}
    for row in read_file(FOLDER / "inside-map.csv"):
        runs.setdefault(row["run"], {})[row["sm"]] = row
    first, second = runs.values()
    sizes = [Counter(row[of] for row in first.values()) for of in ("half", "group")]
    cycles = sorted(float(row["cycles"]) for row in first.values())
    row = next(iter(first.values()))
    same = sum(all(first[sm][of] == second[sm][of] for of in ("half", "group")) for sm in first)
    return "\n".join((
        f"| `map`, {row['card']}, {row['version']} | |", "| --- | --- |",
        f"| from an SM to all slices, cycles | {sum(cycles) / len(cycles):.1f}; single SMs {cycles[0]:.1f} to "
        f"{cycles[-1]:.1f} |",
        *(f"| SMs of the {name} | {', '.join(str(size[key]) for key in sorted(size, key=int))} |"
          for name, size in zip(("halves", "GPCs"), sizes)),
        f"| SMs of the same half and GPC in the second run | {same} of {len(first)} |")) + "\n"


def print_map(files):
    """Where `map` places each SM, for each result file: inside-map.csv."""
    print("run,card,version,sm,half,group,cycles")
    for run, name in enumerate(files, 1):
        found = {}
        rows = read_file(name)
        for metric in ("half", "group", "cycles"):
            for row in values_of(rows, "map", metric, ["view=sm"]):
                found.setdefault(int(row["x"]), row)[f"of_{metric}"] = f"{float(row['value']):g}"
        for sm, row in sorted(found.items()):
            print(f"{run},{row['gpu_uuid'][:12]},{row['version']},{sm},{row['of_half']},{row['of_group']},"
                  f"{row['of_cycles']}")


BLOCKS = {"inside": inside, "since": since, "map": groups}

if __name__ == "__main__":
    print_map(sys.argv[1:])
