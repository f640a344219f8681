/* instr_steps.h: the operations of `instr` as the host knows them: from which numbers their chains start, what a step must
 * give, and how near to it. The same steps as in instr.cu. */
#ifndef INSTR_STEPS_H
#define INSTR_STEPS_H

#include <stdbool.h>
#include <stdint.h>

#include "instr.h"

/* LONG: an integer of 64 bits that starts from two words, with an operand of one; DIVISOR: the other way round. */
enum kind { WORD, PAIR, LONG, DIVISOR, FLOAT, DOUBLE };

/* The numbers low + step * 0...count-1. */
struct range {
	double low, step;
	uint32_t count;
};

/* How far from the true value a result may be: the largest of these. An ulp is one of the correctly rounded result. */
struct bound {
	double ulps, relative, absolute;
};

/* The machine instruction that each step is, for the limit; a step of several has none, but where one of them alone
 * takes that long. */
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
	UNIT_DPX, /* the pipe of logic, from 9.0 on; several instructions before */
	/* Two instructions of a unit in a step. */
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
	struct bound bound, fast; /* of `real`; with -use_fast_math, if it says something else */
	const char *against;      /* what to use instead, if it will do */
};
const struct operation *instr_operation_of(enum instr_op op);
/* The tables of both files. */
extern const struct operation instr_operations[], instr_deep_operations[];

/* What the threads of a seed start from, and their other operand. */
instr_word instr_start_of(const struct operation *op, unsigned int seed);
instr_word instr_operand_of(const struct operation *op, unsigned int seed);

/* Whether a result is as near to the true value as the bound says, and whether there is one. */
bool instr_is_near(const struct operation *op, const struct bound *bound, const struct instr_step *step,
		   instr_word operand);
bool instr_has_bound(const struct bound *bound);
/* How far a result is from the true value, in ulps of it; NAN where the operation is exact or there are none. */
double instr_ulps_off(const struct operation *op, const struct instr_step *step, instr_word operand);

#endif
