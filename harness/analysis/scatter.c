#include "analysis/scatter.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define GB_SCATTER_CLOCK "/clock"

/* H200: ten-runs.csv, first-kind.csv and five-cuda-13.csv in results/h200-sxm; `tests/gpu/scatter.py -w` makes these lines. The
 * matrix units and cuBLAS scatter more than the rest, as the power cap and the library choose differently each time. */
/* clang-format off */
const struct gb_scatter gb_scatters[] = {
	{ "dram.read", 0.00014 },
	{ "dram.write", 0.00015 },
	{ "dram.copy", 0.00045 },
	{ "dram.triad", 0.00028 },
	{ "fp32", 0.00135 },
	{ "fp64", 0.00103 },
	{ "fp16", 0.00060 },
	{ "bf16", 0.00099 },
	{ "int32", 0.00007 },
	{ "dp4a", 0.00012 },
	{ "shared.read", 0.00067 },
	{ "shared.write", 0.00058 },
	{ "tensor.fp64", 0.00114 },
	{ "tensor.fp64.zeros", 0.00110 },
	{ "tensor.fp16", 0.00620 },
	{ "tensor.fp16.zeros", 0.01273 },
	{ "tensor.bf16", 0.00517 },
	{ "tensor.bf16.zeros", 0.00942 },
	{ "tensor.tf32", 0.00461 },
	{ "tensor.tf32.zeros", 0.00097 },
	{ "tensor.fp8", 0.00529 },
	{ "tensor.fp8.zeros", 0.01144 },
	{ "tensor.int8", 0.00431 },
	{ "tensor.int8.zeros", 0.00061 },
	{ "l1.read", 0.00015 },
	{ "l2.read", 0.00046 },
	{ "l2.write", 0.00180 },
	{ "l2.read_common", 0.01129 },
	{ "gemm.fp16", 0.00918 },
	{ "gemm.bf16", 0.01961 },
	{ "gemm.tf32", 0.00403 },
	{ "gemm.fp8", 0.01485 },
	{ "gemm.int8", 0.01335 },
	{ "gemm.fp64", 0.01820 },
	{ "gemm.fp32", 0.00263 },
	{ "fp32/clock", 0.00039 },
	{ "tensor.fp64/clock", 0.00058 },
	{ "tensor.fp64.zeros/clock", 0.00075 },
	{ "tensor.fp16/clock", 0.00008 },
	{ "tensor.fp16.zeros/clock", 0.00015 },
	{ "tensor.bf16/clock", 0.00011 },
	{ "tensor.bf16.zeros/clock", 0.00006 },
	{ "tensor.tf32/clock", 0.00009 },
	{ "tensor.fp8/clock", 0.00006 },
	{ "tensor.fp8.zeros/clock", 0.00006 },
	{ "tensor.int8/clock", 0.00003 },
	{ "matrix units", 0.00079 },
	{ NULL, 0 },
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
	return known != NULL ? fmax(GB_MIN_OFF_SD * known->sd, least) : GB_MIN_OFF_UNKNOWN;
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

	return known != NULL && GB_MIN_OFF_SD * known->sd > GB_MIN_OFF_LEAST &&
	       (strncmp(roof, "tensor.", strlen("tensor.")) == 0 || strncmp(roof, "gemm.", strlen("gemm.")) == 0) &&
	       strchr(roof, '/') == NULL;
}
