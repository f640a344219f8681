/* Sources
 *   Arithmetic: the table of results per clock cycle and multiprocessor, in the CUDA C++ Programming Guide up to 12.9
 *     and in the CUDA C++ Best Practices Guide since 13.0. An FMA counts as two FLOP; INT32 is the multiply-add; FP16
 *     and BF16 are the packed FMA. For 8.6, 8.9 and 12.x, releases of the table differ; Accel-sim's authors measured
 *     128 FMAs per clock on GA102. If sources disagree or none was found, the rate is unknown.
 *   dp4a: a quarter of an SM issues 16 lanes per clock, as for the integer multiply-add, with which it shares the pipe.
 *   Additions and conversions, only for 9.0: each of two pipes has 64 additions per clock, the logic pipe and the pipe
 *     of integer multiply-adds, between which the compiler divides them (bench/instr/instr.audit). Conversions have 64,
 *     to and from 64-bit types 16 (the guide's table). Conversions from floating point to integers have 16, because F2I
 *     is on the pipe of the special functions, as machine code and measurement show.
 *   Shared memory and L1: 32 banks of 4 bytes per clock and one 128-byte line per clock (NVIDIA's white papers on
 *     Volta, Ampere and Hopper); half of that on Turing ("128 bytes/clock per SM versus 64 bytes/clock in Turing",
 *     GA102). Their combined size: the same guide's table of technical specifications.
 *   L2: on the SM's side, Nsight Compute's peak of l1tex__m_xbar2l1tex_read_bytes: 64 bytes per clock, 128 on 9.0
 *     (where more than 64 was measured, with no hit in L1).
 *   Slices of L2: hardware counters under the kernels of `cache` (Nsight Compute, clocks not locked): the number of
 *     units of lts, the busy share of lts__lts2xbar and lts__xbar2lts against the bytes moved, and the clock of L2,
 *     while the SMs ran at 1.94 to 1.98 GHz (tests/gpu/l2.py). The table has only models whose counters were read.
 *   Matrix units: the dense peak rate of the datasheet / (SMs x boost clock), for the chip's boards with the highest
 *     rate: V100 125 TFLOP/s, T4 65, A100 312 (19.5 in FP64), A10 125, L40S 362, H100 SXM 989 (67 in FP64), B200 2250,
 *     RTX PRO 6000 Blackwell 504. Jetson AGX Orin: 170 TOPS of sparse INT8 are 16 SMs x 1.3 GHz x 2 x 4096 (NVIDIA's
 *     technical brief of that series; no document has its rates in FP16, BF16 or TF32). On 12.0, FP8 with scales is as
 *     fast as without, and FP4 with two elements per byte twice as fast: the 4000 TOPS of the RTX PRO 6000 Blackwell in
 *     sparse FP4 are 2 x 4 x its 504 in FP16, and the 3352 of the RTX 5090 are 2 x 4096 x 170 SMs x 2.407 GHz. The same
 *     holds for FP4 on 10.0: 9000 TFLOP/s of B200 are 4 x its 2250 in FP16. FP6, and FP4 with one element per byte, are
 *     as fast as FP8.
 *     B300, GB300: 15000 TFLOP/s in dense FP4 and 160 SMs (NVIDIA, "Inside NVIDIA Blackwell Ultra", 2025); 5000 in FP8,
 *     2500 in FP16, 1250 in TF32 (verda.com, "GB300 NVL72 architecture"). One clock, 1.91 GHz, fits them all: FP4 has
 *     three times the rate of FP8, for instructions with 96 elements along k. The rate of INT8 is unknown: sources
 *     range from 0.15 to 0.33 POP/s.
 *     Jetson Thor T5000: 258.5 TFLOP/s in FP16 (Hugging Face, "Jetson T5000") are 20 SMs (NVIDIA's developer forum,
 *     356355) x 8192 x 1.578 GHz; its 2070 in sparse FP4 are 2 x 4 x that, and FP8 lies in between.
 *     GB10: 31 TFLOP/s in FP32 and 1000 TOPS in sparse FP4 (NVIDIA at Hot Chips 2025) on 48 SMs are 256 x 2.52 GHz and
 *     2 x 4096 x 2.54 GHz, so FP4 has the same rate as on the other chips of 12.x. Those are RTX PRO,
 *     with the whole rate of FP8, and GeForce, with half of it. GB10 belongs to the first, because the 188 TFLOP/s
 *     measured in FP8 (NVIDIA's developer forum, 359960) are more than the 125 of the second.
 *     Rubin: 224 SMs (NVIDIA, "Inside NVIDIA Rubin GPU Architecture", 2026). The rates are from the press, which has
 *     dense peaks and no clock (glennklockwood.com, "R200"; flopper.io): 130 TFLOP/s in FP32, 33 in FP64, 4000 in FP16
 *     and BF16, 2000 in TF32, 17500 in FP8; and from NVIDIA, 35000 in NVFP4. Powers of two per clock fit them with
 *     clocks of 2.2 to 2.4 GHz. The rate of INT8 is unknown.
 *   Clock of the matrix units, by model: the clock of the datasheet's dense peak. H100 SXM and H200, FP16: 989.4
 *     TFLOP/s / (132 SMs x 4096 FLOP) = 1.830 GHz, less than the highest SM clock of NVML, 1.980 GHz. In measurements a
 *     GPC runs at 1.80 to 1.86 GHz as soon as one of its SMs issues such an instruction (docs/clocks.md). */
#include "device/rates.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/text.h"

struct architecture {
	int cc; /* major * 10 + minor */
	int cores, l1_kib;
	struct gb_rates rates;
};

/* A missing field is unknown, or the architecture has no such unit. ci/architectures.sh requires a row even for an
 * architecture about which nothing is known. */
static const struct architecture table[] = {
	// clang-format off
	/* V100 */
	{ .cc = 70, .cores = 64, .l1_kib = 128,
	  .rates = { .fp32 = 128, .fp64 = 64, .fp16 = 256, .int32 = 128, .dp4a = 512, .special = 16,
	             .shared_bytes = 128, .l1_bytes = 128, .l2_bytes = 64,
	             .tensor_fp16 = 1024 } },
	/* Jetson Xavier */
	{ .cc = 72, .cores = 64, .l1_kib = 128,
	  .rates = { .fp32 = 128, .fp64 = 64, .fp16 = 256, .int32 = 128, .dp4a = 512, .special = 16,
	             .shared_bytes = 128, .l1_bytes = 128, .l2_bytes = 64 } },
	/* T4, RTX 20 */
	{ .cc = 75, .cores = 64, .l1_kib = 96,
	  .rates = { .fp32 = 128, .fp64 = 4, .fp16 = 256, .int32 = 128, .dp4a = 512, .special = 16,
	             .shared_bytes = 64, .l1_bytes = 64, .l2_bytes = 64,
	             .tensor_fp16 = 1024, .tensor_int8 = 2048 } },
	/* A100, A30 */
	{ .cc = 80, .cores = 64, .l1_kib = 192,
	  .rates = { .fp32 = 128, .fp64 = 64, .fp16 = 512, .bf16 = 256, .int32 = 128, .dp4a = 512, .special = 16,
	             .shared_bytes = 128, .l1_bytes = 128, .l2_bytes = 64,
	             .tensor_fp16 = 2048, .tensor_bf16 = 2048, .tensor_tf32 = 1024,
	             .tensor_int8 = 4096, .tensor_fp64 = 128 } },
	/* A10, A40, RTX 30 */
	{ .cc = 86, .cores = 128, .l1_kib = 128,
	  .rates = { .fp32 = 256, .fp64 = 4, .fp16 = 256, .bf16 = 256, .int32 = 128, .dp4a = 512, .special = 16,
	             .shared_bytes = 128, .l1_bytes = 128, .l2_bytes = 64,
	             .tensor_fp16 = 1024, .tensor_bf16 = 1024, .tensor_tf32 = 512, .tensor_int8 = 2048 } },
	/* Jetson Orin */
	{ .cc = 87, .cores = 128, .l1_kib = 192,
	  .rates = { .fp32 = 256, .fp64 = 4, .fp16 = 512, .bf16 = 256, .int32 = 128, .dp4a = 512, .special = 16,
	             .shared_bytes = 128, .l1_bytes = 128, .l2_bytes = 64,
	             .tensor_int8 = 4096 } },
	/* no board is known */
	{ .cc = 88 },
	/* L4, L40, RTX 40 */
	{ .cc = 89, .cores = 128, .l1_kib = 128,
	  .rates = { .fp32 = 256, .fp64 = 4, .fp16 = 256, .bf16 = 256, .int32 = 128, .dp4a = 512, .special = 16,
	             .shared_bytes = 128, .l1_bytes = 128, .l2_bytes = 64,
	             .tensor_fp16 = 1024, .tensor_bf16 = 1024, .tensor_tf32 = 512,
	             .tensor_fp8 = 2048, .tensor_int8 = 2048 } },
	/* H100, H200, GH200 */
	{ .cc = 90, .cores = 128, .l1_kib = 256,
	  .rates = { .fp32 = 256, .fp64 = 128, .fp16 = 512, .bf16 = 512, .int32 = 128, .dp4a = 512, .special = 16,
	             .shared_bytes = 128, .l1_bytes = 128, .l2_bytes = 128,
	             .tensor_fp16 = 4096, .tensor_bf16 = 4096, .tensor_tf32 = 2048,
	             .tensor_fp8 = 8192, .tensor_int8 = 8192, .tensor_fp64 = 256,
	             .int_add = 128, .convert = 64, .convert_to_int = 16, .convert_64 = 16 } },
	/* B200, GB200 */
	{ .cc = 100, .cores = 128, .l1_kib = 256,
	  .rates = { .fp32 = 256, .fp64 = 128, .int32 = 128, .special = 16,
	             .shared_bytes = 128, .l1_bytes = 128, .l2_bytes = 64,
	             .tensor_fp16 = 8192, .tensor_bf16 = 8192, .tensor_tf32 = 4096,
	             .tensor_fp8 = 16384, .tensor_int8 = 16384,
	             .tensor_mxfp8 = 16384, .tensor_fp4 = 32768 } },
	/* Jetson Thor, until CUDA 12.9 */
	{ .cc = 101, .cores = 128,
	  .rates = { .fp32 = 256,
	             .tensor_fp16 = 8192, .tensor_bf16 = 8192,
	             .tensor_fp8 = 16384,
	             .tensor_mxfp8 = 16384, .tensor_fp4 = 32768 } },
	/* B300, GB300 */
	{ .cc = 103, .cores = 128, .l1_kib = 256,
	  .rates = { .fp32 = 256, .fp64 = 4,
	             .shared_bytes = 128, .l1_bytes = 128, .l2_bytes = 64,
	             .tensor_fp16 = 8192, .tensor_bf16 = 8192, .tensor_tf32 = 4096,
	             .tensor_fp8 = 16384,
	             .tensor_mxfp8 = 16384, .tensor_fp4 = 49152 } },
	/* Rubin (rates: press) */
	{ .cc = 107, .cores = 128,
	  .rates = { .fp32 = 256, .fp64 = 64,
	             .tensor_fp16 = 8192, .tensor_bf16 = 8192, .tensor_tf32 = 4096,
	             .tensor_fp8 = 32768,
	             .tensor_mxfp8 = 32768, .tensor_fp4 = 65536 } },
	/* Jetson Thor, from CUDA 13.0 on */
	{ .cc = 110, .cores = 128,
	  .rates = { .fp32 = 256,
	             .tensor_fp16 = 8192, .tensor_bf16 = 8192,
	             .tensor_fp8 = 16384,
	             .tensor_mxfp8 = 16384, .tensor_fp4 = 32768 } },
	/* RTX 50, RTX PRO Blackwell */
	{ .cc = 120, .cores = 128, .l1_kib = 128,
	  .rates = { .fp32 = 256, .fp64 = 4, .fp16 = 256, .int32 = 128, .special = 16,
	             .shared_bytes = 128, .l1_bytes = 128, .l2_bytes = 64,
	             .tensor_fp16 = 1024, .tensor_bf16 = 1024, .tensor_tf32 = 512,
	             .tensor_fp8 = 2048, .tensor_int8 = 2048,
	             .tensor_mxfp8 = 2048, .tensor_fp4 = 4096 } },
	/* GB10 */
	{ .cc = 121, .cores = 128, .l1_kib = 128,
	  .rates = { .fp32 = 256, .fp64 = 4, .fp16 = 256, .int32 = 128, .special = 16,
	             .shared_bytes = 128, .l1_bytes = 128, .l2_bytes = 64,
	             .tensor_fp16 = 1024, .tensor_bf16 = 1024, .tensor_tf32 = 512,
	             .tensor_fp8 = 2048, .tensor_int8 = 2048,
	             .tensor_mxfp8 = 2048, .tensor_fp4 = 4096 } },
	// clang-format on
};

/* The fraction of its chip's rates that a board has, by group of units. 0: the board has no such unit, or no source has
 * its rate. */
struct part {
	double vector; /* FP32, packed FP16 and BF16, integers, special functions, conversions */
	double fp64;   /* with and without matrix units */
	double sums32; /* matrix units in FP16, BF16 and TF32, with 32-bit sums */
	double fp8;    /* one element per byte, without scales */
	double int8;
	double scaled; /* FP8 with scales, FP4 */
};

/* Boards whose chips are not sold with all units, each with its source, read in 2026. Datasheets list sparse rates,
 * which are twice the dense rates here. */
struct board { // NOLINT(clang-analyzer-optin.performance.Padding): in the order of the table
	int cc;
	const char *name; /* the name in NVML, without "NVIDIA " or "Tesla "; a final "*" matches any continuation */
	struct part part;
	int sms;            /* 0: not in the source, or several boards */
	double sm_clock_hz; /* rated */
};

// clang-format off
#define ALL      { 1, 1, 1, 1, 1, 1 }
#define GEFORCE  { 1, 1, 0.5, 0.5, 1, 1 }
#define NO_FP64  { 1, 0, 1, 1, 1, 1 }
#define HALF     { 1, 1, 0.5, 0.5, 0.5, 0.5 }
#define VECTORS  { 1, 1, 0, 0, 0, 0 }
#define UNKNOWN  { 0, 0, 0, 0, 0, 0 }

/* The first match counts. "*" alone matches all other boards of a chip whose boards differ; the rates that may be lower
 * on them are unknown. The mining boards (CMP) of 7.5, 8.0 and 8.6 have less of everything: a CMP 170HX has 0.39
 * TFLOP/s in FP32 with fused multiply-adds (niconiconi.neocities.org, 2023) and 1/32 of the matrix units' FP16 rate
 * (zenodo.org, 18995979, 2026). */
static const struct board boards[] = {
	{ 70, "V100*", ALL, 80, 1.53e9 }, /* the figures of SXM2 */
	{ 72, "Xavier", ALL, 0, 0 },

	/* RTX 2080 Ti 53.8 TFLOP/s in FP16 with sums of 32 bits (NVIDIA, Turing white paper, 2018); 110 with sums of 16
	 * and 220 TOPS in INT8, which is whole (NVIDIA's announcement, by github.com/leela-zero/leela-zero, issue 1749,
	 * 2018) */
	{ 75, "GeForce RTX 20*", { 1, 1, 0.5, 0, 1, 0 }, 0, 0 },
	/* no matrix units: anandtech.com, 13973, and techpowerup.com, review of the GTX 1660 Ti, 2019 */
	{ 75, "GeForce GTX 16*", VECTORS, 0, 0 },
	/* 130 TFLOP/s (datasheet, 2018); Quadro RTX 8000 130.5 "with FP16 or FP32 accumulate" (Leadtek's
	 * datasheet) */
	{ 75, "TITAN RTX", ALL, 72, 1.77e9 },
	{ 75, "Quadro RTX *", ALL, 0, 0 },
	{ 75, "T4", ALL, 40, 1.59e9 },
	{ 75, "*", UNKNOWN, 0, 0 },

	{ 80, "A100*", ALL, 108, 1.41e9 },
	/* as A100: 9.75 TFLOP/s in FP64, 311.9 in FP16 (hmc-tech.com, "NVIDIA A800", 2024) */
	{ 80, "A800*", ALL, 108, 1.41e9 },
	/* 10.3 TFLOP/s in FP32 (huggingface.co/hardware/a30), 165 in FP16 (calwoo.github.io, "NVIDIA GPU Hardware") */
	{ 80, "A30", ALL, 56, 1.44e9 },
	{ 80, "*", UNKNOWN, 0, 0 },

	{ 86, "A10", ALL, 72, 1.695e9 },
	/* 69.5 TFLOP/s measured in FP16 and BF16, 34.7 in TF32 (github.com/zzc0721/torch-performance-test-data, issue
	 * 126, 2026): half, 80 SMs x 512 x 1.71 GHz. INT8 was not measured. */
	{ 86, "A10G", { 1, 1, 0.5, 0, 0, 0 }, 80, 1.71e9 },
	/* 18.1 TFLOP/s in FP16 with sums of 32 bits, 36.3 TOPS (hmc-tech.com, "NVIDIA A2", 2024) */
	{ 86, "A2", ALL, 10, 1.77e9 },
	/* 17.9 TFLOP/s in FP16, 35.9 TOPS for each of the four GPUs (panchaea.com, datasheet of the A16, 2021) */
	{ 86, "A16", ALL, 10, 1.755e9 },
	/* 149.7 TFLOP/s in BF16 with sums of 32 bits, 299.3 TOPS (ecer.com, datasheet of the A40, 2021) */
	{ 86, "A40", ALL, 84, 1.74e9 },
	/* RTX A6000 154.8 TFLOP/s in FP16, 309.7 TOPS (microway.com by llmperf.net, 2024); RTX A4000 153.4 sparse
	 * (ecer.com), RTX A400 21.7 sparse (tandoanh.vn): the same rate */
	{ 86, "RTX A6000", ALL, 84, 1.8e9 },
	{ 86, "RTX A*", ALL, 0, 0 },
	/* RTX 3090 71.2 TFLOP/s in FP16 with sums of 32 bits, INT8 whole (NVIDIA, GA102 white paper, 2020) */
	{ 86, "GeForce RTX 30*", { 1, 1, 0.5, 0, 1, 0 }, 0, 0 },
	{ 86, "*", UNKNOWN, 0, 0 },

	{ 87, "Orin*", ALL, 0, 0 },

	/* 485 TFLOP/s in sparse FP8, 242 in sparse FP16 (NVIDIA, L4 datasheet, 2023, by grokipedia.com) */
	{ 89, "L4", ALL, 58, 2.04e9 },
	{ 89, "L40S", ALL, 142, 2.52e9 },
	/* 181.05 TFLOP/s in FP16 and BF16, 90.5 in TF32, 362 in FP8 and INT8 (NVIDIA, L40 datasheet, 2023, by
	 * mullet.se) */
	{ 89, "L40", HALF, 142, 2.49e9 },
	/* 119.5 TFLOP/s in FP16 (github.com/ByteDance-Seed/VeOmni, count_flops.py, 2026); 59.35 in FP32, 92 SMs, 2.52
	 * GHz (topcpu.net, 2025); 239 TOPS in INT8 is half too */
	{ 89, "L20", HALF, 92, 2.52e9 },
	/* 364.25 TFLOP/s in FP16 (github.com/modula-systems/modula, pull 1, 2024), 91.1 in FP32 (cputronic.com) */
	{ 89, "RTX 6000 Ada Generation", ALL, 142, 2.505e9 },
	/* RTX 4090 165.2 TFLOP/s in FP16 with sums of 32 bits (NVIDIA, Ada white paper, 2022); measured through
	 * cuBLASLt: 179 in FP16, 354 in FP8 and 676 in INT8 (github.com/xzwgit/gpu-flops-bench, 2026) */
	{ 89, "GeForce RTX 40*", GEFORCE, 0, 0 },
	{ 89, "*", VECTORS, 0, 0 },

	{ 90, "H100 80GB HBM3", ALL, 132, 1.98e9 },
	/* 114 SMs, 1513 TFLOP/s in sparse FP16, 26 in FP64 (hpctech.co.jp, datasheet of the H100, 2022) */
	{ 90, "H100 PCIe", ALL, 114, 1.755e9 },
	/* 835.5 TFLOP/s in FP16 and BF16, 1670.5 in FP8, 30 in FP64 (datasheet, by
	 * github.com/Lightning-AI/pytorch-lightning, pull 21743, 2026): like the SXM board, at a lower clock for matrix
	 * units */
	{ 90, "H100 NVL", ALL, 132, 1.785e9 },
	{ 90, "H100*", ALL, 0, 0 },
	{ 90, "H200", ALL, 132, 1.98e9 },
	/* H200 NVL: 59 TFLOP/s measured in FP64, 853 in BF16, 1661 in FP8 (github.com/xzwgit/gpu-flops-bench, 2026) */
	{ 90, "H200*", ALL, 0, 0 },
	/* 33.5 TFLOP/s in FP64 at its clock (github.com/pc2/GPUInspector.jl, pull 27, 2024) */
	{ 90, "GH200*", ALL, 132, 1.98e9 },
	/* 990 TFLOP/s in BF16 (github.com/deepseek-ai/FlashMLA, issue 75, 2025). FP64 is 1 TFLOP/s (philisun.com and
	 * tumgag.com, 2025): a rounded number, from which no rate per clock follows. */
	{ 90, "H800*", NO_FP64, 132, 1.98e9 },
	/* 148 TFLOP/s in BF16, 296 in INT8, 44 in FP32, 1 in FP64 (zangshuxian.com, 2024; 148 also in
	 * github.com/pytorch/torchtitan, pull 2307, 2026). No clock of its 78 SMs fits these: 44 in FP32 are 2.20 GHz,
	 * and 148 in BF16 are 1.85 GHz at 1024 per clock. */
	{ 90, "H20*", UNKNOWN, 78, 0 },
	{ 90, "*", UNKNOWN, 0, 0 },

	{ 100, "B200*", ALL, 148, 1.965e9 },
	{ 100, "GB200*", ALL, 0, 0 },
	{ 103, "B300*", ALL, 0, 0 },
	{ 103, "GB300*", ALL, 0, 0 },
	{ 110, "Thor*", ALL, 20, 1.575e9 }, /* developer.ridgerun.com, "SoM Overview to NVIDIA Jetson AGX Thor", 2025 */

	/* Through cuBLASLt, the RTX PRO 6000 has 458 TFLOP/s in BF16, 905 in FP8, 845 in INT8, 1608 in FP4; the RTX PRO
	 * 5000 257, 557, 552, 1064 (github.com/xzwgit/gpu-flops-bench, 2026) */
	{ 120, "RTX PRO 6000 Blackwell*", ALL, 188, 2.617e9 },
	{ 120, "RTX PRO 5000 Blackwell*", ALL, 0, 0 },
	/* an RTX 5090 D v2 has 661 in FP8, 665 in INT8 and 1177 in FP4 there, an RTX 5090 774, 906 and 1617: less by an
	 * unknown amount */
	{ 120, "GeForce RTX 5090 D*", VECTORS, 0, 0 },
	/* RTX 5090 209.5 TFLOP/s in FP16 with sums of 32 bits (NVIDIA, RTX Blackwell white paper, 2025), 419 in FP8
	 * (github.com/NVIDIA/CUDALibrarySamples, issue 283, 2025). INT8 and FP8 with scales are whole: mmapeak
	 * (github.com/ReinForce-II/mmapeak) finds 741 TOPS in INT8, 732 in MXFP8 and 370 in FP8, FP6, MXFP6 and FP4. */
	{ 120, "GeForce RTX 5090", GEFORCE, 170, 2.407e9 },
	{ 120, "GeForce RTX 50*", GEFORCE, 0, 0 },
	{ 120, "*", VECTORS, 0, 0 },

	{ 121, "GB10*", ALL, 48, 0 },
};
// clang-format on

/* Both boards of the H200 have this many slices. One board of the H100 was queried, 695-2G520-0200-000. */
static const struct {
	const char *name;
	struct gb_l2 l2;
} l2_table[] = {
	{ "NVIDIA H100 80GB HBM3", { .slices = 80, .read_bytes = 64, .write_bytes = 32, .clock_hz = 1.71e9 } },
	{ "NVIDIA H200", { .slices = 94, .read_bytes = 64, .write_bytes = 32, .clock_hz = 1.71e9 } },
};

static const struct {
	const char *name;
	double hz;
} matrix_clocks[] = {
	{ "NVIDIA H100 80GB HBM3", 1.83e9 },
	{ "NVIDIA H200", 1.83e9 },
};

static const struct architecture *find_architecture(int cc_major, int cc_minor)
{
	static const struct architecture unknown = { 0 };

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		if (table[i].cc == 10 * cc_major + cc_minor)
			return &table[i];
	return &unknown;
}

/* ---- units ------------------------------------------------------------------------------------------------------- */

/* struct gb_rates has only members of type double. */
struct gb_rates gb_rates_of(int cc_major, int cc_minor)
{
	struct gb_rates rates = find_architecture(cc_major, cc_minor)->rates;
	double each[sizeof rates / sizeof(double)];

	memcpy(each, &rates, sizeof rates);
	for (size_t i = 0; i < sizeof each / sizeof each[0]; i++)
		if (!(each[i] > 0))
			each[i] = (double)NAN;
	memcpy(&rates, each, sizeof rates);
	return rates;
}

static const char *skip_word(const char *text, const char *word)
{
	return strncmp(text, word, strlen(word)) == 0 ? text + strlen(word) : text;
}

/* The name of a MIG instance is the card's with one more word. */
static bool is_named(const struct board *board, const char *name)
{
	const size_t length = strcspn(board->name, "*");

	if (strncmp(name, board->name, length) != 0)
		return false;
	return board->name[length] == '*' || name[length] == '\0' || strncmp(name + length, " MIG ", 5) == 0;
}

/* The board with this name and chip (0: any chip); NULL: none. */
static const struct board *find_board(const char *name, int cc)
{
	const char *bare = skip_word(skip_word(name, "NVIDIA "), "Tesla ");

	for (const struct board *b = boards; b < boards + sizeof boards / sizeof boards[0]; b++)
		if ((cc == 0 ? b->name[0] != '*' : b->cc == cc) && is_named(b, bare))
			return b;
	return NULL;
}

/* The board's fraction of a rate; unknown if it has none. */
static void take_part(double *rate, double part)
{
	*rate = part > 0 ? part * *rate : (double)NAN;
}

struct gb_rates gb_rates_of_board(const char *name, int cc_major, int cc_minor)
{
	const struct board *board = find_board(name, 10 * cc_major + cc_minor);
	struct gb_rates r = gb_rates_of(cc_major, cc_minor);

	if (board == NULL)
		return r;
	const struct part *part = &board->part;
	double *const vector[] = { &r.fp32,    &r.fp16,    &r.bf16,    &r.int32,          &r.dp4a,
				   &r.special, &r.int_add, &r.convert, &r.convert_to_int, &r.convert_64 };
	for (size_t i = 0; i < sizeof vector / sizeof vector[0]; i++)
		take_part(vector[i], part->vector);
	take_part(&r.fp64, part->fp64);
	take_part(&r.tensor_fp64, part->fp64);
	take_part(&r.tensor_fp16, part->sums32);
	take_part(&r.tensor_bf16, part->sums32);
	take_part(&r.tensor_tf32, part->sums32);
	take_part(&r.tensor_fp8, part->fp8);
	take_part(&r.tensor_int8, part->int8);
	take_part(&r.tensor_mxfp8, part->scaled);
	take_part(&r.tensor_fp4, part->scaled);
	return r;
}

bool gb_rates_are_withheld(const struct gb_device *device)
{
	const struct board *board = find_board(device->name, 10 * device->cc_major + device->cc_minor);

	return board != NULL && board->name[0] == '*' && isnan(device->rates.tensor_fp16);
}

bool gb_rates_find_board(const char *name, struct gb_device *out)
{
	const struct board *board = find_board(name, 0);

	if (board == NULL)
		return false;
	*out = (struct gb_device){
		.cc_major = board->cc / 10,
		.cc_minor = board->cc % 10,
		.sm_count = strstr(name, " MIG ") == NULL ? board->sms : 0, /* a slice has only some of them */
		.sm_clock_max_hz = board->sm_clock_hz > 0 ? board->sm_clock_hz : (double)NAN,
		.matrix_clock_max_hz = gb_rates_matrix_clock(name),
		.mem_clock_hz = NAN,
		.rates = gb_rates_of_board(name, board->cc / 10, board->cc % 10),
		.l2 = gb_rates_l2(name),
	};
	gb_text_copy(out->name, sizeof out->name, name);
	return true;
}

int gb_rates_cores(int cc_major, int cc_minor)
{
	const int cores = find_architecture(cc_major, cc_minor)->cores;

	return cores > 0 ? cores : -1;
}

uint64_t gb_rates_l1_bytes(int cc_major, int cc_minor)
{
	return UINT64_C(1024) * (uint64_t)find_architecture(cc_major, cc_minor)->l1_kib;
}

double gb_rates_matrix_clock(const char *name)
{
	for (size_t i = 0; i < sizeof matrix_clocks / sizeof matrix_clocks[0]; i++)
		if (strcmp(matrix_clocks[i].name, name) == 0)
			return matrix_clocks[i].hz;
	return NAN;
}

struct gb_l2 gb_rates_l2(const char *name)
{
	for (size_t i = 0; i < sizeof l2_table / sizeof l2_table[0]; i++)
		if (strcmp(l2_table[i].name, name) == 0)
			return l2_table[i].l2;
	return (struct gb_l2){ 0 };
}
