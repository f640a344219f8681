/* clocks.h: definitions shared by the host code and the kernels of `clocks`. */
#pragma once

#include <stdint.h>

/* Each working SM has one block, whose warps have their own operands. */
#define CLOCKS_WARPS   8
#define CLOCKS_THREADS (CLOCKS_WARPS * 32)

/* Sums restart from zero after this many rounds, so they do not depend on the duration of a launch. */
#define CLOCKS_ROUNDS 16

/* Matrix instructions: each warp has this many fragments of A and of B, and a sum for each pair. A row of A and a
 * column of B have this many bytes in every format. */
#define CLOCKS_AS        2
#define CLOCKS_BS        4
#define CLOCKS_ROW_BYTES 32
#define CLOCKS_COLS      32 /* columns of all BS fragments, 8 each */

/* FFMA: independent chains per thread, and links of each chain per round. */
#define CLOCKS_CHAINS 8
#define CLOCKS_LINKS  8

/* The operands of a block. A has rows of matrices or starts of chains; B has columns, or a factor for each thread. */
#define CLOCKS_A_BYTES ((size_t)CLOCKS_WARPS * CLOCKS_AS * 16 * CLOCKS_ROW_BYTES)
#define CLOCKS_B_BYTES ((size_t)CLOCKS_WARPS * CLOCKS_COLS * CLOCKS_ROW_BYTES)
/* The largest output of a warp: its sums, by rows of CLOCKS_COLS. */
#define CLOCKS_OUT_BYTES ((size_t)CLOCKS_AS * 16 * CLOCKS_COLS * 4)

/* Nanoseconds of a period, in which each SM works once and rests once. */
#define CLOCKS_PERIOD 200000

/* The cycles of an SM and their duration. A block reads both counters at its start and at its end. */
struct clocks_span {
	unsigned long long cycles, nanoseconds, sm;
};

struct clocks_args {
	const void *a, *b;
	void *out;                      /* one part per warp */
	struct clocks_span *spans;      /* one per block */
	unsigned long long nanoseconds; /* duration of the work */
	unsigned long long work;        /* nanoseconds of a period in which SMs work */
	uint32_t record;                /* write `out` */
};
