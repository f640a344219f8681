"""memory.py: the experiments of the sources on memory and caches, by their place on the page."""
from experiments.queries import (Claim, Experiment, Figure, kilobytes, micro, number, percent, plain, rate, text, times)


def offset(metric, op, at=None, width=4):
    words = (f"op={op}" + ("" if at is None else f",offset={at}") + f",bytes={width}" +
             (",form=wide" if width == 4 else ""))
    return f"offset {metric} {words}"


def stride(metric, step):
    return f"stride {metric} op=copy,stride={step},bytes=4,form=wide"


def of_copy(method):
    return f"transpose of_copy method={method},n=8192"


def sampled(subject, which):
    return f"sampling reads_per_clock subject={subject},{which}"


def stencil(gain, registers, to):
    return f"stencil {gain} from={registers}-cg:small,to={to}"


def spilled(metric, registers, size):
    return f"counters.csv: stencil/{registers}-cg {metric} l1={size}"


def halves(pattern):
    return f"bank cycles pattern={pattern},op=load_half"


def past_l1(registers, size):
    """What loads past L1 gain: the time of those through it over theirs."""
    return f"stencil/{registers}-ca time l1={size} over stencil/{registers}-cg time l1={size}"


BANK = [Figure(f"{name}, cycles of a request", f"bank cycles pattern={pattern},op=load,{rest}word=4", number, theirs)
        for name, pattern, rest, theirs in (
            ("stride 2", "stride", "stride=2,", 2), ("stride 8", "stride", "stride=8,", 8),
            ("one word for all", "broadcast", "", 1),
            ("a permutation", "permutation", "seed=1,", 1), ("a column", "column", "", 32),
            ("a column, padded", "padded", "", 1), ("a column, swizzled", "swizzled", "", 1))]
WIDE = [Figure(f"words of {width} bytes, {pattern}: {what}", f"bank {metric} pattern={pattern},op=load,word={width}",
               number)
        for width in (8, 16) for pattern in ("column", "padded", "swizzled")
        for what, metric in (("cycles", "cycles"), ("passes", "passes"))]
HALVES = [Figure(f"words of 2 bytes, {name}: {what}", f"bank {metric} pattern={pattern},op=load_half", number)
          for name, pattern in (("naive", "column"), ("padded by one", "padded"),
                                ("swizzled by `^ (r << 2)`", "swizzled"))
          for what, metric in (("cycles", "cycles"), ("passes", "passes"))]

MEMORY = {
    1: Experiment(
        "Copy with an offset", "Z", "gpubench -b offset",
        "curves in a picture; peaks 141 GB/s (GTX 280) and 77 GB/s (FX 5600); misaligned or permuted accesses take 16 "
        "transactions instead of 1",
        [Figure("offset 0", offset("bandwidth", "copy", 0), rate),
         Figure("offset 1", offset("bandwidth", "copy", 1), rate),
         Figure("offset 8", offset("bandwidth", "copy", 8), rate),
         Figure("sectors per request at offset 1", offset("sectors_per_request", "copy", 1), plain),
         Figure("sum at offset 1, with L1", offset("bandwidth", "sum", 1), rate),
         Figure("sum at offset 1, without L1", offset("bandwidth", "sum_cg", 1), rate),
         Figure("misaligned sums, without L1 over with L1", offset("l1_off_over_on", "sum_cg"), times),
         Figure("the same with single bytes", offset("l1_off_over_on", "sum_cg", width=1), times),
         Figure("permuted lanes over a copy in order", offset("permuted_over_straight", "permuted"), times),
         Figure("the same with 16 bytes per lane", offset("permuted_over_straight", "permuted", width=16), times)],
        ["A misaligned warp reads one additional sector of 32 bytes instead of one transaction per thread, and the "
         "neighbouring warp finds that sector in a cache.",
         Claim("A copy at offset 1 reaches {} of the bandwidth at offset 0.",
               [(f"{offset('bandwidth', 'copy', 1)} over {offset('bandwidth', 'copy', 0)}", ">", 0.9)],
               (f"{offset('bandwidth', 'copy', 1)} over {offset('bandwidth', 'copy', 0)}", percent)),
         Claim("Without L1 a sum loses little, because L2 delivers the shared sectors again.",
               [(offset("l1_off_over_on", "sum_cg"), ">", 0.95)]),
         Claim("Permuted lanes cost nothing: a request reads the sectors that its lanes touch, in any order.",
               [(offset("permuted_over_straight", "permuted", width=width), ">", 0.97) for width in (4, 16)])]),
    2: Experiment(
        "Copy with a stride", "Z", "gpubench -b stride",
        "a curve in a picture; the source says that strides much larger than 18 are common",
        [*(Figure(f"stride {step}", stride("bandwidth", step), rate) for step in (1, 2, 8, 32)),
         Figure("useful part of a sector at stride 8 and above", stride("efficiency", 32), percent)],
        [Claim("If only sectors of 32 bytes mattered, the rate would stop falling at stride 8, but it falls further.",
               [(stride("bandwidth", 32), "<", stride("bandwidth", 8))]),
         "Memory is fetched 64 bytes at a time.",
         Claim("This alone would leave a 16th of the bandwidth of a contiguous copy. At stride 32 a copy is even "
               "slower, for an unknown reason.",
               [(f"{stride('bandwidth', 32)} over {stride('bandwidth', 1)}", "<", 1 / 16)])]),
    3: Experiment(
        "L1 on and off (`-Xptxas -dlcm=ca`, `cg`)", "B, M, Z", "gpubench -b l1",
        "L1 fetches 128 bytes, L2 only 32, so misaligned and scattered accesses waste less without L1",
        [*(Figure(f"with L1 over without L1, offset {at}, from L2",
                  f"l1 ca_over_cg pattern=offset,offset={at},level=l2", times)
           for at in (0, 1, 2, 4)),
         Figure("offset 1, from memory", "l1 ca_over_cg pattern=offset,offset=1,level=memory,form=wide", times),
         Figure("64 KiB read repeatedly", "l1 ca_over_cg pattern=reuse,set=65536,carveout=0", times)],
        ["That rule describes Fermi. Since Volta, L1 fetches sectors of 32 bytes.",
         Claim("With L1, misaligned reads from L2 are faster, not slower, and repeated reads hit.",
               [("l1 ca_over_cg pattern=offset,offset=1,level=l2", ">", 1),
                ("l1 ca_over_cg pattern=reuse,set=65536,carveout=0", ">", 2)])]),
    4: Experiment(
        "Bank conflicts, padding, swizzle", "B, Z", "gpubench -b bank",
        "passes of a request, 16 for a column read by half a warp; layouts of 16-bit words: naive, padded by one, "
        "swizzled by `^ (r << 2)`, without figures",
        [*BANK, Figure("a column, passes by the bank model", "bank passes pattern=column,op=load,word=4", number),
         *WIDE, *HALVES],
        ["A pass takes one cycle, so our cycles are compared with the source's passes.",
         Claim("They agree: a column takes {} cycles, {} if padded and {} if swizzled.",
               [("bank cycles pattern=column,op=load,word=4", ">", 31),
                ("bank cycles pattern=column,op=load,word=4", "<", 33),
                ("bank cycles pattern=padded,op=load,word=4", "<", 1.05),
                ("bank cycles pattern=swizzled,op=load,word=4", "<", 1.05)],
               ("bank cycles pattern=column,op=load,word=4", number),
               ("bank cycles pattern=padded,op=load,word=4", number),
               ("bank cycles pattern=swizzled,op=load,word=4", number)),
         "The source's 16 applied to the 16 banks and half warps of GPUs before Fermi. For words of 8 and 16 bytes, "
         "a request is served in halves and quarters of a warp.",
         Claim("Two 16-bit values in one word share its pass: a column of them takes {} cycles, {} if padded by one, "
               "and {} with the source's swizzle.",
               [(halves("column"), "<", 17), (halves("column"), ">", 15), (halves("padded"), "<", 2.1),
                (halves("padded"), ">", 1.9),
                (halves("swizzled"), "<", 1.05)],
               *((halves(pattern), number) for pattern in ("column", "padded", "swizzled")))]),
    5: Experiment(
        "Transpose", "Z", "gpubench -b transpose",
        "curves in a picture; tiles of 16 × 16 have 16-way conflicts, or none with a column of padding",
        [Figure("relative to a copy: coalesced reads, scattered writes", of_copy("naive_write"), percent),
         Figure("scattered reads", of_copy("naive_read"), percent), Figure("shared memory", of_copy("shared"), percent),
         Figure("padded", of_copy("padded"), percent), Figure("swizzled", of_copy("swizzled"), percent),
         Figure("diagonal", of_copy("diagonal"), percent), Figure("tiles of 16 × 16", of_copy("shared_16"), percent),
         Figure("the same padded", of_copy("padded_16"), percent),
         Figure("passes of a load, 16 × 16", "transpose bank_passes_per_load method=shared_16,n=8192", plain),
         Figure("the same padded", "transpose bank_passes_per_load method=padded_16,n=8192", plain)],
        [Claim("Shared memory gains most, then padding.",
               [(of_copy("shared"), ">", of_copy("naive_read")), (of_copy("padded"), ">", of_copy("shared"))]),
         Claim("Conflicts cost less here because memory is the bottleneck.", [(of_copy("shared"), ">", 0.8)]),
         "Diagonal order was a remedy for partition camping, which hashed addresses now prevent.",
         Claim("Here it gains nothing over padding.", [(of_copy("diagonal"), "<", of_copy("padded"))]),
         "On the source's GPU half a warp read one column of a 16 × 16 tile. Now a whole warp reads two columns, "
         "which conflict even with padding by one.",
         Claim("Padded tiles of 16 × 16 reach {} of the rate of larger padded tiles, because their rows are only 64 "
               "bytes, half a line.",
               [(f"{of_copy('padded_16')} over {of_copy('padded')}", "<", 0.9)],
               (f"{of_copy('padded_16')} over {of_copy('padded')}", percent))]),
    6: Experiment(
        "Texture", "Z", "gpubench -b 'texture|sampling'",
        "a shifted copy through `tex1Dfetch` is faster; textures are best for small, irregular reads; they have "
        "filters, wrap and clamp, coordinates from 0 to 1, and one to three dimensions; no figures",
        [Figure("relative to plain loads, shifted reads", "texture of_plain pattern=shift,path=linear,words=1",
                percent),
         Figure("random reads within 1024", "texture of_plain pattern=random,path=linear,words=1,window=1024", percent),
         Figure("reads down a column, 2D array", "texture of_plain pattern=column,path=array,words=1,window=1024",
                times),
         Figure("reads per clock and SM, 2D", sampled("shape", "filter=point,shape=2d,mode=wrap"), number),
         Figure("bilinear", sampled("shape", "filter=linear,shape=2d,mode=wrap"), number),
         Figure("trilinear", sampled("shape", "filter=linear,shape=3d,mode=wrap"), number),
         Figure("layered, 2D, bilinear", sampled("shape", "filter=linear,shape=2d_layered,mode=wrap"), number),
         Figure("bilinear filter in software over the texture's, mirrored",
                "sampling of_plain subject=shape,filter=linear,shape=2d,mode=mirror",
                lambda value, unit: times(1 / value, unit)),
         Figure("half of the reads at the border, over none of them",
                "sampling of_inside filter=point,path=texture,outside=half", percent),
         Figure("every second lane at the border, over none",
                "sampling of_inside filter=point,path=texture,outside=scattered", percent),
         Figure("plain loads with an `if`, over loads without", "sampling of_unguarded filter=point,guard=border",
                percent),
         *(Figure(f"4 × {bits} bits, bilinear", sampled("format", f"filter=linear,format={kind},channels=4"), number)
           for bits, kind in ((8, "u8"), (16, "u16"), (32, "f32")))],
        [Claim("Since Maxwell, plain loads use the same cache, so a texture gains nothing on rows.",
               [("texture of_plain pattern=shift,path=linear,words=1", "<", 1.02)]),
         Claim("It gains on columns, because arrays are laid out in two-dimensional blocks.",
               [("texture of_plain pattern=column,path=array,words=1,window=1024", ">", 1.5)]),
         Claim("A bilinear filter costs nothing if neighbouring lanes read neighbouring texels: a unit fetches four "
               "texels at a time.",
               [(f"{sampled('shape', 'filter=linear,shape=2d,mode=wrap')} over "
                 f"{sampled('shape', 'filter=point,shape=2d,mode=wrap')}",
                 ">", 0.97)])]),
    7: Experiment(
        "Register spilling", "M", "gpubench -b 'spill|stencil'; make audit-gpu",
        "44 bytes spilled at 32 registers; 1.22× with more registers, 1.45× with a larger L1; the source suggests "
        "loads that bypass L1, which its kernel already used",
        [Figure("spilled at 32 registers", "stencil/r32-cg local_bytes l1=small", plain, 44),
         Figure("more registers", stencil("gain_of_more_registers", "r32", "none-cg:small"), times, 1.22),
         Figure("larger L1", stencil("gain_of_larger_l1", "r32", "r32-cg:large"), times, 1.45),
         Figure("loads that bypass L1", past_l1("r32", "small"), times),
         Figure("with a larger L1", past_l1("r32", "large"), times),
         Figure("share of local memory in L2 traffic", spilled("local_share_of_l2", "r32", "small"), percent, 0.53),
         Figure("with a larger L1", spilled("local_share_of_l2", "r32", "large"), percent, 0.0163),
         Figure("share in instructions", spilled("local_share_of_instructions", "r32", "small"), percent, 0.046),
         Figure("hits in L1", spilled("local_load_hit_rate", "r32", "small"), percent, 0.1395),
         Figure("hits in a larger L1", spilled("local_load_hit_rate", "r32", "large"), percent, 0.9832),
         Figure("spilled at 27 registers", "stencil/r27-cg local_bytes l1=small", plain, 44),
         Figure("more registers than 27", stencil("gain_of_more_registers", "r27", "none-cg:small"), times, 1.22),
         Figure("larger L1, 27 registers", stencil("gain_of_larger_l1", "r27", "r27-cg:large"), times, 1.45),
         Figure("loads that bypass L1, 27 registers", past_l1("r27", "small"), times),
         Figure("with a larger L1", past_l1("r27", "large"), times),
         Figure("share of local memory in L2 traffic, 27 registers", spilled("local_share_of_l2", "r27", "small"),
                percent, 0.53),
         Figure("with a larger L1", spilled("local_share_of_l2", "r27", "large"), percent, 0.0163),
         Figure("share in instructions, 27 registers", spilled("local_share_of_instructions", "r27", "small"),
                percent, 0.046),
         Figure("hits in L1, 27 registers", spilled("local_load_hit_rate", "r27", "small"), percent, 0.1395),
         Figure("hits in a larger L1, 27 registers", spilled("local_load_hit_rate", "r27", "large"), percent, 0.9832)],
        [Claim("Starting from 32 registers, more registers are slower here ({}), while the source gained 1.22×. "
               "Today's compiler spills less, and the additional warps at 32 registers gain more than spills cost.",
               [(stencil("gain_of_more_registers", "r32", "none-cg:small"), "<", 1)],
               (stencil("gain_of_more_registers", "r32", "none-cg:small"), times)),
         Claim("At 27 registers the compiler spills nearly as much as in the source, and more registers gain {}, "
               "more than in the source.",
               [(stencil("gain_of_more_registers", "r27", "none-cg:small"), ">", 1.22)],
               (stencil("gain_of_more_registers", "r27", "none-cg:small"), times)),
         Claim("With a larger L1 nearly all local loads hit, as in the source, but {} of the L2 traffic is still local "
               "instead of 1.63 %. L1 now passes stores on to L2 at once, so it saves only loads.",
               [(spilled("local_load_hit_rate", "r32", "large"), ">", 0.95),
                (spilled("local_share_of_l2", "r32", "large"), ">", 0.1)],
               (spilled("local_share_of_l2", "r32", "large"), percent)),
         Claim("Loads that bypass L1 leave it to spilled words. They gain most, {}, at 27 registers with a larger L1.",
               [(past_l1("r27", "large"), ">", past_l1("r27", "small")),
                (past_l1("r27", "large"), ">", past_l1("r32", "large"))],
               (past_l1("r27", "large"), times))]),
    10: Experiment(
        "deviceQuery", "R", "gpubench info",
        "28 SMs of 128 lanes, 2 359 296 bytes of L2, 102 400 bytes of shared memory per SM and other properties",
        [Figure(name, f"info: {what}", text) for name, what in (
            ("SMs", "SMs"), ("L2", "L2 cache"), ("shared memory per SM", "shared memory per SM"),
            ("memory", "device memory"), ("PCIe at most", "PCIe at most"))],
        ["The cards differ. `gpubench info` has every line of deviceQuery (`tests/gpu/device_query.py` compares them), "
         "and adds peaks, links, MIG and power limits."]),
    11: Experiment(
        "bandwidthTest", "R, Z", "gpubench -b transfer",
        "12.0 GB/s to the card, 13.2 GB/s back, 326.3 GB/s within it; a latency of 10 µs doubles the time of 80 "
        "kB at 8 GB/s",
        [Figure("host to device", "transfer bandwidth op=h2d,bytes=268435456", rate, 12.0e9),
         Figure("device to host", "transfer bandwidth op=d2h,bytes=268435456", rate, 13.2e9),
         Figure("within the device", "dram bandwidth op=driver_copy", rate, 326.3e9),
         Figure("latency of a synchronous copy", "transfer t0 op=h2d_sync", micro, 10e-6),
         Figure("bytes at which half the rate is reached", "transfer n_half op=h2d_sync", kilobytes, 80e3)],
        ["The link is PCIe 5, with 63 GB/s each way. The source and gpubench both count the bytes of a copy within the "
         "card twice.",
         Claim("The latency has improved far less than the rate, so larger copies are needed to reach it.",
               [("transfer t0 op=h2d_sync", ">", 5e-6), ("transfer n_half op=h2d_sync", ">", 160e3)])]),
    17: Experiment(
        "Latency", "B, Z", "gpubench -b latency",
        "global memory takes 400 to 800 cycles (B: 400 to 600); shared memory is as fast as registers",
        [Figure("shared memory", "latency/ cycles level=shared", plain),
         Figure("L1", "latency/ cycles level=l1", plain),
         Figure("L2, near half", "latency/ cycles lines=l2_near", plain),
         Figure("far half", "latency/ cycles lines=l2_far", plain),
         Figure("memory", "latency cycles memory=touch,touch=evicted", plain)],
        [Claim("The latency of memory is still within 400 to 800 cycles.",
               [("latency cycles memory=touch,touch=evicted", ">", 400),
                ("latency cycles memory=touch,touch=evicted", "<", 800)]),
         Claim("A load from shared memory takes longer than five dependent FMAs: its rate is comparable to that of "
               "registers, but its latency is not.",
               [("latency/ cycles level=shared over instr/default cycles op=ffma,measure=latency", ">", 5)])]),
    23: Experiment(
        "Hopper: clusters, distributed shared memory, TMA", "B", "gpubench -b 'dsmem|async'",
        "mentioned without figures",
        [Figure("loads from the shared memory of another block", "dsmem bandwidth op=load,size=2,pattern=ring", rate),
         Figure("latency of one load", "dsmem cycles way=load,size=2", plain),
         Figure("bulk copies from memory", "async bandwidth path=bulk,level=dram,in_flight=192", rate)],
        ["The sources have no figures to compare."]),
    26: Experiment(
        "L2, constant cache", "B", "gpubench -b 'cache|latency|constant'", "mentioned without figures",
        [Figure("L2, largest set at full rate", "cache/ full_rate_set walk=l2,level=l2",
                lambda value, _unit: f"{value / 2**20:.1f} MiB"),
         Figure("constants of 2 KiB", "latency cycles memory=constant,constant_set=2048", plain),
         Figure("constants of 4 KiB", "latency cycles memory=constant,constant_set=4096", plain),
         Figure("cycles per distinct address", "constant cycles_per_pass measure=divided,apart=4", plain),
         Figure("largest deviation from that, 1 to 32 addresses", "constant passes_deviation measure=divided,apart=4",
                percent),
         Figure("time of an FMA with a constant operand, over a register", "constant slowdown operand=bank", times)],
        ["The sources have no figures to compare."]),
}
