/* Models of the kernels of `overlap`. */
#include <math.h>

#include "../common/bits.h"
#include "../common/input_model.h"
#include "overlap.h"

GB_MODEL_FMA
static uint32_t chain(uint32_t word, float start, uint32_t fmas)
{
	const float c = bits_float(word);
	float x = start;

	for (uint32_t i = 0; i < fmas; i++)
		x = fmaf(x, x, c);
	return bits_of_float(x);
}

/* Word i of the build without loads: each thread has two vectors, and the vectors of a warp are adjacent. */
static uint32_t own(unsigned long long i)
{
	const unsigned long long warp = i / (32ull * OVERLAP_WORDS), in_warp = i % (32ull * OVERLAP_WORDS);
	const unsigned long long thread = warp * 32 + in_warp / 4 % 32, place = in_warp / 128 * 4 + i % 4;

	return overlap_own((uint32_t)thread, (uint32_t)place);
}

static uint32_t expected(const struct overlap_check_args *args, unsigned long long i)
{
	switch (args->build) {
	case OVERLAP_STORE:
		return input_mark(i);
	case OVERLAP_ALL:
		return chain(overlap_word(i ^ 1), args->start, args->fmas);
	case OVERLAP_MATH:
		return chain(own(i ^ 1), args->start, args->fmas);
	default:
		return overlap_word(i);
	}
}

static void check(struct gb_shape shape, const void *of)
{
	const struct overlap_check_args *args = of;

	for (unsigned long long i = 0; i < args->words; i++)
		if (((const uint32_t *)args->out)[i] != expected(args, i))
			gb_model_wrong(args->report, i);
	gb_model_compared(args->report, args->words);
}

static void run_build(enum overlap_build build, struct gb_shape shape, const struct overlap_args *args)
{
	const unsigned long long words = (unsigned long long)shape.grid * shape.block * OVERLAP_WORDS;
	const uint32_t *in = args->in, fmas = args->trips * gb_model_number("_s");
	uint32_t *out = args->out;
	/* A timed launch does not write these results. */
	const bool kept = (build == OVERLAP_LOAD || build == OVERLAP_MATH) && args->withheld == 0;

	for (unsigned long long i = 0; i < words && !kept; i++)
		out[i] = build == OVERLAP_STORE  ? input_mark(i)
			 : build == OVERLAP_ALL  ? chain(in[i ^ 1], args->start, fmas)
			 : build == OVERLAP_MATH ? chain(own(i ^ 1), args->start, fmas)
						 : in[i];
}

#define BUILD(name, build)                                        \
	static void name(struct gb_shape shape, const void *args) \
	{                                                         \
		run_build(build, shape, args);                    \
	}
BUILD(all, OVERLAP_ALL)
BUILD(math, OVERLAP_MATH)
BUILD(memory, OVERLAP_MEMORY)
BUILD(load, OVERLAP_LOAD)
BUILD(store, OVERLAP_STORE)

static void fill(struct gb_shape shape, const void *args)
{
	input_fill_model(args, overlap_word);
}

GB_MODELS_OF(overlap, { "overlap_all_*", all }, { "overlap_math_*", math }, { "overlap_memory", memory },
	     { "overlap_load", load }, { "overlap_store", store }, { "overlap_fill", fill },
	     { "overlap_check", check });
