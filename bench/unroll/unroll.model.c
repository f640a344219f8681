/* Models of the kernels of `unroll`. All blocks do the same. */
#include <math.h>

#include "gpubench_model.h"
#include "unroll.h"

/* Term by term, as the hardware does it. */
static float product_of(const struct unroll_args *args, unsigned int thread)
{
	const float *row = args->elements + (size_t)(thread / UNROLL_COLUMNS) * UNROLL_LENGTH;
	const float *column = args->elements + (size_t)UNROLL_ROWS * UNROLL_LENGTH + thread % UNROLL_COLUMNS;
	float sum = 0;

	for (unsigned int tile = 0; tile < args->tiles; tile++)
		for (unsigned int k = 0; k < UNROLL_LENGTH; k++)
			sum += row[k] * column[(size_t)k * UNROLL_COLUMNS];
	return sum;
}

static float fma_of(const struct unroll_args *args, unsigned int thread)
{
	const float factor = unroll_factor(thread % UNROLL_SEEDS);
	float x = 1;

	for (unsigned int i = 0; i < args->tiles * UNROLL_LENGTH; i++)
		x = fmaf(x, factor, factor);
	return x;
}

static void launch(struct gb_shape shape, const void *of)
{
	const struct unroll_args *args = of;
	const bool product = gb_model_is("product");
	const unsigned int alike = product ? UNROLL_BLOCK : UNROLL_SEEDS;

	for (unsigned int i = 0; i < shape.grid * UNROLL_BLOCK; i++)
		args->out[i] = i >= alike ? args->out[i - alike] : product ? product_of(args, i) : fma_of(args, i);
}

static const struct gb_model models[] = { { "unroll_*", launch }, { .kernel = NULL } };

GB_MODELS(unroll) = { GB_ABI, models };
