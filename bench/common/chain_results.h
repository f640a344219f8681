/* chain_results.h: exact results on the host for the steps in chain_steps.h, and macros for more of them. Values are
 * 64-bit words; a shorter value is in the low bits. */
#pragma once

#include <math.h>
#include <stdint.h>

#include "bits.h"

typedef unsigned long long chain_word;

#define WORDS(name, expression)                                            \
	static inline chain_word name(chain_word word, chain_word operand) \
	{                                                                  \
		const uint32_t x = (uint32_t)word, a = (uint32_t)operand;  \
		(void)a;                                                   \
		return (uint32_t)(expression);                             \
	}
#define FLOATS(name, expression)                                           \
	static inline chain_word name(chain_word word, chain_word operand) \
	{                                                                  \
		const float x = bits_float(word), a = bits_float(operand); \
		(void)a;                                                   \
		return bits_of_float(expression);                          \
	}
#define DOUBLES(name, expression)                                             \
	static inline chain_word name(chain_word word, chain_word operand)    \
	{                                                                     \
		const double x = bits_double(word), a = bits_double(operand); \
		(void)a;                                                      \
		return bits_of_double(expression);                            \
	}
/* For normal halves only: `hfma2` stays away from 0. */
static inline double double_of_half(uint32_t bits)
{
	return bits_float((bits & 0x8000) << 16 | (((bits & 0x7fff) << 13) + 0x38000000));
}

static inline uint32_t half_of_double(double value)
{
	const uint32_t bits = (uint32_t)bits_of_float((float)value);

	return (bits >> 16 & 0x8000) | ((bits & 0x7fffffff) - 0x38000000) >> 13;
}

/* Pairs of words: the result of the previous step and of the last one. */
static inline chain_word next_pair(chain_word word, uint32_t more)
{
	return (chain_word)((uint32_t)word + (uint32_t)(word >> 32) + more) << 32 | word >> 32;
}

static inline chain_word exact_iadd(chain_word word, chain_word operand)
{
	return next_pair(word, 0);
}

static inline chain_word exact_iadd3(chain_word word, chain_word operand)
{
	return next_pair(word, (uint32_t)operand);
}

WORDS(exact_shift, x << a | x >> (32 - a))
WORDS(exact_mask, (x & a) ^ a)
WORDS(exact_imul, x *a)
WORDS(exact_imad, x *a + a)

static inline chain_word exact_dp4a(chain_word word, chain_word operand)
{
	uint32_t sum = (uint32_t)word;

	for (uint32_t bit = 0; bit < 32; bit += 8)
		sum += (uint32_t)((int8_t)(word >> bit) * (int8_t)(operand >> bit));
	return sum;
}

static inline chain_word exact_hfma2(chain_word word, chain_word operand)
{
	chain_word next = 0;

	for (uint32_t bit = 0; bit < 32; bit += 16) {
		const double x = double_of_half(word >> bit & 0xffff), a = double_of_half(operand >> bit & 0xffff);
		next |= (chain_word)half_of_double(bits_rounded(BITS_HALF, x * a + a)) << bit;
	}
	return next;
}

FLOATS(exact_fadd, a - x)
FLOATS(exact_fmul, x *a)
FLOATS(exact_ffma, fmaf(x, a, a))
DOUBLES(exact_dadd, a - x)
DOUBLES(exact_dmul, x *a)
DOUBLES(exact_dfma, fma(x, a, a))
