/* numerics_model.h: computes the sums of a matrix instruction on the host from the properties of its arithmetic. */
#pragma once

#include <stdbool.h>

#include "../common/number_formats.h"
#include "numerics.h"

/* Instructions of mma.sync and wgmma: operands, sums, products along k, and the lowest compute capability with this
 * mma.sync. FORMATS means sums in 32-bit integers. */
/* clang-format off */
#define INSTRUCTIONS(X)                             \
	X(fp16_fp32, FORMAT_FP16, FORMAT_FP32, 16, 80) \
	X(fp16_fp16, FORMAT_FP16, FORMAT_FP16, 16, 80) \
	X(bf16_fp32, FORMAT_BF16, FORMAT_FP32, 16, 80) \
	X(tf32_fp32, FORMAT_TF32, FORMAT_FP32, 8, 80)  \
	X(e4m3_fp32, FORMAT_E4M3, FORMAT_FP32, 32, 89) \
	X(e5m2_fp32, FORMAT_E5M2, FORMAT_FP32, 32, 89) \
	X(e4m3_fp16, FORMAT_E4M3, FORMAT_FP16, 32, 89) \
	X(int8_int32, FORMAT_INT8, FORMATS, 32, 80)    \
	X(fp64_fp64, FORMAT_FP64, FORMAT_FP64, 16, 90)
/* clang-format on */
#define INSTRUCTION(name, ...) { #name, __VA_ARGS__ },
struct instruction {
	const char *name;
	enum format type, sum;
	uint32_t depth;
	int since;
};
static const struct instruction instructions[] = { INSTRUCTIONS(INSTRUCTION) };

enum { DEPTH_MAX = 32 };

/* Products are exact. The products of a group and the sum so far are aligned to the largest exponent among them and
 * truncated or rounded to `aligned` bits below it. Their sum keeps `kept` fraction bits. The exponent of a product is
 * the sum of its factors' exponents, so its significand may be 2 or more. FP64 is a chain of fused multiply-adds. */
struct arithmetic {
	const struct instruction *in;
	uint32_t group[DEPTH_MAX];           /* for each product: the number of products in earlier groups */
	int aligned, kept;                   /* bits of fraction */
	bool aligns_nearest, rounds_nearest; /* round to nearest even; otherwise toward zero */
	bool adds_c_last;                    /* C is added after all products were summed and rounded */
};

static inline int fraction_bits(enum format f)
{
	return f == FORMAT_FP64 ? 52 : formats[f].mantissa;
}

/* The exponent of the smallest normal number. */
static inline int least_exponent(enum format f)
{
	return f == FORMAT_FP64 ? -1022 : 2 - (1 << (formats[f].exponent - 1));
}

static inline int exponent_of(enum format f, double value)
{
	const int exponent = (int)(bits_of_double(value) >> 52 & 0x7ff) - 1023, least = least_exponent(f);

	return exponent < least ? least : exponent;
}

/* For values below 2^62. */
static inline double whole_of(double value, bool is_nearest)
{
	return is_nearest ? nearbyint(value) : trunc(value);
}

static inline double rounded(enum format f, double value, int fraction, bool is_nearest)
{
	const int place = exponent_of(f, value) - fraction;

	return whole_of(value * format_power(-place), is_nearest) * format_power(place);
}

/* Adds the products of a group to `*sum`, and returns how many they are. Zeros have no exponent. */
static inline uint32_t add_group(const struct arithmetic *x, uint32_t group, const double *a, const double *b,
				 double *sum)
{
	const enum format type = x->in->type;
	enum { NONE = -2048 };
	int most = *sum == 0 ? NONE : exponent_of(x->in->sum, *sum);
	uint32_t count = 0;

	for (uint32_t k = 0; k < x->in->depth; k++) {
		if (x->group[k] != group)
			continue;
		const int exponent = a[k] * b[k] == 0 ? NONE : exponent_of(type, a[k]) + exponent_of(type, b[k]);
		most = exponent > most ? exponent : most;
		count++;
	}
	if (count == 0)
		return 0;
	if (most == NONE) {
		*sum = 0;
		return count;
	}
	const double scale = format_power(x->aligned - most);
	double total = whole_of(*sum * scale, x->aligns_nearest);
	for (uint32_t k = 0; k < x->in->depth; k++)
		if (x->group[k] == group)
			total += whole_of(a[k] * b[k] * scale, x->aligns_nearest);
	*sum = rounded(x->in->sum, total * format_power(most - x->aligned), x->kept, x->rounds_nearest);
	return count;
}

static inline double dot_of(const struct arithmetic *x, const double *a, const double *b, double c)
{
	double sum = x->adds_c_last ? 0 : c;

	for (uint32_t k = 0; k < x->in->depth && x->in->type == FORMAT_FP64; k++)
		sum = fma(a[k], b[k], sum);
	uint32_t added = x->in->type == FORMAT_FP64 ? x->in->depth : 0;
	for (uint32_t group = 0; group < x->in->depth && added < x->in->depth; group++)
		added += add_group(x, group, a, b, &sum);
	if (!x->adds_c_last)
		return sum;
	return x->in->sum == FORMAT_FP32 ? (double)((float)sum + (float)c)
					 : rounded(x->in->sum, sum + c, fraction_bits(x->in->sum), true);
}

static inline uint32_t sum_bytes(enum format sum)
{
	return sum == FORMATS ? sizeof(int32_t) : formats[sum].bytes;
}

/* Returns the bits of one sum; `c` has the bits of C. Integers wrap around. */
static inline uint64_t sum_of(const struct arithmetic *x, const double *a, const double *b, uint64_t c)
{
	if (x->in->sum != FORMATS)
		return format_encode(x->in->sum, dot_of(x, a, b, format_decode(x->in->sum, c)));
	for (uint32_t k = 0; k < x->in->depth; k++)
		c += (uint64_t)(int64_t)(a[k] * b[k]);
	return (uint32_t)c;
}

static inline void read_row(const struct instruction *in, const char *row, double *to)
{
	for (uint32_t k = 0; k < in->depth; k++)
		to[k] = format_decode(in->type, format_get(in->type, row, k));
}

/* Computes the first `count` sums of tiles with `tile_sums` sums each. */
static inline void add_products(const struct arithmetic *x, uint64_t count, uint32_t tile_sums, const char *input,
				char *out)
{
	const uint32_t bytes = sum_bytes(x->in->sum);
	double a[DEPTH_MAX], b[NUMERICS_COLS][DEPTH_MAX];

	for (uint64_t i = 0; i < count; i++) {
		const uint64_t col = i % NUMERICS_COLS, first = i / tile_sums * NUMERICS_COLS;
		uint64_t bits = 0;
		if (i % tile_sums == 0)
			for (uint64_t of = 0; of < NUMERICS_COLS; of++)
				read_row(x->in, input + (NUMERICS_B_ROW + first + of) * NUMERICS_ROW_BYTES, b[of]);
		if (col == 0)
			read_row(x->in, input + i / NUMERICS_COLS * NUMERICS_ROW_BYTES, a);
		memcpy(&bits, input + (size_t)NUMERICS_C + i * bytes, bytes);
		bits = sum_of(x, a, b[col], bits);
		memcpy(out + i * bytes, &bits, bytes);
	}
}
