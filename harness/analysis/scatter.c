#include "analysis/scatter.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define GB_SCATTER_CLOCK "/clock"

/* H200s, of all files in results/h200-sxm that have roofs; `tests/gpu/scatter.py -w` makes these lines. The matrix units and cuBLAS
 * scatter more than the rest, as the power cap and the library choose differently each time, and the clock that a card reaches at
 * the cap is its own. */
/* clang-format off */
const struct gb_scatter gb_scatters[] = {
	{ "dram.read", 0.00016, 0.00030, 7 },
	{ "dram.write", 0.00033, 0.00031, 7 },
	{ "dram.copy", 0.00066, 0.00062, 7 },
	{ "dram.triad", 0.00074, 0.00040, 7 },
	{ "fp32", 0.00152, 0.00025, 7 },
	{ "fp64", 0.00175, 0.00023, 7 },
	{ "fp16", 0.00190, 0.00098, 7 },
	{ "bf16", 0.00099, 0.00129, 5 },
	{ "int32", 0.00166, 0.00026, 5 },
	{ "dp4a", 0.00025, 0.00011, 5 },
	{ "shared.read", 0.00089, 0.00078, 7 },
	{ "shared.write", 0.00082, 0.00116, 6 },
	{ "tensor.fp64", 0.00164, 0.00128, 6 },
	{ "tensor.fp64.zeros", 0.00110, 0.00204, 5 },
	{ "tensor.fp16.zeros", 0.01273, 0.01077, 5 },
	{ "tensor.bf16.zeros", 0.00942, 0.00474, 5 },
	{ "tensor.tf32", 0.00438, 0.00583, 5 },
	{ "tensor.tf32.zeros", 0.00185, 0.00404, 5 },
	{ "tensor.fp8", 0.00537, 0.01079, 5 },
	{ "tensor.fp8.zeros", 0.01144, 0.00571, 5 },
	{ "tensor.int8", 0.00431, 0.01415, 2 },
	{ "tensor.int8.zeros", 0.00168, 0.00324, 5 },
	{ "l1.read", 0.00068, 0.00027, 5 },
	{ "l2.read", 0.00248, 0.01535, 7 },
	{ "l2.write", 0.00180, 0.01267, 7 },
	{ "l2.read_common", 0.01129, 0.00703, 5 },
	{ "gemm.fp16", 0.00918, 0.01258, 5 },
	{ "gemm.bf16", 0.01961, 0.01583, 5 },
	{ "gemm.tf32", 0.00449, 0.01291, 6 },
	{ "gemm.fp8", 0.01485, 0.00076, 2 },
	{ "gemm.int8", 0.02257, 0.01637, 4 },
	{ "gemm.fp64", 0.01820, 0.02314, 6 },
	{ "gemm.fp32", 0.00501, 0.01553, 5 },
	{ "gemm.fp16.burst", 0.00382, 0.00000, 0 },
	{ "gemm.tf32.burst", 0.00415, 0.01137, 2 },
	{ "gemm.int8.burst", 0.00674, 0.01647, 2 },
	{ "gemm.fp64.burst", 0.00106, 0.00183, 2 },
	{ "random.read", 0.00093, 0.00031, 5 },
	{ "random.update", 0.00113, 0.00117, 2 },
	{ "random.atomic", 0.00051, 0.00044, 5 },
	{ "tensor.fp16", 0.00652, 0.00599, 6 },
	{ "tensor.fp16.burst", 0.00070, 0.01888, 6 },
	{ "tensor.fp16.zeros.burst", 0.00346, 0.00434, 5 },
	{ "tensor.bf16", 0.00517, 0.00902, 5 },
	{ "tensor.bf16.burst", 0.00275, 0.01893, 5 },
	{ "tensor.bf16.zeros.burst", 0.00480, 0.00479, 5 },
	{ "tensor.tf32.burst", 0.00267, 0.00470, 5 },
	{ "tensor.fp8.burst", 0.00284, 0.01925, 5 },
	{ "tensor.fp8.zeros.burst", 0.00310, 0.00536, 5 },
	{ "tensor.fp8_e5m2", 0.00071, 0.00644, 2 },
	{ "tensor.fp8_e5m2.burst", 0.00163, 0.02474, 2 },
	{ "tensor.int8.burst", 0.00450, 0.01158, 2 },
	{ "transfer.h2d", 0.00087, 0.00238, 6 },
	{ "transfer.d2h", 0.00062, 0.00069, 7 },
	{ "transfer.both", 0.00346, 0.00408, 5 },
	{ "shared.latency", 0.00000, 0.00000, 7 },
	{ "l1.latency", 0.00003, 0.00011, 7 },
	{ "l2.latency", 0.00128, 0.00923, 7 },
	{ "l2_far.latency", 0.00094, 0.00509, 7 },
	{ "dram.latency", 0.00091, 0.00723, 6 },
	{ "tensor.int8.zeros.burst", 0.00187, 0.00000, 0 },
	{ "fp32/clock", 0.00061, 0.00136, 7 },
	{ "fp64/clock", 0.00048, 0.00115, 7 },
	{ "int32/clock", 0.00046, 0.00075, 5 },
	{ "tensor.fp64/clock", 0.00058, 0.00091, 6 },
	{ "tensor.fp16.zeros/clock", 0.00015, 0.00014, 5 },
	{ "tensor.bf16.zeros/clock", 0.00006, 0.00006, 5 },
	{ "tensor.tf32/clock", 0.00012, 0.00009, 5 },
	{ "tensor.tf32.zeros/clock", 0.00003, 0.00009, 5 },
	{ "tensor.fp8/clock", 0.00011, 0.00012, 5 },
	{ "tensor.fp8.zeros/clock", 0.00006, 0.00014, 5 },
	{ "tensor.int8/clock", 0.00003, 0.00008, 2 },
	{ "tensor.int8.zeros/clock", 0.00006, 0.00005, 5 },
	{ "gemm.fp16.burst/clock", 0.00061, 0.00000, 0 },
	{ "tensor.fp16/clock", 0.00009, 0.00016, 6 },
	{ "tensor.fp16.burst/clock", 0.00004, 0.00016, 6 },
	{ "tensor.fp16.zeros.burst/clock", 0.00020, 0.00013, 5 },
	{ "tensor.bf16/clock", 0.00011, 0.00010, 5 },
	{ "tensor.bf16.burst/clock", 0.00005, 0.00017, 5 },
	{ "tensor.bf16.zeros.burst/clock", 0.00029, 0.00007, 5 },
	{ "tensor.tf32.burst/clock", 0.00004, 0.00011, 5 },
	{ "tensor.fp8.burst/clock", 0.00012, 0.00004, 5 },
	{ "tensor.fp8.zeros.burst/clock", 0.00010, 0.00014, 5 },
	{ "tensor.fp8_e5m2/clock", 0.00004, 0.00004, 2 },
	{ "tensor.fp8_e5m2.burst/clock", 0.00018, 0.00004, 2 },
	{ "tensor.int8.burst/clock", 0.00002, 0.00007, 2 },
	{ "tensor.int8.zeros.burst/clock", 0.00001, 0.00000, 0 },
	{ "matrix units", 0.00029, 0.00000, 0 },
	{ NULL, 0, 0, 0 },
};
/* clang-format on */

static const struct gb_scatter *find(const char *roof, size_t length)
{
	for (const struct gb_scatter *s = gb_scatters; s->roof != NULL; s++)
		if (strncmp(s->roof, roof, length) == 0 && s->roof[length] == '\0')
			return s;
	return NULL;
}

double gb_scatter_min_off(const char *roof)
{
	const char *dot = strrchr(roof, '.');
	const struct gb_scatter *known = find(roof, strlen(roof));

	if (known == NULL && dot != NULL)
		known = find(roof, (size_t)(dot - roof));
	const double least = strcmp(roof, GB_SCATTER_JOINT) == 0 ? GB_MIN_OFF_JOINT : GB_MIN_OFF_LEAST;
	return known != NULL ? fmax(GB_MIN_OFF_SD * known->runs, least) : GB_MIN_OFF_UNKNOWN;
}

const struct gb_scatter *gb_scatter_of(const char *roof)
{
	return find(roof, strlen(roof));
}

const char *gb_scatter_per_clock(const char *roof)
{
	const size_t length = strlen(roof);

	for (const struct gb_scatter *s = gb_scatters; s->roof != NULL; s++)
		if (strncmp(s->roof, roof, length) == 0 && strcmp(s->roof + length, GB_SCATTER_CLOCK) == 0)
			return s->roof;
	return NULL;
}

bool gb_scatter_is_joined(const char *roof)
{
	const struct gb_scatter *known = find(roof, strlen(roof));

	return known != NULL && GB_MIN_OFF_SD * known->runs > GB_MIN_OFF_LEAST &&
	       (strncmp(roof, "tensor.", strlen("tensor.")) == 0 || strncmp(roof, "gemm.", strlen("gemm.")) == 0) &&
	       strchr(roof, '/') == NULL;
}
