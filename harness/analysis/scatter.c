#include "analysis/scatter.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* H200: the ten runs and the five runs in results/h200-sxm, on three cards; `tests/gpu/scatter.py` makes these lines. The
 * matrix units and cuBLAS scatter more than the rest, as the power cap and the library choose differently each time. */
const struct gb_scatter gb_scatters[] = {
	{ "dram.read", 0.00014 },   { "dram.write", 0.00015 },
	{ "dram.copy", 0.00045 },   { "dram.triad", 0.00028 },
	{ "fp32", 0.00135 },        { "fp64", 0.00103 },
	{ "fp16", 0.00060 },        { "bf16", 0.00099 },
	{ "int32", 0.00007 },       { "dp4a", 0.00012 },
	{ "shared.read", 0.00067 }, { "shared.write", 0.00058 },
	{ "tensor.fp64", 0.00114 }, { "tensor.fp64.zeros", 0.00110 },
	{ "tensor.fp16", 0.00620 }, { "tensor.fp16.zeros", 0.01273 },
	{ "tensor.bf16", 0.00517 }, { "tensor.bf16.zeros", 0.00942 },
	{ "tensor.tf32", 0.00461 }, { "tensor.tf32.zeros", 0.00097 },
	{ "tensor.fp8", 0.00529 },  { "tensor.fp8.zeros", 0.01144 },
	{ "tensor.int8", 0.00431 }, { "tensor.int8.zeros", 0.00061 },
	{ "l1.read", 0.00015 },     { "l2.read", 0.00046 },
	{ "l2.write", 0.00180 },    { "l2.read_common", 0.01129 },
	{ "gemm.fp16", 0.00918 },   { "gemm.bf16", 0.01961 },
	{ "gemm.tf32", 0.00403 },   { "gemm.fp8", 0.01485 },
	{ "gemm.int8", 0.01335 },   { "gemm.fp64", 0.01820 },
	{ "gemm.fp32", 0.00263 },   { NULL, 0 },
};

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
	return known != NULL ? fmax(GB_MIN_OFF_SD * known->sd, GB_MIN_OFF_LEAST) : GB_MIN_OFF_UNKNOWN;
}
