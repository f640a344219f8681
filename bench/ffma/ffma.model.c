/* Models of the kernels of `ffma`. */
#include <math.h>

#include "../common/half_model.h"
#include "ffma.h"
#include "gpubench_model.h"

typedef ffma_word chain_fn(ffma_word x, ffma_word a, unsigned long long steps);

static ffma_word chain_fp32(ffma_word start, ffma_word factor, unsigned long long steps)
{
	float x = bits_float(start);
	const float a = bits_float(factor);

	while (steps-- > 0)
		x = fmaf(x, a, a);
	return bits_of_float(x);
}

static ffma_word chain_fp64(ffma_word start, ffma_word factor, unsigned long long steps)
{
	double x = bits_double(start);
	const double a = bits_double(factor);

	while (steps-- > 0)
		x = fma(x, a, a);
	return bits_of_double(x);
}

/* A word holds two numbers, each with its own chain. */
static ffma_word chain_halves(int fraction, ffma_word start, ffma_word factor, unsigned long long steps)
{
	double low = half_number(fraction, start & 0xffff), high = half_number(fraction, start >> 16 & 0xffff);
	const double a_low = half_number(fraction, factor & 0xffff),
		     a_high = half_number(fraction, factor >> 16 & 0xffff);

	while (steps-- > 0) {
		low = half_fma(fraction, low, low, a_low);
		high = half_fma(fraction, high, high, a_high);
	}
	return half_bits(fraction, high) << 16 | half_bits(fraction, low);
}

static ffma_word chain_fp16(ffma_word x, ffma_word a, unsigned long long steps)
{
	return chain_halves(10, x, a, steps);
}

static ffma_word chain_bf16(ffma_word x, ffma_word a, unsigned long long steps)
{
	return chain_halves(7, x, a, steps);
}

static ffma_word chain_int32(ffma_word x, ffma_word a, unsigned long long steps)
{
	while (steps-- > 0)
		x = (x + 1) * a & 0xffffffff;
	return x;
}

static ffma_word chain_dp4a(ffma_word x, ffma_word a, unsigned long long steps)
{
	while (steps-- > 0) {
		const ffma_word of = x;
		for (int byte = 0; byte < 32; byte += 8)
			x += (ffma_word)((signed char)(of >> byte) * (signed char)(a >> byte));
		x &= 0xffffffff;
	}
	return x;
}

/* The word that a thread writes that starts from `seed` and makes `trips` trips. */
static ffma_word result(chain_fn *chain, const struct ffma_seed *seed, unsigned int trips)
{
	const unsigned int chains = gb_model_number("_c");
	ffma_word sum = 0;

	for (unsigned int c = 0; c < chains; c++)
		sum = sum * FFMA_SHARE +
		      chain(seed->start[c], seed->factor, (unsigned long long)trips * (gb_model_number("_b") / chains));
	return sum;
}

static void chains(chain_fn *chain, struct gb_shape shape, const struct ffma_args *args)
{
	ffma_word of_long[FFMA_SEEDS], of_short[FFMA_SEEDS];

	for (int i = 0; i < FFMA_SEEDS; i++) {
		of_long[i] = result(chain, &args->seeds[i], args->trips);
		of_short[i] = result(chain, &args->seeds[i], args->short_trips);
	}
	for (unsigned int block = 0; block < shape.grid; block++) {
		for (unsigned int i = block * shape.block; i < (block + 1) * shape.block; i++)
			args->out[i] = (block < args->first ? of_long : of_short)[i % FFMA_SEEDS];
		args->sms[block] = 0;
	}
}

#define CHAINS(format)                                              \
	static void format(struct gb_shape shape, const void *args) \
	{                                                           \
		chains(chain_##format, shape, args);                \
	}
CHAINS(fp32)
CHAINS(fp64)
CHAINS(fp16)
CHAINS(bf16)
CHAINS(int32)
CHAINS(dp4a)

static const struct gb_model models[] = {
	{ "ffma_c*", fp32 },       { "ffma_fp64_*", fp64 }, { "ffma_fp16_*", fp16 }, { "ffma_bf16_*", bf16 },
	{ "ffma_int32_*", int32 }, { "ffma_dp4a_*", dp4a }, { .kernel = NULL },
};

GB_MODELS(ffma) = { GB_ABI, models };
