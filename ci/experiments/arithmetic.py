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
            Figure(f"{name}, off by ulps", f"instr/{variant} ulps_off op={op},measure=throughput", number)]


def product(metric, kernel):
    return f"case {metric} work=product,kernel={kernel},n=2048"


ARITHMETIC = {
    8: Experiment(
        "Memory alone, arithmetic alone, both", "M", "gpubench -b overlap; make audit-gpu",
        "23.53, 12.52 and 25.82 ms: 82 % of the arithmetic is hidden. Balance at 3.76 instructions a byte; 3.21 issued, 1.2 a "
        "cycle of 2; 72 GB/s seen by the kernel, 125 by the hardware. A vector addition: 0.55 instructions a cycle of 2, 130.83 "
        "GB/s of 177.8",
        [Figure("FMAs a byte", f"overlap/default instructions_per_byte {BOTH}", number),
         Figure("hidden of the shorter time", "overlap overlap fmas=64,warps=64", percent, 0.82),
         Figure("fewer FMAs a byte", "overlap/default instructions_per_byte build=all,fmas=16,warps=64", number),
         Figure("hidden of the shorter time", "overlap overlap fmas=16,warps=64", percent),
         Figure("balance, FMAs a byte", BALANCE, number, 3.76), Figure("balance of the roofs", "overlap balance_of_roofs warps=64", number),
         Figure("instructions issued for a byte, with 8 FMAs", counted("issued_per_byte"), number, 3.21),
         Figure("instructions a cycle, of 4", counted("instructions_per_cycle"), number),
         Figure("throughput of memory that the kernel sees", counted("application_bandwidth"), rate),
         Figure("that the hardware sees", counted("hardware_bandwidth"), rate),
         Figure("vector addition, of the bus", "dram bandwidth.fraction op=add", percent, 130.83 / 177.8),
         Figure("instructions issued for a byte", ADDED.format("issued_per_byte"), number),
         Figure("instructions a cycle, of 4", ADDED.format("instructions_per_cycle"), number),
         Figure("throughput that the kernel sees", ADDED.format("application_bandwidth"), rate),
         Figure("that the hardware sees", ADDED.format("hardware_bandwidth"), rate)],
        [Claim("On the H200 8 FMAs a byte lie near the balance, like the source's kernel, and the same share is hidden.",
               [("overlap overlap fmas=64,warps=64", ">", 0.77), ("overlap overlap fmas=64,warps=64", "<", 0.87)], only="H200"),
         Claim("The balance has risen, for arithmetic grew faster than memory.", [(BALANCE, ">", 3.76)]),
         Claim("There the hardware moved far more bytes than the kernel asked for. Here the kernel sees {} times as many as the "
               "hardware, as dirty lines stay in L2 when it ends.",
               [(f"{counted('application_bandwidth')} over {counted('hardware_bandwidth')}", ">", 1)],
               (f"{counted('application_bandwidth')} over {counted('hardware_bandwidth')}", number))]),
    9: Experiment(
        "FFMA peak, and the profiler's", "R", "gpubench -b ffma",
        "13.26 TFLOP/s from lanes and the rated clock; the profiler's roof is 9.46 TFLOP/s, 71 % of it",
        [Figure("measured", "ffma flop_rate type=fp32", rate),
         Figure("the limit at the clock that was measured", "ffma flop_rate.limit type=fp32", rate),
         Figure("share of it", "ffma flop_rate.fraction type=fp32", percent)],
        ["The profiler holds the clock at its base, 1.32 GHz there. We measure at the clock that users get, and give the "
         "limit at that clock."]),
    12: Experiment(
        "batchCUBLAS, SGEMM", "R", "gpubench -b gemm -a type=fp32",
        "n = 128 and 8192; n = 8192: single 9.94, ten calls 10.26, streams 10.34, batched 8.48 TFLOP/s of 13.26",
        [Figure("n = 8192, single", sgemm(8192, "single"), rate, 9.94e12),
         Figure("share of the FP32 limit", "gemm/default flop_rate.fraction type=fp32,n32=8192,way=single", percent, 9.94 / 13.26),
         *(Figure(f"n = 8192, {way}", sgemm(8192, way), rate, theirs, "FLOP/s")
           for way, theirs in (("calls", 10.26e12), ("streams", 10.34e12), ("batched", 8.48e12))),
         Figure("n = 8192, single, with alpha = 2 and beta = -1", sgemm(8192, "added"), rate),
         Figure("n = 8192, batched, likewise", sgemm(8192, "batched_added"), rate),
         *(Figure(f"n = {n}, {way}", sgemm(n, way), rate) for n in (2048, 128) for way in ("single", "calls", "streams", "batched"))],
        [Claim("cuBLAS reaches about three quarters of the peak on both.",
               [("gemm/default flop_rate.fraction type=fp32,n32=8192,way=single", ">", 0.7),
                ("gemm/default flop_rate.fraction type=fp32,n32=8192,way=single", "<", 0.8)]),
         Claim("Ten products of n = 2048 lose nothing against one, whichever way they are called.",
               [(f"{sgemm(2048, way)} over {sgemm(2048, 'single')}", ">", 0.97) for way in ("calls", "streams", "batched")]),
         Claim("An alpha and a beta change the rate at n = 8192 by less than 3 %: C is read once for 16384 operations on each element.",
               [(f"{sgemm(8192, 'added')} over {sgemm(8192, 'single')}", ">", 0.97),
                (f"{sgemm(8192, 'added')} over {sgemm(8192, 'single')}", "<", 1.03)]),
         Claim("At n = 128 one batched call is {} times as fast as ten calls, which take turns on a GPU that none of them fills.",
               [(f"{sgemm(128, 'batched')} over {sgemm(128, 'calls')}", ">", 3)],
               (f"{sgemm(128, 'batched')} over {sgemm(128, 'calls')}", number))]),
    13: Experiment(
        "Issue slots and pipes by counters", "R", "make audit-gpu",
        "SGEMM uses 73.47 % of issue slots; registers bound its warps to 4 of 12 a scheduler",
        [Figure("issue slots used by SGEMM, n = 8192", SGEMM.format("issue_slots"), plain, 73.47),
         Figure("warps a scheduler, of 16", SGEMM.format("active_warps"), number),
         Figure("eligible warps a scheduler", SGEMM.format("eligible_warps"), number),
         Figure("FMA pipe", SGEMM.format("fma_pipe"), hundredths),
         Figure("warps that wait between two instructions: not selected", SGEMM.format("stall_not_selected"), number),
         Figure("short scoreboard", SGEMM.format("stall_short_scoreboard"), number),
         Figure("dispatch", SGEMM.format("stall_dispatch"), number)],
        ["A newer cuBLAS on other GPUs. [Bytes, sectors and passes](../results/h200-sxm/counters.md) were counted as well.",
         Claim("The pipe of multiply-adds is as busy as the share of the limit in section 12 says; the slots between go to loads and addresses.",
               [(SGEMM.format("fma_pipe"), ">", 73), (SGEMM.format("fma_pipe"), "<", 83), (SGEMM.format("issue_slots"), ">", 83)]),
         Claim("Registers bound the warps more than there: {} of 16.", [(SGEMM.format("active_warps"), "<", 16 * 4 / 12)],
               (SGEMM.format("active_warps"), number))]),
    18: Experiment(
        "Rates of instructions", "Z", "gpubench -b instr",
        "cycles of a warp: int and fp32 2, fp64 2, transcendental 8; divide and modulo are expensive; `-use_fast_math`; fast "
        "functions are less accurate",
        [Figure("add, int", instr("iadd"), plain, 2), Figure("fp32", instr("fadd"), plain, 2), Figure("fp64", instr("dadd"), plain, 2),
         Figure("`__sinf`", instr("sin_fast"), plain, 8), Figure("unsigned divide over shift", conclusion("slowdown", "udiv"), times),
         Figure("a double constant by mistake", conclusion("slowdown", "promoted"), times),
         Figure("fast `sinf`", conclusion("fast_math_gain", "sin"), times),
         Figure("divide with `-prec-div=false`", conclusion("no_prec_div_gain", "fdiv"), times),
         Figure("`sqrtf` with `-prec-sqrt=false`", conclusion("no_prec_sqrt_gain", "sqrt"), times),
         Figure("`expf` with `-ftz=true`", conclusion("ftz_gain", "exp"), times),
         Figure("`sincosf`", instr("sincos"), plain), Figure("exact reciprocal", instr("rcp"), plain),
         Figure("the instruction for it", instr("mufu_rcp"), plain),
         *(figure for name, op in (("sinf", "sin"), ("__sinf", "sin_fast"), ("expf", "exp"), ("__expf", "exp_fast"), ("logf", "log"),
                                   ("__logf", "log_fast"), ("powf", "pow"), ("tanhf", "tanh"), ("tanh.approx", "tanh_fast"),
                                   ("a / b", "fdiv"), ("__fdividef", "fdiv_fast"), ("sqrtf", "sqrt"), ("sqrt.approx", "sqrt_fast"))
           for figure in accuracy(f"`{name}`", op)),
         *accuracy("`powf` with `-use_fast_math`", "pow", "fast-math")],
        ["Our values are per SM: four schedulers with 32 lanes each make a quarter cycle a warp. The source's are per "
         "scheduler, with 16 lanes. `__sinf` is a product and a transcendental operation. Ulps give the farthest of 8192 steps; "
         "a result that is rounded correctly is half of one away at most.",
         Claim("Precise functions stay within two ulps. `__sinf` and `__logf` keep an absolute error, so that they are many ulps off, "
               "{} and {}, where the value is small.",
               [(f"instr/default ulps_off op={op},measure=throughput", "<", 2) for op in ("sin", "exp", "log", "pow", "tanh")] +
               [(f"instr/default ulps_off op={op},measure=throughput", ">", 10) for op in ("sin_fast", "log_fast")],
               *((f"instr/default ulps_off op={op},measure=throughput", number) for op in ("sin_fast", "log_fast")))]),
    24: Experiment(
        "The roofline and its points", "B, N, R", "gpubench -b intensity; gpubench roofs",
        "a made-up machine of 10 GFLOP/s and 10 GB/s: its ridge is at 1 FLOP/B; no point lies above the roof (R: 36.9 FLOP/B)",
        [Figure("ridge, FP32", "intensity ridge type=fp32,traffic=read", plain, 36.9),
         Figure("reached there of the roof", "intensity corner type=fp32,traffic=read", percent),
         Figure("SM clock there", CORNER, gigahertz), Figure("far right of it", PLATEAU, gigahertz),
         Figure("far left of it, of the bus", "intensity memory_end type=fp32,traffic=read", percent)],
        [Claim("No point lies above the roof.", [("intensity corner type=fp32,traffic=read", "<", 1)]),
         Claim("Both units are busy at the corner, which takes power: the clock is {} there and {} far right of it.",
               [(f"{CORNER} over {PLATEAU}", "<", 0.999)], (CORNER, gigahertz), (PLATEAU, gigahertz))]),
    25: Experiment(
        "Tensor cores, CUTLASS' swizzle", "B", "gpubench -b 'tensor|bank'", "said to exist; a swizzle has no conflicts",
        [Figure("bf16", "tensor/wgmma flop_rate type=bf16,data=normal,sparsity=dense", rate),
         Figure("share of its limit at that clock", "tensor/wgmma flop_rate.fraction type=bf16,data=normal,sparsity=dense", percent),
         Figure("cycles with a swizzle", "bank cycles pattern=swizzled,op=load,word=4", number, 1),
         Figure("halves with the source's swizzle", "bank cycles pattern=swizzled,op=load_half", number, 1)],
        [Claim("They agree that a swizzle has no conflicts.", [("bank cycles pattern=swizzled,op=load,word=4", "<", 1.05)]),
         "Power binds tensor cores: the limit is that of the clock which the cap leaves."]),
    27: Experiment(
        "A plain matrix product", "B", "gpubench -b case", "0.25 FLOP/B, two operations for 8 bytes",
        [Figure("asked of L1", product("intensity_asked", "plain"), plain), Figure("at L1, by passes of 128 bytes", product("intensity_l1", "plain"), number),
         Figure("lanes along rows", product("intensity_l1", "along_rows"), number), Figure("at L2", product("intensity_l2", "along_rows"), plain),
         Figure("at device memory", product("intensity", "along_rows"), plain), Figure("as it is", product("flop_rate", "plain"), rate),
         Figure("lanes along rows", product("flop_rate", "along_rows"), rate), Figure("tiled", product("flop_rate", "tiled"), rate),
         Figure("fetched ahead through registers", product("flop_rate", "registers"), rate), Figure("cuBLAS", product("flop_rate", "cublas"), rate)],
        ["Asked for, it is the source's figure, and so where lanes lie along rows: a load is one pass of L1. As the source has it, "
         "the loads of A take 32.",
         Claim("Blocks that share lines [raise it level by level](worked-example.md#second-problem-a-matrix-product).",
               [(product("flop_rate", "tiled"), ">", product("flop_rate", "along_rows")),
                (product("flop_rate", "registers"), ">", product("flop_rate", "tiled"))])]),
}
