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
# Rows before this day are as they are: since then gpubench says, counts or judges them otherwise.
MENDED = dict.fromkeys((("limits", "clocks"), ("limits", "texture"), ("power", "intensity"), ("power", "tensor"),
                        ("documented_rates", "instr"), ("near_and_far", "cache"), ("curves", "occupancy"),
                        ("curves", "cache"), ("inherited", "latency")), "2026-11-29T23:30")
LANES, SECTOR, LINE = 32, 32, 128
CLOCK_STEP = 15e6
# Results of a cycle and SM, by compute capability: CUDA C++ Programming Guide, throughput of arithmetic instructions.
DOCUMENTED = {"9.0": {"fadd": 128, "fmul": 128, "ffma": 128, "hfma2": 256, "dadd": 64, "dmul": 64, "dfma": 64,
                      "iadd": 64, "imul": 64, "imad": 64, "shift": 64, "i2f": 64, "f2i": 16, "f2h": 64, "d2f": 16,
                      "d2i": 16, **dict.fromkeys(("mufu_rcp", "mufu_rsq", "mufu_sqrt", "mufu_ex2", "mufu_lg2"), 16)}}
CHECKS = []


def check(explained=None):
    """A function that yields (name, rows, those that break it) for the rows of a run."""
    def add(function):
        CHECKS.append((function, explained and re.compile(explained)))
        return function
    return add


class Row(dict):
    """A row whose columns with numbers are read as such: NaN if empty."""

    def __getattr__(self, column):
        return float(self.get(column) or "nan")

    def axis(self, name):
        return dict(word.split("=", 1) for word in self["point"].split(",")).get(name)


class Run:
    """The rows of one run on one GPU."""

    def __init__(self, rows):
        self.rows = [row for row in rows if row["value"]]
        self.of = collections.defaultdict(list)
        self.at = {}
        for row in self.rows:
            self.of[row["benchmark"], row["metric"]].append(row)
            self.at[row["benchmark"], row["variant"], row["point"], row["metric"]] = row
        self.sms = max((int(row.axis("sm")) for row in self.of["map", "near"]), default=-1) + 1 or math.nan

    def benchmarks(self):
        for name, rows in itertools.groupby(sorted(self.rows, key=lambda row: row["benchmark"]),
                                            lambda row: row["benchmark"]):
            yield name, list(rows)

    def beside(self, row, metric):
        """The value of another metric of a row's point."""
        other = self.at.get((row["benchmark"], row["variant"], row["point"], metric))
        return other.value if other else math.nan

    def curves(self, benchmark, metric, axis, **where):
        """(the other axes, rows by an axis) of each curve."""
        curves = collections.defaultdict(list)
        for row in self.of[benchmark, metric]:
            if row.axis(axis) and all(row.axis(name) == value for name, value in where.items()):
                rest = ",".join(word for word in row["point"].split(",")
                                if word.split("=")[0] not in (axis, "block", "unroll"))
                if row.axis("share"):  # the warps of a block return to the same lines, or to others in each round
                    step = int(row.axis("block")) * 16 * int(row.axis("unroll"))
                    rest += ", the same lines" if int(row.axis("share")) % step == 0 else ", other lines"
                curves[row["variant"], rest].append(row)
        for (_, rest), rows in curves.items():
            yield rest, sorted(rows, key=lambda row: float(row.axis(axis)))


def breaking(rows, holds):
    return [row for row in rows if not holds(row)]


def near(one, other, tolerance):
    return not abs(one - other) > tolerance * abs(other)


def not_rising(rows, tolerance):
    """The rows that are above one before them."""
    least = itertools.accumulate((row.value for row in rows), min)
    return [row for row, low in zip(rows, least) if row.value > (1 + tolerance) * low]


def not_falling(rows, tolerance):
    most = itertools.accumulate((row.value for row in rows), max)
    return [row for row, high in zip(rows, most) if row.value < (1 - tolerance) * high]


# ---- arithmetic of a row --------------------------------------------------------------------------------------------


@check()
def row_arithmetic(run):
    for name, rows in run.benchmarks():
        known = [row for row in rows if row["lo"]]
        yield f"{name}: a value is within its interval", known, breaking(
            known, lambda row: row.lo <= row.value <= row.hi)
        known = [row for row in rows if row["min"] and row["stop"]]
        yield f"{name}: a median is within its samples", known, breaking(
            known, lambda row: row.min <= row.value <= row.max)
        known = [row for row in rows if row["fraction"]]
        yield f"{name}: a fraction is the value over the limit", known, breaking(
            known, lambda row: near(row.fraction, row.limit / row.value if row["unit"] in ("s", "cycles") else
                                    row.value / row.limit, 1e-4))


@check(explained="above the rated")
def limits(run):
    for name, rows in run.benchmarks():
        known = [row for row in rows if row["fraction"]]
        yield f"{name}: nothing is better than its limit", known, breaking(known, lambda row: row.fraction <= 1.005)
        yield f"{name}: a value below half of its limit has a reason", known, breaking(
            known, lambda row: row.fraction >= 0.5 or row["reason"])
    for name, rows in run.benchmarks():
        known = [row for row in rows if row["sm_clock_hz"]]
        yield f"{name}: the clock is at most one step above the rated one", known, breaking(
            known, lambda row: row.sm_clock_hz <= row.sm_clock_rated_hz + CLOCK_STEP + 1e6)


# Points that measure what a roof does: a benchmark and the first words of the point. A level is the best of some 20
# sizes, whose rates differ by 1 % with the addresses that they get.
SAME = {"l1.read": (("cache", "walk=l1,set="), ("l1", "pattern=reuse,set=")),
        "l2.read": (("cache", "walk=l2,level=l2"),),
        "l2.write": (("cache", "walk=write,level=l2"),),
        "dram.read": (("dram", "op=mix,reads=8,"), ("cache", "walk=l2,level=dram")),
        "dram.write": (("dram", "op=mix,reads=0,"), ("cache", "walk=write,level=dram")),
        "dram.copy": (("dram", "op=scale,"), ("dram", "op=mix,reads=4,"), ("dram", "op=driver_copy")),
        "dram.triad": (("dram", "op=add,"),)}


@check()
def others_of_a_roof(run):
    for roof in (row for row in run.rows if row["roof"] in SAME):
        for benchmark, words in SAME[roof["roof"]]:
            rows = [row for row in run.of[benchmark, "bandwidth"] if row["point"].startswith(words) and row["lo"]]
            yield f"{roof['roof']}: is at least {benchmark} {words}", rows, breaking(
                rows, lambda row, roof=roof: row.lo <= roof.hi * (1.01 if "level=" in row["point"] else 1))


# ---- a cycle of an SM -----------------------------------------------------------------------------------------------


@check()
def cycles(run):
    for (name, metric), rows in sorted(run.of.items()):
        if metric in ("bytes_per_clock_sm", "bytes_per_clock_own"):
            yield f"{name} {metric}: an SM moves at most 128 bytes a cycle", rows, breaking(
                rows, lambda row: row.value <= 128.5)
        if metric == "bytes_per_clock_sm" and run.sms > 0:
            known = [row for row in rows if not run.beside(row, "sms") < run.sms and not row.axis("sm")]
            yield f"{name} {metric}: is the bandwidth over SMs and clock", known, breaking(
                known, lambda row: near(row.value, run.beside(row, "bandwidth") / run.sms / row.sm_clock_hz, 0.03))
        if metric in ("issued_per_clock_sm", "instructions_per_clock_sm"):
            yield f"{name} {metric}: an SM issues at most 4 instructions a cycle", rows, breaking(
                rows, lambda row: row.value <= 4.01)
    rows = [row for row in run.of["cache", "bytes_per_clock_sm"]
            if row.axis("walk") not in ("l1", "common") and row["origin"] == "derived"]
    yield "cache: an SM gets at most 64 bytes a cycle from L2", rows, breaking(rows, lambda row: row.value <= 64.5)
    rows = run.of["bank", "cycles"]
    yield "bank: no access is faster than its passes", rows, breaking(
        rows, lambda row: row.value >= 0.99 * run.beside(row, "passes"))
    rows = run.of["divergence", "cycles"]
    yield "divergence: no branch is faster than its issues", rows, breaking(
        rows, lambda row: row.value >= 0.99 * run.beside(row, "issues"))


@check()
def documented_rates(run):
    table = DOCUMENTED.get(run.rows[0]["compute_capability"], {})
    for row in run.of["instr", "ops_per_clock_sm"]:
        rate = table.get(row.axis("op"))
        # An addition also runs in the pipe of FMAs, and an FMA of halves counts as two.
        bounds = {"iadd": (0.9, 2.02), "hfma2": (0.45, 1.01)}.get(row.axis("op"), (0.9, 1.01))
        if rate and row["variant"] == "default":
            yield f"instr {row.axis('op')}: at the documented rate, {rate} a cycle and SM", [row], breaking(
                [row], lambda row, rate=rate, bounds=bounds: bounds[0] <= row.value / rate <= bounds[1])


@check(explained="held by the power|matrix instructions|not settled|power cap|moved by")
def roofs(run):
    for row in run.rows:
        least = {"dram": 0.88, "fp32": 0.95, "fp64": 0.95, "int32": 0.95, "shared": 0.97, "l1": 0.97,
                 "tensor": 0.6}.get(re.split(r"[./]", row["roof"])[0])
        if least and row["fraction"] and row["unit"] in ("B/s", "FLOP/s", "OP/s"):
            yield f"{row['roof']}: within {least:.0%} to 100 % of what the hardware does", [row], breaking(
                [row], lambda row, least=least: least <= row.fraction <= 1.005)


# ---- sectors --------------------------------------------------------------------------------------------------------


@check()
def sectors(run):
    for name in ("offset", "stride"):
        rows = run.of[name, "sectors_per_request"]
        # Lanes that are together in a sector share it, and at most one sector and its neighbour belong to a lane.
        yield f"{name}: a request of a warp has 1 to 2 sectors a lane, or what its bytes fill", rows, breaking(
            rows, lambda row: int(row.axis("bytes") or 4) * LANES / SECTOR <= row.value * max(
                1, float(run.beside(row, "efficiency") < 1) * 64) and row.value <= 2 * LANES)
        yield f"{name}: lines are at most sectors, and sectors at most four a line", rows, breaking(
            rows, lambda row: not run.beside(row, "lines_per_request") > row.value and
            not row.value > 4.001 * run.beside(row, "lines_per_request"))
        rows = run.of[name, "moved_bandwidth"]
        yield f"{name}: what moves is what is used over the efficiency", rows, breaking(
            rows, lambda row: near(row.value, run.beside(row, "bandwidth") / run.beside(row, "efficiency"), 0.001))
    rows = [row for row in run.of["stride", "sectors_per_request"] if row.axis("stride")]
    yield "stride: a stride takes min(32, 32 x stride x bytes / 32) sectors", rows, breaking(
        rows, lambda row: near(row.value, min(LANES * max(1, int(row.axis("bytes")) // SECTOR), LANES * int(
            row.axis("stride")) * int(row.axis("bytes")) / SECTOR), 0.06) or LANES * int(row.axis("bytes")) > SECTOR *
        LANES or SECTOR % (int(row.axis("stride")) * int(row.axis("bytes"))) > 0)
    rows = run.of["stride", "excess_sectors"]
    yield "stride: excess sectors are those that are not used", rows, breaking(
        rows, lambda row: near(row.value, 1 - run.beside(row, "efficiency"), 0.001))
    rows = run.of["transpose", "useful_fraction"]
    yield "transpose: at most all of what moves is used", rows, breaking(rows, lambda row: row.value <= 1)
    rows = [row for row in run.of["random", "sector_bandwidth"] if run.beside(row, "bandwidth") > 0]
    yield "random: sectors are accesses x sectors x 32 bytes, twice that if they are written back", rows, breaking(
        rows, lambda row: near(row.value, run.beside(row, "access_rate") * run.beside(row, "sectors_per_access") *
                               SECTOR * (1 if row.axis("op") == "read" else 2), 0.001))


# ---- Little's law ---------------------------------------------------------------------------------------------------


@check()
def littles_law(run):
    for metric, latency in (("bandwidth", "loaded_latency"), ("flop_rate", "loaded_latency_cycles")):
        for op, rows in itertools.groupby(sorted(run.of["occupancy", latency], key=lambda row: row.axis("op")),
                                          lambda row: row.axis("op")):
            rows = [row for row in rows if run.beside(row, metric) > 0]
            per_sm = (lambda row: run.beside(row, "bytes_in_flight") * run.sms) if metric == "bandwidth" else \
                (lambda row: run.beside(row, "fmas_in_flight") * 2 * run.sms * row.sm_clock_hz)
            if rows:
                yield f"occupancy {op}: rate x latency is what is in flight", rows, breaking(
                    rows, lambda row, metric=metric, per_sm=per_sm: near(run.beside(row, metric) * row.value,
                                                                         per_sm(row), 0.02))
    floor = min((row.value for row in run.of["loaded", "latency"] if row.axis("offered") == "0"), default=math.nan)
    rows = run.of["occupancy", "loaded_latency"]
    yield "occupancy: no load under load is faster than one without", rows, breaking(
        rows, lambda row: not row.value < 0.9 * floor)
    for name in ("prefetch", "async"):
        rows = [row for row in run.of[name, "bytes_in_flight"] if row.value > 0 and row.axis("level") == "dram"]
        yield f"{name}: no more bandwidth than bytes in flight over the latency", rows, breaking(
            rows, lambda row: not run.beside(row, "bandwidth") > 1.1 * row.value * run.sms / floor)


# ---- near and far, and the order of levels --------------------------------------------------------------------------


def ordered(run, name, parts, tolerance=0.0):
    """A check that one of each of these rows is at most the next."""
    rows = [next((row for row in run.of[part[:2]] if part[2] in row["point"] and row["origin"] in part[3:]), None)
            for part in parts]
    if None in rows:
        return (name, [], [])
    return (name, rows, [other for one, other in zip(rows, rows[1:]) if one.value > (1 + tolerance) * other.value])


@check(explained="copies|the near half")
def near_and_far(run):
    for one, other in (("l2_near", "l2_far"), ("l2_far", "dram_near"), ("dram_near", "dram_far")):
        yield ordered(run, f"latency: {one} is at most {other}", [
            ("latency", "cycles", f"lines={lines}", "concluded") for lines in (one, other)])
    for one, other in (("shared", "l1"), ("l1", "l2"), ("l2", "dram")):
        yield ordered(run, f"latency: {one} is at most {other}", [
            ("latency", "cycles", f"level={level}", "concluded") for level in (one, other)])
    rows = run.of["map", "near"]
    yield "map: the near half is the faster of each SM", rows, breaking(
        rows, lambda row: row.value < run.beside(row, "far"))
    for name in ("dsmem", "sync"):
        rows = run.of[name, "nearest"]
        yield f"{name}: the nearest is at most the mean, and that at most the farthest", rows, breaking(
            rows, lambda row: row.value <= run.beside(row, "cycles") * 1.001 <= run.beside(row, "farthest") * 1.002)
    hops = [f"hop_p{part:02d}" for part in (1, 5, 25, 50, 75, 95, 99)]
    rows = run.of["latency", hops[0]]
    for one, other in zip(hops, hops[1:]):
        yield f"latency: {one} is at most {other}", rows, breaking(
            rows, lambda row, one=one, other=other: run.beside(row, one) <= run.beside(row, other))
    # A set that both halves hold is copied to the near one, and only larger ones are read across.
    rows = [row for row in run.of["cache", "bandwidth"] if row["point"].startswith("walk=far,total=")]
    yield "cache: far reads are slower than near ones", rows, breaking(
        rows, lambda row: row.value < 0.9 * run.at["cache", row["variant"], row["point"].replace(
            "far", "near", 1), "bandwidth"].value if (
                "cache", row["variant"], row["point"].replace("far", "near", 1), "bandwidth") in run.at else True)


# ---- power ----------------------------------------------------------------------------------------------------------


@check(explained="above the power limit|at the power cap")
def power(run):
    for name, rows in run.benchmarks():
        known = [row for row in rows if row["power_w"]]
        yield f"{name}: power is at most a tenth above its limit", known, breaking(
            known, lambda row: row.power_w <= 1.1 * row.power_limit_w)
    for (name, metric), rows in sorted(run.of.items()):
        if not re.fullmatch(r"energy_per_\w+_above_idle", metric):
            continue
        whole = metric.removesuffix("_above_idle")
        rate = {"byte": ("bandwidth",), "access": ("access_rate",)}.get(whole.split("_")[2], ("flop_rate", "op_rate"))
        of = {row["point"]: next((value for what in rate if not math.isnan(value := run.beside(row, what))), math.nan)
              for row in rows}
        yield f"{name} {whole}: is more than that above idle", rows, breaking(
            rows, lambda row, whole=whole: row.value < run.beside(row, whole))
        yield f"{name} {whole}: energy x rate is power", rows, breaking(
            rows, lambda row, whole=whole, of=of: near(run.beside(row, whole) * of[row["point"]], row.power_w, 0.12))
        yield f"{name} {whole}: idle power is 30 to 200 W", rows, breaking(
            rows, lambda row, whole=whole, of=of: not (
                idle := (run.beside(row, whole) - row.value) * of[row["point"]]) < 30 and not idle > 200)


# ---- links ----------------------------------------------------------------------------------------------------------

GTS = {"1": 2.5, "2": 5, "3": 8, "4": 16, "5": 32, "6": 64}
BOTH = ("both",)


@check(explained="of this host|never steady")
def links(run):
    for row in run.of["transfer", "bandwidth"]:
        op = row.axis("op")
        if op not in ("h2d", "d2h", *BOTH) or not row["limit"] or not row["roof"]:
            continue
        lanes_rate = row.limit / (128 / 130) / (2 if op in BOTH else 1) * 8 / 1e9
        yield f"transfer {op}: the limit is lanes x rate x 128 / 130", [row], breaking(
            [row], lambda row, of=lanes_rate: any(near(of, lanes * rate, 0.001) for rate in GTS.values()
                                                  for lanes in (1, 2, 4, 8, 16)))
        # A packet of 256 bytes has 24 more: 91 % are payload.
        yield f"transfer {op}: at most the payload of packets, 256 of 280 bytes", [row], breaking(
            [row], lambda row: row.value <= 256 / 280 * row.limit)
        yield f"transfer {op}: at least three quarters of the link", [row], breaking(
            [row], lambda row: row.value >= 0.75 * row.limit)
    for rest, rows in run.curves("transfer", "copy_time", "bytes"):
        yield f"transfer {rest}: more bytes take no less time", rows, not_falling(rows, 0.25)


# ---- curves ---------------------------------------------------------------------------------------------------------

# (benchmark, metric, axis, points of, direction, tolerance)
CURVES = (("occupancy", "flop_rate", "warps", {"op": "fma", "by": "shared"}, not_falling, 0.05),
          ("occupancy", "bandwidth", "warps", {"op": "read", "by": "shared"}, not_falling, 0.05),
          ("loaded", "latency", "offered", {}, not_falling, 0.05),
          ("random", "access_rate", "set", {"op": "read"}, not_rising, 0.1),
          ("latency", "cycles", "set", {}, not_falling, 0.05),
          ("latency", "cycles", "l2_pages", {"memory": "l2_pages"}, not_falling, 0.1),
          ("launch", "time", "args", {}, not_falling, 0.2),
          ("async", "bandwidth", "in_flight", {}, not_falling, 0.1),
          ("cache", "bandwidth", "share", {"walk": "l2"}, not_rising, 0.15),
          ("cache", "bandwidth", "total", {"walk": "near"}, not_rising, 0.1),
          ("cache", "bandwidth", "bytes", {"walk": "common"}, not_rising, 0.15),
          ("intensity", "flop_rate", "flops", {}, not_falling, 0.05),
          ("divergence", "cycles", "paths", {}, not_falling, 0.2),
          ("bank", "cycles", "degree", {}, not_falling, 0.02))


@check(explained="a tail|get it together|power")
def curves(run):
    for benchmark, metric, axis, where, breaks, tolerance in CURVES:
        for rest, rows in run.curves(benchmark, metric, axis, **where):
            if len(rows) > 2:
                way = "falls" if breaks is not_falling else "rises"
                yield f"{benchmark} {metric} {rest}: never {way} with {axis}", rows, breaks(rows, tolerance)


# ---- conclusions ----------------------------------------------------------------------------------------------------

# (benchmark, metric of a conclusion, axis on which its value is, in units of)
RESTS = (("latency", "reach", "l1_pages", "translation=l1_hits"), ("latency", "reach", "l2_pages", "l2_hits"),
         ("latency", "capacity", "set", "level="), ("cache", "full_rate_set", "share", "walk=l2"),
         ("cache", "full_rate_set", "set", "walk=l1"), ("constant", "capacity", "set", "level="),
         ("l1", "full_rate_set", "set", "pattern="))


@check()
def inherited(run):
    for benchmark, metric, axis, point in RESTS:
        rows = [row for row in run.of[benchmark, metric] if point in row["point"]]
        suspect = [row for row in run.rows if row["benchmark"] == benchmark and row.axis(axis) and
                   row["status"] == "suspect" and row["origin"] == "measured"]
        sizes = {f"{float(row.axis(axis)) * scale:.6g}" for row in suspect for scale in (1, run.sms, 2 << 20)}
        below = {row["point"]: f"{row.value:.6g}" for row in run.of[benchmark, metric.replace("_set", "") + "_below"]}
        yield f"{benchmark} {metric} {point}: is suspect if a size next to it is", rows, breaking(
            rows, lambda row, sizes=sizes, below=below: row["status"] == "suspect" or
            not sizes & {f"{row.value:.6g}", below.get(row["point"])})


# ---- all ------------------------------------------------------------------------------------------------------------


def explain(function, row, explained):
    """Why a row may break a check; None: nothing says so."""
    if row["status"] == "suspect":
        return "suspect"
    if explained and explained.search(row["reason"]):
        return "by their reason"
    mended = MENDED.get((function.__name__, row["benchmark"]))
    return "measured before gpubench was mended" if mended and row.get("time_utc", "") < mended else None


def runs_of(path):
    runs = collections.defaultdict(list)
    for row in read_file(path):
        if row.get("device") != "host":
            runs[row["run_id"], row["gpu_uuid"]].append(Row(row))
    return runs


def judge(run, show):
    """{result: how many checks}; `show` gets a line for each check that not all rows keep."""
    counts = collections.Counter()
    for function, explained in CHECKS if run.rows else ():
        for name, seen, broken in function(run):
            reasons = {explain(function, row, explained): row for row in broken}
            result = "failed" if None in reasons else "explained" if broken else "passed" if seen else "without rows"
            counts[result] += 1
            if broken:
                row = reasons.get(None, broken[0])
                why = "" if None in reasons else ": " + ", ".join(sorted(reasons))
                show(f"{'FAIL' if None in reasons else 'explained'}: {name}: {len(broken)} of {len(seen)} rows, such "
                     f"as {row['variant']} {row['point']} {row['value']} {row['unit']}{why}")
    return counts


def main():
    counts = collections.Counter()
    for path in [Path(name) for name in sys.argv[1:]] or FILES:
        for (_, uuid), rows in runs_of(path).items():
            print(f"{path.parent.name}/{path.name}, {rows[0]['gpu_name']}, {uuid[:12]}")
            counts += judge(Run(rows), lambda line: print("  " + line))
    print(f"{counts['explained']} of the passed checks have rows that break them and are explained; "
          f"{counts['without rows']} more have no rows")
    print(f"{counts['passed'] + counts['explained']} passed, {counts['failed']} failed")
    return counts["failed"] > 0 or not counts


if __name__ == "__main__":
    sys.exit(main())
