/* test_kernels.h: the kernels of `instr` in C, correct or with the fault that the test selects. */
#ifndef INSTR_KERNELS_H
#define INSTR_KERNELS_H

#include <math.h>

#include "instr.h"

#include "real.h"
#include "support.h"

/* The faults of the device. */
enum fault {
	RIGHT,
	WRONG_STEP,
	WRONG_RECORD, /* the last of all */
	WRONG_START,
	STEPS_LEFT_OUT,
	WRONG_THREAD,
	HALF_COMPARED,
	NO_ENDS, /* what one of the kernels writes is as it was */
	NO_EXPECTED,
	NO_STEPS
};
static enum fault fault;
static unsigned int ulp; /* the distance of approximations from the correctly rounded result */

enum {
	IADD,
	IMAD,
	FDIV,
	SQRT,
	EXP,
	RCP,
	POW,
	SINCOS,
	TANH,
	MUFU_RCP,
	DFMA,
	/* operations of the study, which only the default variant has: */
	BREV,
	PRMT,
	VIADDMAX,
	VIADDMAX_16X2,
	IMULHI,
	IADD64,
	IMUL64,
	SHIFT64,
	UDIV64,
	EMULATED
};
static const char *const emulated[] = { "iadd",   "imad",   "fdiv",   "sqrt_fast", "exp",
					"rcp",    "pow",    "sincos", "tanh",      "mufu_rcp",
					"dfma",   "brev",   "prmt",   "viaddmax",  "viaddmax_16x2",
					"imulhi", "iadd64", "imul64", "shift64",   "udiv64" };
static int op; /* name of the operation that the kernels compute; no other is launched */

union value {
	instr_word word;
	uint32_t u[2];
	uint16_t h[4];
	uint64_t l;
	float f;
	double d;
};

static inline uint32_t reversed(uint32_t x)
{
	x = x << 16 | x >> 16;
	x = (x & 0x00ff00ffu) << 8 | (x >> 8 & 0x00ff00ffu);
	x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
	x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
	return (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
}

/* Operations of the study. */
static inline union value deep_step(union value x, union value a)
{
	union value y = { 0 };

	switch (op) {
	case BREV:
		y.u[0] = reversed(x.u[0]);
		break;
	case PRMT: /* the digits 2, 1, 0 and 3 */
		y.u[0] = x.u[0] << 8 | x.u[0] >> 24;
		y.u[0] = (y.u[0] & 0xffu) | (x.u[0] & 0xffu) << 8 | (x.u[0] & 0xff00u) << 8 | (x.u[0] & 0xff0000u) << 8;
		break;
	case VIADDMAX:
		y.u[0] = x.u[0] + a.u[0];
		if (((y.u[0] ^ 0x80000000u) < (a.u[0] ^ 0x80000000u)))
			y.u[0] = a.u[0];
		break;
	case VIADDMAX_16X2:
		for (int i = 0; i < 2; i++) {
			y.h[i] = (uint16_t)(x.h[i] + a.h[i]);
			if ((y.h[i] ^ 0x8000) < (a.h[i] ^ 0x8000))
				y.h[i] = a.h[i];
		}
		break;
	case IMULHI:
		y.u[0] = (uint32_t)(((uint64_t)x.u[0] * a.u[0] + ((uint64_t)a.u[0] << 32)) >> 32);
		break;
	case IADD64:
		y.l = x.l + ((uint64_t)x.u[0] << 32) + x.u[1];
		break;
	case IMUL64:
		y.l = x.l * a.l;
		break;
	case SHIFT64:
		y.l = x.l << a.u[0] | x.l >> (64 - a.u[0]);
		break;
	default:
		y.l = a.l / x.l;
	}
	return y;
}

static inline union value step(union value x, union value a)
{
	union value y = { 0 };

	switch (op) {
	case IADD:
		y.u[0] = x.u[1];
		y.u[1] = x.u[0] + x.u[1];
		break;
	case IMAD:
		y.u[0] = (uint32_t)(((uint64_t)x.u[0] + 1) * a.u[0]);
		break;
	case FDIV:
		y.f = (float)((double)a.f / (double)x.f);
		y.u[0] += ulp;
		break;
	case SQRT:
		y.f = (float)sqrt((double)x.f);
		y.u[0] += ulp;
		break;
	case EXP:
		y.f = (float)exp(-(double)x.f);
		y.u[0] += ulp;
		break;
	case RCP:
		y.f = (float)(1 / (double)x.f);
		y.u[0] += ulp;
		break;
	case POW:
		y.f = (float)pow((double)x.f, (double)a.f);
		y.u[0] += ulp;
		break;
	case SINCOS:
		y.f = (float)(sin((double)x.f) + cos((double)x.f));
		y.u[0] += ulp;
		break;
	case TANH:
		y.f = (float)tanh((double)(x.f + a.f));
		y.u[0] += ulp;
		break;
	case MUFU_RCP:
		y.f = (float)(-1 / (double)x.f);
		y.u[0] += ulp;
		break;
	case DFMA:
		y.d = fma(x.d, a.d, a.d);
		break;
	default:
		y = deep_step(x, a);
	}
	if (fault == WRONG_STEP)
		y.u[0] ^= 1u << 20;
	return y;
}

static inline uint32_t end_of(union value x)
{
	if (op == DFMA || op >= IADD64)
		return x.u[0] ^ x.u[1];
	return op == IADD ? x.u[1] : x.u[0];
}

/* The complete chain, without some steps of the first trip; every n-th step is recorded. */
static inline uint32_t chain(union value x, union value a, const unsigned int trips[2], unsigned int body,
			     unsigned int less, struct instr_step *steps, unsigned int every)
{
	unsigned int n = 0;
	uint32_t sum = 0;

	for (int pass = 0; pass < INSTR_PASSES; pass++)
		for (int loop = 0; loop < 2; loop++)
			for (unsigned int trip = 0; trip < trips[loop]; trip++) {
				for (unsigned int i = less; i < body >> loop; i++) {
					const union value before = x;
					x = step(x, a);
					if (steps != NULL && n++ % every == 0)
						*steps++ = (struct instr_step){ before.word, x.word };
				}
				less = 0;
				sum = sum * INSTR_SHARE + end_of(x);
			}
	return sum;
}

static bool fast_math;

static inline unsigned int body_of(const char *name)
{
#define BODY(op_name, steps, fast)       \
	if (strcmp(name, #op_name) == 0) \
		return (const unsigned int[]){ (steps), (fast) }[fast_math];
	INSTR_ALL(BODY)
	return 0;
}

/* Where the chain of square roots reaches 1 within a trip, or that of tangents its fixed point, a single missing
 * step has no effect. */
static inline unsigned int left_out(void)
{
	return fault != STEPS_LEFT_OUT ? 0 : op == SQRT || op == TANH ? body_of(emulated[op]) : 1;
}

static inline double timed(struct gb_shape shape, const void *args)
{
	const struct instr_args *t = args;
	const unsigned int trips[2] = { t->trips, t->half_trips };

	for (unsigned int i = 0; fault != NO_ENDS && i < shape.grid * shape.block; i++)
		t->out[i] = i >= INSTR_SEEDS ? t->out[i % INSTR_SEEDS]
					     : chain((union value){ t->start[i] }, (union value){ t->operand[i] },
						     trips, body_of(emulated[op]), left_out(), NULL, 1);
	if (fault == WRONG_THREAD)
		t->out[shape.grid * shape.block - 3] ^= 4;
	*t->cycles = 17ull * t->half_trips * (body_of(emulated[op]) / 2);
	return 0;
}

static inline double check(struct gb_shape shape, const void *args)
{
	const struct instr_check_args *c = args;
	const unsigned int trips[2] = { c->trips, c->half_trips };
	const unsigned int steps = INSTR_PASSES * (c->trips * c->body + c->half_trips * (c->body / 2));

	assert_int_equal(shape.grid * shape.block, INSTR_SEEDS);
	assert_int_equal(c->body, body_of(emulated[op]));
	for (unsigned int i = 0; i < INSTR_SEEDS; i++) {
		struct instr_step *record = fault == NO_STEPS ? NULL : c->steps + (size_t)i * INSTR_RECORDED;
		const instr_word start = c->start[i] ^ (fault == WRONG_START ? 2 : 0);
		const uint32_t end = chain((union value){ start }, (union value){ c->operand[i] }, trips, c->body, 0,
					   record, steps / INSTR_RECORDED);
		if (fault != NO_EXPECTED)
			c->expected[i] = end;
	}
	if (fault == WRONG_RECORD)
		c->steps[INSTR_SEEDS * INSTR_RECORDED - 1].after ^= 1u << 20;
	return 0;
}

static inline double compare(struct gb_shape shape, const void *args)
{
	const struct instr_compare_args *c = args;
	const unsigned long long threads = fault == HALF_COMPARED ? c->threads / 2 : c->threads;

	(void)shape;
	for (unsigned long long i = 0; i < threads; i++)
		if (c->out[i] != c->expected[i % INSTR_SEEDS])
			real_wrong(c->report, i);
	c->report->compared += threads;
	return 0;
}

#endif
