/* Models of the kernels of `divergence`. All blocks do the same. */
#include <math.h>

#include "divergence.h"
#include "gpubench_model.h"

/* Multiply-adds go to the two chains in turn, in both rounds. */
static float chains(unsigned int lane, unsigned int path, unsigned int fmas)
{
	const unsigned int seed = lane % DIVERGENCE_SEEDS;
	float x[2] = { divergence_start(seed, 0), divergence_start(seed, 1) };

	for (unsigned int i = 0; i < fmas; i++)
		x[i % 2] = fmaf(x[i % 2], divergence_factor(seed), DIVERGENCE_TERM(path));
	return x[0] + x[1];
}

static float result(const struct divergence_args *args, unsigned int warp, unsigned int lane)
{
	const bool is_loop = gb_model_is("loop"), is_short = !is_loop && !gb_model_is("paths");
	const unsigned int path = is_loop || is_short ? 0 : args->path[args->by_warp ? warp : lane];
	const unsigned int place = is_loop ? lane : path;
	const unsigned int each = is_short ? DIVERGENCE_IFS * gb_model_number("_") : DIVERGENCE_BODY;

	if (is_short && !(args->taken >> lane & 1))
		return chains(lane, 0, 0);
	return chains(lane, path, (args->trips[0][place] + args->trips[1][place]) * each);
}

/* Lanes that start alike on the path of a warp do the same, or else all warps. */
static void launch(struct gb_shape shape, const void *of)
{
	const struct divergence_args *args = of;

	for (unsigned int b = 0; b < shape.grid; b++)
		args->cycles[b] = 65536;
	for (unsigned int i = 0; args->record && i < shape.grid * shape.block; i++) {
		const unsigned int thread = i % shape.block, lane = thread % DIVERGENCE_LANES;
		const unsigned int like = args->by_warp ? thread - lane + lane % DIVERGENCE_SEEDS : lane;
		args->out[i] = like < i ? args->out[like] : result(args, thread / DIVERGENCE_LANES, lane);
	}
}

static const struct gb_model models[] = { { "divergence_*", launch }, { .kernel = NULL } };

GB_MODELS(divergence) = { GB_ABI, models };
