/* Models of the kernels of `l1`. */
#include "../common/pattern_model.h"
#include "l1.h"

/* ---- the timed kernels ------------------------------------------------------------------------------------------- */

/* How many of `all` reads in turn, the first of which is of place 0, are of this one of `places`. */
static unsigned int times(unsigned long long all, unsigned int place, unsigned int places)
{
	return (unsigned int)(all / places) + (place < all % places);
}

/* The threads of a block read each word of its tile once. */
static void sweep(struct gb_shape shape, const void *of)
{
	const struct l1_sweep_args *args = of;
	const unsigned int stride = gb_model_number("_s"), words = L1_SWEEP_BLOCK * L1_DEPTH(stride);
	unsigned int total = 0;

	for (unsigned int tile = 0; tile < args->tiles; tile++) {
		const unsigned int *a = args->a + (unsigned long long)tile * words;
		unsigned int sum = 0;
		for (unsigned int i = 0; i < words; i++)
			sum += a[i];
		total += sum * times(shape.grid, tile, args->tiles);
	}
	pattern_record_model(args->record, args->report, total);
}

static void sweep_naive(struct gb_shape shape, const void *of)
{
	const struct l1_sweep_args *args = of;
	unsigned int total = 0;

	for (unsigned long long i = 0; i < 1ull * shape.grid * shape.block; i++)
		total += args->a[i * args->stride];
	pattern_record_model(args->record, args->report, total);
}

/* The words that a block reads at once, starting anew at the end of a small set. */
static unsigned int step_sum(const unsigned int *set, unsigned int bytes, unsigned int step)
{
	unsigned int sum = 0;

	for (unsigned int i = 0; i < L1_REUSE_STEP / 4; i++)
		sum += set[(step * (L1_REUSE_STEP / 4) + i) % (bytes / 4)];
	return sum;
}

static void reuse(struct gb_shape shape, const void *of)
{
	const struct l1_reuse_args *args = of;
	const unsigned int steps = args->bytes > L1_REUSE_STEP ? args->bytes / L1_REUSE_STEP : 1;
	const unsigned int *set = args->a;
	unsigned int total = 0;

	for (unsigned int block = 0; block < shape.grid; block++, set += args->bytes / 4)
		for (unsigned int step = 0; step < steps; step++)
			total += step_sum(set, args->bytes, step) * times(1ull * args->trips * L1_FLIGHT, step, steps);
	pattern_record_model(args->record, args->report, total);
}

/* ---- the others -------------------------------------------------------------------------------------------------- */

static void check(struct gb_shape shape, const void *of)
{
	const struct l1_check_args *args = of;
	const unsigned int *kept = input_kept(input_float, args->first + args->words * args->step);
	unsigned int total = 0;

	(void)shape;
	for (unsigned long long i = 0; i < args->words; i++)
		total += pattern_input(kept, args->first + i * args->step);
	args->report->expected += total * args->times;
	gb_model_compared(&args->report->words, args->words);
}

static const struct gb_model models[] = {
	{ "l1_sweep_naive", sweep_naive },     { "l1_sweep_s*", sweep }, { "l1_reuse_*", reuse },
	{ "l1_fill", input_fill_float_model }, { "l1_check", check },    { .kernel = NULL },
};

GB_MODELS(l1) = { GB_ABI, models };
