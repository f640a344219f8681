"""study.py: the tables of docs/study.md: what papers measure, compared with the rows of results/study/MODEL.csv. A
figure that is in no such file is "not measured"."""
from result_rows import ROOT, read_file, values_of

MODELS = (("H200", "h200-sxm"), ("H100", "h100-sxm"))
NONE = "not measured"


def rows_of(folder):
    path = ROOT / "results/study" / f"{folder}.csv"
    return read_file(path) if path.exists() else []


def cell(rows, benchmark, metric, words, form):
    """The figure of the first row with these words; findings have no variant, and points may have additional words."""
    for row in values_of(rows, benchmark, metric, words):
        return form(float(row["value"]))
    return NONE


def number(digits):
    return lambda value: f"{value:.{digits}f}"


def percent(value):
    return f"{100 * value:.0f} %"


def table(rows, published):
    """rows: (what is measured, what is published, benchmark, metric, words, form)."""
    of = [(name, rows_of(folder)) for name, folder in MODELS]
    head = ["| quantity |"] + ([" published |"] if published else []) + [f" {name} |" for name, _ in of]
    lines = ["".join(head), "| --- |" + " --- |" * published + " ---: |" * len(of)]
    for what, source, *point in rows:
        cells = [what] + ([source] if published else []) + [cell(found, *point) for _, found in of]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


# ---- registers and pipes ---------------------------------------------------------------------------------------------

BANKS = (("FFMA with two registers in different banks", "two"), ("FFMA with three registers, two in one bank", "three"),
         ("two FFMAs and an FADD, two registers in one bank", "apart"),
         ("the same, every other FFMA with three registers in one bank", "same"),
         ("the same, some registers kept by `.reuse`", "reuse"))
MIXES = ("ffma", "shift", "imad", "brev", "lds", "dfma", "ffma_shift", "ffma2_shift", "ffma_imad",
         "shift_imad", "ffma_lds", "ffma4_lds", "ffma_dfma", "shift_dfma")


def banks(_):
    return table([(f"{what}, {warps} warp{'s' * (warps > 1)} per scheduler", "", "issue", "cycles",
                   ["measure=banks", f"operands={name}", f"warps={warps}"], number(2)) for what, name in BANKS
                  for warps in (1, 4)],
                 False)


def mixes(_):
    rows = [(f"`{name}`", "", "issue", "cycles", ["measure=mix", f"mix={name}", "warps=4"], number(2))
            for name in MIXES]
    return table(rows, False)


def turns(_):
    rows = [(f"{what} of {count} warps", "", "issue", metric, ["measure=turns", f"contenders={count}"], percent)
            for count in (2, 4, 8) for what, metric in (("largest share", "share_most"),
                                                        ("smallest share", "share_least"))]
    return table(rows, False)


# ---- copies ----------------------------------------------------------------------------------------------------------


FILTERS = ("1x1", "3x3", "3x3s2")


def copies(_):
    rows = []
    for level in ("l2", "dram"):
        for size in (128, 1024, 4096, 16384):
            rows.append((f"bulk copy of {size} B, {level}", "", "tma", "cycles",
                         ["op=bulk", f"level={level}", f"bytes={size}", "wait=try"], number(0)))
        rows += [(f"tensor copy of 4096 B in rows of {width} B, {level}", "", "tma", "cycles",
                  ["op=tensor", f"level={level}", "bytes=4096", f"width={width}", "wait=try"], number(0))
                 for width in (64, 128, 1024)]
        rows += [(f"pixels of 128 B for a filter of {name}, 4096 B, {level}", "", "tma", "cycles",
                  ["op=im2col", f"level={level}", "bytes=4096", "width=128", f"filter={name}", "wait=try"], number(0))
                 for name in FILTERS]
        rows += [(f"multicast of 4096 B to {size} blocks, {level}", "", "tma", "cycles",
                  ["op=multicast", f"level={level}", "bytes=4096", f"size={size}", "wait=test"], number(0))
                 for size in (2, 8)]
        for metric, until in (("cycles", "the thread continues"), ("read_back", "a load of the data returns")):
            rows.append((f"store of 4096 B, {level}, until {until}", "", "tma", metric,
                         ["op=store", f"level={level}", "bytes=4096"], number(0)))
            rows.append((f"addition of 4096 B of FP32, {level}, until {until}", "", "tma", metric,
                         ["op=reduce", f"level={level}", "bytes=4096", "reduction=add_f32"], number(0)))
    for wait in ("try", "test"):
        rows.append((f"`mbarrier`, `{wait}_wait`, two warps, round trip", "", "tma", "cycles",
                     ["op=mbarrier", f"wait={wait}"], number(0)))
        rows += [(f"{what}, `{wait}_wait`, cluster of {size}, round trip", "", "tma", "cycles",
                  [f"op={op}", f"size={size}", f"wait={wait}"], number(0))
                 for op, what in (("mbarrier_cluster", "`mbarrier`"), ("st_async", "`st.async`")) for size in (2, 8)]
    return table(rows, False)


# ---- caches ----------------------------------------------------------------------------------------------------------


def caches(_):
    return table([
        ("L1: smallest distance that a miss does not fetch, bytes", "32 (mt4g)", "lines", "fetch_bytes",
         ["measure=fetch", "level=l1"], number(0)),
        ("L1: line size, bytes", "128 (mt4g)", "lines", "line_bytes", ["measure=tags", "level=l1"], number(0)),
        ("L1: lines at a distance of 64 KiB that stay", "-", "lines", "conflict_free",
         ["measure=ways", "level=l1", "spacing=65536"], number(0)),
        ("L1: lines at a distance of 4 KiB that stay", "-", "lines", "conflict_free",
         ["measure=ways", "level=l1", "spacing=4096"], number(0)),
        ("L1: hits in the first set that does not fit", "-", "lines", "kept", [], percent),
        ("L2: smallest distance that a miss does not fetch, bytes", "32 (mt4g)", "lines", "fetch_bytes",
         ["measure=fetch", "level=l2"], number(0)),
        ("L2: line size, bytes", "128 (mt4g)", "lines", "line_bytes", ["measure=tags", "level=l2"], number(0)),
        ("L2: lines at a distance of 2 MiB that stay", "-", "lines", "conflict_free",
         ["measure=ways", "level=l2", "spacing=2097152"], number(0)),
        ("L2: address bits from 5 to 21 that move most lines", "-", "lines", "hash_bits", [], number(0)),
        *((f"L2: the same, if the load asks for {size} bytes", "-", "lines", "fetch_bytes",
           ["measure=promotion", f"promotion={size}"], number(0))
          for size in (64, 128, 256)),
        ("L2: lines that evict another one, none of which can be spared", "-", "lines", "set_lines",
         ["measure=eviction"], number(0)),
        ("L2: lines of one set that all stay", "-", "lines", "ways", ["measure=set"], number(0)),
        ("L2: hits with one line more", "-", "lines", "set_kept", [], percent),
        ("L2: bandwidth at the slowest stride, relative to the fastest", "-", "lines", "camping",
         ["measure=camping"], percent),
    ], True)


POLICIES = (("no hint", "none"), ("hot set `evict_last`", "last"), ("stream `evict_first`", "first"),
            ("both hints", "both"), ("hot set in a persisting window", "window"))


def kept(_):
    rows = []
    for what, policy in POLICIES:
        point = [f"policy={policy}", "hot=20", "ratio=1"]
        rows += [(f"{what}: hits of the hot set", "", "persist", "kept", point, percent),
                 (f"{what}: both together, TB/s", "", "persist", "bandwidth", point,
                  lambda value: f"{1e-12 * value:.2f}")]
    return table(rows, False)


# ---- matrix instructions ---------------------------------------------------------------------------------------------

ACCESSES = (("`ldmatrix` x1", "op=load", 1), ("`ldmatrix` x2", "op=load", 2), ("`ldmatrix` x4", "op=load", 4),
            ("`stmatrix` x4", "op=store", 4))


def wgmma(what, published, metric, a, n, measure, form):
    return (what, published, "mma", metric, [f"op={a}", "type=fp16_fp32", f"n={n}", f"measure={measure}"], form)


def matrix(_):
    sync = ["op=sync", "shape=fp16_fp32_m16n8k16"]
    return table([
        wgmma("`wgmma` m64n256k16 in FP16, cycles to the next", "128 (Luo)", "cycles", "ss", 256, "latency", number(0)),
        wgmma("the same with a wait after each, A in shared memory", "-", "waited", "ss", 256, "latency", number(0)),
        wgmma("the same, A in registers", "-", "waited", "rs", 256, "latency", number(0)),
        *(wgmma(f"n = {n}, cycles to the next, A in {where}", "-", "cycles", a, n, "latency", number(0))
          for a, where in (("ss", "shared memory"), ("rs", "registers")) for n in (8, 16, 32, 64)),
        *(wgmma(f"operations per clock and SM, n = {n}, A in {where}",
                "below the peak up to n = 64 (Luo)" if n <= 64 else "-", "ops_per_clock", a, n, "rate", number(0))
          for a, where in (("ss", "shared memory"), ("rs", "registers")) for n in (8, 16, 32, 64, 128, 256)),
        ("`mma.sync` m16n8k16 in FP16, cycles to the next", "-", "mma", "cycles", [*sync, "measure=latency"],
         number(0)),
        ("operations per clock and SM", "-", "mma", "ops_per_clock", [*sync, "measure=rate"], number(0)),
        *((f"{what}, swizzled, cycles of an SM", "-", "ldmatrix", "cycles", [op, f"matrices={n}", "layout=swizzled"],
           number(2))
          for what, op, n in ACCESSES),
        ("`ldmatrix` x4, rows 128 bytes apart", "-", "ldmatrix", "cycles",
         ["op=load", "matrices=4", "layout=pitch", "pitch=128"], number(1)),
        ("`movmatrix`", "-", "ldmatrix", "cycles", ["op=move"], number(2)),
    ], True)


# ---- instructions ----------------------------------------------------------------------------------------------------

INSTRUCTIONS = ("popc", "clz", "bfind", "brev", "bfe", "prmt", "lop3", "iminmax", "fmax", "hmax2", "viaddmax",
                "viaddmax_relu", "vimax3", "viaddmax_16x2", "vimax3_16x2", "imulhi", "iadd64", "imul64", "shift64",
                "imax64", "udiv64", "f2u8", "pack8", "f2bf", "f2tf", "h2e4m3", "h2e5m2", "f2e4m3", "h2i",
                "h2d", "f2l", "d2l")


def instructions(_):
    return table([row for op in INSTRUCTIONS
                  for row in ((f"`{op}`, operations per clock and SM", "", "instr", "ops_per_clock_sm",
                               [f"op={op}", "measure=throughput"], number(1)),
                              (f"`{op}`, cycles to the next", "", "instr", "cycles", [f"op={op}", "measure=latency"],
                               number(1)))], False)


BLOCKS = {"study matrix": matrix, "study instructions": instructions, "study banks": banks, "study mixes": mixes,
          "study turns": turns, "study copies": copies, "study caches": caches, "study kept": kept}
