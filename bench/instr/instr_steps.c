/* The operations of `instr` on the host: the arithmetic, the table of operations, and the error bounds of approximate
 * ones. */
#include "instr_steps.h"

#include "../common/input.h"
#include "step_macros.h"

/* ---- expected results of steps --------------------------------------------------------------------------------------
 *
 * The exact result if the operation is defined to the last bit, otherwise the true value. */

REALS(real_quotient, a / x)
REALS(real_sqrt, sqrtl(x))
REALS(real_rsqrt, 1 / sqrtl(x))
REALS(real_sin, sinl(x))
REALS(real_cos, cosl(x))
REALS(real_sincos, sinl(x) + cosl(x))
REALS(real_pow, powl(x, a))
REALS(real_tanh, tanhl((float)(x + a)))
REALS(real_rcp, -1 / x)
REALS(real_exp, expl(-x))
REALS(real_exp2, exp2l(-x))
REALS(real_log, logl(fabsl(x)))
REALS(real_log2, log2l(fabsl(x)))

WORDS(exact_udiv, a / x)
WORDS(exact_umod, a % x + INSTR_C)
WORDS(exact_idiv, (uint32_t)((int32_t)a / (int32_t)x))
WORDS(exact_imod, (uint32_t)((int32_t)a % (int32_t)x) + INSTR_C)

FLOATS(exact_promoted, (float)(1.1 - (double)x))
FLOATS(exact_fdiv, a / x)
FLOATS(exact_sqrt, sqrtf(x))
FLOATS(exact_rsqrt, 1.0f / sqrtf(x))
FLOATS(exact_rcp, 1.0f / x)
FLOATS(exact_f2i, (float)(int32_t)x)
FLOATS(exact_f2h, (float)bits_rounded(BITS_HALF, (double)x))
DOUBLES(exact_ddiv, a / x)
DOUBLES(exact_dsqrt, sqrt(x))
DOUBLES(exact_d2f, (double)(float)x)
DOUBLES(exact_d2i, (double)(int32_t)x)

static instr_word exact_i2f(instr_word word, instr_word operand)
{
	return bits_of_float((float)(int32_t)(uint32_t)word);
}

/* ---- the operations ---------------------------------------------------------------------------------------------- */

/* Bounds of mathematical functions are those of the CUDA C++ Programming Guide, and of instructions those of the PTX
 * ISA. */
#define SIN_FAST_BOUND                 \
	{                              \
		.absolute = 0x1.82p-22 \
	} /* 2^-21.41, within -pi ... pi */
#define COS_FAST_BOUND                 \
	{                              \
		.absolute = 0x1.c1p-22 \
	} /* 2^-21.19, likewise */
#define LOG_FAST_BOUND                            \
	{                                         \
		.ulps = 3, .absolute = 0x1.82p-22 \
	}

/* clang-format off */
const struct operation instr_operations[] = {
	[INSTR_iadd] = { PAIR, UNIT_ADD, ANY_WORD, ANY_WORD, .exact = exact_iadd },
	[INSTR_iadd3] = { PAIR, UNIT_ALU, ANY_WORD, ANY_WORD, .exact = exact_iadd3 },
	[INSTR_shift] = { WORD, UNIT_ALU, ANY_WORD, { 1, 1, 31 }, .exact = exact_shift },
	[INSTR_mask] = { WORD, UNIT_ALU, ANY_WORD, ANY_WORD, .exact = exact_mask },
	[INSTR_imul] = { WORD, UNIT_INT32, ANY_WORD, ODD_FACTOR, .exact = exact_imul },
	[INSTR_imad] = { WORD, UNIT_INT32, ANY_WORD, ODD_FACTOR, .exact = exact_imad },
	[INSTR_dp4a] = { WORD, UNIT_DP4A, ANY_WORD, ODD_FACTOR, .exact = exact_dp4a },
	[INSTR_udiv] = { WORD, NO_UNIT, DIVISORS, { 0x80000000u, 1, 0x7fffffff },
		.exact = exact_udiv, .against = "shift" },
	[INSTR_umod] = { WORD, NO_UNIT, DIVISORS, { 0x80000000u, 1, 0x7fffffff },
		.exact = exact_umod, .against = "mask" },
	[INSTR_idiv] = { WORD, NO_UNIT, DIVISORS, { -0x7fffffff, 1, 0x3fffffff },
		.exact = exact_idiv, .against = "shift" },
	[INSTR_imod] = { WORD, NO_UNIT, DIVISORS, { 0x40000000, 1, 0x3fffffff },
		.exact = exact_imod, .against = "mask" },
	[INSTR_fadd] = { FLOAT, UNIT_FP32, ONE_TO_TWO, ONE_TO_TWO, .exact = exact_fadd },
	[INSTR_fmul] = { FLOAT, UNIT_FP32, ONE_TO_TWO, JUST_BELOW, .exact = exact_fmul },
	[INSTR_ffma] = { FLOAT, UNIT_FP32, ONE_TO_TWO, ABOVE_MINUS_ONE, .exact = exact_ffma },
	[INSTR_promoted] = { FLOAT, NO_UNIT, BELOW_ONE, ONE_TO_TWO, .exact = exact_promoted, .against = "fadd" },
	[INSTR_fdiv] = { FLOAT, NO_UNIT, ONE_TO_TWO, ONE_TO_TWO,
		.exact = exact_fdiv, .real = real_quotient, .fast = { .ulps = 2 }, .against = "fdiv_fast" },
	[INSTR_fdiv_fast] = { FLOAT, UNIT_SPECIAL, ONE_TO_TWO, ONE_TO_TWO,
		.real = real_quotient, .bound = { .ulps = 2 } },
	[INSTR_sqrt] = { FLOAT, NO_UNIT, ONE_TO_TWO, ONE_TO_TWO,
		.exact = exact_sqrt, .real = real_sqrt, .fast = { .relative = 0x1p-23 }, .against = "sqrt_fast" },
	[INSTR_sqrt_fast] = { FLOAT, UNIT_SPECIAL, ONE_TO_TWO, ONE_TO_TWO,
		.real = real_sqrt, .bound = { .relative = 0x1p-23 } },
	[INSTR_rsqrt] = { FLOAT, NO_UNIT, ONE_TO_TWO, ONE_TO_TWO,
		.exact = exact_rsqrt, .real = real_rsqrt, .fast = { .relative = 0x1p-22 }, .against = "rsqrt_fast" },
	[INSTR_rsqrt_fast] = { FLOAT, UNIT_SPECIAL, ONE_TO_TWO, ONE_TO_TWO,
		.real = real_rsqrt, .bound = { .ulps = 2 } },
	[INSTR_sin] = { FLOAT, NO_UNIT, ONE_TO_TWO, ONE_TO_TWO,
		.real = real_sin, .bound = { .ulps = 2 }, .fast = SIN_FAST_BOUND, .against = "sin_fast" },
	[INSTR_sin_fast] = { FLOAT, UNIT_SPECIAL, ONE_TO_TWO, ONE_TO_TWO, .real = real_sin, .bound = SIN_FAST_BOUND },
	[INSTR_exp] = { FLOAT, NO_UNIT, BELOW_ONE, ONE_TO_TWO,
		.real = real_exp, .bound = { .ulps = 2 }, .fast = { .ulps = 3 }, .against = "exp_fast" },
	[INSTR_exp_fast] = { FLOAT, UNIT_SPECIAL, BELOW_ONE, ONE_TO_TWO, .real = real_exp, .bound = { .ulps = 3 } },
	[INSTR_log] = { FLOAT, NO_UNIT, ONE_TO_TWO, ONE_TO_TWO,
		.real = real_log, .bound = { .ulps = 1 }, .fast = LOG_FAST_BOUND, .against = "log_fast" },
	[INSTR_log_fast] = { FLOAT, UNIT_SPECIAL, ONE_TO_TWO, ONE_TO_TWO, .real = real_log, .bound = LOG_FAST_BOUND },
	[INSTR_rcp] = { FLOAT, NO_UNIT, ONE_TO_TWO, ONE_TO_TWO, .exact = exact_rcp, .against = "mufu_rcp" },
	[INSTR_cos_fast] = { FLOAT, UNIT_SPECIAL, ONE_TO_TWO, ONE_TO_TWO, .real = real_cos, .bound = COS_FAST_BOUND },
	[INSTR_sincos] = { FLOAT, NO_UNIT, ONE_TO_TWO, ONE_TO_TWO,
		.real = real_sincos, .bound = { .absolute = 0x1p-21 }, .fast = { .absolute = 0x1p-20 },
		.against = "sin_fast" },
	[INSTR_pow] = { FLOAT, NO_UNIT, ONE_TO_TWO, ABOVE_MINUS_ONE,
		.real = real_pow, .bound = { .ulps = 4 }, .fast = { .relative = 0x1p-20 }, .against = "exp_fast" },
	[INSTR_tanh] = { FLOAT, NO_UNIT, ONE_TO_TWO, ONE_TO_TWO,
		.real = real_tanh, .bound = { .ulps = 2 }, .fast = { .relative = 0x1p-11 }, .against = "tanh_fast" },
	[INSTR_tanh_fast] = { FLOAT, UNIT_SPECIAL, ONE_TO_TWO, ONE_TO_TWO,
		.real = real_tanh, .bound = { .relative = 0x1p-11 } },
	[INSTR_mufu_rcp] = { FLOAT, UNIT_SPECIAL, ONE_TO_TWO, ONE_TO_TWO, .real = real_rcp, .bound = { .ulps = 1 } },
	[INSTR_mufu_rsq] = { FLOAT, UNIT_SPECIAL, ONE_TO_TWO, ONE_TO_TWO,
		.real = real_rsqrt, .bound = { .relative = 0x1.13p-23 } },
	[INSTR_mufu_sqrt] = { FLOAT, UNIT_SPECIAL, ONE_TO_TWO, ONE_TO_TWO,
		.real = real_sqrt, .bound = { .relative = 0x1p-23 } },
	[INSTR_mufu_ex2] = { FLOAT, UNIT_SPECIAL, BELOW_ONE, ONE_TO_TWO, .real = real_exp2, .bound = { .ulps = 2 } },
	[INSTR_mufu_lg2] = { FLOAT, UNIT_SPECIAL, ONE_TO_TWO, ONE_TO_TWO,
		.real = real_log2, .bound = { .relative = 0x1p-22, .absolute = 0x1p-22 } },
	[INSTR_hfma2] = { WORD, UNIT_FP16, { 0x3c003c00, 0x00010001, 1024 }, { 0xb433b433, 0x00010001, 32 },
		.exact = exact_hfma2 },
	[INSTR_dadd] = { DOUBLE, UNIT_FP64, ONE_TO_TWO, ONE_TO_TWO, .exact = exact_dadd, .against = "fadd" },
	[INSTR_dmul] = { DOUBLE, UNIT_FP64, ONE_TO_TWO, JUST_BELOW, .exact = exact_dmul, .against = "fmul" },
	[INSTR_dfma] = { DOUBLE, UNIT_FP64, ONE_TO_TWO, ABOVE_MINUS_ONE, .exact = exact_dfma, .against = "ffma" },
	[INSTR_ddiv] = { DOUBLE, NO_UNIT, ONE_TO_TWO, ONE_TO_TWO, .exact = exact_ddiv, .against = "fdiv" },
	[INSTR_dsqrt] = { DOUBLE, NO_UNIT, ONE_TO_TWO, ONE_TO_TWO, .exact = exact_dsqrt, .against = "sqrt" },
	[INSTR_dsin] = { DOUBLE, NO_UNIT, ONE_TO_TWO, ONE_TO_TWO,
		.real = real_sin, .bound = { .ulps = 2 }, .against = "sin" },
	[INSTR_dexp] = { DOUBLE, NO_UNIT, BELOW_ONE, ONE_TO_TWO,
		.real = real_exp, .bound = { .ulps = 1 }, .against = "exp" },
	[INSTR_dlog] = { DOUBLE, NO_UNIT, ONE_TO_TWO, ONE_TO_TWO,
		.real = real_log, .bound = { .ulps = 1 }, .against = "log" },
	[INSTR_i2f] = { FLOAT, UNIT_CONVERT, ONE_TO_TWO, ONE_TO_TWO, .exact = exact_i2f },
	[INSTR_f2i] = { FLOAT, UNIT_TO_INT, { 1000, 0.37, 1 << 20 }, ONE_TO_TWO, .exact = exact_f2i },
	[INSTR_f2h] = { FLOAT, UNIT_CONVERT, ONE_TO_TWO, ONE_TO_TWO, .exact = exact_f2h },
	[INSTR_d2f] = { DOUBLE, UNIT_CONVERT_64, { 1, 0x1p-31, 0x80000000u }, ONE_TO_TWO, .exact = exact_d2f },
	[INSTR_d2i] = { DOUBLE, UNIT_CONVERT_64, { 1000, 0.37, 1 << 20 }, ONE_TO_TWO, .exact = exact_d2i },
};
/* clang-format on */

/* ---- starting values of chains ----------------------------------------------------------------------------------- */

static instr_word word_in(enum kind kind, const struct range *range, uint32_t salt)
{
	const double value = range->low + range->step * (input_mix(salt) % range->count);

	switch (kind) {
	case FLOAT:
		return bits_of_float((float)value);
	case DOUBLE:
		return bits_of_double(value);
	default:
		return (uint32_t)(int64_t)value;
	}
}

instr_word instr_start_of(const struct operation *op, uint32_t seed)
{
	const instr_word word = word_in(op->kind, &op->start, 2 * seed);

	return op->kind == PAIR || op->kind == LONG ? word | (instr_word)input_mix(~seed) << 32 : word;
}

instr_word instr_operand_of(const struct operation *op, uint32_t seed)
{
	const instr_word word = word_in(op->kind, &op->operand, 2 * seed + 1);

	return op->kind == DIVISOR ? word << 32 | input_mix(~seed) : word;
}

const struct operation *instr_operation_of(enum instr_op op)
{
	return op < INSTR_popc ? &instr_operations[op] : &instr_deep_operations[op];
}

/* ---- comparison within the bounds -------------------------------------------------------------------------------- */

/* An ulp of a number of this magnitude and this many bits. */
static long double ulp(long double value, int bits)
{
	return ldexpl(1, ilogbl(value) + 1 - bits);
}

/* The value of a word in the operation's floating-point format. */
static long double number_of(const struct operation *op, instr_word word)
{
	return op->kind == DOUBLE ? (long double)bits_double(word) : bits_float(word);
}

static int bits_of(const struct operation *op)
{
	return op->kind == DOUBLE ? 53 : 24;
}

bool instr_is_near(const struct operation *op, const struct bound *bound, const struct instr_step *step,
		   instr_word operand)
{
	const long double found = number_of(op, step->after);
	const long double real = op->real(number_of(op, step->before), number_of(op, operand));

	if (!isfinite(real) || real == 0)
		return found == real;
	const long double by_ulps = bound->ulps > 0 ? (bound->ulps + 0.5L) * ulp(real, bits_of(op)) : 0;
	const long double by_size = bound->relative * fabsl(real);
	return fabsl(found - real) <= fmaxl(fmaxl(by_ulps, by_size), bound->absolute);
}

double instr_ulps_off(const struct operation *op, const struct instr_step *step, instr_word operand)
{
	if (op->real == NULL)
		return NAN;
	const long double real = op->real(number_of(op, step->before), number_of(op, operand));
	if (!isfinite(real) || real == 0)
		return NAN;
	return (double)(fabsl(number_of(op, step->after) - real) / ulp(real, bits_of(op)));
}

bool instr_has_bound(const struct bound *bound)
{
	return bound->ulps > 0 || bound->relative > 0 || bound->absolute > 0;
}
