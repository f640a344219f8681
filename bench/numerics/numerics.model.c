/* Models of the kernels of `numerics`, with the arithmetic of Hopper. */
#include "gpubench_model.h"
#include "numerics_model.h"

static struct arithmetic arithmetic_of_kernel(bool is_group)
{
	struct arithmetic x = { .in = instructions, .aligned = 25, .kept = 23 };

	while (!gb_model_is(x.in->name))
		x.in++;
	const bool is_fp8 = x.in->type == FORMAT_E4M3 || x.in->type == FORMAT_E5M2;
	if (is_fp8 && is_group)
		x.aligned = x.kept = 13;
	x.rounds_nearest = x.in->sum == FORMAT_FP16;
	x.kept = x.rounds_nearest ? 10 : x.kept;
	x.adds_c_last = is_fp8 && !is_group;
	for (uint32_t k = 0; k < x.in->depth && x.adds_c_last; k++)
		x.group[k] = k % 4 / 2 * 16;
	return x;
}

/* Warps repeat the distinct tiles. */
static void multiply(struct gb_shape shape, const void *of)
{
	const struct numerics_args *args = of;
	const bool is_group = gb_model_is("_wgmma_");
	const struct arithmetic x = arithmetic_of_kernel(is_group);
	const uint32_t sums = NUMERICS_ROWS(is_group) * NUMERICS_COLS, bytes = sum_bytes(x.in->sum);
	const uint64_t distinct = (uint64_t)NUMERICS_TILES * sums;

	add_products(&x, distinct, sums, args->in, args->out);
	for (uint64_t i = distinct; i < (uint64_t)shape.grid * shape.block / NUMERICS_THREADS(is_group) * sums; i++)
		memcpy(args->out + i * bytes, args->out + i % distinct * bytes, bytes);
}

GB_ONE_MODEL(numerics, "numerics_*", multiply);
