"""programs.py: the experiments of the sources on warps, launches and whole kernels, by their place on the page."""
from experiments.queries import Claim, Experiment, Figure, micro, milli, number, percent, plain, times

VERSIONS = (("one block", "one_block", 2.371), ("a block per set", "block_a_set", 0.0831),
            ("coalesced", "coalesced", 0.0212), ("shuffles", "shuffled", 0.0118), ("cuBLAS", "library", 0.00652))


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
    """The rate with so many warps, over that with all. Two FMAs on each of the four words of a load are eight for
    the load."""
    return (f"overlap/default bandwidth build=all,fmas=2,warps={warps} over overlap/default bandwidth "
            "build=all,fmas=2,warps=64")


def launch(words):
    return f"launch time {words}"


PROGRAMS = {
    14: Experiment(
        "Reduction with a matrix-vector product, five versions", "N",
        "gpubench -b case; gpubench -b host_case --device host; make audit-gpu",
        "4.71439 s on one core and 0.362923 s on the 104 cores of two Xeon 8269CY; 2.371, 0.0831, 0.0212, 0.0118 and "
        "0.00652 s for the five versions. Sectors per request are 17.77, or 4.00 if coalesced; the last version "
        "reads 909 GB/s",
        [Figure("one core of the host", processor("time", "plain", "one"), milli, 4.71439),
         Figure("all cores of the host", processor("time", "plain", "all"), milli, 0.362923),
         Figure("one core, along rows", processor("time", "along_rows", "one"), milli),
         Figure("all cores, along rows", processor("time", "along_rows", "all"), milli),
         *(Figure(name, case("time", version), milli, theirs) for name, version, theirs in VERSIONS),
         Figure("sectors per request, a block per set", counted("sectors_per_request", "block_a_set"), plain, 17.77),
         Figure("sectors per request, coalesced", counted("sectors_per_request", "coalesced"), plain, 4.00),
         Figure("cuBLAS, share of the bus limit", "case flop_rate.fraction work=average,version=library", percent),
         *(Figure(f"{name}: cycles between two instructions", counted("issue_interval", version), number)
           for name, version, _ in VERSIONS),
         *(Figure(f"{name}: warps stalled on memory", counted("stall_long_scoreboard", version), number)
           for name, version, _ in VERSIONS),
         *(Figure(f"{name}: passes of shared memory", counted("shared_passes", version), number)
           for name, version, _ in VERSIONS)],
        ["The host is the virtual machine that the GPU is attached to.",
         Claim("Reading along rows makes one core {} times as fast as the source's loop, which reads down columns.",
               [(f"{processor('time', 'plain', 'one')} over {processor('time', 'along_rows', 'one')}", ">", 1.5)],
               (f"{processor('time', 'plain', 'one')} over {processor('time', 'along_rows', 'one')}", number)),
         Claim("The versions have the same order as in the source, and [the steps](worked-example.md) gain for the "
               "same reasons.",
               [(case("time", version), ">", case("time", later))
                for (_, version, _), (_, later, _) in zip(VERSIONS, VERSIONS[1:])]),
         Claim("Sectors per request agree with the source, whose 17.77 is the mean over all loads of its kernel.",
               [(counted("sectors_per_request", "block_a_set"), ">", 17.5),
                (counted("sectors_per_request", "block_a_set"), "<", 18.5),
                (counted("sectors_per_request", "coalesced"), "<", 4.05)])]),
    15: Experiment(
        "Requests, sectors, wavefronts", "N", "gpubench -b stride; make audit-gpu",
        "17.77 sectors per request, 4.00 if coalesced, 32 at worst; 78 % of the sectors are in excess",
        [Figure("sectors per request, stride 1", f"counters.csv: {stride('sectors_per_request', 1)}", plain, 4),
         Figure("sectors per request, stride 8 and above", f"counters.csv: {stride('sectors_per_request', 8)}", plain,
                32),
         *(Figure(f"wavefronts per request, stride {step}",
                  f"counters.csv: {stride('load_wavefronts_per_request', step)}", number)
           for step in (1, 8, 64)),
         Figure("excess sectors, stride 8 and above", stride("excess_sectors", 8), percent)],
        [Claim("Both extremes agree with the source.",
               [(f"counters.csv: {stride('sectors_per_request', 1)}", "<", 4.05),
                (f"counters.csv: {stride('sectors_per_request', 8)}", ">", 31.9)])]),
    16: Experiment(
        "Occupancy and hiding latency", "B, Z", "gpubench -b 'occupancy|overlap'",
        "26 of 48 warps (54 %) hide 400 cycles with 8 instructions per load; 13 warps (27 %) hide 24 cycles of "
        "arithmetic. One more register per thread may cost a resident block, and blocks consist of whole warps",
        [*(Figure(f"8 arithmetic instructions per load: {warps} warps over 64", mixed(warps), percent)
           for warps in (4, 8, 16, 32)),
         Figure("warps of 64 for 90 % of the read rate, one load at a time",
                "occupancy warps_needed op=read,ilp=1,share=0.9", plain),
         Figure("the same, 8 loads at a time", "occupancy warps_needed op=read,ilp=8,share=0.9", plain),
         Figure("warps of 64 for 90 % of the FMA rate", "occupancy warps_needed op=fma,ilp=1,share=0.9", plain, 13),
         Figure("rate with 72 registers, relative to 64", "occupancy cliff op=register_step,ballast=53", percent),
         Figure("blocks of 32 threads, share of the FP32 limit", "occupancy flop_rate.fraction op=block,threads=32",
                percent),
         Figure("blocks of 33 threads, share of the FP32 limit", "occupancy flop_rate.fraction op=block,threads=33",
                percent)],
        ["The source's calculation (Little's law) holds with other latencies and rates: an FMA takes 4 cycles, "
         "and a load takes longer under full traffic than on an idle GPU.",
         Claim("With 8 arithmetic instructions per load, 8 warps are too few, and 32 warps hide as much as 64.",
               [(mixed(8), "<", 0.9), (mixed(32), ">", 0.95)]),
         Claim("One thread more than a warp halves the rate.",
               [("occupancy flop_rate.fraction op=block,threads=33", "<", 0.55)])]),
    19: Experiment(
        "Loop unrolling, prefetching", "Z", "gpubench -b 'unroll|prefetch'",
        "a third of the instructions of a loop are arithmetic; prefetching gains up to 100 %",
        [Figure("share of arithmetic, as the source counts", unroll("share_without_loads", 1), percent),
         Figure("share of arithmetic in all instructions", unroll("arithmetic_share", 1), percent),
         Figure("the same with 16 steps per iteration", unroll("arithmetic_share", 16), percent),
         Figure("gain of 16 steps, many warps", unroll("gain", 16), times),
         Figure("gain of 16 steps, 4 warps per SM", unroll("gain", 16, "few"), times),
         Figure("prefetching one tile into shared memory, 4 warps",
                "prefetch gain_of_one way=shared,level=l2,warps=4,fmas=128", times, 2),
         Figure("the same, 32 warps", "prefetch gain_of_one way=shared,level=l2,warps=32,fmas=128", times, 2),
         Figure("prefetching 8 tiles by `cp.async`, from memory, 4 warps",
                "prefetch gain way=cp_async,level=dram,warps=4,fmas=16", times, 2)],
        ["The source's third excludes loads and the comparison.",
         Claim("Prefetching one tile gains little if other warps hide the latency.",
               [("prefetch gain_of_one way=shared,level=l2,warps=32,fmas=128", "<", 1.2),
                ("prefetch gain_of_one way=shared,level=l2,warps=4,fmas=128", ">", 1.4)]),
         Claim("Prefetching several tiles gains more than the source's 100 %.",
               [("prefetch gain way=cp_async,level=dram,warps=4,fmas=16", ">", 2)])]),
    20: Experiment(
        "Divergence of a warp", "B, Z", "gpubench -b divergence",
        "paths run one after the other, so n paths take n times as long",
        [Figure(f"{paths} paths", f"divergence slowdown kind=equal,paths={paths}", times, paths)
         for paths in (2, 16, 32)],
        [Claim("They agree, except that 32 paths share the work before and after them.",
               [("divergence slowdown kind=equal,paths=2", ">", 1.95),
                ("divergence slowdown kind=equal,paths=2", "<", 2.05),
                ("divergence slowdown kind=equal,paths=32", ">", 31),
                ("divergence slowdown kind=equal,paths=32", "<", 32.5)])]),
    21: Experiment(
        "Streams, priorities, events, overlap", "B, Z", "gpubench -b 'streams|launch'",
        "kernels of several streams run at once if there is room; copies overlap with arithmetic; events order and "
        "time work; no figures",
        [Figure("kernels at once", "streams kernels_at_once op=concurrent", plain),
         Figure("mean wait of a kernel among others", "streams mean_wait op=priority,priority=same", micro),
         Figure("the same with high priority", "streams mean_wait op=priority,priority=high", micro),
         Figure("copy in, kernel, copy out, over the longest of them", "streams of_longest_part op=overlap", times),
         Figure("host time to record an event", launch("op=event_enqueue"), micro),
         Figure("gap between two kernels", launch("op=gap"), micro),
         Figure("the same across an event of another stream", launch("op=hop"), micro)],
        ["The sources have no figures to compare."]),
    22: Experiment(
        "Graphs against launches", "B", "gpubench -b launch", "graphs cost less to launch; no figures",
        [Figure("period of launches", launch("op=period,args=8"), micro),
         Figure("period of nodes in a graph", launch("op=graph,nodes=chain"), micro),
         Figure("period of nodes in 32 branches", launch("op=graph,nodes=branches_32"), micro),
         Figure("host time of a launch", launch("op=enqueue,args=8"), micro),
         Figure("host time of a graph of 10 nodes", launch("op=graph_enqueue,length=10"), micro),
         *(Figure(f"{how} and instantiated, {length} kernel{'s' if length > 1 else ''}",
                  launch(f"op={op},length={length}"), micro)
           for how, op in (("captured", "graph_capture"), ("built node by node", "graph_build"))
           for length in (1, 10, 100))],
        [Claim("A node takes less time than a launch.",
               [(launch("op=graph,nodes=chain"), "<", launch("op=period,args=8"))]),
         Claim("Creating a graph takes the host longer than launching it, so a graph pays off if it is launched "
               "several times.",
               [(launch("op=graph_capture,length=10"), ">", launch("op=graph_enqueue,length=10"))])]),
}
