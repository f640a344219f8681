/* instr.h: definitions shared by the host code and the kernels of `instr`. */
#pragma once

#include <stdint.h>

#include "gpubench_report.h"

/* The operations in the order of the axis `op`: X(name, steps per trip, steps per trip with -use_fast_math). A trip has
 * a few hundred machine instructions. The loop's own then hardly matter, and the trip fits into the instruction cache
 * nearest to the issue stage, which holds about 350 on Hopper. */
/* clang-format off */
/* Operations that -ftz, -prec-div and -prec-sqrt affect; they are also built with each of these flags. */
#define INSTR_ROUNDED(X)                                                      \
	X(fdiv, 16, 64) X(sqrt, 16, 64) X(rsqrt, 8, 64) X(exp, 32, 64)        \
	X(log, 8, 64) X(pow, 4, 32) X(tanh, 8, 64)
#define INSTR_OPS(X)                                                          \
	/* integers */                                                        \
	X(iadd, 256, 256) X(iadd3, 256, 256) X(shift, 256, 256)               \
	X(mask, 256, 256) X(imul, 256, 256) X(imad, 256, 256)                 \
	X(dp4a, 256, 256) X(udiv, 8, 8) X(umod, 8, 8)                         \
	X(idiv, 8, 8) X(imod, 8, 8)                                           \
	/* single precision */                                                \
	X(fadd, 256, 256) X(fmul, 256, 256) X(ffma, 256, 256)                 \
	X(promoted, 32, 32) INSTR_ROUNDED(X) X(fdiv_fast, 64, 64)             \
	X(sqrt_fast, 64, 64) X(rsqrt_fast, 64, 64) X(exp_fast, 64, 64)        \
	X(log_fast, 32, 64) X(tanh_fast, 64, 64) X(rcp, 16, 16)               \
	X(sin, 4, 64) X(sin_fast, 64, 64) X(cos_fast, 64, 64)                 \
	X(sincos, 4, 32)                                                      \
	/* one instruction of the special function units each */              \
	X(mufu_rcp, 64, 64) X(mufu_rsq, 64, 64) X(mufu_sqrt, 64, 64)          \
	X(mufu_ex2, 64, 64) X(mufu_lg2, 64, 64)                               \
	/* half precision, in pairs, and double precision */                  \
	X(hfma2, 256, 256) X(dadd, 256, 256) X(dmul, 256, 256)                \
	X(dfma, 256, 256) X(ddiv, 8, 8) X(dsqrt, 8, 8)                        \
	X(dsin, 4, 4) X(dexp, 8, 8) X(dlog, 4, 4)                             \
	/* conversions: from the bits of a result, or there and back */    \
	X(i2f, 256, 256) X(f2i, 64, 64) X(f2h, 128, 128)                      \
	X(d2f, 32, 32) X(d2i, 32, 32)
/* The deep study, measured if `instr` is named or with --deep. The variants with flags do not have it. */
#define INSTR_DEEP(FIRST, X)                                                  \
	/* bits */                                                            \
	FIRST(popc, 128, 128) X(clz, 128, 128) X(bfind, 128, 128)             \
	X(brev, 128, 128) X(bfe, 32, 32) X(prmt, 256, 256)                    \
	X(lop3, 256, 256)                                                     \
	/* minimum and maximum */                                      \
	X(iminmax, 128, 128) X(fmax, 256, 256) X(hmax2, 256, 256)             \
	/* dynamic programming: DPX */                                        \
	X(viaddmax, 256, 256) X(viaddmax_relu, 256, 256)                      \
	X(vimax3, 256, 256) X(viaddmax_16x2, 256, 256)                        \
	X(viaddmax_relu_16x2, 256, 256) X(vimax3_16x2, 256, 256)              \
	/* more than 32 bits */                                               \
	X(imulhi, 256, 256) X(iadd64, 128, 128) X(imul64, 64, 64)             \
	X(shift64, 128, 128) X(imax64, 64, 64) X(udiv64, 4, 4)                \
	/* conversions there and back, except for pack8 */                           \
	X(f2u8, 64, 64) X(pack8, 256, 256) X(f2bf, 128, 128)                  \
	X(f2tf, 64, 64) X(h2e4m3, 128, 128) X(h2e5m2, 128, 128)               \
	X(f2e4m3, 64, 64) X(h2i, 64, 64) X(h2d, 32, 32)                       \
	X(f2l, 32, 32) X(d2l, 32, 32)
#define INSTR_ALL(X) INSTR_OPS(X) INSTR_DEEP(X, X)
/* clang-format on */

enum instr_op {
#define INSTR_ENUM(name, steps, fast) INSTR_##name,
	INSTR_ALL(INSTR_ENUM)
#undef INSTR_ENUM
		INSTR_COUNT
};

/* A value in the low bits: a word, a float, two halves or a double. */
typedef unsigned long long instr_word;

#define INSTR_SEEDS  256    /* threads whose numbers differ by a multiple of this have the same results */
#define INSTR_PASSES 2      /* passes over all trips: the first fills the instruction cache, the last is timed */
#define INSTR_SHARE  31u    /* a thread's sum is multiplied by this before the end of a trip is added */
#define INSTR_C      40503u /* added by `umod` and `imod`, so that no divisor is 0 */

struct instr_args {
	const instr_word *start, *operand; /* one per seed */
	uint32_t *out;                     /* per thread: the ends of its trips, summed with INSTR_SHARE */
	unsigned long long *cycles;        /* of the first thread's last pass: complete bodies less half bodies */
	uint32_t trips, half_trips;        /* trips of the loop with the complete body, and with half of it */
};

struct instr_compare_args {
	const uint32_t *out, *expected;
	unsigned long long threads;
	struct gb_report *report;
};

struct instr_step {
	instr_word before, after;
};

#define INSTR_RECORDED 32 /* recorded steps of each seed, spread evenly over all */

struct instr_check_args {
	const instr_word *start, *operand;
	uint32_t *expected;       /* one per seed */
	struct instr_step *steps; /* INSTR_RECORDED per seed */
	uint32_t op, body, trips, half_trips;
};
