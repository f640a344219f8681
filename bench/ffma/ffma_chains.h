/* ffma_chains.h: the chains of `ffma` on the host: their starting values, and their expected ends.
 *
 * In FP32 and FP64 a chain is x <- a x + a, with a slightly above -1: bounded, and it oscillates around its fixed
 * point for some millions of steps. Modulo 2^32, with a = 1 modulo 4, it visits every word. In 16-bit formats that
 * chain would soon stop changing: there it is x <- x x + a with a near -1.7, which is bounded and chaotic. Each step
 * reads only two registers, and a chain that is cut short, or folded, ends elsewhere. */
#ifndef FFMA_CHAINS_H
#define FFMA_CHAINS_H

#include <math.h>
#include <stdint.h>

#include "../common/bits.h"
#include "../common/input.h"
#include "../common/isa.h"
#include "../common/number_formats.h"
#include "ffma.h"

/* In the order of the axis `type`. */
enum type { FP32, FP64, FP16, BF16, INT32, DP4A };

static void seed_fp32(unsigned int seed, struct ffma_seed *out)
{
	out->factor = bits_of_float(-1.0f + (float)(16 + 5 * seed) / 16777216);
	for (unsigned int c = 0; c < FFMA_CHAINS_MAX; c++)
		out->start[c] = bits_of_float(1.0f + (float)(input_mix(seed * FFMA_CHAINS_MAX + c) >> 9) / 8388608);
}

static void seed_fp64(unsigned int seed, struct ffma_seed *out)
{
	out->factor = bits_of_double(-1.0 + (16 + 5 * seed) * 0x1p-24);
	for (unsigned int c = 0; c < FFMA_CHAINS_MAX; c++)
		out->start[c] = bits_of_double(1.0 + input_mix(seed * FFMA_CHAINS_MAX + c) * 0x1p-32);
}

/* Two values per word; both take the same factor. */
static void seed_halves(enum format format, unsigned int seed, struct ffma_seed *out)
{
	const ffma_word factor = format_encode(format, -1.5 - 0.045 * seed);

	out->factor = factor << 16 | factor;
	for (unsigned int c = 0; c < FFMA_CHAINS_MAX; c++) {
		const unsigned int bits = input_mix(seed * FFMA_CHAINS_MAX + c);
		out->start[c] = format_encode(format, (bits >> 16) * 0x1p-16) << 16 |
				format_encode(format, (bits & 0xffff) * -0x1p-16);
	}
}

static void seed_bits(unsigned int seed, struct ffma_seed *out)
{
	out->factor = (input_mix(~seed) & ~3u) | 1;
	for (unsigned int c = 0; c < FFMA_CHAINS_MAX; c++)
		out->start[c] = input_mix(seed * FFMA_CHAINS_MAX + c) | 1;
}

/* The product and the sum are exact in double precision, so one rounding remains: that of the format. 16 bits have
 * few values: before long the chain returns to one (found by Brent's algorithm), and complete cycles are skipped. */
static double end_half(int fraction, double x, double a, uint64_t steps)
{
	uint64_t lap = 0, longest = 1;
	double met = x;

	while (steps-- > 0) {
		x = bits_rounded(fraction, x * x + a);
		lap++;
		if (x == met)
			steps %= lap;
		if (lap == longest) {
			met = x;
			longest *= 2;
			lap = 0;
		}
	}
	return x;
}

static ffma_word end_halves(enum format format, ffma_word start, ffma_word factor, uint64_t steps)
{
	const int fraction = formats[format].mantissa;
	const double a = format_decode(format, factor & 0xffff);
	const double low = end_half(fraction, format_decode(format, start & 0xffff), a, steps);
	const double high = end_half(fraction, format_decode(format, start >> 16), a, steps);

	return format_encode(format, high) << 16 | format_encode(format, low);
}

static inline uint32_t step_int32(uint32_t x, uint32_t a)
{
	return x * a + a;
}

static inline uint32_t step_dp4a(uint32_t x, uint32_t a)
{
	return x + (uint32_t)((int8_t)x * (int8_t)a + (int8_t)(x >> 8) * (int8_t)(a >> 8) +
			      (int8_t)(x >> 16) * (int8_t)(a >> 16) + (int8_t)(x >> 24) * (int8_t)(a >> 24));
}

static inline uint32_t word32(ffma_word word)
{
	return (uint32_t)word;
}

static inline ffma_word of_word32(uint32_t word)
{
	return word;
}

/* Chains of all seeds, x, interleaved: each step waits for the previous one of its chain, but not for other chains. */
#define CHAINS(name, attribute, value, value_of, word_of, step)                                            \
	static attribute void name(ffma_word x[FFMA_SEEDS], const ffma_word a[FFMA_SEEDS], uint64_t steps) \
	{                                                                                                  \
		value at[FFMA_SEEDS], factor[FFMA_SEEDS];                                                  \
                                                                                                           \
		for (int i = 0; i < FFMA_SEEDS; i++) {                                                     \
			at[i] = value_of(x[i]);                                                            \
			factor[i] = value_of(a[i]);                                                        \
		}                                                                                          \
		while (steps-- > 0)                                                                        \
			for (int i = 0; i < FFMA_SEEDS; i++)                                               \
				at[i] = step(at[i], factor[i]);                                            \
		for (int i = 0; i < FFMA_SEEDS; i++)                                                       \
			x[i] = word_of(at[i]);                                                             \
	}
#define FMAF(x, a) fmaf(x, a, a)
#define FMA(x, a)  fma(x, a, a)
CHAINS(chains_int32, , uint32_t, word32, of_word32, step_int32)
CHAINS(chains_dp4a, , uint32_t, word32, of_word32, step_dp4a)
CHAINS(chains_fp32, , float, bits_float, bits_of_float, FMAF)
CHAINS(chains_fp64, , double, bits_double, bits_of_double, FMA)
/* Where the target's baseline has no such instruction, the others call a function at each step. */
#if defined(__x86_64__)
CHAINS(chains_fp32_fma, ISA_WITH_AVX2, float, bits_float, bits_of_float, FMAF)
CHAINS(chains_fp64_fma, ISA_WITH_AVX2, double, bits_double, bits_of_double, FMA)
#else
#define chains_fp32_fma chains_fp32
#define chains_fp64_fma chains_fp64
#endif

static void fill_seed(int64_t type, unsigned int seed, struct ffma_seed *out)
{
	if (type == FP32)
		seed_fp32(seed, out);
	else if (type == FP64)
		seed_fp64(seed, out);
	else if (type == FP16 || type == BF16)
		seed_halves(type == FP16 ? FORMAT_FP16 : FORMAT_BF16, seed, out);
	else
		seed_bits(seed, out);
}

/* One chain of each seed: x becomes its end. */
static void chains_end(int64_t type, ffma_word x[FFMA_SEEDS], const ffma_word a[FFMA_SEEDS], uint64_t steps)
{
	const bool has_fma = isa_missing(ISA_AVX2) == NULL;

	if (type == FP32)
		(has_fma ? chains_fp32_fma : chains_fp32)(x, a, steps);
	else if (type == FP64)
		(has_fma ? chains_fp64_fma : chains_fp64)(x, a, steps);
	else if (type == INT32)
		chains_int32(x, a, steps);
	else if (type == DP4A)
		chains_dp4a(x, a, steps);
	else
		for (int i = 0; i < FFMA_SEEDS; i++)
			x[i] = end_halves(type == FP16 ? FORMAT_FP16 : FORMAT_BF16, x[i], a[i], steps);
}

#endif
