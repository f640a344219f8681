/* step_macros.h: macros for the tables of operations of `instr`: the true value of a step, the 64-bit result of a step,
 * and the ranges of starting values. */
#pragma once

#include "../common/chain_results.h"
#include "instr_steps.h"

#define REALS(name, expression)                               \
	static long double name(long double x, long double a) \
	{                                                     \
		(void)a;                                      \
		return expression;                            \
	}
#define LONGS(name, expression)                                     \
	static instr_word name(instr_word word, instr_word operand) \
	{                                                           \
		const uint64_t x = word, a = operand;               \
		(void)a;                                            \
		return expression;                                  \
	}

#define ANY_WORD                  \
	{                         \
		1, 2, 0x80000000u \
	}
#define ODD_FACTOR                \
	{                         \
		5, 8, 0x20000000u \
	}
#define ONE_TO_TWO                   \
	{                            \
		1, 0x1p-23, 1u << 23 \
	}
#define BELOW_ONE                                         \
	{                                                 \
		0x1p-10, 0x1p-23, (1u << 23) - (1u << 13) \
	}
#define JUST_BELOW                       \
	{                                \
		1 - 0x1p-20, 0x1p-24, 16 \
	}
#define ABOVE_MINUS_ONE                    \
	{                                  \
		-1 + 0x1p-18, 0x1p-24, 256 \
	}
#define DIVISORS                   \
	{                          \
		0x1000, 1, 0x10000 \
	}
