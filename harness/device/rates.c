/* Sources
 *   Arithmetic: the table of results per clock cycle and multiprocessor, in the CUDA C++ Programming Guide up to 12.9
 *     and in the CUDA C++ Best Practices Guide from 13.0 on. An FMA counts as two FLOP; INT32 is the multiply-add; FP16
 *     and BF16 are the packed FMA. For 8.6, 8.9 and 12.x, releases of the table differ; Accel-sim's authors measured
 *     128 FMAs per clock on GA102. If sources disagree or none was found, the rate is unknown.
 *   dp4a: a quarter of an SM issues 16 lanes of it per clock, like the integer multiply-add, whose pipe it shares.
 *   Additions and conversions, only for 9.0: 64 additions per clock on each of two pipes, that of logic and that of the
 *     integer multiply-add, between which the compiler divides them (bench/instr/instr.audit); conversions 64, from and
 *     to 64-bit types 16 (the guide's table). Floats to integers are at 16, as machine code and measurement show: F2I
 *     is on the pipe of the special functions.
 *   Shared memory and L1: 32 banks of 4 bytes per clock and one 128-byte line per clock (NVIDIA's white papers on
 *     Volta, Ampere and Hopper); half of that on Turing ("128 bytes/clock per SM versus 64 bytes/clock in Turing",
 *     GA102). Their combined size: the same guide's table of technical specifications.
 *   L2: on the SM's side, Nsight Compute's peak of l1tex__m_xbar2l1tex_read_bytes: 64 bytes per clock, 128 on 9.0
 *     (where more than 64 was measured, with no hit in L1).
 *   Slices of L2: hardware counters under `cache`'s own kernels (Nsight Compute, clocks as found): the number of units
 *     of lts, the busy share of lts__lts2xbar and lts__xbar2lts against the bytes moved, and the L2's own clock, while
 *     the SMs ran at 1.94 to 1.98 GHz (tests/gpu/l2.py). A model whose counters have not been read is not in the table.
 *   Matrix units: dense peak rate of the data sheet / (SMs x boost clock): V100 125 TFLOP/s, T4 65, A100 312 (19.5 in
 *     FP64), A10 125, L40S 362, H100 SXM 989 (67 in FP64), B200 2250, RTX PRO 6000 Blackwell 504. Jetson AGX Orin: 170
 *     TOPS of sparse INT8 are 16 SMs x 1.3 GHz x 2 x 4096 (NVIDIA's technical brief of that series; no document has its
 *     rates in FP16, BF16 or TF32). GeForce boards of 7.5, 8.6, 8.9 and 12.0 have half of it in FP16, BF16 and TF32
 *     with 32-bit sums: RTX 2080 Ti 53.8 TFLOP/s in FP16, RTX 3090 71.2, RTX 4090 165.2, RTX 5090 209.5 (NVIDIA's white
 *     papers of Turing, GA102, Ada and RTX Blackwell). FP6 and FP4 of 12.x: those of an element a byte as FP8; FP4 two
 *     to a byte twice that, since the 4000 TOPS that the RTX PRO 6000 Blackwell has in sparse FP4 are 2 x 4 x its 504
 *     in FP16, and the 3352 of the RTX 5090 are 2 x 4096 x 170 SMs x 2.407 GHz. FP4 of 10.0 likewise: 9000 TFLOP/s of
 *     B200 are 4 x its 2250 in FP16.
 *     B300, GB300: 15000 TFLOP/s in dense FP4 and 160 SMs (NVIDIA, "Inside NVIDIA Blackwell Ultra", 2025); 5000 in FP8,
 *     2500 in FP16, 1250 in TF32 (verda.com, "GB300 NVL72 architecture"). One clock, 1.91 GHz, fits them all: FP4 has
 *     three times the rate of FP8 (bench/common/matrix_units.h). Its INT8, 0.15 to 0.33 POP/s by source, is not known.
 *     Jetson Thor T5000: 258.5 TFLOP/s in FP16 (Hugging Face, "Jetson T5000") are 20 SMs (NVIDIA's developer forum,
 *     356355) x 8192 x 1.578 GHz; its 2070 in sparse FP4 are 2 x 4 x that, and FP8 lies in between.
 *     GB10: 31 TFLOP/s in FP32 and 1000 TOPS in sparse FP4 (NVIDIA at Hot Chips 2025) on 48 SMs are 256 x 2.52 GHz and
 *     2 x 4096 x 2.54 GHz: FP4 goes as on the other chips of 12.x. These come in two kinds, RTX PRO with all of FP8 and
 *     GeForce with half of it; GB10 is of the first, since the 188 TFLOP/s measured in FP8 (NVIDIA's developer forum,
 *     359960) are above the 125 of the second.
 *     Rubin: 224 SMs (NVIDIA, "Inside NVIDIA Rubin GPU Architecture", 2026). The rates are from the press, which has
 *     dense peaks and no clock (glennklockwood.com, "R200"; flopper.io): 130 TFLOP/s in FP32, 33 in FP64, 4000 in FP16
 *     and BF16, 2000 in TF32, 17500 in FP8 and, of NVIDIA, 35000 in NVFP4. Powers of two that fit them have clocks of
 *     2.2 to 2.4 GHz. INT8 is not known.
 *   Clock of the matrix units, by model: that of the data sheet's dense peak. H100 SXM and H200, FP16: 989.4 TFLOP/s /
 *     (132 SMs x 4096 FLOP) = 1.830 GHz, below the 1.980 GHz that NVML gives for the highest SM clock. Measured, a GPC
 *     runs at 1.80 to 1.86 GHz as soon as one of its SMs issues such an instruction (docs/clocks.md). */
#include "device/rates.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct entry {
	int cc; /* major * 10 + minor */
	int cores, l1_kib;
	struct gb_rates rates;
};

/* A field that a row leaves out is not known, or the architecture has no such thing. An architecture about which
 * nothing is known has a row too: ci/architectures.sh asks for it, and reads these lines. */
static const struct entry table[] = {
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
	             .tensor_fp8 = 16384, .tensor_int8 = 16384 } },
	/* Jetson Thor, until CUDA 12.9 */
	{ .cc = 101, .cores = 128,
	  .rates = { .fp32 = 256,
	             .tensor_fp16 = 8192, .tensor_bf16 = 8192,
	             .tensor_fp8 = 16384 } },
	/* B300, GB300 */
	{ .cc = 103, .cores = 128, .l1_kib = 256,
	  .rates = { .fp32 = 256, .fp64 = 4,
	             .shared_bytes = 128, .l1_bytes = 128, .l2_bytes = 64,
	             .tensor_fp16 = 8192, .tensor_bf16 = 8192, .tensor_tf32 = 4096,
	             .tensor_fp8 = 16384 } },
	/* Rubin (rates: press) */
	{ .cc = 107, .cores = 128,
	  .rates = { .fp32 = 256, .fp64 = 64,
	             .tensor_fp16 = 8192, .tensor_bf16 = 8192, .tensor_tf32 = 4096,
	             .tensor_fp8 = 32768 } },
	/* Jetson Thor, from CUDA 13.0 on */
	{ .cc = 110, .cores = 128,
	  .rates = { .fp32 = 256,
	             .tensor_fp16 = 8192, .tensor_bf16 = 8192,
	             .tensor_fp8 = 16384 } },
	/* RTX 50, RTX PRO Blackwell */
	{ .cc = 120, .cores = 128, .l1_kib = 128,
	  .rates = { .fp32 = 256, .fp64 = 4, .fp16 = 256, .int32 = 128, .special = 16,
	             .shared_bytes = 128, .l1_bytes = 128, .l2_bytes = 64,
	             .tensor_fp16 = 1024, .tensor_bf16 = 1024, .tensor_tf32 = 512,
	             .tensor_fp8 = 2048, .tensor_int8 = 2048 } },
	/* GB10 */
	{ .cc = 121, .cores = 128, .l1_kib = 128,
	  .rates = { .fp32 = 256, .fp64 = 4, .fp16 = 256, .int32 = 128, .special = 16,
	             .shared_bytes = 128, .l1_bytes = 128, .l2_bytes = 64,
	             .tensor_fp16 = 1024, .tensor_bf16 = 1024, .tensor_tf32 = 512,
	             .tensor_fp8 = 2048, .tensor_int8 = 2048 } },
	// clang-format on
};

/* Both boards of the H200 have this many slices; for the H100, one board was queried, 695-2G520-0200-000. */
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

static const struct entry *find(int cc_major, int cc_minor)
{
	static const struct entry unknown = { 0 };

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		if (table[i].cc == 10 * cc_major + cc_minor)
			return &table[i];
	return &unknown;
}

double gb_memory_rate(const struct gb_device *device)
{
	const bool known = device->mem_clock_hz > 0 && device->mem_bus_bits > 0;

	return known ? 2 * device->mem_clock_hz * device->mem_bus_bits / 8 : (double)NAN;
}

/* struct gb_rates has nothing but doubles. */
struct gb_rates gb_rates_of(int cc_major, int cc_minor)
{
	struct gb_rates rates = find(cc_major, cc_minor)->rates;
	double each[sizeof rates / sizeof(double)];

	memcpy(each, &rates, sizeof rates);
	for (size_t i = 0; i < sizeof each / sizeof each[0]; i++)
		if (!(each[i] > 0))
			each[i] = (double)NAN;
	memcpy(&rates, each, sizeof rates);
	return rates;
}

struct gb_rates gb_rates_of_board(const char *name, int cc_major, int cc_minor)
{
	static const int halving[] = { 75, 86, 89, 120 };
	struct gb_rates rates = gb_rates_of(cc_major, cc_minor);

	for (size_t i = 0; i < sizeof halving / sizeof halving[0]; i++)
		if (halving[i] == 10 * cc_major + cc_minor && strstr(name, "GeForce") != NULL) {
			rates.tensor_fp16 /= 2;
			rates.tensor_bf16 /= 2;
			rates.tensor_tf32 /= 2;
		}
	return rates;
}

int gb_rates_cores(int cc_major, int cc_minor)
{
	const int cores = find(cc_major, cc_minor)->cores;

	return cores > 0 ? cores : -1;
}

uint64_t gb_rates_l1_bytes(int cc_major, int cc_minor)
{
	return UINT64_C(1024) * (uint64_t)find(cc_major, cc_minor)->l1_kib;
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
