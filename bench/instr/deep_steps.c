/* The operations of the deep study of `instr`, computed on the host. */
#include "../common/number_formats.h"
#include "step_macros.h"

/* ---- bits, maximum and minimum ----------------------------------------------------------------------------------- */

static uint32_t ones_of(uint32_t x)
{
	uint32_t count = 0;

	for (; x != 0; x &= x - 1)
		count++;
	return count;
}

static uint32_t highest_of(uint32_t x)
{
	uint32_t place = UINT32_MAX;

	for (; x != 0; x >>= 1)
		place++;
	return place;
}

static uint32_t reversed(uint32_t x)
{
	uint32_t y = 0;

	for (uint32_t bit = 0; bit < 32; bit++)
		y |= (x >> bit & 1) << (31 - bit);
	return y;
}

static uint32_t field_of(uint32_t x, uint32_t from)
{
	from &= 0xff;
	return from < 32 ? x >> from & 31 : 0;
}

/* Selects bytes like prmt with the same word as both operands: each digit names a byte. */
static uint32_t permuted(uint32_t x, uint32_t digits)
{
	uint32_t y = 0;

	for (uint32_t byte = 0; byte < 4; byte++)
		y |= (x >> (digits >> 4 * byte & 3) * 8 & 0xff) << 8 * byte;
	return y;
}

static uint32_t greater(uint32_t a, uint32_t b)
{
	return (int32_t)a > (int32_t)b ? a : b;
}

static uint32_t greater_halves(uint32_t a, uint32_t b)
{
	const uint32_t low = (int16_t)a > (int16_t)b ? a : b, high = (int16_t)(a >> 16) > (int16_t)(b >> 16) ? a : b;

	return (high & 0xffff0000u) | (low & 0xffffu);
}

static uint32_t sum_of_halves(uint32_t a, uint32_t b)
{
	return ((a & 0xffff0000u) + (b & 0xffff0000u)) | ((a + b) & 0xffffu);
}

WORDS(exact_popc, ones_of(x))
WORDS(exact_clz, 31 - highest_of(x))
WORDS(exact_bfind, highest_of(x))
WORDS(exact_brev, reversed(x))
WORDS(exact_bfe, field_of(a, x))
WORDS(exact_prmt, permuted(x, a))
WORDS(exact_iminmax, greater(x, a) == x && (int32_t)x > 0x40000000 ? 0x40000000 : greater(x, a))
FLOATS(exact_fmax, fmaxf(-x, a))
WORDS(exact_viaddmax, greater(x + a, a))
WORDS(exact_viaddmax_relu, greater(greater(x + a, a), 0))
WORDS(exact_viaddmax_16x2, greater_halves(sum_of_halves(x, a), a))
WORDS(exact_viaddmax_relu_16x2, greater_halves(greater_halves(sum_of_halves(x, a), a), 0))

/* A step on a pair of words: (x, y) becomes (y, expression). */
#define PAIRS(name, expression)                                                                       \
	static instr_word name(instr_word word, instr_word operand)                                   \
	{                                                                                             \
		const uint32_t x = (uint32_t)word, y = (uint32_t)(word >> 32), a = (uint32_t)operand; \
		return (instr_word)(expression) << 32 | y;                                            \
	}
PAIRS(exact_lop3, (x & y) | (~x & a))
PAIRS(exact_vimax3, greater(greater(x, y), a))
PAIRS(exact_vimax3_16x2, greater_halves(greater_halves(x, y), a))

/* ---- more than 32 bits ------------------------------------------------------------------------------------------- */

WORDS(exact_imulhi, (uint32_t)((uint64_t)x *a >> 32) + a)
LONGS(exact_iadd64, x + (x << 32 | x >> 32))
LONGS(exact_imul64, x *a)
LONGS(exact_shift64, x << (a & 31) | x >> (64 - (a & 31)))
LONGS(exact_imax64, (int64_t)x > (int64_t)a ? x : a)
LONGS(exact_udiv64, a / x)

/* ---- conversions ------------------------------------------------------------------------------------------------- */

static float through(enum format f, float x)
{
	return (float)format_decode(f, format_encode(f, (double)x));
}

/* Converts both halves of a word to a shorter format and back. */
static uint32_t halves_through(enum format f, uint32_t word)
{
	uint32_t next = 0;

	for (uint32_t bit = 0; bit < 32; bit += 16) {
		const double x = format_decode(FORMAT_FP16, word >> bit & 0xffff);
		const double y = format_decode(f, format_encode(f, x));
		next |= (uint32_t)format_encode(FORMAT_FP16, y) << bit;
	}
	return next;
}

static uint32_t whole_half(uint32_t x)
{
	return (uint32_t)format_encode(FORMAT_FP16, (double)(int16_t)format_decode(FORMAT_FP16, x & 0xffff));
}

static uint32_t byte_of(uint32_t x)
{
	const int32_t value = (int32_t)x;

	return (uint32_t)(value > 127 ? 127 : value < -128 ? -128 : value) & 0xff;
}

/* The greater of -x and a, for halves that are neither zero nor NaN. */
static uint32_t exact_half_max(uint32_t x, uint32_t a)
{
	const double negative = -format_decode(FORMAT_FP16, x), other = format_decode(FORMAT_FP16, a);

	return negative > other ? x ^ 0x8000u : a;
}

WORDS(exact_hmax2, exact_half_max(x >> 16, a >> 16) << 16 | exact_half_max(x & 0xffff, a & 0xffff))
FLOATS(exact_f2u8, (float)(uint8_t)x)
WORDS(exact_pack8, (x & 0xffff) << 16 | byte_of(x) << 8 | byte_of(a))
FLOATS(exact_f2bf, through(FORMAT_BF16, x))
FLOATS(exact_f2e4m3, through(FORMAT_E4M3, x))
WORDS(exact_h2e4m3, halves_through(FORMAT_E4M3, x))
WORDS(exact_h2e5m2, halves_through(FORMAT_E5M2, x))
WORDS(exact_h2i, whole_half(x))
WORDS(exact_h2d, x)
FLOATS(exact_f2l, (float)(int64_t)x)
DOUBLES(exact_d2l, (double)(int64_t)x)

/* Rounds to nearest, ties away from zero. */
static instr_word exact_f2tf(instr_word word, instr_word operand)
{
	return ((uint32_t)word + 0x1000) & 0xffffe000u;
}

/* ---- the operations ---------------------------------------------------------------------------------------------- */

#define BITS_PLACES      \
	{                \
		0, 1, 32 \
	}
/* Digits of prmt that rotate the bytes by one. */
#define TURNED               \
	{                    \
		0x2103, 0, 1 \
	}
/* Pairs of halves: from 1 on, and from 2048 on. */
#define HALVES                               \
	{                                    \
		0x3c003c00, 0x00010001, 1024 \
	}
#define SOME_THOUSANDS              \
	{                           \
		1000, 0.37, 1 << 20 \
	}

/* clang-format off */
const struct operation instr_deep_operations[] = {
	[INSTR_popc] = { WORD, UNIT_SPECIAL, ANY_WORD, ANY_WORD, .exact = exact_popc },
	[INSTR_clz] = { WORD, UNIT_SPECIAL, ANY_WORD, ANY_WORD, .exact = exact_clz },
	[INSTR_bfind] = { WORD, UNIT_SPECIAL, ANY_WORD, ANY_WORD, .exact = exact_bfind },
	[INSTR_brev] = { WORD, UNIT_SPECIAL, ANY_WORD, ANY_WORD, .exact = exact_brev },
	[INSTR_bfe] = { WORD, NO_UNIT, BITS_PLACES, ANY_WORD, .exact = exact_bfe, .against = "shift" },
	[INSTR_prmt] = { WORD, UNIT_ALU, ANY_WORD, TURNED, .exact = exact_prmt },
	[INSTR_lop3] = { PAIR, UNIT_ALU, ANY_WORD, ANY_WORD, .exact = exact_lop3 },
	[INSTR_iminmax] = { WORD, UNIT_ALU_TWICE, ANY_WORD, { -0x7fffffff, 1, 0x3fffffff }, .exact = exact_iminmax },
	[INSTR_fmax] = { FLOAT, UNIT_ALU, ONE_TO_TWO, ABOVE_MINUS_ONE, .exact = exact_fmax },
	[INSTR_hmax2] = { WORD, UNIT_ALU, HALVES, { 0xb433b433, 0x00010001, 32 }, .exact = exact_hmax2 },
	[INSTR_viaddmax] = { WORD, UNIT_DPX, ANY_WORD, ANY_WORD, .exact = exact_viaddmax },
	[INSTR_viaddmax_relu] = { WORD, UNIT_DPX, ANY_WORD, ANY_WORD, .exact = exact_viaddmax_relu },
	[INSTR_vimax3] = { PAIR, UNIT_DPX, ANY_WORD, ANY_WORD, .exact = exact_vimax3 },
	[INSTR_viaddmax_16x2] = { WORD, UNIT_DPX, ANY_WORD, ANY_WORD, .exact = exact_viaddmax_16x2 },
	[INSTR_viaddmax_relu_16x2] = { WORD, UNIT_DPX, ANY_WORD, ANY_WORD, .exact = exact_viaddmax_relu_16x2 },
	[INSTR_vimax3_16x2] = { PAIR, UNIT_DPX, ANY_WORD, ANY_WORD, .exact = exact_vimax3_16x2 },
	[INSTR_imulhi] = { WORD, NO_UNIT, ANY_WORD, ANY_WORD, .exact = exact_imulhi, .against = "imul" },
	[INSTR_iadd64] = { LONG, UNIT_ADD_TWICE, ANY_WORD, ANY_WORD, .exact = exact_iadd64, .against = "iadd" },
	[INSTR_imul64] = { LONG, NO_UNIT, ANY_WORD, ODD_FACTOR, .exact = exact_imul64, .against = "imul" },
	[INSTR_shift64] = { LONG, UNIT_ALU_TWICE, ANY_WORD, { 1, 1, 31 }, .exact = exact_shift64, .against = "shift" },
	[INSTR_imax64] = { LONG, NO_UNIT, ANY_WORD, ANY_WORD, .exact = exact_imax64, .against = "iminmax" },
	[INSTR_udiv64] = { DIVISOR, NO_UNIT, DIVISORS, { 0x80000000u, 1, 0x7fffffff },
		.exact = exact_udiv64, .against = "udiv" },
	[INSTR_f2u8] = { FLOAT, NO_UNIT, { 1, 0.37, 680 }, ONE_TO_TWO, .exact = exact_f2u8 },
	[INSTR_pack8] = { WORD, NO_UNIT, ANY_WORD, ANY_WORD, .exact = exact_pack8 },
	[INSTR_f2bf] = { FLOAT, UNIT_CONVERT, ONE_TO_TWO, ONE_TO_TWO, .exact = exact_f2bf },
	[INSTR_f2tf] = { FLOAT, NO_UNIT, ONE_TO_TWO, ONE_TO_TWO, .exact = exact_f2tf },
	[INSTR_h2e4m3] = { WORD, UNIT_CONVERT_TWICE, HALVES, HALVES, .exact = exact_h2e4m3 },
	[INSTR_h2e5m2] = { WORD, UNIT_CONVERT_TWICE, HALVES, HALVES, .exact = exact_h2e5m2 },
	[INSTR_f2e4m3] = { FLOAT, UNIT_CONVERT_TWICE, ONE_TO_TWO, ONE_TO_TWO, .exact = exact_f2e4m3 },
	[INSTR_h2i] = { WORD, UNIT_TO_INT, { 0x5400, 1, 1024 }, ANY_WORD, .exact = exact_h2i },
	[INSTR_h2d] = { WORD, UNIT_CONVERT_64, { 0x3c00, 1, 1024 }, ANY_WORD, .exact = exact_h2d },
	[INSTR_f2l] = { FLOAT, UNIT_CONVERT_64, SOME_THOUSANDS, ONE_TO_TWO, .exact = exact_f2l },
	[INSTR_d2l] = { DOUBLE, UNIT_CONVERT_64, SOME_THOUSANDS, ONE_TO_TWO, .exact = exact_d2l },
};
/* clang-format on */
