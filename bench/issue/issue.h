/* issue.h: definitions shared by the host code and the kernels of `issue`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

/* The axis `operands`. An FFMA reads two or three registers (two, three). In pairs of FFMAs, three registers are in
 * different banks (apart) or in one bank (same, reuse); `reuse` keeps one or two from the previous instruction. */
#define ISSUE_OPERANDS(X) X(two) X(three) X(apart) X(same) X(reuse)

/* Operations, one for each pipe. */
#define ISSUE_OPS(X) X(ffma) X(shift) X(imad) X(brev) X(lds) X(dfma)

/* The axis `mix`: X(name, first operation, its count per step, second operation, its count). */
/* clang-format off */
#define ISSUE_MIXES(X)              \
	X(ffma,        ffma,  1, none,  0) \
	X(shift,       shift, 1, none,  0) \
	X(imad,        imad,  1, none,  0) \
	X(brev,        brev,  1, none,  0) \
	X(lds,         lds,   1, none,  0) \
	X(dfma,        dfma,  1, none,  0) \
	X(ffma_shift,  ffma,  1, shift, 1) \
	X(ffma2_shift, ffma,  2, shift, 1) \
	X(ffma_imad,   ffma,  1, imad,  1) \
	X(shift_imad,  shift, 1, imad,  1) \
	X(ffma_brev,   ffma,  1, brev,  1) \
	X(ffma_lds,    ffma,  1, lds,   1) \
	X(ffma4_lds,   ffma,  4, lds,   1) \
	X(shift_lds,   shift, 1, lds,   1) \
	X(ffma_dfma,   ffma,  1, dfma,  1) \
	X(shift_dfma,  shift, 1, dfma,  1)
/* clang-format on */

enum {
	ISSUE_WARP = 32,
	ISSUE_SCHEDULERS = 4, /* schedulers of an SM, from Volta on; warp w of a block belongs to scheduler w % 4 */
	ISSUE_WARPS = 8,      /* most warps of a scheduler */
	ISSUE_CHAINS = 8,     /* independent chains per thread and operation */
	ISSUE_ROUNDS = 16,    /* steps of `banks` per loop iteration: one for each chain */
	ISSUE_STEPS = 128,    /* steps of `mix` and `turns` per loop iteration */
	ISSUE_WARM = 4,       /* iterations that are not timed */
	ISSUE_TRIPS = 32,     /* of `banks` and `mix` */
	ISSUE_TURNS = 64,     /* of `turns` */
	ISSUE_TABLE = 1024,   /* words in shared memory, each of which names another one */
	ISSUE_APART = 33,     /* distance from a word to the one that it names: the next bank */
	ISSUE_WORDS = 64      /* words of operands per lane */
};

/* The words of a lane: X and Y of `banks`, float by float; a factor and a summand for each operation; the start of each
 * chain. 64-bit numbers have two words. */
enum {
	ISSUE_X = 0,
	ISSUE_Y = 8,
	ISSUE_START = 16, /* floats */
	ISSUE_FACTOR = 24,
	ISSUE_SUMMAND = 25,
	ISSUE_INT_FACTOR = 26,
	ISSUE_INT_SUMMAND = 27,
	ISSUE_TURN = 28, /* bits of a rotation */
	ISSUE_INT_START = 32,
	ISSUE_DOUBLE_FACTOR = 40,
	ISSUE_DOUBLE_SUMMAND = 42,
	ISSUE_DOUBLE_START = 44 /* to 60 */
};

struct issue_args {
	const uint32_t *words;      /* ISSUE_WORDS per lane */
	uint32_t warm_trips, trips; /* trips of the untimed round, and of the timed one */
	uint32_t zero;
	uint32_t warps;           /* of `turns`: warps with work, all of one scheduler */
	uint32_t *end;            /* per thread: its final value */
	unsigned long long *span; /* per warp: when it began and when it finished */
	uint32_t *stamps;         /* of `turns`, per warp: the end of each iteration, low bits of the clock */
};

/* Combines the ends of a thread's chains, one after the other. */
BENCH_BOTH uint32_t issue_fold(uint32_t sum, uint32_t word)
{
	return input_mix(sum ^ word);
}

/* The start of a lane's chain in the table, in bytes. */
BENCH_BOTH uint32_t issue_place(uint32_t lane, uint32_t chain)
{
	return 4 * ((lane + 96 * chain) % ISSUE_TABLE);
}

/* The place that word i of the table names, in bytes. */
BENCH_BOTH uint32_t issue_next(uint32_t i)
{
	return 4 * ((i + ISSUE_APART) % ISSUE_TABLE);
}
