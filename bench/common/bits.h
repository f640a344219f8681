/* bits.h: numbers and the bits that hold them, and rounding to shorter formats, on the host. */
#pragma once

#include <stdint.h>
#include <string.h>

static inline float bits_float(uint64_t word)
{
	const uint32_t bits = (uint32_t)word;
	float value;

	memcpy(&value, &bits, sizeof value);
	return value;
}

static inline uint32_t bits_of_float(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static inline double bits_double(uint64_t word)
{
	double value;

	memcpy(&value, &word, sizeof value);
	return value;
}

static inline uint64_t bits_of_double(double value)
{
	uint64_t word;

	memcpy(&word, &value, sizeof word);
	return word;
}

/* Bits in the fraction of a half. */
enum { BITS_HALF = 10 };

/* Rounds to a format with this many bits of fraction, to nearest even. The caller avoids exponents out of the format's
 * range. */
static inline double bits_rounded(int fraction, double value)
{
	const int cut = 52 - fraction;
	const uint64_t word = bits_of_double(value), odd = word >> cut & 1;

	return bits_double((word + (UINT64_C(1) << (cut - 1)) - 1 + odd) >> cut << cut);
}
