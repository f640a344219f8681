/* Models of the kernels of `occupancy`. */
#include <math.h>

#include "../common/input_model.h"
#include "occupancy.h"

/* The model does not distinguish SMs. It reports a single resident block, in the first SM's entry. */
static void meet(const struct occupancy_args *args)
{
	if (args->record)
		args->resident[OCCUPANCY_SMS] = 1;
}

static void read_words(const struct occupancy_args *args, unsigned long long words)
{
	uint32_t total = 0;

	for (unsigned long long i = 0; i < words; i++)
		total += ((const uint32_t *)args->from)[i];
	if (args->record)
		*args->sum += total;
}

static void read_tiles(struct gb_shape shape, const void *of)
{
	const struct occupancy_args *args = of;
	const uint32_t loads = gb_model_is("_step_") ? 1 : gb_model_number("_i");

	read_words(args, args->tiles * shape.block * loads * 4);
	meet(args);
}

static void read_one_by_one(struct gb_shape shape, const void *of)
{
	const struct occupancy_args *args = of;

	read_words(args, (unsigned long long)args->trips * shape.grid * shape.block * 4);
}

/* The sum of the final values of a thread's chains. */
static float chains(uint32_t seed, uint32_t count, uint32_t trips)
{
	const float a = occupancy_factor(seed);
	float sum = 0;

	for (uint32_t chain = 0; chain < count; chain++) {
		float x = occupancy_start(seed, chain);
		for (uint32_t i = 0; i < trips * (OCCUPANCY_BODY / count); i++)
			x = fmaf(x, a, a);
		sum += x;
	}
	return sum;
}

static void multiply_and_add(struct gb_shape shape, const void *of)
{
	const struct occupancy_args *args = of;
	float end[OCCUPANCY_SEEDS];

	for (uint32_t seed = 0; seed < OCCUPANCY_SEEDS; seed++)
		end[seed] = chains(seed, gb_model_number("_i"), args->trips);
	for (uint32_t thread = 0; thread < shape.grid * shape.block; thread++)
		args->out[thread] = end[thread % OCCUPANCY_SEEDS];
	meet(args);
}

static void fill(struct gb_shape shape, const void *of)
{
	const struct occupancy_data_args *args = of;

	input_fill_bits_model(shape, &(struct input_fill_args){ args->at, args->words });
}

static void sum(struct gb_shape shape, const void *of)
{
	const struct occupancy_data_args *args = of;
	uint32_t total = 0;

	for (unsigned long long i = 0; i < args->words; i++)
		total += input_bits(args->first + i);
	*args->sum += total;
}

GB_MODELS_OF(occupancy, { "occupancy_read_*", read_tiles }, { "occupancy_step_*", read_tiles },
	     { "occupancy_fma_*", multiply_and_add }, { "occupancy_latency", read_one_by_one },
	     { "occupancy_fill", fill }, { "occupancy_sum", sum });
