#!/usr/bin/env python3
"""physics.py FILE.csv...: checks the rows of result files against physics and arithmetic: what a unit of the GPU can do
in a cycle, sectors, Little's law, near and far, documented rates, power, the encodings of links, curves that can only
rise or fall, and conclusions that rest on suspect rows. Without files it checks the full runs in results/.

A check is about one kind of value of one run. It holds, or each row that breaks it is explained: the row is suspect,
its reason says why (`explained` of the check), or it was measured before gpubench was mended (MENDED). The last line
has the totals; the exit status is 1 if a check failed."""
import collections
import itertools
import math
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/shared"))

from rows import read_file  # noqa: E402

FILES = [ROOT / "results" / model / "all.csv" for model in ("h100-sxm", "h200-sxm")]
# Rows before this time are as they are: since then gpubench says, counts or judges them otherwise.
MENDED = dict.fromkeys((("limits", "clocks"), ("limits", "texture"), ("power", "intensity"), ("power", "tensor"),
                        ("documented_rates", "instr"), ("near_and_far", "cache"), ("curves", "occupancy"),
                        ("curves", "cache"), ("inherited", "latency")), "2026-11-29T23:30")
SECTOR, CLOCK_STEP = 32, 15e6
NAN = math.nan
# Results of a cycle and SM, by compute capability: CUDA C++ Programming Guide, throughput of arithmetic instructions.
DOCUMENTED = {"9.0": {"fadd": 128, "fmul": 128, "ffma": 128, "hfma2": 256, "dadd": 64, "dmul": 64, "dfma": 64,
                      "iadd": 64, "imul": 64, "imad": 64, "shift": 64, "i2f": 64, "f2i": 16, "f2h": 64, "d2f": 16,
                      "d2i": 16, **dict.fromkeys(("mufu_rcp", "mufu_rsq", "mufu_sqrt", "mufu_ex2", "mufu_lg2"), 16)}}
CHECKS = []


def check(explained="(?!)"):
    """A function that yields (name, rows, what holds for each, or the rows that break it) for a run."""
    def add(function):
        CHECKS.append((function, re.compile(explained)))
        return function
    return add


class Row(dict):
    """A row whose columns with numbers are read as such: NaN if empty."""

    def __getattr__(self, column):
        return float(self.get(column) or "nan")

    def axis(self, name):
        return dict(word.split("=", 1) for word in self["point"].split(",")).get(name)


class Run:
    """The rows of one run on one GPU: all, by benchmark and metric, and by point."""

    def __init__(self, rows):
        self.rows = [row for row in rows if row["value"]]
        self.of, self.benchmark, self.at = collections.defaultdict(list), collections.defaultdict(list), {}
        for row in self.rows:
            self.of[row["benchmark"], row["metric"]].append(row)
            self.benchmark[row["benchmark"]].append(row)
            self.at[row["benchmark"], row["variant"], row["point"], row["metric"]] = row
        self.sms = max((int(row.axis("sm")) for row in self.of["map", "near"]), default=-1) + 1 or NAN

    def beside(self, row, metric, was="", now=""):
        """The value of another metric of a row's point, or of the point with a word replaced; NaN: there is none."""
        other = self.at.get((row["benchmark"], row["variant"], row["point"].replace(was, now, 1), metric))
        return other.value if other else NAN

    def named(self, benchmark, metric, words):
        return [row for row in self.of[benchmark, metric] if words in row["point"]]

    def curves(self, benchmark, metric, axis, words):
        """(the other axes, rows by an axis) of each curve."""
        curves = collections.defaultdict(list)
        for row in self.of[benchmark, metric]:
            if row.axis(axis) and set(words.split(",")) <= {"", *row["point"].split(",")}:
                rest = ",".join(word for word in row["point"].split(",")
                                if word.split("=")[0] not in (axis, "block", "unroll"))
                if row.axis("share"):  # the warps of a block return to the same lines, or to others in each round
                    step = int(row.axis("block")) * 16 * int(row.axis("unroll"))
                    rest += ", the same lines" if int(row.axis("share")) % step == 0 else ", other lines"
                curves[row["variant"], rest].append(row)
        for (_, rest), rows in curves.items():
            yield rest, sorted(rows, key=lambda row: float(row.axis(axis)))


def near(one, other, tolerance):
    return not abs(one - other) > tolerance * abs(other)


def turning(rows, sign, tolerance):
    """The rows that are above one before them (sign 1) or below one (sign -1)."""
    best = itertools.accumulate((sign * row.value for row in rows), min)
    return [row for row, limit in zip(rows, best) if sign * row.value > limit + tolerance * abs(limit)]


# ---- arithmetic of a row --------------------------------------------------------------------------------------------


@check()
def row_arithmetic(run):
    for name, rows in run.benchmark.items():
        yield f"{name}: a value is within its interval", [row for row in rows if row["lo"]], (
            lambda row: row.lo <= row.value <= row.hi)
        yield f"{name}: a median is within its samples", [row for row in rows if row["stop"]], (
            lambda row: not row.min > row.value and not row.max < row.value)
        yield f"{name}: a fraction is the value over the limit", [row for row in rows if row["fraction"]], (
            lambda row: near(row.fraction, row.limit / row.value if row["unit"] in ("s", "cycles") else
                             row.value / row.limit, 1e-4))


@check("above the rated")
def limits(run):
    for name, rows in run.benchmark.items():
        known = [row for row in rows if row["fraction"]]
        yield f"{name}: nothing is better than its limit", known, lambda row: row.fraction <= 1.005
        yield f"{name}: a value below half of its limit has a reason", known, (
            lambda row: row.fraction >= 0.5 or row["reason"])
        known = [row for row in rows if row["sm_clock_hz"]]
        yield f"{name}: the clock is at most one step above the rated one", known, (
            lambda row: row.sm_clock_hz <= row.sm_clock_rated_hz + CLOCK_STEP + 1e6)


# Points that measure what a roof does: a benchmark and the first words of the point. A level is the best of some 20
# sizes, whose rates differ by 1 % with the addresses that they get.
SAME = {"l1.read": (("cache", "walk=l1,set="), ("l1", "pattern=reuse,set=")),
        "l2.read": (("cache", "walk=l2,level=l2"),), "l2.write": (("cache", "walk=write,level=l2"),),
        "dram.read": (("dram", "op=mix,reads=8,"), ("cache", "walk=l2,level=dram")),
        "dram.write": (("dram", "op=mix,reads=0,"), ("cache", "walk=write,level=dram")),
        "dram.copy": (("dram", "op=scale,"), ("dram", "op=mix,reads=4,"), ("dram", "op=driver_copy")),
        "dram.triad": (("dram", "op=add,"),)}


@check()
def others_of_a_roof(run):
    for roof in (row for row in run.rows if row["roof"] in SAME):
        for benchmark, words in SAME[roof["roof"]]:
            yield (f"{roof['roof']}: is at least {benchmark} {words}", run.named(benchmark, "bandwidth", words),
                   lambda row, roof=roof: not row.lo > roof.hi * (1.01 if "level=" in row["point"] else 1))


# ---- a cycle of an SM -----------------------------------------------------------------------------------------------


@check()
def cycles(run):
    for (name, metric), rows in run.of.items():
        if metric in ("bytes_per_clock_sm", "bytes_per_clock_own"):
            yield f"{name} {metric}: an SM moves at most 128 bytes a cycle", rows, lambda row: row.value <= 128.5
        if metric == "bytes_per_clock_sm" and run.sms > 0:
            yield (f"{name} {metric}: is the bandwidth over SMs and clock",
                   [row for row in rows if not run.beside(row, "sms") < run.sms],
                   lambda row: near(row.value, run.beside(row, "bandwidth") / run.sms / row.sm_clock_hz, 0.03))
        if metric in ("issued_per_clock_sm", "instructions_per_clock_sm"):
            yield f"{name} {metric}: an SM issues at most 4 instructions a cycle", rows, lambda row: row.value <= 4.01
    yield "cache: an SM gets at most 64 bytes a cycle from L2", [
        row for row in run.of["cache", "bytes_per_clock_sm"] if row.axis("walk") not in ("l1", "common")], (
        lambda row: row.value <= 64.5)
    for name, least in (("bank", "passes"), ("divergence", "issues")):
        yield f"{name}: nothing takes fewer cycles than {least}", run.of[name, "cycles"], (
            lambda row, least=least: row.value >= 0.99 * run.beside(row, least))


@check()
def documented_rates(run):
    for op, rate in DOCUMENTED.get(run.rows[0]["compute_capability"], {}).items():
        # An addition also runs in the pipe of FMAs, and an FMA of two halves counts once.
        least, most = {"iadd": (0.9, 2.02), "hfma2": (0.45, 1.01)}.get(op, (0.9, 1.01))
        yield f"instr {op}: at the documented rate, {rate} a cycle and SM", [
            row for row in run.named("instr", "ops_per_clock_sm", f"op={op},") if row["variant"] == "default"], (
            lambda row, rate=rate, least=least, most=most: least <= row.value / rate <= most)


@check("held by the power|matrix instructions|not settled|power cap|moved by")
def roofs(run):
    for row in run.rows:
        least = {"dram": 0.88, "fp32": 0.95, "fp64": 0.95, "int32": 0.95, "shared": 0.97, "l1": 0.97,
                 "tensor": 0.6}.get(re.split(r"[./]", row["roof"])[0])
        if least and row["fraction"] and row["unit"] in ("B/s", "FLOP/s", "OP/s"):
            yield f"{row['roof']}: at least {least:.0%} of what the hardware does", [row], (
                lambda row, least=least: row.fraction >= least)


# ---- sectors and Little's law ---------------------------------------------------------------------------------------


@check()
def sectors(run):
    for name in ("offset", "stride"):
        yield f"{name}: lines are at most sectors, and sectors at most four a line", run.of[
            name, "sectors_per_request"], (
            lambda row: not run.beside(row, "lines_per_request") > row.value and
            not row.value > 4.001 * run.beside(row, "lines_per_request"))
        yield f"{name}: what moves is what is used over the efficiency", run.of[name, "moved_bandwidth"], (
            lambda row: near(row.value, run.beside(row, "bandwidth") / run.beside(row, "efficiency"), 0.001))
    yield "stride: strides up to a sector take stride x bytes sectors", [
        row for row in run.of["stride", "sectors_per_request"] if row.axis("stride") and
        SECTOR % (int(row.axis("stride")) * int(row.axis("bytes"))) == 0], (
        lambda row: near(row.value, int(row.axis("stride")) * int(row.axis("bytes")), 0.06))
    yield "stride: excess sectors are those that are not used", run.of["stride", "excess_sectors"], (
        lambda row: near(row.value, 1 - run.beside(row, "efficiency"), 0.001))
    yield "random: sectors are accesses x sectors x 32 bytes, twice that if they are written back", run.of[
        "random", "sector_bandwidth"], (
        lambda row: near(row.value, run.beside(row, "access_rate") * run.beside(row, "sectors_per_access") * SECTOR *
                         (1 if row.axis("op") == "read" else 2), 0.001))


@check()
def littles_law(run):
    yield "occupancy: bandwidth x latency is what is in flight", [
        row for row in run.of["occupancy", "loaded_latency"] if run.beside(row, "bandwidth") > 0], (
        lambda row: near(run.beside(row, "bandwidth") * row.value, run.beside(row, "bytes_in_flight") * run.sms, 0.02))
    yield "occupancy: rate x cycles is what is in flight", [
        row for row in run.of["occupancy", "loaded_latency_cycles"] if run.beside(row, "flop_rate") > 0], (
        lambda row: near(run.beside(row, "flop_rate") * row.value,
                         run.beside(row, "fmas_in_flight") * 2 * run.sms * row.sm_clock_hz, 0.02))
    idle = min((row.value for row in run.named("loaded", "latency", "offered=0")), default=NAN)
    yield "occupancy: no load under load is faster than one without", run.of["occupancy", "loaded_latency"], (
        lambda row: not row.value < 0.9 * idle)
    for name in ("prefetch", "async"):
        yield f"{name}: no more bandwidth than bytes in flight over the latency", [
            row for row in run.named(name, "bytes_in_flight", "level=dram") if row.value > 0], (
            lambda row: not run.beside(row, "bandwidth") > 1.1 * row.value * run.sms / idle)


# ---- near and far ---------------------------------------------------------------------------------------------------


@check("copies")
def near_and_far(run):
    for axis, names in (("lines", ("l2_near", "l2_far", "dram_near", "dram_far")),
                        ("level", ("shared", "l1", "l2", "dram"))):
        for pair in zip(names, names[1:]):
            rows = [row for name in pair for row in run.of["latency", "cycles"] if row["point"] == f"{axis}={name}"]
            yield f"latency: {pair[0]} is at most {pair[1]}", rows, turning(rows, -1, 0)
    yield "map: the near half is the faster of each SM", run.of["map", "near"], (
        lambda row: row.value < run.beside(row, "far"))
    for name in ("dsmem", "sync"):
        yield f"{name}: the nearest is at most the mean, and that at most the farthest", run.of[name, "nearest"], (
            lambda row: row.value <= run.beside(row, "cycles") * 1.001 <= run.beside(row, "farthest") * 1.002)
    hops = [f"hop_p{part:02d}" for part in (1, 5, 25, 50, 75, 95, 99)]
    for pair in zip(hops, hops[1:]):
        yield f"latency: {pair[0]} is at most {pair[1]}", run.of["latency", pair[0]], (
            lambda row, pair=pair: row.value <= run.beside(row, pair[1]))
    yield "cache: far reads are slower than near ones", run.named("cache", "bandwidth", "walk=far,total="), (
        lambda row: not row.value > 0.9 * run.beside(row, "bandwidth", "far", "near"))


# ---- power and links ------------------------------------------------------------------------------------------------


@check("above the power limit|at the power cap")
def power(run):
    for name, rows in run.benchmark.items():
        yield f"{name}: power is at most a tenth above its limit", [row for row in rows if row["power_w"]], (
            lambda row: row.power_w <= 1.1 * row.power_limit_w)
    for (name, metric), rows in run.of.items():
        if not metric.endswith("_above_idle"):
            continue
        whole = metric.removesuffix("_above_idle")
        rates = {"byte": ("bandwidth",), "access": ("access_rate",)}.get(whole.split("_")[2], ("flop_rate", "op_rate"))

        def watts(row, energy, rates=rates):
            return next((energy * rate for what in rates if (rate := run.beside(row, what)) > 0), NAN)
        yield f"{name} {whole}: energy x rate is power", rows, (
            lambda row, whole=whole, watts=watts: near(watts(row, run.beside(row, whole)), row.power_w, 0.12))
        yield f"{name} {whole}: idle power is 30 to 200 W", rows, (
            lambda row, whole=whole, watts=watts: not abs(watts(row, run.beside(row, whole) - row.value) - 115) > 85)


@check("of this host|never steady")
def links(run):
    for row in run.of["transfer", "bandwidth"]:
        if row["roof"] and row["limit"]:
            ways = 2 if row.axis("op") == "both" else 1
            yield f"{row['roof']}: the limit is lanes x rate x 128 / 130", [row], (
                lambda row, ways=ways: any(near(row.limit / ways * 8 / 1e9 * 130 / 128, lanes * rate, 0.001)
                                           for rate in (8, 16, 32, 64) for lanes in (1, 2, 4, 8, 16)))
            # A packet of 256 bytes has 24 more.
            yield f"{row['roof']}: at most the payload of packets, 256 of 280 bytes", [row], (
                lambda row: row.value <= 256 / 280 * row.limit)
            yield f"{row['roof']}: at least three quarters of the link", [row], (
                lambda row: row.value >= 0.75 * row.limit)


# ---- curves and conclusions -----------------------------------------------------------------------------------------

# (benchmark, metric, axis, words of the points, 1 if it never rises and -1 if it never falls, tolerance)
CURVES = (("occupancy", "flop_rate", "warps", "op=fma,by=shared", -1, 0.05),
          ("occupancy", "bandwidth", "warps", "op=read,by=shared", -1, 0.05),
          ("loaded", "latency", "offered", "", -1, 0.05), ("random", "access_rate", "set", "op=read", 1, 0.1),
          ("latency", "cycles", "set", "", -1, 0.05), ("latency", "cycles", "l2_pages", "", -1, 0.1),
          ("launch", "time", "args", "", -1, 0.2), ("async", "bandwidth", "in_flight", "", -1, 0.1),
          ("cache", "bandwidth", "share", "walk=l2", 1, 0.15),
          ("cache", "bandwidth", "total", "walk=near", 1, 0.1),
          ("cache", "bandwidth", "bytes", "walk=common", 1, 0.15),
          ("intensity", "flop_rate", "flops", "", -1, 0.05), ("divergence", "cycles", "paths", "", -1, 0.2),
          ("bank", "cycles", "degree", "", -1, 0.02), ("transfer", "copy_time", "bytes", "", -1, 0.25))


@check("a tail|get it together|power")
def curves(run):
    for benchmark, metric, axis, words, sign, tolerance in CURVES:
        for rest, rows in run.curves(benchmark, metric, axis, words):
            if len(rows) > 2:
                yield (f"{benchmark} {metric} {rest}: never {'rises' if sign > 0 else 'falls'} with {axis}", rows,
                       turning(rows, sign, tolerance))


# (benchmark, metric of a conclusion, words of its point, the axis of the rows that it rests on)
RESTS = (("latency", "reach", "translation=l1_hits", "l1_pages"), ("latency", "reach", "l2_hits", "l2_pages"),
         ("latency", "capacity", "level=", "set"), ("cache", "full_rate_set", "walk=l2", "share"),
         ("cache", "full_rate_set", "walk=l1", "set"), ("l1", "full_rate_set", "pattern=", "set"))


@check()
def inherited(run):
    for benchmark, metric, words, axis in RESTS:
        suspect = {f"{float(row.axis(axis)) * scale:.6g}" for row in run.benchmark[benchmark] if row.axis(axis) and
                   row["status"] == "suspect" and row["origin"] == "measured" for scale in (1, run.sms, 2 << 20)}
        below = metric.replace("_set", "") + "_below"
        yield f"{benchmark} {metric} {words}: is suspect if a size next to it is", run.named(
            benchmark, metric, words), (
            lambda row, below=below, suspect=suspect: row["status"] == "suspect" or
            not suspect & {f"{row.value:.6g}", f"{run.beside(row, below):.6g}"})


# ---- all ------------------------------------------------------------------------------------------------------------


def explain(function, row, explained):
    """Why a row may break a check; None: nothing says so."""
    if row["status"] == "suspect":
        return "suspect"
    if explained.search(row["reason"]):
        return "by their reason"
    mended = MENDED.get((function.__name__, row["benchmark"]), "")
    return "measured before gpubench was mended" if row.get("time_utc", mended) < mended else None


def judge(run, show):
    """{result: how many checks}; `show` gets a line for each check that not all rows keep."""
    counts = collections.Counter()
    for function, explained in CHECKS if run.rows else ():
        for name, rows, holds in function(run):
            broken = [row for row in rows if not holds(row)] if callable(holds) else holds
            reasons = {explain(function, row, explained): row for row in broken}
            counts["failed" if None in reasons else "explained" if broken else "passed" if rows else "empty"] += 1
            if broken:
                row = reasons.get(None, broken[0])
                why = "" if None in reasons else ": " + ", ".join(sorted(reasons))
                show(f"{'FAIL' if None in reasons else 'explained'}: {name}: {len(broken)} of {len(rows)} rows, such "
                     f"as {row['variant']} {row['point']} {row['value']} {row['unit']}{why}")
    return counts


def main():
    counts = collections.Counter()
    for path in [Path(name) for name in sys.argv[1:]] or FILES:
        runs = collections.defaultdict(list)
        for row in read_file(path):
            if row.get("device") != "host":
                runs[row["run_id"], row["gpu_uuid"]].append(Row(row))
        for (_, uuid), rows in runs.items():
            print(f"{path.parent.name}/{path.name}, {rows[0]['gpu_name']}, {uuid[:12]}")
            counts += judge(Run(rows), lambda line: print("  " + line))
    print(f"{counts['explained']} of the passed checks have rows that break them and are explained; {counts['empty']} "
          "more have no rows")
    print(f"{counts['passed'] + counts['explained']} passed, {counts['failed']} failed")
    return counts["failed"] > 0 or not counts


if __name__ == "__main__":
    sys.exit(main())
