/* Sources
 *   Arithmetic: the table of results per clock cycle and multiprocessor, in the CUDA C++ Programming Guide up to 12.9 and
 *     in the CUDA C++ Best Practices Guide from 13.0 on. An FMA counts as two FLOP; INT32 is the multiply-add;
 *     FP16 and BF16 are the packed FMA. For 8.6, 8.9 and 12.x, releases of the table differ; Accel-sim's authors measured 128 FMAs
 *     per clock on GA102. If sources disagree or none was found, the rate is unknown.
 *   dp4a: a quarter of an SM issues 16 lanes of it per clock, like the integer multiply-add, whose pipe it shares.
 *   Additions and conversions, only for 9.0: 64 additions per clock on each of two pipes, that of logic and that of the integer
 *     multiply-add, between which the compiler divides them (bench/instr/instr.audit); conversions 64, from and to 64-bit types
 *     16 (the guide's table). Floats to integers are at 16, as machine code and measurement show: F2I is on the pipe of the
 *     special functions.
 *   Shared memory and L1: 32 banks of 4 bytes per clock and one 128-byte line per clock (NVIDIA's white papers on Volta,
 *     Ampere and Hopper); half of that on Turing ("128 bytes/clock per SM versus 64 bytes/clock in Turing", GA102). Their
 *     combined size: the same guide's table of technical specifications.
 *   L2: on the SM's side, Nsight Compute's peak of l1tex__m_xbar2l1tex_read_bytes: 64 bytes per clock, 128 on 9.0 (where more
 *     than 64 was measured, with no hit in L1).
 *   Slices of L2: hardware counters under `cache`'s own kernels (Nsight Compute, clocks as found): the number of units of lts,
 *     the busy share of lts__lts2xbar and lts__xbar2lts against the bytes moved, and the L2's own clock, while the SMs ran at
 *     1.94 to 1.98 GHz (tests/gpu/l2.py). A model whose counters have not been read is not in the table.
 *   Matrix units: dense peak rate of the data sheet / (SMs x boost clock): V100 125 TFLOP/s, T4 65, A100 312 (19.5 in FP64),
 *     A10 125, L40S 362, H100 SXM 989 (67 in FP64), B200 2250, RTX PRO 6000 Blackwell 504. GeForce
 *     cards of 7.5, 8.6, 8.9 and 12.x have half of it with 32-bit accumulators. Jetson AGX Orin: 170 TOPS of sparse INT8 are
 *     16 SMs x 1.3 GHz x 2 x 4096 (NVIDIA's technical brief on that series, which is not as clear about other types).
 *     FP6 and FP4 on 12.x: as FP8 if each element takes a byte; twice that for FP4 with two elements per byte, since the 4000 TOPS
 *     of the RTX PRO 6000 Blackwell in sparse FP4 are 2 x 4 x its 504 in FP16, and the 3352 of the RTX 5090 are 2 x 4096 x
 *     170 SMs x 2.407 GHz. The same for FP4 on 10.0: 9000 TFLOP/s of B200 are 4 x its 2250 in FP16.
 *     B300, GB300: 15000 TFLOP/s in dense FP4 and 160 SMs (NVIDIA, "Inside NVIDIA Blackwell Ultra", 2025); 5000 in FP8, 2500 in FP16,
 *     1250 in TF32 (verda.com, "GB300 NVL72 architecture"). One clock, 1.91 GHz, fits them all: FP4 has three times the rate of
 *     FP8 (bench/common/matrix_units.h). Its INT8, 0.15 to 0.33 POP/s by source, is not known.
 *     Jetson Thor T5000: 258.5 TFLOP/s in FP16 (Hugging Face, "Jetson T5000") are 20 SMs (NVIDIA's developer forum, 356355) x 8192 x
 *     1.578 GHz; its 2070 in sparse FP4 are 2 x 4 x that, and FP8 lies in between.
 *     Unknown: GB10, whose 1000 TOPS in sparse FP4 are stated without a clock. Rubin: only the press has numbers (50 PFLOP/s in
 *     dense NVFP4, without SMs or clock).
 *   Clock of the matrix units, by model: that of the data sheet's dense peak. H100 SXM and H200, FP16: 989.4 TFLOP/s /
 *     (132 SMs x 4096 FLOP) = 1.830 GHz, below the 1.980 GHz that NVML gives for the highest SM clock. Measured, a GPC runs at
 *     1.80 to 1.86 GHz as soon as one of its SMs issues such an instruction (docs/clocks.md). */
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

/* Unknown, or not available. An architecture without any known rate is listed too, as ci/architectures.sh requires. */
#define NO NAN

static const struct entry table[] = {
	// clang-format off
	/* cc, cores, L1, { fp32, fp64, fp16, bf16, int32, dp4a, special, shared, l1, l2,
	 *                  tensor: fp16, bf16, tf32, fp8, int8, fp64, int_add, convert, convert_to_int, convert_64, l3 } */
	/* V100 */
	{  70,  64, 128, { 128,  64, 256,  NO, 128, 512, 16, 128, 128,  64, 1024,   NO,   NO,    NO,    NO,  NO,  NO, NO, NO, NO, NO } },
	/* Jetson Xavier */
	{  72,  64, 128, { 128,  64, 256,  NO, 128, 512, 16, 128, 128,  64,   NO,   NO,   NO,    NO,    NO,  NO,  NO, NO, NO, NO, NO } },
	/* T4, RTX 20 */
	{  75,  64,  96, { 128,   4, 256,  NO, 128, 512, 16,  64,  64,  64, 1024,   NO,   NO,    NO,  2048,  NO,  NO, NO, NO, NO, NO } },
	/* A100, A30 */
	{  80,  64, 192, { 128,  64, 512, 256, 128, 512, 16, 128, 128,  64, 2048, 2048, 1024,    NO,  4096, 128,  NO, NO, NO, NO, NO } },
	/* A10, A40, RTX 30 */
	{  86, 128, 128, { 256,   4, 256, 256, 128, 512, 16, 128, 128,  64, 1024, 1024,  512,    NO,  2048,  NO,  NO, NO, NO, NO, NO } },
	/* Jetson Orin */
	{  87, 128, 192, { 256,   4, 512, 256, 128, 512, 16, 128, 128,  64,   NO,   NO,   NO,    NO,  4096,  NO,  NO, NO, NO, NO, NO } },
	/* no board is known */
	{  88,  -1,   0, {  NO,  NO,  NO,  NO,  NO,  NO, NO,  NO,  NO,  NO,   NO,   NO,   NO,    NO,    NO,  NO,  NO, NO, NO, NO, NO } },
	/* L4, L40, RTX 40 */
	{  89, 128, 128, { 256,   4, 256, 256, 128, 512, 16, 128, 128,  64, 1024, 1024,  512,  2048,  2048,  NO,  NO, NO, NO, NO, NO } },
	/* H100, H200, GH200 */
	{  90, 128, 256, { 256, 128, 512, 512, 128, 512, 16, 128, 128, 128, 4096, 4096, 2048,  8192,  8192, 256, 128, 64, 16, 16, NO } },
	/* B200, GB200 */
	{ 100, 128, 256, { 256, 128,  NO,  NO, 128,  NO, 16, 128, 128,  64, 8192, 8192, 4096, 16384, 16384,  NO,  NO, NO, NO, NO, NO } },
	/* Jetson Thor, until CUDA 12.9 */
	{ 101, 128,   0, { 256,  NO,  NO,  NO,  NO,  NO, NO,  NO,  NO,  NO, 8192, 8192,   NO, 16384,    NO,  NO,  NO, NO, NO, NO, NO } },
	/* B300, GB300 */
	{ 103, 128, 256, { 256,   4,  NO,  NO,  NO,  NO, NO, 128, 128,  64, 8192, 8192, 4096, 16384,    NO,  NO,  NO, NO, NO, NO, NO } },
	/* Rubin */
	{ 107,  -1,   0, {  NO,  NO,  NO,  NO,  NO,  NO, NO,  NO,  NO,  NO,   NO,   NO,   NO,    NO,    NO,  NO,  NO, NO, NO, NO, NO } },
	/* Jetson Thor, from CUDA 13.0 on */
	{ 110, 128,   0, { 256,  NO,  NO,  NO,  NO,  NO, NO,  NO,  NO,  NO, 8192, 8192,   NO, 16384,    NO,  NO,  NO, NO, NO, NO, NO } },
	/* RTX 50, RTX PRO Blackwell */
	{ 120, 128, 128, { 256,   4, 256,  NO, 128,  NO, 16, 128, 128,  64, 1024, 1024,  512,  2048,  2048,  NO,  NO, NO, NO, NO, NO } },
	/* GB10 */
	{ 121, 128, 128, { 256,   4, 256,  NO, 128,  NO, 16, 128, 128,  64,   NO,   NO,   NO,    NO,    NO,  NO,  NO, NO, NO, NO, NO } },
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
	static const struct entry unknown = {
		.cores = -1,
		.rates = { NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO, NO },
	};

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

struct gb_rates gb_rates_of(int cc_major, int cc_minor)
{
	return find(cc_major, cc_minor)->rates;
}

int gb_rates_cores(int cc_major, int cc_minor)
{
	return find(cc_major, cc_minor)->cores;
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
