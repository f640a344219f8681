#!/usr/bin/env python3
"""sources.py [-w]: docs/sources.md, the experiments of the sources with their figures and ours; -w writes the page, else it is
compared. A figure of ours is the value of one row of a file in results/h200-sxm/, by default all.csv: WHERE names it by
benchmark[/variant], metric and words of its point. A row that is not in the file, or not the only one, is an error; of a WHERE that
begins with a question mark none need be there before the next measurement. The last line has the totals."""
import difflib
import sys

from result_rows import FOLDER, ROOT, read_file, si, values_of

PAGE = ROOT / "docs/sources.md"
RESULTS = "all.csv"
NOT_YET = "not measured yet"
# Metrics of files that were measured before these had their present names.
FORMER = {"full_rate_set": "capacity"}

SOURCES = (
    ("N", "notes on *Analysis-Driven Optimization: Finishing the Analysis with NVIDIA Nsight Compute*, in Chinese; V100S"),
    ("B", "*GPU and CUDA basics*, a blog in Chinese; Fermi to Hopper"),
    ("M", "P. Micikevicius, *Identifying Performance Limiters* and *Local Memory and Register Spilling*, NVIDIA 2011; "
          "Tesla M2090 (Fermi)"),
    ("R", "*How does Nsight Compute compute its roofline?*, a blog in Chinese; RTX 3060"),
    ("Z", "Zhou Bin, *CUDA (11): optimizing programs in depth*, a lecture in Chinese; GTX 280, FX 5600, Tesla C2050"),
)


class Experiment:
    """`theirs`: what the sources give. `ours`: (text with {} for a figure, WHERE of it, how it is shown); WHERE None: the text is
    all. `why`: why they differ, or agree."""

    def __init__(self, name, sources, command, theirs, ours, why):
        self.name, self.sources, self.command, self.theirs, self.ours, self.why = name, sources, command, theirs, ours, why


def times(value, _unit):
    return f"{value:.3g}×"


def plain(value, unit):
    return f"{value:.4g}" + ("" if unit in ("1", "") else f" {unit}")


def number(value, _unit):
    return f"{value:.3g}"


def rate(value, unit):
    return si(value, unit)


def percent(value, _unit):
    return f"{100 * value:.1f} %"


def micro(value, _unit):
    return f"{1e6 * value:.2f} µs"


def milli(value, _unit):
    return f"{1e3 * value:.4g} ms"


def kilobytes(value, _unit):
    return f"{value / 1e3:.0f} kB"


EXPERIMENTS = (
    Experiment(
        "copy with an offset", "Z", "gpubench -b offset",
        "curves in a picture; peaks 141 GB/s (GTX 280) and 77 GB/s (FX 5600); misaligned: 16 transactions in place of 1",
        [("offset 0: {}", "offset bandwidth op=copy,offset=0,bytes=4,form=wide", rate),
         ("offset 1: {}", "offset bandwidth op=copy,offset=1,bytes=4,form=wide", rate),
         ("offset 8: {}", "offset bandwidth op=copy,offset=8,bytes=4,form=wide", rate),
         ("sectors a request at offset 1: {}", "offset sectors_per_request op=copy,offset=1,bytes=4,form=wide", plain)],
        "A misaligned warp reads one sector of 32 bytes more, no longer a transaction a thread, and its neighbour finds that "
        "sector in a cache."),
    Experiment(
        "copy with a stride", "Z", "gpubench -b stride",
        "a curve in a picture; strides much larger than 18 are said to be common",
        [("stride 1: {}", "stride bandwidth op=copy,stride=1,bytes=4,form=wide", rate),
         ("stride 2: {}", "stride bandwidth op=copy,stride=2,bytes=4,form=wide", rate),
         ("stride 8: {}", "stride bandwidth op=copy,stride=8,bytes=4,form=wide", rate),
         ("stride 32: {}", "stride bandwidth op=copy,stride=32,bytes=4,form=wide", rate),
         ("useful part of a sector from stride 8 on: {}", "stride efficiency op=copy,stride=32,bytes=4,form=wide", percent)],
        "Nothing to compare. By sectors the fall ends at stride 8. It goes on, as memory is fetched 64 bytes at a time; half "
        "of that limit at stride 32 is not explained."),
    Experiment(
        "L1 on and off (`-Xptxas -dlcm=ca`, `cg`)", "B, M, Z", "gpubench -b l1",
        "L1 fetches 128 bytes, without it 32: without L1 less is wasted on what is misaligned or scattered",
        [("with L1 / without, offset 1, from L2: {}", "l1 ca_over_cg pattern=offset,offset=1,level=l2", times),
         ("offset 1, from memory: {}", "l1 ca_over_cg pattern=offset,offset=1,level=memory,form=wide", times),
         ("64 KiB used again: {}", "l1 ca_over_cg pattern=reuse,set=65536,carveout=0", times)],
        "The rule is Fermi's. Since Volta, L1 fetches sectors of 32 bytes, so that it hardly ever loses; it gains what it finds "
        "again."),
    Experiment(
        "bank conflicts, padding, swizzle", "B, Z", "gpubench -b bank",
        "passes: stride 2: 2, stride 8: 8, one word for all: 1, permutation: 1, a column: 16 (half a warp) or 32",
        [("stride 2: {}", "bank passes pattern=stride,op=load,stride=2,word=4", plain),
         ("stride 8: {}", "bank passes pattern=stride,op=load,stride=8,word=4", plain),
         ("one word: {}", "bank passes pattern=broadcast,op=load,word=4", plain),
         ("permutation: {}", "bank passes pattern=permutation,op=load,seed=1,word=4", plain),
         ("column: {}", "bank passes pattern=column,op=load,word=4", plain),
         ("padded: {}", "bank passes pattern=padded,op=load,word=4", plain),
         ("swizzled: {}", "bank passes pattern=swizzled,op=load,word=4", plain),
         (f"words of 8 and 16 bytes: {NOT_YET}", None, None)],
        "They agree. 16 was for 16 banks and half warps, before Fermi."),
    Experiment(
        "transpose", "Z", "gpubench -b transpose",
        "curves in a picture; the tile has 16-way conflicts, and none with a column of padding",
        [("of the copy, straight reads and scattered writes: {}", "transpose of_copy method=naive_write,n=8192", percent),
         ("scattered reads: {}", "transpose of_copy method=naive_read,n=8192", percent),
         ("shared memory: {}", "transpose of_copy method=shared,n=8192", percent),
         ("padded: {}", "transpose of_copy method=padded,n=8192", percent),
         ("swizzled: {}", "transpose of_copy method=swizzled,n=8192", percent),
         ("diagonal: {}", "transpose of_copy method=diagonal,n=8192", percent)],
        "The order is the source's. Conflicts cost less here, as DRAM is what binds; diagonal order was a remedy for "
        "partition camping, which hashed addresses have ended."),
    Experiment(
        "texture", "Z", "gpubench -b 'texture|sampling'",
        "a shifted copy through `tex1Dfetch` is faster; best for small, irregular reads; filters in hardware, wrap and clamp, "
        "coordinates from 0 to 1, one to three dimensions; no figures",
        [("of plain loads, shifted: {}", "texture of_plain pattern=shift,path=linear,words=1", percent),
         ("random, 1024 wide: {}", "texture of_plain pattern=random,path=linear,words=1,window=1024", percent),
         ("down a column, 2D array: {}", "texture of_plain pattern=column,path=array,words=1,window=1024", times),
         ("reads a clock of an SM, 2D: {}", "?sampling reads_per_clock subject=shape,filter=point,shape=2d,mode=wrap", number),
         ("bilinear: {}", "?sampling reads_per_clock subject=shape,filter=linear,shape=2d,mode=wrap", number),
         ("trilinear: {}", "?sampling reads_per_clock subject=shape,filter=linear,shape=3d,mode=wrap", number),
         ("layered, 2D, bilinear: {}", "?sampling reads_per_clock subject=shape,filter=linear,shape=2d_layered,mode=wrap", number),
         ("bilinear by hand, mirrored, over the texture's: {}",
          "?sampling of_plain subject=shape,filter=linear,shape=2d,mode=mirror", lambda v, u: times(1 / v, u)),
         ("half of the reads at the border, of none there: {}",
          "?sampling of_inside filter=point,path=texture,outside=half", percent),
         ("of every second lane's: {}", "?sampling of_inside filter=point,path=texture,outside=scattered", percent),
         ("plain loads with an `if`, of those without: {}", "?sampling of_unguarded filter=point,guard=border", percent),
         ("4 x 8 bits, bilinear: {}", "?sampling reads_per_clock subject=format,filter=linear,format=u8,channels=4", number),
         ("4 x 16 bits: {}", "?sampling reads_per_clock subject=format,filter=linear,format=u16,channels=4", number),
         ("4 x 32 bits: {}", "?sampling reads_per_clock subject=format,filter=linear,format=f32,channels=4", number)],
        "Plain loads use the same cache since Maxwell. The rest is the layout of arrays, blocks of rows and columns, and "
        "the extras of a read: filter, conversion, edges. These cost nothing where neighbouring lanes read neighbouring "
        "texels, which a unit takes four at a time."),
    Experiment(
        "register spilling", "M", "gpubench -b 'spill|stencil'; make audit-gpu",
        "44 bytes spilled at 32 registers; 1.22× with more registers, 1.45× with a larger L1. Local memory is 53 % of L2's "
        "traffic and 4.6 % of instructions; 14 % of its loads hit L1, with a larger L1 98 %",
        [("spilled at 32 registers: {}", "stencil/r32-cg local_bytes l1=small", plain),
         ("more registers: {}", "stencil gain_of_more_registers from=r32-cg:small,to=none-cg:small", times),
         ("larger L1: {}", "stencil gain_of_larger_l1 from=r32-cg:small,to=r32-cg:large", times),
         ("of L2's traffic: {}", "?counters.csv: stencil/r32-cg local_share_of_l2 l1=small", percent),
         ("of instructions: {}", "?counters.csv: stencil/r32-cg local_share_of_instructions l1=small", percent),
         ("hits in L1: {}", "?counters.csv: stencil/r32-cg local_load_hit_rate l1=small", percent),
         ("in a larger one: {}", "?counters.csv: stencil/r32-cg local_load_hit_rate l1=large", percent),
         ("spilled at 27 registers: {}", "?stencil/r27-cg local_bytes l1=small", plain),
         ("more registers than 27: {}", "?stencil gain_of_more_registers from=r27-cg:small,to=none-cg:small", times),
         ("larger L1 with 27: {}", "?stencil gain_of_larger_l1 from=r27-cg:small,to=r27-cg:large", times),
         ("of L2's traffic with 27: {}", "?counters.csv: stencil/r27-cg local_share_of_l2 l1=small", percent),
         ("of instructions with 27: {}", "?counters.csv: stencil/r27-cg local_share_of_instructions l1=small", percent),
         ("hits in L1 with 27: {}", "?counters.csv: stencil/r27-cg local_load_hit_rate l1=small", percent),
         ("in a larger one with 27: {}", "?counters.csv: stencil/r27-cg local_load_hit_rate l1=large", percent)],
        "The effects are the source's. Today's compiler spills less at 32 registers, so that the warps which these allow gain "
        "more than spills cost; 27 spill nearly as much as there. L1 now passes stores on to L2 at once, so that a larger one "
        "saves loads alone."),
    Experiment(
        "memory alone, arithmetic alone, both", "M", "gpubench -b overlap",
        "23.53, 12.52 and 25.82 ms: 82 % of the arithmetic is hidden; balance at 3.76 instructions a byte; 3.21 issued, 1.2 a "
        "cycle of 2; 72 GB/s seen by the kernel, 125 by the hardware",
        [("hidden with {} FMAs a byte", "overlap/default instructions_per_byte build=all,fmas=64,warps=64", number),
         ("of the shorter time: {}", "overlap overlap fmas=64,warps=64", percent),
         ("with {}", "overlap/default instructions_per_byte build=all,fmas=16,warps=64", number),
         ("of the shorter time: {}", "overlap overlap fmas=16,warps=64", percent),
         ("balance: {} FMAs a byte", "overlap balance warps=64", number),
         ("of the roofs: {}", "overlap balance_of_roofs warps=64", number),
         ("instructions issued for a byte of memory, with 8 FMAs: {}",
          "?counters.csv: overlap issued_per_byte build=all,fmas=64,warps=64", number),
         ("instructions a cycle: {}", "?counters.csv: overlap instructions_per_cycle build=all,fmas=64,warps=64", number),
         ("throughput of memory that the kernel sees: {}",
          "?counters.csv: overlap application_bandwidth build=all,fmas=64,warps=64", rate),
         ("that the hardware sees: {}", "?counters.csv: overlap hardware_bandwidth build=all,fmas=64,warps=64", rate)],
        "Near the balance, where the source's kernel lies, they agree. The balance has risen: arithmetic grew faster than "
        "memory."),
    Experiment(
        "FFMA peak, and the profiler's", "R", "gpubench -b ffma",
        "13.26 TFLOP/s from lanes and the rated clock; the profiler's roof is 9.46 TFLOP/s, 71 % of it",
        [("measured: {}", "ffma flop_rate type=fp32", rate),
         ("the limit at the clock that was measured: {}", "ffma flop_rate.limit type=fp32", rate),
         ("of it: {}", "ffma flop_rate.fraction type=fp32", percent)],
        "The profiler holds the clock at its base, 1.32 GHz there. We measure at the clock that users get, and give the "
        "limit at that clock."),
    Experiment(
        "deviceQuery", "R", "gpubench info",
        "28 SMs of 128 lanes, 2 359 296 bytes of L2, 102 400 bytes of shared memory an SM, ...",
        [("SMs: {}", "info:SMs", None), ("L2: {}", "info:L2 cache", None),
         ("shared memory an SM: {}", "info:shared memory an SM", None), ("memory: {}", "info:device memory", None),
         ("PCIe at most: {}", "info:PCIe at most", None)],
        "Another card. `gpubench info` has every line of deviceQuery (`tests/gpu/device_query.py` compares them), and adds "
        "peaks, links, MIG and power limits."),
    Experiment(
        "bandwidthTest", "R, Z", "gpubench -b transfer",
        "to the card 12.0, back 13.2, within it 326.3 GB/s; 10 µs of latency, so that 80 kB take twice their time at 8 GB/s",
        [("to the card: {}", "transfer bandwidth op=h2d,bytes=1073741824", rate),
         ("back: {}", "transfer bandwidth op=d2h,bytes=1073741824", rate),
         ("within it: {}", "dram bandwidth op=driver_copy", rate),
         ("latency of a copy that is waited for: {}", "transfer t0 op=h2d_sync", micro),
         ("half of the rate at {}", "transfer n_half op=h2d_sync", kilobytes)],
        "A link of PCIe 5, with 63 GB/s. The latency has hardly changed, so that larger copies are needed. Both count a copy "
        "within the card twice."),
    Experiment(
        "batchCUBLAS, SGEMM", "R", "gpubench -b gemm -a type=fp32",
        "n = 8192: single 9.94, ten calls 10.26, streams 10.34, batched 8.48 TFLOP/s of 13.26",
        [("n = 8192, single: {}", "gemm-sizes.csv: gemm/default flop_rate type=fp32,n32=8192,way=single", rate),
         ("n = 2048, single: {}", "gemm flop_rate type=fp32,n32=2048,way=single", rate),
         ("calls: {}", "gemm flop_rate type=fp32,n32=2048,way=calls", rate),
         ("streams: {}", "gemm flop_rate type=fp32,n32=2048,way=streams", rate),
         ("batched: {}", "gemm flop_rate type=fp32,n32=2048,way=batched", rate)],
        "cuBLAS reaches about three quarters of the peak on both. The source batched calls of n = 8192; ours, of n = 2048, "
        "lose nothing."),
    Experiment(
        "issue slots and pipes by counters", "R", "make audit-gpu",
        "73.47 % of issue slots are used by SGEMM",
        [("bytes, sectors and passes [against counters](../results/h200-sxm/counters.md)", None, None),
         ("issue slots used by SGEMM, n = 8192: {}", "?counters.csv: gemm issue_slots type=fp32,n32=8192,way=single", plain),
         ("FMA pipe: {}", "?counters.csv: gemm fma_pipe type=fp32,n32=8192,way=single", plain),
         ("eligible warps a scheduler: {}", "?counters.csv: gemm eligible_warps type=fp32,n32=8192,way=single", number),
         ("stalls of a warp between two instructions, not selected: {}",
          "?counters.csv: gemm stall_not_selected type=fp32,n32=8192,way=single", number),
         ("short scoreboard: {}", "?counters.csv: gemm stall_short_scoreboard type=fp32,n32=8192,way=single", number)],
        "A newer cuBLAS on another GPU. The pipe of multiply-adds is as busy as the rate in row 12 says; the slots between "
        "go to loads and addresses."),
    Experiment(
        "reduction with a matrix-vector product, five versions", "N", "gpubench -b case",
        "2.371, 0.0831, 0.0212, 0.0118, 0.00652 s; sectors a request 17.77, mended 4.00; the last one's reads at 909 GB/s",
        [("one block: {}", "?case time work=average,version=one_block", milli),
         ("a block a set: {}", "?case time work=average,version=block_a_set", milli),
         ("coalesced: {}", "?case time work=average,version=coalesced", milli),
         ("shuffles: {}", "?case time work=average,version=shuffled", milli),
         ("cuBLAS: {}", "?case time work=average,version=library", milli),
         ("sectors a request, a block a set: {}", "?case sectors_per_request work=average,version=block_a_set", plain),
         ("coalesced: {}", "?case sectors_per_request work=average,version=coalesced", plain),
         ("cuBLAS, of the bus: {}", "?case flop_rate.fraction work=average,version=library", percent)],
        "The order is the source's, and [the steps](worked-example.md) gain for the same reasons. 18 sectors are worked out "
        "from addresses; the source's profiler counted 17.77."),
    Experiment(
        "requests, sectors, wavefronts", "N", "gpubench -b stride",
        "17.77 sectors a request, 4.00 when mended; 32 at worst; 78 % of the sectors in excess",
        [("stride 1: {}", "stride sectors_per_request op=copy,stride=1,bytes=4,form=wide", plain),
         ("stride 8 and more: {}", "stride sectors_per_request op=copy,stride=8,bytes=4,form=wide", plain),
         ("wavefronts a request, stride 1: {}", "?counters.csv: stride load_wavefronts_per_request op=copy,stride=1,bytes=4,form=wide", number),
         ("stride 8: {}", "?counters.csv: stride load_wavefronts_per_request op=copy,stride=8,bytes=4,form=wide", number),
         ("stride 64: {}", "?counters.csv: stride load_wavefronts_per_request op=copy,stride=64,bytes=4,form=wide", number),
         ("sectors in excess, stride 8 and more: {}", "?stride excess_sectors op=copy,stride=8,bytes=4,form=wide", percent)],
        "4 and 32 are the same there. 17.77 is the mean over all loads of that kernel."),
    Experiment(
        "occupancy and hiding latency", "B, Z", "gpubench -b occupancy",
        "26 warps of 48 (54 %) hide 400 cycles with 8 instructions a load; 13 warps (27 %) hide 24 cycles of arithmetic; a "
        "cliff where a register more costs a block; blocks of whole warps",
        [("warps of 64 for 90 % of reads, a load at a time: {}", "occupancy warps_needed op=read,ilp=1,share=0.9", plain),
         ("8 loads at a time: {}", "occupancy warps_needed op=read,ilp=8,share=0.9", plain),
         ("for 90 % of FMAs: {}", "occupancy warps_needed op=fma,ilp=1,share=0.9", plain),
         ("left after the cliff from 64 to 72 registers: {}", "occupancy cliff op=register_step,ballast=53", percent),
         ("blocks of 32 threads, of the FP32 peak: {}", "?occupancy flop_rate.fraction op=block,threads=32", percent),
         ("of 33: {}", "?occupancy flop_rate.fraction op=block,threads=33", percent)],
        "The sum is the same (Little's law) with other latencies and rates: an FMA takes 4 cycles, and a load under full "
        "traffic more than an idle one."),
    Experiment(
        "latency", "B, Z", "gpubench -b latency",
        "global memory 400 to 800 cycles (B: 400 to 600); shared memory as fast as registers",
        [("shared memory: {}", "latency/ cycles level=shared", plain), ("L1: {}", "latency/ cycles level=l1", plain),
         ("L2: {}", "latency/ cycles level=l2", plain), ("L2, the far half: {}", "?latency/ cycles lines=l2_far", plain),
         ("memory: {}", "latency cycles memory=touch,touch=evicted", plain)],
        "Memory has stayed within the source's range in cycles. Shared memory has the latency of some six dependent FMAs: "
        "its rate compares with registers, its latency does not."),
    Experiment(
        "rates of instructions", "Z", "gpubench -b instr",
        "cycles of a warp: int and fp32 2, fp64 2, transcendental 8; divide and modulo are expensive; `-use_fast_math`",
        [("add, int: {}", "instr/default cycles_per_warp op=iadd,measure=throughput", plain),
         ("fp32: {}", "instr/default cycles_per_warp op=fadd,measure=throughput", plain),
         ("fp64: {}", "instr/default cycles_per_warp op=dadd,measure=throughput", plain),
         ("`__sinf`: {}", "instr/default cycles_per_warp op=sin_fast,measure=throughput", plain),
         ("unsigned divide over shift: {}", "instr slowdown op=udiv,measure=throughput", times),
         ("a double constant by mistake: {}", "instr slowdown op=promoted,measure=throughput", times),
         ("fast `sinf`: {}", "instr fast_math_gain op=sin,measure=throughput", times),
         ("`powf`: {}", "?instr/default cycles_per_warp op=pow,measure=throughput", plain),
         ("`sincosf`: {}", "?instr/default cycles_per_warp op=sincos,measure=throughput", plain),
         ("`tanhf`: {}", "?instr/default cycles_per_warp op=tanh,measure=throughput", plain),
         ("exact reciprocal: {}", "?instr/default cycles_per_warp op=rcp,measure=throughput", plain),
         ("the instruction for it: {}", "?instr/default cycles_per_warp op=mufu_rcp,measure=throughput", plain),
         ("divide with `-prec-div=false`: {}", "?instr no_prec_div_gain op=fdiv,measure=throughput", times),
         ("`sqrtf` with `-prec-sqrt=false`: {}", "?instr no_prec_sqrt_gain op=sqrt,measure=throughput", times),
         ("`expf` with `-ftz=true`: {}", "?instr ftz_gain op=exp,measure=throughput", times)],
        "Our values are per SM: four schedulers with 32 lanes each make a quarter cycle a warp. The source's are per "
        "scheduler, with 16 lanes. `__sinf` is a product and a transcendental operation."),
    Experiment(
        "loop unrolling, prefetching", "Z", "gpubench -b 'unroll|prefetch'",
        "a third of a loop's instructions are arithmetic; prefetching gains up to 100 %",
        [("arithmetic, counted as there: {}", "?unroll share_without_loads loop=product,unroll=1,warps=all", percent),
         ("of all instructions: {}", "?unroll arithmetic_share loop=product,unroll=1,warps=all", percent),
         ("with 16 steps in a trip: {}", "?unroll arithmetic_share loop=product,unroll=16,warps=all", percent),
         ("faster by that, many warps: {}", "?unroll gain loop=product,unroll=16,warps=all", times),
         ("4 warps an SM: {}", "?unroll gain loop=product,unroll=16,warps=few", times),
         ("a tile ahead by shared memory, 4 warps: {}", "?prefetch gain_of_one way=shared,level=l2,warps=4,fmas=128", times),
         ("32 warps: {}", "?prefetch gain_of_one way=shared,level=l2,warps=32,fmas=128", times),
         ("8 tiles ahead by `cp.async`, from memory, 4 warps: {}", "?prefetch gain way=cp_async,level=dram,warps=4,fmas=16", times)],
        "The third is the same where loads and the comparison do not count. Unrolling gains until the loads of shared memory "
        "bind. A tile ahead gains most where waiting and arithmetic take equally long, and little where other warps hide the "
        "wait."),
    Experiment(
        "divergence of a warp", "B, Z", "gpubench -b divergence",
        "paths run one after the other: n paths, n times",
        [("2 paths: {}", "divergence slowdown kind=equal,paths=2", times),
         ("16: {}", "divergence slowdown kind=equal,paths=16", times),
         ("32: {}", "divergence slowdown kind=equal,paths=32", times)],
        "They agree; 32 paths share the work around them."),
    Experiment(
        "streams, priorities, overlap", "B, Z", "gpubench -b streams",
        "kernels of several streams run at once where there is room; copies overlap with arithmetic; no figures",
        [("kernels at once: {}", "streams kernels_at_once op=concurrent", plain),
         ("wait of a kernel among others: {}", "streams mean_wait op=priority,priority=same", micro),
         ("with high priority: {}", "streams mean_wait op=priority,priority=high", micro),
         ("copy in, kernel, copy out over the longest of them: {}", "streams of_longest_part op=overlap", times)],
        "Nothing to compare."),
    Experiment(
        "graphs against launches", "B", "gpubench -b launch",
        "a graph has fewer costs of launching; no figures",
        [("launch after launch: {}", "launch time op=period,args=8", micro),
         ("node of a graph: {}", "launch time op=graph,nodes=chain", micro),
         ("of 32 branches: {}", "launch time op=graph,nodes=branches_32", micro)],
        "Nothing to compare."),
    Experiment(
        "Hopper: clusters, distributed shared memory, TMA", "B", "gpubench -b 'dsmem|async'",
        "said to exist; no figures",
        [("loads from a partner's shared memory: {}", "dsmem bandwidth op=load,size=2,pattern=ring", rate),
         ("latency of one: {}", "dsmem cycles way=load,size=2", plain),
         ("bulk copies from memory: {}", "async bandwidth path=bulk,level=dram,in_flight=192", rate)],
        "Nothing to compare."),
    Experiment(
        "the roofline and its points", "B, N, R", "gpubench -b intensity; gpubench roofs",
        "a made-up machine of 10 GFLOP/s and 10 GB/s: its ridge is at 1 FLOP/B; no point lies above the roof (R: 36.9 FLOP/B)",
        [("ridge, FP32: {}", "intensity ridge type=fp32,traffic=read", plain),
         ("reached there of the roof: {}", "intensity corner type=fp32,traffic=read", percent),
         ("far left of it, of the bus: {}", "intensity memory_end type=fp32,traffic=read", percent)],
        "The shape holds, but for the corner, where both units would have to be busy all the time."),
    Experiment(
        "tensor cores, CUTLASS' swizzle", "B", "gpubench -b 'tensor|bank'",
        "said to exist; a swizzle has no conflicts",
        [("bf16: {}", "tensor/wgmma flop_rate type=bf16,data=normal,sparsity=dense", rate),
         ("of its limit at that clock: {}", "tensor/wgmma flop_rate.fraction type=bf16,data=normal,sparsity=dense", percent),
         ("passes with a swizzle: {}", "bank passes pattern=swizzled,op=load,word=4", plain)],
        "The swizzle agrees. Power binds tensor cores: the limit is that of the clock which the cap leaves."),
    Experiment(
        "L2, constant cache", "B", "gpubench -b 'cache|latency|constant'",
        "said to exist; no figures",
        [("L2, up to where its rate holds: {} bytes", "cache/ full_rate_set walk=l2,level=l2", lambda v, u: f"{v:,.0f}".replace(",", " ")),
         ("constants of 2 KiB: {}", "latency cycles memory=constant,constant_set=2048", plain),
         ("of 4 KiB: {}", "latency cycles memory=constant,constant_set=4096", plain),
         ("a pass for each address: {}", "?constant cycles_per_pass measure=divided,apart=4", plain),
         ("the farthest of 1 to 32 addresses from that: {}", "?constant passes_deviation measure=divided,apart=4", percent),
         ("an FMA with an operand of constant memory, over a register: {}", "?constant slowdown operand=bank", times)],
        "Nothing to compare."),
    Experiment(
        "a plain matrix product", "B", "gpubench -b case",
        "0.25 FLOP/B, two operations for 8 bytes",
        [("asked of L1: {}", "?case intensity_asked work=product,kernel=plain,n=2048", plain),
         ("at L1, by passes of 128 bytes: {}", "?case intensity_l1 work=product,kernel=plain,n=2048", number),
         ("lanes along rows: {}", "?case intensity_l1 work=product,kernel=along_rows,n=2048", number),
         ("at L2: {}", "?case intensity_l2 work=product,kernel=along_rows,n=2048", plain),
         ("at device memory: {}", "?case intensity work=product,kernel=along_rows,n=2048", plain),
         ("as it is: {}", "?case flop_rate work=product,kernel=plain,n=2048", rate),
         ("lanes along rows: {}", "?case flop_rate work=product,kernel=along_rows,n=2048", rate),
         ("tiled: {}", "?case flop_rate work=product,kernel=tiled,n=2048", rate),
         ("fetched ahead through registers: {}", "?case flop_rate work=product,kernel=registers,n=2048", rate),
         ("cuBLAS: {}", "?case flop_rate work=product,kernel=cublas,n=2048", rate)],
        "They agree where lanes lie along rows, so that a load is one pass of L1. As the source has it, the loads of A take 32. "
        "Blocks that share lines [raise it level by level](worked-example.md#second-problem-a-matrix-product)."),
)

HEAD = """# Experiments of the sources

Five texts on how to make CUDA programs fast gave the list of what gpubench measures. This page has their experiments,
their figures and ours, and why they differ. It is made by `ci/sources.py -w` from `results/`; CI fails if a row that it
names is not there. Our values come from an [NVIDIA H200](../results/h200-sxm/README.md).

"""

ROWS = """
A row of ours is named by benchmark, variant if it has several, metric, and words of its point. The file is
[h200-sxm/all.csv](../results/h200-sxm/all.csv) unless another is named; `counters.csv` has what Nsight Compute
counted. `.limit` and `.fraction` are those columns of the row in place of its value. *Not measured yet* is what no
result file has.
"""


class Files:
    """Of results/h200-sxm."""

    def __init__(self):
        self.files = {}

    def rows(self, name):
        if name not in self.files:
            if not (FOLDER / name).exists():
                raise LookupError(f"results/h200-sxm/{name} is not there")
            self.files[name] = read_file(FOLDER / name)
        return self.files[name]

    def info(self, what):
        """What `gpubench info` printed next to a name."""
        for line in (FOLDER / "info.txt").read_text(encoding="utf-8").splitlines():
            if line.strip().startswith(what + " "):
                return line.strip()[len(what):].strip()
        raise LookupError(f"results/h200-sxm/info.txt has no '{what}'")

    def find(self, where):
        """The one row, and which column is asked for."""
        name, rest = where.split(": ", 1) if ": " in where else (RESULTS, where)
        of, metric, words = rest.split(" ")
        metric, _, column = metric.partition(".")
        benchmark, slash, variant = of.partition("/")
        found = []
        for metric in (metric, FORMER.get(metric)):
            if metric and not found:
                found = values_of(self.rows(name), benchmark, metric, words.split(","), variant if slash else None)
        if len(found) != 1:
            raise LookupError(f"results/h200-sxm/{name} has {len(found)} rows '{rest}', expected one")
        return found[0], column or "value"

    def figure(self, where, show):
        """None: it will be there after the next measurement."""
        name = where.lstrip("?")
        try:
            if name.startswith("info:"):
                return self.info(name[len("info:"):])
            row, column = self.find(name)
        except LookupError:
            if where.startswith("?"):
                return None
            raise
        return show(float(row[column]), row["unit"])


def make(files):
    """The page, how many figures it has and how many it lacks; LookupError: a row is not there."""
    lines, rows, lacks = [], [], 0
    for number, experiment in enumerate(EXPERIMENTS, 1):
        ours = []
        for text, where, show in experiment.ours:
            if where is None:
                ours.append(text)
                continue
            figure = files.figure(where, show)
            ours.append(text.format(NOT_YET if figure is None else figure))
            if figure is None:
                lacks += 1
                continue
            rows.append(f"| {number} | {text.replace('{}', '').replace('  ', ' ').strip(' :')} | "
                        f"`{where.lstrip('?').replace('info:', 'info.txt: ')}` |")
        cells = (experiment.name, experiment.sources, f"`{experiment.command}`".replace("|", "\\|"), experiment.theirs,
                 "<br>".join(ours), experiment.why)
        lines.append(f"| {number} | {' | '.join(cells)} |")
    page = HEAD + "| letter | source |\n| --- | --- |\n" + "".join(f"| {key} | {text} |\n" for key, text in SOURCES)
    page += "\n| | experiment | of | command | the source's figure | ours | why they differ |\n" + "| --- " * 7 + "|\n"
    page += "\n".join(lines) + "\n\n## The rows\n" + ROWS + "\n| | figure | row |\n| --- | --- | --- |\n" + "\n".join(rows) + "\n"
    return page, len(rows), lacks


def main():
    try:
        page, count, lacks = make(Files())
    except LookupError as why:
        print(why)
        print("0 passed, 1 failed")
        return 1
    if "-w" in sys.argv[1:]:
        PAGE.write_text(page, encoding="utf-8")
    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    if old != page:
        print("\n".join(difflib.unified_diff(old.splitlines(), page.splitlines(), "docs/sources.md", "from results/", n=0,
                                             lineterm="")))
        print("0 passed, 1 failed")
        return 1
    print(f"{count} passed, 0 failed" + (f", {lacks} {NOT_YET}" if lacks else ""))
    return 0


if __name__ == "__main__":
    sys.exit(main())
