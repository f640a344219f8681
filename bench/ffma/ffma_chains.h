/* ffma_chains.h: the chains of `ffma` on the host: from which numbers they start, and where they must end.
 *
 * x <- a x + a in FP32 and FP64, with a a little above -1: bounded, and it swings about its fixed point for some millions
 * of steps. Modulo 2^32, with a = 1 modulo 4, it goes through every word. Formats of 16 bits would soon stand still: there it
 * is x <- x x + a with a near -1.7, which is bounded and chaotic. Each reads two registers alone, and a chain that is cut
 * short, or folded, ends elsewhere. */
#ifndef FFMA_CHAINS_H
#define FFMA_CHAINS_H

#include <math.h>
#include <stdint.h>

#include "../common/bits.h"
#include "../common/input.h"
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

/* Two values in a word; both take the same factor. */
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

static ffma_word end_fp32(ffma_word start, ffma_word factor, uint64_t steps)
{
	float x = bits_float(start);
	const float a = bits_float(factor);

	while (steps-- > 0)
		x = fmaf(x, a, a);
	return bits_of_float(x);
}

static ffma_word end_fp64(ffma_word start, ffma_word factor, uint64_t steps)
{
	double x = bits_double(start);
	const double a = bits_double(factor);

	while (steps-- > 0)
		x = fma(x, a, a);
	return bits_of_double(x);
}

/* The product and the sum are exact in double precision, so that one rounding remains: that of the format. 16 bits have few
 * values: before long the chain meets one again (Brent's search for it), and whole laps of that round are left out. */
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

static ffma_word end_int32(ffma_word start, ffma_word factor, uint64_t steps)
{
	uint32_t x = (uint32_t)start;
	const uint32_t a = (uint32_t)factor;

	while (steps-- > 0)
		x = x * a + a;
	return x;
}

static ffma_word end_dp4a(ffma_word start, ffma_word factor, uint64_t steps)
{
	uint32_t x = (uint32_t)start;
	int a[4];

	for (unsigned int byte = 0; byte < 4; byte++)
		a[byte] = (int)(int8_t)(factor >> 8 * byte);
	while (steps-- > 0)
		x += (uint32_t)((int8_t)x * a[0] + (int8_t)(x >> 8) * a[1] + (int8_t)(x >> 16) * a[2] +
				(int8_t)(x >> 24) * a[3]);
	return x;
}

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

static ffma_word chain_end(int64_t type, ffma_word start, ffma_word factor, uint64_t steps)
{
	switch (type) {
	case FP32:
		return end_fp32(start, factor, steps);
	case FP64:
		return end_fp64(start, factor, steps);
	case FP16:
		return end_halves(FORMAT_FP16, start, factor, steps);
	case BF16:
		return end_halves(FORMAT_BF16, start, factor, steps);
	case INT32:
		return end_int32(start, factor, steps);
	default:
		return end_dp4a(start, factor, steps);
	}
}

#endif
