/* Models of the kernels of `l1`. */
#include "../common/pattern_model.h"
#include "l1.h"

/* ---- the timed kernels ------------------------------------------------------------------------------------------- */

/* The number of reads at this place, out of `all` reads that visit `places` in turn from place 0. */
static uint32_t times(unsigned long long all, uint32_t place, uint32_t places)
{
	return (uint32_t)(all / places) + (place < all % places);
}

/* The threads of a block read each word of its tile once. */
static void sweep(struct gb_shape shape, const void *of)
{
	const struct l1_sweep_args *args = of;
	const uint32_t stride = gb_model_number("_s"), words = L1_SWEEP_BLOCK * L1_DEPTH(stride);
	uint32_t total = 0;

	for (uint32_t tile = 0; tile < args->tiles; tile++) {
		const uint32_t *a = args->a + (unsigned long long)tile * words;
		uint32_t sum = 0;
		for (uint32_t i = 0; i < words; i++)
			sum += a[i];
		total += sum * times(shape.grid, tile, args->tiles);
	}
	pattern_record_model(args->record, args->report, total);
}

static void sweep_naive(struct gb_shape shape, const void *of)
{
	const struct l1_sweep_args *args = of;
	uint32_t total = 0;

	for (unsigned long long i = 0; i < 1ull * shape.grid * shape.block; i++)
		total += args->a[i * args->stride];
	pattern_record_model(args->record, args->report, total);
}

/* The words that a block reads at once, starting anew at the end of a small set. */
static uint32_t step_sum(const uint32_t *set, uint32_t bytes, uint32_t step)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < L1_REUSE_STEP / 4; i++)
		sum += set[(step * (L1_REUSE_STEP / 4) + i) % (bytes / 4)];
	return sum;
}

static void reuse(struct gb_shape shape, const void *of)
{
	const struct l1_reuse_args *args = of;
	const uint32_t steps = args->bytes > L1_REUSE_STEP ? args->bytes / L1_REUSE_STEP : 1;
	const uint32_t *set = args->a;
	uint32_t total = 0;

	for (uint32_t block = 0; block < shape.grid; block++, set += args->bytes / 4)
		for (uint32_t step = 0; step < steps; step++)
			total += step_sum(set, args->bytes, step) * times(1ull * args->trips * L1_FLIGHT, step, steps);
	pattern_record_model(args->record, args->report, total);
}

/* ---- kernels that are not timed ---------------------------------------------------------------------------------- */

static void check(struct gb_shape shape, const void *of)
{
	const struct l1_check_args *args = of;
	const uint32_t *kept = input_kept(input_float, args->first + args->words * args->step);
	uint32_t total = 0;

	for (unsigned long long i = 0; i < args->words; i++)
		total += pattern_input(kept, args->first + i * args->step);
	args->report->expected += total * args->times;
	gb_model_compared(&args->report->words, args->words);
}

GB_MODELS_OF(l1, { "l1_sweep_naive", sweep_naive }, { "l1_sweep_s*", sweep }, { "l1_reuse_*", reuse },
	     { "l1_fill", input_fill_float_model }, { "l1_check", check });
