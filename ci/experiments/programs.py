"""programs.py: the experiments of the sources on warps, launches and whole kernels, by their place on the page."""
from experiments.queries import Claim, Experiment, Figure, micro, milli, number, percent, plain, times

VERSIONS = (("one block", "one_block", 2.371), ("a block a set", "block_a_set", 0.0831), ("coalesced", "coalesced", 0.0212),
            ("shuffles", "shuffled", 0.0118), ("cuBLAS", "library", 0.00652))


def case(metric, version):
    return f"case {metric} work=average,version={version}"


def counted(metric, version):
    return f"counters.csv: {case(metric, version)}"


def processor(metric, version, threads):
    return f"host_case {metric} version={version},threads={threads}"


def stride(metric, step):
    return f"stride {metric} op=copy,stride={step},bytes=4,form=wide"


def unroll(metric, steps, warps="all"):
    return f"unroll {metric} loop=product,unroll={steps},warps={warps}"


def mixed(warps):
    """The rate with so many warps, over that with all. Two FMAs on each of the four words of a load are eight for the load."""
    return f"overlap/default bandwidth build=all,fmas=2,warps={warps} over overlap/default bandwidth build=all,fmas=2,warps=64"


def launch(words):
    return f"launch time {words}"


PROGRAMS = {
    14: Experiment(
        "Reduction with a matrix-vector product, five versions", "N",
        "gpubench -b case; gpubench -b host_case --device host; make audit-gpu",
        "4.71439 s on one core and 0.362923 s on the 104 of two Xeon 8269CY; 2.371, 0.0831, 0.0212, 0.0118, 0.00652 s; sectors a request 17.77, mended 4.00; the last one's reads at 909 GB/s",
        [Figure("one core of the processor", processor("time", "plain", "one"), milli, 4.71439),
         Figure("all its cores", processor("time", "plain", "all"), milli, 0.362923),
         Figure("one core, by rows", processor("time", "along_rows", "one"), milli),
         Figure("all its cores, by rows", processor("time", "along_rows", "all"), milli),
         *(Figure(name, case("time", version), milli, theirs) for name, version, theirs in VERSIONS),
         Figure("sectors a request, a block a set", counted("sectors_per_request", "block_a_set"), plain, 17.77),
         Figure("coalesced", counted("sectors_per_request", "coalesced"), plain, 4.00),
         Figure("cuBLAS, of the bus", "case flop_rate.fraction work=average,version=library", percent),
         *(Figure(f"{name}: cycles from one instruction to the next", counted("issue_interval", version), number)
           for name, version, _ in VERSIONS),
         *(Figure(f"{name}: warps that wait for memory", counted("stall_long_scoreboard", version), number) for name, version, _ in VERSIONS),
         *(Figure(f"{name}: passes of shared memory", counted("shared_passes", version), number) for name, version, _ in VERSIONS)],
        ["The processor is that of the GPU's host, as a virtual machine sees it.",
         Claim("Reading along rows makes one core {} times as fast as the source's loop, which reads by columns.",
               [(f"{processor('time', 'plain', 'one')} over {processor('time', 'along_rows', 'one')}", ">", 1.5)],
               (f"{processor('time', 'plain', 'one')} over {processor('time', 'along_rows', 'one')}", number)),
         Claim("The order is the source's, and [the steps](worked-example.md) gain for its reasons.",
               [(case("time", version), ">", case("time", later))
                for (_, version, _), (_, later, _) in zip(VERSIONS, VERSIONS[1:])]),
         Claim("Sectors a request agree with the source's: 17.77 is the mean over all loads of its kernel.",
               [(counted("sectors_per_request", "block_a_set"), ">", 17.5), (counted("sectors_per_request", "block_a_set"), "<", 18.5),
                (counted("sectors_per_request", "coalesced"), "<", 4.05)])]),
    15: Experiment(
        "Requests, sectors, wavefronts", "N", "gpubench -b stride; make audit-gpu",
        "17.77 sectors a request, 4.00 when mended; 32 at worst; 78 % of the sectors in excess",
        [Figure("stride 1", f"counters.csv: {stride('sectors_per_request', 1)}", plain, 4),
         Figure("stride 8 and more", f"counters.csv: {stride('sectors_per_request', 8)}", plain, 32),
         *(Figure(f"wavefronts a request, stride {step}", f"counters.csv: {stride('load_wavefronts_per_request', step)}", number)
           for step in (1, 8, 64)),
         Figure("sectors in excess, stride 8 and more", stride("excess_sectors", 8), percent)],
        [Claim("Both ends agree.", [(f"counters.csv: {stride('sectors_per_request', 1)}", "<", 4.05),
                                    (f"counters.csv: {stride('sectors_per_request', 8)}", ">", 31.9)])]),
    16: Experiment(
        "Occupancy and hiding latency", "B, Z", "gpubench -b 'occupancy|overlap'",
        "26 warps of 48 (54 %) hide 400 cycles with 8 instructions a load; 13 warps (27 %) hide 24 cycles of arithmetic. There is "
        "a cliff where a register more costs a block, and blocks have whole warps",
        [*(Figure(f"8 arithmetic instructions a load: {warps} warps, over 64", mixed(warps), percent) for warps in (4, 8, 16, 32)),
         Figure("warps of 64 for 90 % of reads, a load at a time", "occupancy warps_needed op=read,ilp=1,share=0.9", plain),
         Figure("8 loads at a time", "occupancy warps_needed op=read,ilp=8,share=0.9", plain),
         Figure("for 90 % of FMAs", "occupancy warps_needed op=fma,ilp=1,share=0.9", plain, 13),
         Figure("left after the cliff from 64 to 72 registers", "occupancy cliff op=register_step,ballast=53", percent),
         Figure("blocks of 32 threads, of the FP32 limit", "occupancy flop_rate.fraction op=block,threads=32", percent),
         Figure("blocks of 33", "occupancy flop_rate.fraction op=block,threads=33", percent)],
        ["The sum is the source's (Little's law) with other latencies and rates: an FMA takes 4 cycles, and a load under full "
         "traffic more than an idle one.",
         Claim("With 8 arithmetic instructions a load, 8 warps are too few and 32 hide all that 64 do.",
               [(mixed(8), "<", 0.9), (mixed(32), ">", 0.95)]),
         Claim("A thread more than a warp costs half of the rate.", [("occupancy flop_rate.fraction op=block,threads=33", "<", 0.55)])]),
    19: Experiment(
        "Loop unrolling, prefetching", "Z", "gpubench -b 'unroll|prefetch'",
        "a third of a loop's instructions are arithmetic; prefetching gains up to 100 %",
        [Figure("arithmetic, counted as there", unroll("share_without_loads", 1), percent),
         Figure("share in all instructions", unroll("arithmetic_share", 1), percent),
         Figure("with 16 steps in a trip", unroll("arithmetic_share", 16), percent), Figure("faster by that, many warps", unroll("gain", 16), times),
         Figure("4 warps an SM", unroll("gain", 16, "few"), times),
         Figure("a tile ahead by shared memory, 4 warps", "prefetch gain_of_one way=shared,level=l2,warps=4,fmas=128", times, 2),
         Figure("32 warps", "prefetch gain_of_one way=shared,level=l2,warps=32,fmas=128", times, 2),
         Figure("8 tiles ahead by `cp.async`, from memory, 4 warps", "prefetch gain way=cp_async,level=dram,warps=4,fmas=16", times, 2)],
        ["The third is the source's where loads and the comparison do not count.",
         Claim("A tile ahead gains little where other warps hide the wait.",
               [("prefetch gain_of_one way=shared,level=l2,warps=32,fmas=128", "<", 1.2),
                ("prefetch gain_of_one way=shared,level=l2,warps=4,fmas=128", ">", 1.4)]),
         Claim("Several tiles ahead exceed the 100 % of the source.", [("prefetch gain way=cp_async,level=dram,warps=4,fmas=16", ">", 2)])]),
    20: Experiment(
        "Divergence of a warp", "B, Z", "gpubench -b divergence", "paths run one after the other: n paths, n times",
        [Figure(f"{paths} paths", f"divergence slowdown kind=equal,paths={paths}", times, paths) for paths in (2, 16, 32)],
        [Claim("They agree; 32 paths share the work around them.",
               [("divergence slowdown kind=equal,paths=2", ">", 1.95), ("divergence slowdown kind=equal,paths=2", "<", 2.05),
                ("divergence slowdown kind=equal,paths=32", ">", 31), ("divergence slowdown kind=equal,paths=32", "<", 32.5)])]),
    21: Experiment(
        "Streams, priorities, events, overlap", "B, Z", "gpubench -b 'streams|launch'",
        "kernels of several streams run at once where there is room; copies overlap with arithmetic; events order and time them; no figures",
        [Figure("kernels at once", "streams kernels_at_once op=concurrent", plain),
         Figure("wait of a kernel among others", "streams mean_wait op=priority,priority=same", micro),
         Figure("with high priority", "streams mean_wait op=priority,priority=high", micro),
         Figure("copy in, kernel, copy out over the longest of them", "streams of_longest_part op=overlap", times),
         Figure("an event, the host's call", launch("op=event_enqueue"), micro),
         Figure("from one kernel to the next", launch("op=gap"), micro),
         Figure("where it waits for an event of another stream", launch("op=hop"), micro)],
        ["There is nothing to compare."]),
    22: Experiment(
        "Graphs against launches", "B", "gpubench -b launch", "a graph has fewer costs of launching; no figures",
        [Figure("launch after launch", launch("op=period,args=8"), micro), Figure("node of a graph", launch("op=graph,nodes=chain"), micro),
         Figure("node of 32 branches", launch("op=graph,nodes=branches_32"), micro), Figure("the host's call of a launch", launch("op=enqueue,args=8"), micro),
         Figure("the host's call of a graph of 10", launch("op=graph_enqueue,length=10"), micro),
         *(Figure(f"{how} and instantiated, kernels: {length}", launch(f"op={op},length={length}"), micro)
           for how, op in (("captured", "graph_capture"), ("built node by node", "graph_build")) for length in (1, 10, 100))],
        [Claim("A node costs less than a launch.", [(launch("op=graph,nodes=chain"), "<", launch("op=period,args=8"))]),
         Claim("To make a graph takes the host longer than to launch it, so that it pays when it is launched several times.",
               [(launch("op=graph_capture,length=10"), ">", launch("op=graph_enqueue,length=10"))])]),
}
