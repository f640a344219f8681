/* numerics_model.h: the sums of a matrix instruction, by the properties of its arithmetic, on the host.
 *
 * Products are exact. The terms of a group, its products and the sum so far, are aligned to the largest exponent and
 * cut to `aligned` bits below it; their sum is cut to `kept` bits of fraction. The exponent of a product is the sum of
 * those of its factors, so its fraction may be above 2. FP64 is a chain of fused multiply-adds. */
#ifndef NUMERICS_MODEL_H
#define NUMERICS_MODEL_H

#include <stdbool.h>

#include "../common/number_formats.h"
#include "numerics.h"

enum { NUMERICS_DEPTH = 32 };

/* Sums of 32-bit whole numbers, which wrap around. */
#define SUM_INT32 FORMATS

struct arithmetic {
	enum format type, sum;
	uint32_t depth;                        /* products of an instruction */
	uint32_t groups;                       /* that are summed one after another */
	uint32_t group[NUMERICS_DEPTH];        /* of product k */
	bool adds_c_last;                      /* to the rounded sum of all products, as an addition of its own */
	int aligned, kept;                     /* bits below the leading one */
	bool aligns_nearest, rounds_nearest;   /* to even; otherwise toward zero */
	bool subnormal_inputs, subnormal_sums; /* kept; otherwise 0 */
};

static inline int arithmetic_least_exponent(enum format f)
{
	return f == FORMAT_FP64 ? -1022 : 2 - (1 << (formats[f].exponent - 1));
}

/* Exponents of subnormal numbers are those of the smallest normal one. */
static inline int arithmetic_exponent(enum format f, double value)
{
	const int exponent = (int)(bits_of_double(value) >> 52 & 0x7ff) - 1023, least = arithmetic_least_exponent(f);

	return exponent < least ? least : exponent;
}

static inline double arithmetic_flush(enum format f, bool keeps, double value)
{
	return keeps || fabs(value) >= format_power(arithmetic_least_exponent(f)) ? value : 0;
}

/* Below 2^62. */
static inline double arithmetic_whole(double value, bool nearest)
{
	return nearest ? nearbyint(value) : (double)(int64_t)value;
}

static inline double arithmetic_round(const struct arithmetic *x, double value, int fraction, bool nearest)
{
	const int place = arithmetic_exponent(x->sum, value) - fraction;

	return arithmetic_flush(x->sum, x->subnormal_sums,
				arithmetic_whole(value * format_power(-place), nearest) * format_power(place));
}

/* The sum after a group. Products of zero have no exponent. */
static inline double arithmetic_add_group(const struct arithmetic *x, uint32_t group, const double *a, const double *b,
					  double sum)
{
	enum { NONE = -2048 };
	int most = sum == 0 ? NONE : arithmetic_exponent(x->sum, sum);

	for (uint32_t k = 0; k < x->depth; k++) {
		const int exponent = arithmetic_exponent(x->type, a[k]) + arithmetic_exponent(x->type, b[k]);
		if (x->group[k] == group && a[k] * b[k] != 0 && exponent > most)
			most = exponent;
	}
	if (most == NONE)
		return 0;
	const double unit = format_power(most - x->aligned), units = format_power(x->aligned - most);
	double total = arithmetic_whole(sum * units, x->aligns_nearest);
	for (uint32_t k = 0; k < x->depth; k++)
		if (x->group[k] == group)
			total += arithmetic_whole(a[k] * b[k] * units, x->aligns_nearest);
	return arithmetic_round(x, total * unit, x->kept, x->rounds_nearest);
}

static inline double arithmetic_add_c(const struct arithmetic *x, double sum, double c)
{
	return x->sum == FORMAT_FP32 ? (double)((float)sum + (float)c)
				     : arithmetic_round(x, sum + c, formats[x->sum].mantissa, true);
}

/* a . b + c, of numbers that their formats hold. */
static inline double arithmetic_dot(const struct arithmetic *x, const double *a, const double *b, double c)
{
	double one[NUMERICS_DEPTH], other[NUMERICS_DEPTH];

	if (x->type == FORMAT_FP64) {
		for (uint32_t k = 0; k < x->depth; k++)
			c = fma(a[k], b[k], c);
		return c;
	}
	for (uint32_t k = 0; k < x->depth; k++) {
		one[k] = arithmetic_flush(x->type, x->subnormal_inputs, a[k]);
		other[k] = arithmetic_flush(x->type, x->subnormal_inputs, b[k]);
	}
	double sum = x->adds_c_last ? 0 : arithmetic_flush(x->sum, x->subnormal_sums, c);
	for (uint32_t group = 0; group < x->groups; group++)
		sum = arithmetic_add_group(x, group, one, other, sum);
	return x->adds_c_last ? arithmetic_add_c(x, sum, c) : sum;
}

/* ---- tiles ------------------------------------------------------------------------------------------------------- */

/* The numbers of a row of operands. */
static inline void arithmetic_read(enum format f, const void *row, uint32_t depth, double *to)
{
	for (uint32_t k = 0; k < depth; k++)
		to[k] = format_decode(f, format_get(f, row, k));
}

static inline uint32_t arithmetic_sum_bytes(enum format sum)
{
	return sum == SUM_INT32 ? sizeof(int32_t) : formats[sum].bytes;
}

/* Sum `i` of a tile, from its rows of A and of B (of `row_bytes`) and from C. */
static inline void arithmetic_put(const struct arithmetic *x, const double *a, const double *b, const void *c,
				  uint64_t i, void *out)
{
	if (x->sum == SUM_INT32) {
		uint32_t whole;
		memcpy(&whole, (const char *)c + i * sizeof whole, sizeof whole);
		for (uint32_t k = 0; k < x->depth; k++)
			whole += (uint32_t)(int32_t)(a[k] * b[k]);
		memcpy((char *)out + i * sizeof whole, &whole, sizeof whole);
		return;
	}
	const double sum = format_decode(x->sum, format_get(x->sum, c, i));
	format_put(x->sum, out, i, format_encode(x->sum, arithmetic_dot(x, a, b, sum)));
}

/* True if entry `i` of an array is the same as the one before. */
static inline bool arithmetic_repeats(const void *array, uint64_t i, uint64_t bytes)
{
	const char *at = (const char *)array + i * bytes;

	return i > 0 && memcmp(at, at - bytes, bytes) == 0;
}

/* D = C + A B of a tile. Of equal rows or columns, one is computed. */
static inline void arithmetic_tile(const struct arithmetic *x, uint32_t rows, uint32_t cols, uint32_t row_bytes,
				   const void *a, const void *b, const void *c, void *out)
{
	const uint64_t bytes = arithmetic_sum_bytes(x->sum);
	double left[NUMERICS_DEPTH], right[64][NUMERICS_DEPTH];

	for (uint32_t col = 0; col < cols; col++)
		arithmetic_read(x->type, (const char *)b + (uint64_t)col * row_bytes, x->depth, right[col]);
	for (uint32_t row = 0; row < rows; row++) {
		const bool repeats = arithmetic_repeats(a, row, row_bytes) && arithmetic_repeats(c, row, cols * bytes);
		char *to = (char *)out + row * cols * bytes;
		if (repeats)
			memcpy(to, to - cols * bytes, cols * bytes);
		arithmetic_read(x->type, (const char *)a + (uint64_t)row * row_bytes, x->depth, left);
		for (uint32_t col = 0; col < cols && !repeats; col++, to += bytes) {
			const uint64_t i = (uint64_t)row * cols + col;
			if (col > 0 && arithmetic_repeats(b, col, row_bytes) && arithmetic_repeats(c, i, bytes)) {
				memcpy(to, to - bytes, bytes);
				continue;
			}
			arithmetic_put(x, left, right[col], c, i, out);
		}
	}
}

/* A launch of so many threads. Tiles repeat. */
static inline void arithmetic_launch(const struct arithmetic *x, bool is_group, uint64_t threads,
				     const struct numerics_args *args)
{
	const uint32_t rows = is_group ? NUMERICS_GROUP_ROWS : NUMERICS_WARP_ROWS;
	const uint32_t cols = is_group ? NUMERICS_GROUP_COLS : NUMERICS_WARP_COLS;
	const uint64_t bytes = (uint64_t)rows * cols * arithmetic_sum_bytes(x->sum);
	char *out = args->out;

	for (uint64_t tile = 0; tile < threads / (is_group ? 128 : 32); tile++)
		if (tile < args->tiles)
			arithmetic_tile(x, rows, cols, NUMERICS_ROW_BYTES,
					(const char *)args->a + tile * rows * NUMERICS_ROW_BYTES,
					(const char *)args->b + tile * cols * NUMERICS_ROW_BYTES,
					(const char *)args->c + tile * bytes, out + tile * bytes);
		else
			memcpy(out + tile * bytes, out + tile % args->tiles * bytes, bytes);
}

#endif
