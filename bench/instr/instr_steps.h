/* instr_steps.h: the operations of `instr` on the host: the starting values of their chains, the expected result of a
 * step, and its tolerance. The steps are the same as in instr.cu. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "instr.h"

/* LONG: a 64-bit integer that starts from two words, with an operand of one word. DIVISOR: the operand has two words,
 * the start one. */
enum kind { WORD, PAIR, LONG, DIVISOR, FLOAT, DOUBLE };

/* The numbers low + step * 0...count-1. */
struct range {
	double low, step;
	uint32_t count;
};

/* The tolerance of a result: the largest of these. An ulp is that of the correctly rounded result. */
struct bound {
	double ulps, relative, absolute;
};

/* The machine instruction of each step, for the limit. A step of several instructions has none, unless one of them
 * determines its duration. */
enum unit {
	NO_UNIT,
	UNIT_ALU,
	UNIT_FP32,
	UNIT_FP64,
	UNIT_FP16,
	UNIT_INT32,
	UNIT_DP4A,
	UNIT_SPECIAL,
	UNIT_ADD,
	UNIT_CONVERT,
	UNIT_TO_INT,
	UNIT_CONVERT_64,
	UNIT_DPX, /* the logic pipe, from 9.0 on; several instructions before */
	/* Two instructions of a unit per step: */
	UNIT_ALU_TWICE,
	UNIT_ADD_TWICE,
	UNIT_CONVERT_TWICE
};

struct operation {
	enum kind kind;
	enum unit unit;
	struct range start, operand;
	instr_word (*exact)(instr_word x, instr_word a);
	long double (*real)(long double x, long double a);
	struct bound bound, fast; /* tolerance of `real`; with -use_fast_math, if that differs */
	const char *against;      /* the operation to compare with */
};
const struct operation *instr_operation_of(enum instr_op op);
extern const struct operation instr_operations[], instr_deep_operations[];

/* The starting values of all threads with a seed, and their other operand. */
instr_word instr_start_of(const struct operation *op, uint32_t seed);
instr_word instr_operand_of(const struct operation *op, uint32_t seed);

/* True if there is a true value and the result is within its tolerance. */
bool instr_is_near(const struct operation *op, const struct bound *bound, const struct instr_step *step,
		   instr_word operand);
bool instr_has_bound(const struct bound *bound);
/* The distance of a result from the true value, in ulps of the result. NAN: the operation is exact, or the result has
 * no ulps. */
double instr_ulps_off(const struct operation *op, const struct instr_step *step, instr_word operand);
