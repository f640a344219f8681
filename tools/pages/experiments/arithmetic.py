"""arithmetic.py: the experiments of the sources on arithmetic and rooflines, by their place on the page."""
from experiments.queries import Claim, Experiment, Figure, gigahertz, hundredths, number, percent, plain, rate, times

BOTH = "build=all,fmas=64,warps=64"
BALANCE = "overlap balance warps=64"
SGEMM = "counters.csv: gemm {} type=fp32,n32=8192,way=single"
ADDED = "counters.csv: dram {} op=add"
CORNER = "intensity/default flop_rate.sm_clock_hz type=fp32,traffic=read,flops=224"
PLATEAU = "intensity/default flop_rate.sm_clock_hz type=fp32,traffic=read,flops=8192"


def counted(metric):
    return f"counters.csv: overlap {metric} {BOTH}"


def sgemm(n, way, width="n32"):
    return f"gemm/default flop_rate type=fp32,{width}={n},way={way}"


def instr(op, variant="default"):
    return f"instr/{variant} cycles_per_warp op={op},measure=throughput"


def conclusion(metric, op):
    return f"instr {metric} op={op},measure=throughput"


def accuracy(name, op, variant="default"):
    """Cycles of a warp, and how far from the true value."""
    return [Figure(f"{name}, cycles", instr(op, variant), plain),
            Figure(f"{name}, error in ulps", f"instr/{variant} ulps_off op={op},measure=throughput", number)]


def product(metric, kernel):
    return f"case {metric} work=product,kernel={kernel},n=2048"


ARITHMETIC = {
    8: Experiment(
        "Memory alone, arithmetic alone, both", "M", "gpubench -b overlap; make audit-gpu",
        "23.53 ms, 12.52 ms and 25.82 ms: 82 % of the arithmetic is hidden. Balance at 3.76 instructions per byte; "
        "3.21 issued, 1.2 of 2 per cycle; 72 GB/s seen by the kernel, 125 GB/s by the hardware. A vector addition "
        "reaches 0.55 of 2 instructions per cycle and 130.83 of 177.8 GB/s",
        [Figure("FMAs per byte", f"overlap/default instructions_per_byte {BOTH}", number),
         Figure("hidden part of the shorter time", "overlap overlap fmas=64,warps=64", percent, 0.82),
         Figure("fewer FMAs per byte", "overlap/default instructions_per_byte build=all,fmas=16,warps=64", number),
         Figure("hidden part of the shorter time", "overlap overlap fmas=16,warps=64", percent),
         Figure("balance, FMAs per byte", BALANCE, number, 3.76),
         Figure("balance of the roofs", "overlap balance_of_roofs warps=64", number),
         Figure("instructions issued per byte, with 8 FMAs", counted("issued_per_byte"), number, 3.21),
         Figure("instructions per cycle, of 4", counted("instructions_per_cycle"), number),
         Figure("memory throughput seen by the kernel", counted("application_bandwidth"), rate),
         Figure("memory throughput seen by the hardware", counted("hardware_bandwidth"), rate),
         Figure("vector addition, share of the bus limit", "dram bandwidth.fraction op=add", percent, 130.83 / 177.8),
         Figure("instructions issued per byte", ADDED.format("issued_per_byte"), number),
         Figure("instructions per cycle, of 4", ADDED.format("instructions_per_cycle"), number),
         Figure("throughput seen by the kernel", ADDED.format("application_bandwidth"), rate),
         Figure("throughput seen by the hardware", ADDED.format("hardware_bandwidth"), rate)],
        [Claim("On the H200, 8 FMAs per byte are near the balance, as in the source's kernel, and the same share "
               "is hidden.",
               [("overlap overlap fmas=64,warps=64", ">", 0.77), ("overlap overlap fmas=64,warps=64", "<", 0.87)],
               only="H200"),
         Claim("The balance has risen because arithmetic grew faster than memory bandwidth.", [(BALANCE, ">", 3.76)]),
         Claim("In the source the hardware moved far more bytes than the kernel requested. Here the kernel counts {} "
               "times as many as the hardware, because dirty lines stay in L2 when it ends.",
               [(f"{counted('application_bandwidth')} over {counted('hardware_bandwidth')}", ">", 1)],
               (f"{counted('application_bandwidth')} over {counted('hardware_bandwidth')}", number))]),
    9: Experiment(
        "FFMA peak, and the profiler's roof", "R", "gpubench -b ffma",
        "13.26 TFLOP/s computed from lanes and the rated clock; the profiler's roof is 71 % of it, 9.46 TFLOP/s",
        [Figure("measured", "ffma flop_rate type=fp32", rate),
         Figure("limit at the measured clock", "ffma flop_rate.limit type=fp32", rate),
         Figure("share of the limit", "ffma flop_rate.fraction type=fp32", percent)],
        ["The profiler locks the clock to its base value, 1.32 GHz in the source. We measure at the clock that users "
         "get, and report the limit at that clock."]),
    12: Experiment(
        "batchCUBLAS, SGEMM", "R", "gpubench -b gemm -a type=fp32",
        "n = 128 and 8192; n = 8192: single 9.94, ten calls 10.26, streams 10.34, batched 8.48 TFLOP/s of 13.26",
        [Figure("n = 8192, single", sgemm(8192, "single"), rate, 9.94e12),
         Figure("share of the FP32 limit", "gemm/default flop_rate.fraction type=fp32,n32=8192,way=single", percent,
                9.94 / 13.26),
         *(Figure(f"n = 8192, {way}", sgemm(8192, way), rate, theirs, "FLOP/s")
           for way, theirs in (("calls", 10.26e12), ("streams", 10.34e12), ("batched", 8.48e12))),
         Figure("n = 8192, single, with alpha = 2 and beta = -1", sgemm(8192, "added"), rate),
         Figure("n = 8192, batched, with alpha = 2 and beta = -1", sgemm(8192, "batched_added"), rate),
         *(Figure(f"n = {n}, {way}", sgemm(n, way), rate) for n in (2048, 128)
           for way in ("single", "calls", "streams", "batched"))],
        [Claim("cuBLAS reaches about three quarters of the peak, then and now.",
               [("gemm/default flop_rate.fraction type=fp32,n32=8192,way=single", ">", 0.7),
                ("gemm/default flop_rate.fraction type=fp32,n32=8192,way=single", "<", 0.8)]),
         Claim("Ten products of n = 2048 reach the same rate as one, however they are called.",
               [(f"{sgemm(2048, way)} over {sgemm(2048, 'single')}", ">", 0.97)
                for way in ("calls", "streams", "batched")]),
         Claim("Alpha and beta change the rate at n = 8192 by less than 3 %: C is read once, while each element takes "
               "16384 operations.",
               [(f"{sgemm(8192, 'added')} over {sgemm(8192, 'single')}", ">", 0.97),
                (f"{sgemm(8192, 'added')} over {sgemm(8192, 'single')}", "<", 1.03)]),
         Claim("At n = 128 one batched call is {} times as fast as ten calls, which run one after the other, each too "
               "small to fill the GPU.",
               [(f"{sgemm(128, 'batched')} over {sgemm(128, 'calls')}", ">", 3)],
               (f"{sgemm(128, 'batched')} over {sgemm(128, 'calls')}", number))]),
    13: Experiment(
        "Issue slots and pipes by counters", "R", "make audit-gpu",
        "SGEMM uses 73.47 % of issue slots; registers limit it to 4 of 12 warps per scheduler",
        [Figure("issue slots used by SGEMM, n = 8192", SGEMM.format("issue_slots"), plain, 73.47),
         Figure("warps per scheduler, of 16", SGEMM.format("active_warps"), number),
         Figure("eligible warps per scheduler", SGEMM.format("eligible_warps"), number),
         Figure("FMA pipe", SGEMM.format("fma_pipe"), hundredths),
         Figure("warps stalled between two instructions: not selected", SGEMM.format("stall_not_selected"), number),
         Figure("warps stalled: short scoreboard", SGEMM.format("stall_short_scoreboard"), number),
         Figure("warps stalled: dispatch", SGEMM.format("stall_dispatch"), number)],
        ["cuBLAS is newer and the GPUs differ. [Bytes, sectors and passes](../results/h200-sxm/counters.md) were "
         "counted too.",
         Claim("The FMA pipe is as busy as the share of the limit in section 12 suggests; loads and address "
               "computations take the other issue slots.",
               [(SGEMM.format("fma_pipe"), ">", 73), (SGEMM.format("fma_pipe"), "<", 83),
                (SGEMM.format("issue_slots"), ">", 83)]),
         Claim("Registers limit the warps more than in the source: to {} of 16.",
               [(SGEMM.format("active_warps"), "<", 16 * 4 / 12)], (SGEMM.format("active_warps"), number))]),
    18: Experiment(
        "Rates of instructions", "Z", "gpubench -b instr",
        "cycles per warp: int, fp32 and fp64 2, transcendental 8; divide and modulo are expensive; `-use_fast_math` "
        "selects faster, less accurate functions",
        [Figure("add, int", instr("iadd"), plain, 2), Figure("fp32", instr("fadd"), plain, 2),
         Figure("fp64", instr("dadd"), plain, 2),
         Figure("`__sinf`", instr("sin_fast"), plain, 8),
         Figure("unsigned division over a shift", conclusion("slowdown", "udiv"), times),
         Figure("accidental double constant over float", conclusion("slowdown", "promoted"), times),
         Figure("`sinf` with `-use_fast_math`", conclusion("fast_math_gain", "sin"), times),
         Figure("divide with `-prec-div=false`", conclusion("no_prec_div_gain", "fdiv"), times),
         Figure("`sqrtf` with `-prec-sqrt=false`", conclusion("no_prec_sqrt_gain", "sqrt"), times),
         Figure("`expf` with `-ftz=true`", conclusion("ftz_gain", "exp"), times),
         Figure("`sincosf`", instr("sincos"), plain), Figure("exact reciprocal", instr("rcp"), plain),
         Figure("approximate reciprocal (`MUFU.RCP`)", instr("mufu_rcp"), plain),
         *(figure for name, op in (("sinf", "sin"), ("__sinf", "sin_fast"), ("expf", "exp"), ("__expf", "exp_fast"),
                                   ("logf", "log"), ("__logf", "log_fast"), ("powf", "pow"), ("tanhf", "tanh"),
                                   ("tanh.approx", "tanh_fast"), ("a / b", "fdiv"), ("__fdividef", "fdiv_fast"),
                                   ("sqrtf", "sqrt"), ("sqrt.approx", "sqrt_fast"))
           for figure in accuracy(f"`{name}`", op)),
         *accuracy("`powf` with `-use_fast_math`", "pow", "fast-math")],
        ["Our values are per SM: four schedulers with 32 lanes each take a quarter of a cycle per warp. The source's "
         "values are per scheduler, with 16 lanes. `__sinf` is a multiplication and a transcendental operation. "
         "The error in ulps is the largest of 8192 arguments; a correctly rounded result has at most half an ulp.",
         Claim("Precise functions are within two ulps. `__sinf` and `__logf` have a constant absolute error, so where "
               "their value is small they are off by many ulps: {} and {}.",
               [(f"instr/default ulps_off op={op},measure=throughput", "<", 2)
                for op in ("sin", "exp", "log", "pow", "tanh")] +
               [(f"instr/default ulps_off op={op},measure=throughput", ">", 10) for op in ("sin_fast", "log_fast")],
               *((f"instr/default ulps_off op={op},measure=throughput", number) for op in ("sin_fast", "log_fast")))]),
    24: Experiment(
        "The roofline and its points", "B, N, R", "gpubench -b intensity; gpubench roofs",
        "a hypothetical machine with 10 GFLOP/s and 10 GB/s has its ridge at 1 FLOP/B (R: 36.9 FLOP/B); no point is "
        "above the roof",
        [Figure("ridge, FP32", "intensity ridge type=fp32,traffic=read", plain, 36.9),
         Figure("share of the roof reached at the ridge", "intensity corner type=fp32,traffic=read", percent),
         Figure("SM clock at the ridge", CORNER, gigahertz),
         Figure("SM clock far right of the ridge", PLATEAU, gigahertz),
         Figure("share of the bus limit far left of it", "intensity memory_end type=fp32,traffic=read", percent)],
        [Claim("No point is above the roof.", [("intensity corner type=fp32,traffic=read", "<", 1)]),
         Claim("On the H200, memory and arithmetic together reach the power limit at the ridge: the clock is {} there "
               "and {} far to the right.",
               [(f"{CORNER} over {PLATEAU}", "<", 0.999)], (CORNER, gigahertz), (PLATEAU, gigahertz), only="H200")]),
    25: Experiment(
        "Tensor cores, CUTLASS' swizzle", "B", "gpubench -b 'tensor|bank'",
        "tensor cores are mentioned without figures; a swizzle has no conflicts",
        [Figure("bf16", "tensor/wgmma flop_rate type=bf16,data=normal,sparsity=dense", rate),
         Figure("share of its limit at the measured clock",
                "tensor/wgmma flop_rate.fraction type=bf16,data=normal,sparsity=dense", percent),
         Figure("cycles with a swizzle, 4-byte words", "bank cycles pattern=swizzled,op=load,word=4", number, 1),
         Figure("cycles with the source's swizzle, 2-byte words", "bank cycles pattern=swizzled,op=load_half", number,
                1)],
        [Claim("Source and measurement agree that a swizzle has no conflicts.",
               [("bank cycles pattern=swizzled,op=load,word=4", "<", 1.05)]),
         "Tensor cores reach the power cap, so their limit is computed at the lower clock that the cap allows."]),
    27: Experiment(
        "A plain matrix product", "B", "gpubench -b case", "0.25 FLOP/B: two operations per 8 bytes",
        [Figure("intensity requested in the source code", product("intensity_asked", "plain"), plain),
         Figure("intensity at L1, by passes of 128 bytes", product("intensity_l1", "plain"), number),
         Figure("at L1, lanes along rows", product("intensity_l1", "along_rows"), number),
         Figure("at L2, lanes along rows", product("intensity_l2", "along_rows"), plain),
         Figure("at device memory, lanes along rows", product("intensity", "along_rows"), plain),
         Figure("rate of the plain kernel", product("flop_rate", "plain"), rate),
         Figure("rate with lanes along rows", product("flop_rate", "along_rows"), rate),
         Figure("tiled", product("flop_rate", "tiled"), rate),
         Figure("tiled, prefetched through registers", product("flop_rate", "registers"), rate),
         Figure("cuBLAS", product("flop_rate", "cublas"), rate)],
        ["The intensity requested by the code is the source's figure. If lanes lie along rows, L1 delivers it too: "
         "a load takes one pass. In the source's version each load of A takes 32 passes.",
         Claim("Sharing lines between blocks [raises the intensity level by "
               "level](worked-example.md#second-problem-a-matrix-product).",
               [(product("flop_rate", "tiled"), ">", product("flop_rate", "along_rows")),
                (product("flop_rate", "registers"), ">", product("flop_rate", "tiled"))])]),
}
