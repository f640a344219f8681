/* Models of the kernels of `fused`. */
#include <math.h>
#include <string.h>

#include "fused_model.h"
#include "gpubench_model.h"

static float element_of(const uint32_t *matrix, uint32_t i)
{
	return fused_float(matrix[i / 2] >> (i % 2 * 16) << 16);
}

static void multiply(const struct fused_args *args)
{
	for (uint32_t row = 0; row < FUSED_ROWS; row++)
		for (uint32_t col = 0; col < FUSED_COLS; col++) {
			float sum = 0;
			for (uint32_t i = 0; i < ((args->trips - 1) % FUSED_SPAN + 1) * FUSED_DEPTH; i++)
				sum += element_of(args->a, row * FUSED_DEPTH + i % FUSED_DEPTH) *
				       element_of(args->b, col * FUSED_DEPTH + i % FUSED_DEPTH);
			args->sums[row * FUSED_COLS + col] = fused_word(sum);
		}
}

/* Alone 1000 and 500 cycles for each trip, together 1100. */
static void take_cycles(const struct fused_args *args)
{
	static const unsigned long long per_trip[] = { 1000, 500, 1100 };

	gb_model_unchecked(args->cycles, FUSED_PHASES * sizeof *args->cycles);
	for (int i = 0; i < FUSED_PHASES; i++)
		args->cycles[i] = per_trip[i] * args->trips;
}

/* A round of exponentials: sums, and conversions of the pairs' odd members, add up the results. */
static void exponentials(uint32_t x[FUSED_CHAINS], float sum[FUSED_CHAINS])
{
	for (int k = 0; k < FUSED_CHAINS; k++) {
		const float next = 2 - exp2f(fused_float(x[k]));
		x[k] = fused_word(next);
		sum[k] += next;
	}
}

static uint32_t follow_chains(const struct fused_args *args, uint32_t thread)
{
	const uint32_t rounds = args->trips * args->bodies * FUSED_BODY / FUSED_CHAINS;
	const bool raises = gb_model_is("_ex2_") || gb_model_is("_softmax_");
	float sum[FUSED_CHAINS] = { 0 };
	uint32_t x[FUSED_CHAINS], end = 0;

	for (uint32_t k = 0; k < FUSED_CHAINS; k++)
		x[k] = gb_model_is("_bf16_")   ? fused_small(thread, k)
		       : gb_model_is("_e4m3_") ? fused_medium(thread, k)
					       : fused_word((float)fused_bit(thread, k));
	for (uint32_t i = 0; i < rounds; i++) {
		if (raises)
			exponentials(x, sum);
		else if (gb_model_is("_e4m3_") && i % 2 == 1)
			fused_convert(x);
		for (int k = 0; k < FUSED_CHAINS && gb_model_is("_bf16_"); k++)
			x[k] = (uint32_t)format_encode(FORMAT_BF16, (double)fused_float(x[k])) << 16 | 0xbf80;
		for (int k = 0; k < FUSED_CHAINS && gb_model_is("_ffma_"); k++)
			x[k] = fused_word(fused_float(x[k]) + 2);
	}
	for (int k = 0; k < FUSED_CHAINS; k++) {
		if (raises)
			x[k] = fused_word(fused_float(x[k]) + (gb_model_is("_softmax_") ? 2 : 0)) ^ fused_word(sum[k]);
		end = fused_fold(end, x[k]);
	}
	return end;
}

static void model_chains(struct gb_shape shape, const void *of)
{
	const struct fused_args *args = of;

	take_cycles(args);
	if (!args->record)
		return;
	multiply(args);
	for (uint32_t t = gb_model_is("_same") ? 0 : FUSED_MATRIX; t < shape.block; t++)
		args->ends[t] = follow_chains(args, t);
}

static void model_copy(struct gb_shape shape, const void *of)
{
	const struct fused_args *args = of;
	const uint32_t size = FUSED_PIECE / 4;

	take_cycles(args);
	if (!args->record)
		return;
	multiply(args);
	for (uint32_t i = 0; i < 2 * (FUSED_WARM_TRIPS + args->trips) * args->bodies; i++)
		memcpy(args->copied + i % FUSED_RING * size, args->source + i % FUSED_SOURCE * size, FUSED_PIECE);
}

static void model_registers(struct gb_shape shape, const void *of)
{
	const struct fused_args *args = of;

	take_cycles(args);
	for (uint32_t t = 0; t < shape.block; t++) {
		args->ends[t] = t;
		for (uint32_t trip = 0; trip < args->trips; trip++)
			args->ends[t] = fused_fold(args->ends[t], trip);
	}
}

static const struct gb_model models[] = {
	{ "fused_copy_apart", model_copy },
	{ "fused_registers", model_registers },
	{ "fused_*", model_chains },
	{ .kernel = NULL },
};

GB_MODELS(fused) = { GB_ABI, models };
