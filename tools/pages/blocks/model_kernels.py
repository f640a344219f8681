"""model_kernels.py: the kernels of our own benchmarks as input of the model of a kernel's time: their work, from rows
of a result file, and the measured time. Rows have rates, so most of them are a kernel of one second."""
from result_rows import axes_of

SECTOR, WAVEFRONT, WARP = 32, 128, 32
# The parts of a kernel; those that a row does not have are left out.
WORK = ("dram_read", "dram_write", "l2_read", "l2_write", "path", "fp64", "fp32", "fp16", "tensor", "issue", "warps",
        "active", "blocks", "threads", "fetched")


class Kernel:
    """A point of a benchmark: work in bytes, operations and issue slots (as a fraction), and `seconds`."""

    def __init__(self, group, benchmark, variant, point, seconds, **work):
        self.group, self.benchmark, self.variant, self.point, self.seconds = group, benchmark, variant, point, seconds
        self.work = {name: value for name, value in work.items() if value is not None}
        assert set(self.work) <= set(WORK) | {"roof"}


def points_of(rows):
    """{(benchmark, variant, point): {metric: value}} of measured rows."""
    points = {}
    for row in rows:
        if row["value"] and row["variant"] and row["status"] in ("ok", "suspect"):
            points.setdefault((row["benchmark"], row["variant"], row["point"]), {})[row["metric"]] = float(row["value"])
    return points


def memory(reads, writes=0.0):
    """Data from DRAM, all of which passes through L2 and L1 once."""
    return {"dram_read": reads, "dram_write": writes, "l2_read": reads, "l2_write": writes, "path": reads + writes}


def overlap(axes, value):
    """Half reads, half writes, and FMAs on what was read."""
    if axes["build"] != "all":
        return None
    half = value["bandwidth"] / 2
    return "memory and arithmetic", dict(memory(half, half), fp32=value["flop_rate"], warps=value["resident_warps"])


def intensity(axes, value):
    reads = value["bandwidth"] * (1.0 if axes["traffic"] == "read" else 0.5)
    return "memory and arithmetic", dict(memory(reads, value["bandwidth"] - reads), warps=value["resident_warps"],
                                         **{axes["type"]: value["flop_rate"]})


def occupancy(axes, value):
    """The curves of one limiter are input of the model; the other limiters are not."""
    if axes.get("by") not in ("registers", "threads", "slots"):
        return None
    if axes["op"] == "read":
        return "few warps", dict(memory(value["bandwidth"]), warps=value["resident_warps"])
    return "few warps", {"fp32": value["flop_rate"], "warps": value["resident_warps"]}


def prefetch(axes, value):
    """Loads of the next step during the current one. Data in L2 does not come from DRAM."""
    work = memory(value["bandwidth"])
    if axes["level"] != "dram":
        work["dram_read"] = 0.0
    return "few warps", dict(work, fp32=value["arithmetic"], warps=float(axes["warps"]))


def stride(axes, value):
    """A line of L1 takes one pass; the benchmark counts the bytes of DRAM."""
    if "memory_bytes" not in value or axes["op"] == "reach":
        return None
    useful, dram = value["bandwidth"], value["bandwidth"] / value["memory_efficiency"]
    requests = useful / (WARP * int(axes["bytes"]))
    sectors = requests * value["sectors_per_request"] * SECTOR
    part = {"copy": 0.5, "read": 0.0, "write": 1.0}[axes["op"]]
    return "strided and shifted", {"dram_read": dram * (1 - part), "dram_write": dram * part,
                                   "l2_read": sectors * (1 - part),
                                   "l2_write": sectors * part,
                                   "path": requests * value["lines_per_request"] * WAVEFRONT}


def offset(axes, value):
    """Shifted by less than a line. A line that two warps need is fetched once."""
    useful = value["bandwidth"]
    requests = useful / (WARP * int(axes["bytes"]))
    writes = 0.5 if axes["op"] in ("copy", "permuted") else 1 / 3
    return "strided and shifted", dict(memory(useful * (1 - writes), useful * writes),
                                       path=requests * value["lines_per_request"] * WAVEFRONT)


def case(axes, value):
    """The steps of the worked example. The library's product is a kernel of which only operations are known."""
    if axes.get("version") == "one_block":
        return None  # on few of the sets, and on one SM: of tail and launch
    useful = value["memory_bandwidth"] * value["time"]
    work = {"dram_read": useful, "fp32": value["flop_rate"] * value["time"]}
    if "l1_passes" in value:
        work.update(l2_read=value["l2_read_bytes"], path=value["l1_passes"] * WAVEFRONT)
    return "worked example", dict(work, seconds=value["time"])


def transpose(axes, value):
    """Matrices that do not fit into L2. The naive ones touch a line for each lane on one side: L1 keeps such reads for
    the next rows, and L2 receives such writes in sectors. The others use shared memory. A block has a tile, or a word
    for each thread."""
    if int(axes["n"]) < 8192:
        return None
    half, vec, method = value["bandwidth"] / 2, int(axes.get("vec", 1)), axes["method"]
    reads, writes = (half * (WARP if method == naive else 1) for naive in ("naive_read", "naive_write"))
    sectors = half * value["write_sectors_per_request"] / 4 if method == "naive_write" else half
    shared = half + half / (vec * 4) * value["bank_passes_per_load"] * 4 if "bank_passes_per_load" in value else 0.0
    threads = int(axes.get("block", 256))
    words = int(axes["tile"])**2 if "tile" in axes else threads * (4 if method == "copy" else 1)
    return "transposes", {"dram_read": half, "dram_write": half, "l2_read": half, "l2_write": sectors,
                          "path": reads + writes + shared,
                          "blocks": half / (4 * words), "threads": float(threads),
                          "fetched": half * (8 if method == "naive_read" else 1)}


def cache(axes, value):
    """Reads of a set that fits into a memory, in the best shape of each."""
    if axes["walk"] == "l1":
        return "caches", {"path": value["bandwidth"]}
    if axes["walk"] == "l2":
        return "caches", {"l2_read": value["bandwidth"], "path": value["bandwidth"]}
    if axes["walk"] == "write":
        return "caches", {"l2_write": value["bandwidth"], "path": value["bandwidth"]}
    return None


def unroll(axes, value):
    """Loops bound by issue slots: four instructions per clock and SM."""
    return "loops", {"fp32": value["flop_rate"], "issue": value["issued_per_clock_sm"] / 4,
                     "warps": value["resident_warps"]}


def gemm(axes, value):
    """Products of matrices by cuBLAS. Bytes are those of three matrices."""
    if "n" not in axes or "flop_rate" not in value:
        return None
    names = {"fp16": "tensor.fp16", "bf16": "tensor.bf16", "tf32": "tensor.tf32", "e4m3": "tensor.fp8",
             "fp64": "tensor.fp64"}
    return "products of cuBLAS", {"tensor": value["flop_rate"], "roof": names[axes["type"]]}


# Kernels to which constants are fitted, then kernels that the model never saw.
FITTED = {"overlap": overlap, "intensity": intensity, "occupancy": occupancy, "prefetch": prefetch}
OTHERS = {"stride": stride, "offset": offset, "case": case, "transpose": transpose, "cache": cache,
          "unroll": unroll, "gemm": gemm}


def kernels_of(rows, wanted):
    """Kernel of each point of these benchmarks, in the order of the file."""
    kernels = []
    for (benchmark, variant, point), value in points_of(rows).items():
        if benchmark not in wanted or not ({"bandwidth", "flop_rate", "time"} & set(value)):
            continue
        made = wanted[benchmark](axes_of(point), value)
        if made is None:
            continue
        group, work = made
        seconds = work.pop("seconds", 1.0)
        kernels.append(Kernel(group, benchmark, variant, point, seconds, **work))
    return kernels
