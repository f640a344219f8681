/* Models of the kernels of `prefetch`. */
#include <math.h>

#include "../common/input_model.h"
#include "prefetch.h"

/* The result of a thread of `block` that computes with part `part` of each tile, in all 4 chains. */
GB_MODEL_FMA
static float end_of(const struct prefetch_args *a, uint32_t grid, uint32_t block, uint32_t part)
{
	uint32_t tile = (a->first + block) % a->tiles;
	float x[4] = { 0 };

	for (uint32_t step = 0; step < a->steps; step++) {
		const float *words = (const float *)a->at + ((size_t)tile * PREFETCH_BLOCK + part) * 4;
		for (uint32_t i = 0; i < a->rounds * PREFETCH_BODY; i++)
			x[i % 4] = fmaf(x[i % 4], a->factor, words[i % 4]);
		tile = (tile + grid) % a->tiles;
	}
	return x[0] + x[1] + (x[2] + x[3]);
}

static void run_blocks(struct gb_shape shape, const struct prefetch_args *args, uint32_t shift)
{
	for (uint32_t i = 0; i < shape.grid * PREFETCH_BLOCK && args->record; i++)
		args->out[i] = end_of(args, shape.grid, i / PREFETCH_BLOCK, (i + shift) % PREFETCH_BLOCK);
}

static void by_register(struct gb_shape shape, const void *args)
{
	run_blocks(shape, args, 0);
}

static void by_shared(struct gb_shape shape, const void *args)
{
	run_blocks(shape, args, PREFETCH_SHIFT);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct prefetch_check_args *args = of;
	const uint32_t threads = shape.grid * PREFETCH_BLOCK;

	for (uint32_t i = 0; i < threads; i++)
		if (!(args->run.out[i] ==
		      end_of(&args->run, args->grid, i / PREFETCH_BLOCK, (i + args->shift) % PREFETCH_BLOCK)))
			gb_model_wrong(args->report, i);
	gb_model_compared(args->report, threads);
}

GB_MODELS_OF(prefetch, { "prefetch_fill", input_fill_float_model }, { "prefetch_check", check },
	     { "prefetch_register_*", by_register }, { "prefetch_*", by_shared });
