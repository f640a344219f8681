/* number_formats.h: the number formats of the matrix units, on the host, and the data of their benchmarks. */
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "bits.h"

enum format {
	FORMAT_FP16,
	FORMAT_BF16,
	FORMAT_TF32,
	FORMAT_E4M3,
	FORMAT_E5M2,
	FORMAT_INT8,
	FORMAT_FP64,
	FORMAT_FP32,
	/* Formats of 6 and 4 bits, with one element per byte. FP4 also has E2M1 with two elements per byte, the first
	 * in the low half. */
	FORMAT_E3M2,
	FORMAT_E2M3,
	FORMAT_E2M1,
	FORMAT_FP4,
	/* The 6 and 4-bit formats with sixteen elements in sixteen bytes: packed without gaps at the start, then
	 * padding. */
	FORMAT_E3M2_PADDED,
	FORMAT_E2M3_PADDED,
	FORMAT_E2M1_PADDED,
	FORMATS
};

/* INT8 holds a number in steps of 1/32, as in a quantised network: four standard deviations fit. */
#define FORMAT_INT8_STEPS 32

static const struct {
	uint32_t bytes;         /* bytes of an element in memory */
	int exponent, mantissa; /* bits of exponent and fraction; none for INT8 and FP64 */
	int unused;             /* unused low bits of an element: TF32 is stored in 32 bits, E2M1 in the middle of 8 */
	double most;            /* the largest finite number */
} formats[FORMATS] = {
	[FORMAT_FP16] = { 2, 5, 10, 0, 65504 },
	[FORMAT_BF16] = { 2, 8, 7, 0, 0x1.fep127 },
	[FORMAT_TF32] = { 4, 8, 10, 13, 0x1.ffcp127 },
	[FORMAT_E4M3] = { 1, 4, 3, 0, 448 },
	[FORMAT_E5M2] = { 1, 5, 2, 0, 57344 },
	[FORMAT_INT8] = { 1, 0, 0, 0, 127 },
	[FORMAT_FP64] = { 8, 0, 0, 0, 0x1.fffffffffffffp1023 },
	[FORMAT_FP32] = { 4, 8, 23, 0, 0x1.fffffep127 },
	[FORMAT_E3M2] = { 1, 3, 2, 0, 28 },
	[FORMAT_E2M3] = { 1, 2, 3, 0, 7.5 },
	[FORMAT_E2M1] = { 1, 2, 1, 2, 6 },
	[FORMAT_FP4] = { 1, 2, 1, 0, 6 },
	[FORMAT_E3M2_PADDED] = { 1, 3, 2, 0, 28 },
	[FORMAT_E2M3_PADDED] = { 1, 2, 3, 0, 7.5 },
	[FORMAT_E2M1_PADDED] = { 1, 2, 1, 0, 6 },
};

static inline int format_is_padded(enum format f)
{
	return f == FORMAT_E3M2_PADDED || f == FORMAT_E2M3_PADDED || f == FORMAT_E2M1_PADDED;
}

/* 2 to the power of `exponent`, which must be within the range of normal doubles. Products stay exact, and no library
 * is called. */
static inline double format_power(int exponent)
{
	return bits_double((uint64_t)(exponent + 1023) << 52);
}

/* Rounds a non-negative number below 2^51 to the nearest whole one, ties to even. */
static inline double format_whole(double size)
{
	return size + 0x1p52 - 0x1p52;
}

/* The element nearest to a number, ties to even. Numbers that are too large become the largest. */
static inline uint64_t format_encode(enum format f, double value)
{
	const int mantissa = formats[f].mantissa, bias = (1 << (formats[f].exponent - (formats[f].exponent > 0))) - 1;
	const double size = fabs(value) < formats[f].most ? fabs(value) : formats[f].most;
	uint64_t bits;

	if (f == FORMAT_FP64)
		return bits_of_double(value);
	if (f == FORMAT_INT8) {
		const double whole = format_whole(fmin(size * FORMAT_INT8_STEPS, formats[f].most));
		return (uint8_t)(int8_t)(signbit(value) ? -whole : whole);
	}
	int exponent = (int)(bits_of_double(size) >> 52) - 1023;
	exponent = exponent < 1 - bias ? 1 - bias : exponent;
	/* The mantissa includes its leading one and carries into the exponent. Subnormal numbers have no leading
	 * one. */
	bits = (uint64_t)format_whole(size * format_power(mantissa - exponent)) +
	       ((uint64_t)(exponent + bias - 1) << mantissa);
	bits |= (uint64_t)(signbit(value) != 0) << (mantissa + formats[f].exponent);
	return bits << formats[f].unused;
}

/* NAN for NaNs and infinities. */
static inline double format_decode(enum format f, uint64_t bits)
{
	const int mantissa = formats[f].mantissa, bias = (1 << (formats[f].exponent - (formats[f].exponent > 0))) - 1;

	if (f == FORMAT_FP64)
		return bits_double(bits);
	if (f == FORMAT_INT8)
		return (int8_t)(uint8_t)bits;
	bits >>= formats[f].unused;
	const uint64_t low = bits & ((UINT64_C(1) << mantissa) - 1);
	const int exponent = (int)(bits >> mantissa & ((UINT64_C(1) << formats[f].exponent) - 1));
	const double value =
		exponent == 0 ? (double)low * format_power(1 - bias - mantissa)
			      : (double)(low + (UINT64_C(1) << mantissa)) * format_power(exponent - bias - mantissa);

	if (value > formats[f].most)
		return (double)NAN;
	return bits >> (mantissa + formats[f].exponent) & 1 ? -value : value;
}

/* Number of elements in this many bytes. */
static inline uint64_t format_elements(enum format f, uint64_t bytes)
{
	return bytes / formats[f].bytes * (f == FORMAT_FP4 ? 2 : 1);
}

/* Element `i` of the sixteen of a padded format at `group`: 6 or 4 bits, in one byte or across two. */
static inline uint64_t format_get_padded(enum format f, const uint8_t *group, uint32_t i)
{
	const uint32_t width = 1 + (uint32_t)formats[f].exponent + (uint32_t)formats[f].mantissa, at = i * width;
	const uint32_t two = group[at / 8] | (uint32_t)group[at / 8 + 1] << 8;

	return two >> at % 8 & ((1u << width) - 1);
}

static inline void format_put_padded(enum format f, uint8_t *group, uint32_t i, uint64_t bits)
{
	const uint32_t width = 1 + (uint32_t)formats[f].exponent + (uint32_t)formats[f].mantissa, at = i * width,
		       mask = ((1u << width) - 1) << at % 8;
	const uint32_t two =
		((group[at / 8] | (uint32_t)group[at / 8 + 1] << 8) & ~mask) | ((uint32_t)bits << at % 8 & mask);

	group[at / 8] = (uint8_t)two;
	group[at / 8 + 1] = (uint8_t)(two >> 8);
}

/* The compiler expands copies of constant size inline. */
static inline void format_copy(void *to, const void *from, uint32_t bytes)
{
	if (bytes == 1)
		memcpy(to, from, 1);
	else if (bytes == 2)
		memcpy(to, from, 2);
	else if (bytes == 4)
		memcpy(to, from, 4);
	else
		memcpy(to, from, 8);
}

/* Element `i` of an array. A padded one begins at a group. */
static inline uint64_t format_get(enum format f, const void *array, uint64_t i)
{
	uint64_t bits = 0;

	if (format_is_padded(f))
		return format_get_padded(f, (const uint8_t *)array + i / 16 * 16, i % 16);
	if (f == FORMAT_FP4)
		return ((const uint8_t *)array)[i / 2] >> i % 2 * 4 & 15;
	format_copy(&bits, (const char *)array + i * formats[f].bytes, formats[f].bytes);
	return bits;
}

/* Number `i` of an array of sums, whose type depends on the products' format: FP64, 32-bit integers, or FP32. */
static inline double format_sum(enum format f, const void *array, uint64_t i)
{
	int32_t whole;

	if (f == FORMAT_FP64)
		return format_decode(FORMAT_FP64, format_get(FORMAT_FP64, array, i));
	if (f != FORMAT_INT8)
		return format_decode(FORMAT_FP32, format_get(FORMAT_FP32, array, i));
	memcpy(&whole, (const char *)array + i * sizeof whole, sizeof whole);
	return whole;
}

static inline void format_put(enum format f, void *array, uint64_t i, uint64_t bits)
{
	uint8_t *half = (uint8_t *)array + i / 2;

	if (format_is_padded(f))
		format_put_padded(f, (uint8_t *)array + i / 16 * 16, i % 16, bits);
	else if (f == FORMAT_FP4)
		*half = (uint8_t)((*half & (i % 2 ? 0x0f : 0xf0)) | bits << i % 2 * 4);
	else
		format_copy((char *)array + i * formats[f].bytes, &bits, formats[f].bytes);
}

/* Number `i` of a sequence drawn from the standard normal distribution (Box and Muller, 1958). */
static inline uint64_t format_mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
	return x ^ (x >> 31);
}

static inline double format_normal(uint64_t i)
{
	const double unit = 0x1p-53, turn = 6.283185307179586;
	const double radius = ((double)(format_mix(2 * i + 1) >> 11) + 0.5) * unit;
	const double angle = (double)(format_mix(2 * i + 2) >> 11) * unit;

	return sqrt(-2 * log(radius)) * cos(turn * angle);
}
