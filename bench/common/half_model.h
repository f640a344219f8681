/* half_model.h: for models: arithmetic in 16-bit formats, by other means than number_formats.h. A format is given by
 * the bits of its fraction: 10 of FP16, 7 of BF16. */
#pragma once

#include "bits.h"

/* A float with the same fields is smaller by this factor: FP16's exponent bias is smaller than that of float; BF16's
 * is the same. */
static inline double half_scale(int fraction)
{
	return fraction == 10 ? 0x1p112 : 1;
}

static inline double half_number(int fraction, uint32_t bits)
{
	const double size = (double)bits_float((uint64_t)(bits & 0x7fff) << (23 - fraction)) * half_scale(fraction);

	return bits & 0x8000 ? -size : size;
}

/* The bits of a number that the format has. */
static inline uint32_t half_bits(int fraction, double number)
{
	const uint32_t bits = bits_of_float((float)(number / half_scale(fraction)));

	return (bits >> 16 & 0x8000) | (bits >> (23 - fraction) & 0x7fff);
}

/* The nearest number of the format, unless it is below the normal ones. Added to a number that is larger by the right
 * factor, a double keeps exactly this many bits of fraction. */
static inline double half_nearest(int fraction, double value)
{
	const uint64_t power_below = bits_of_double(value) & UINT64_C(0x7ff) << 52;
	const double large = bits_double((power_below + ((uint64_t)(52 - fraction) << 52)) | UINT64_C(1) << 51);

	return value + large - large;
}

/* x y + z, which is exact in double precision before it is rounded. */
static inline double half_fma(int fraction, double x, double y, double z)
{
	return half_nearest(fraction, x * y + z);
}
