/* Models of the kernels of `spill`. */
#include "../common/bits.h"
#include "../common/input_model.h"
#include "spill.h"

/* Equals fmaf(), without a call: the product of two floats is exact in double precision, and so is this sum, since no
 * value is much smaller than the words. */
static float step(float x, float word)
{
	return (float)((double)x * SPILL_FACTOR + word);
}

/* All values of a thread advance together, as in the kernels. The plug-in's own reference computes them one by one. */
static uint32_t result_of(const struct spill_args *args, uint32_t thread)
{
	const float *words = args->words;
	uint32_t sum = 0;
	float x[SPILL_VALUES];

	memcpy(x, args->start, sizeof x);
	for (uint32_t trip = 0, at = thread; trip < args->trips; trip++, at += args->step)
		for (uint32_t i = 0; i < SPILL_VALUES; i++) {
			for (uint32_t k = 0; k < SPILL_STEPS; k++)
				x[i] = step(x[i], words[(at & args->mask) * SPILL_WORDS + i % SPILL_WORDS]);
			gb_model_did(0, 2 * SPILL_STEPS);
		}
	for (uint32_t i = 0; i < SPILL_VALUES; i++)
		sum = spill_fold(sum, bits_of_float(x[i]));
	return sum;
}

static void values(struct gb_shape shape, const void *of)
{
	const struct spill_args *args = of;

	for (uint32_t thread = 0; thread < shape.grid * shape.block; thread++)
		args->out[thread] = result_of(args, thread);
}

/* ---- not timed --------------------------------------------------------------------------------------------------- */

static void fill(struct gb_shape shape, const void *of)
{
	const struct spill_fill_args *args = of;
	const struct input_fill_args input = { args->at, args->words };

	input_fill_float_model(shape, &input);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct spill_check_args *args = of;

	for (uint32_t thread = 0; thread < args->threads; thread++)
		if (args->of.out[thread] != result_of(&args->of, thread))
			gb_model_wrong(args->report, thread);
	gb_model_compared(args->report, args->threads);
}

GB_MODELS_OF(spill, { "spill_registers", values }, { "spill_indexed", values }, { "spill_fill", fill },
	     { "spill_check", check });
