/* fused.h: definitions shared by the host code and the kernels of `fused`. */
#pragma once

#include "../common/input.h"

/* The matrix unit's work: two warpgroups each issue 16 products of 64 x 256 x 16 per trip. */
#define FUSED_GROUP    128
#define FUSED_MATRIX   (2 * FUSED_GROUP) /* threads that multiply */
#define FUSED_ROWS     128
#define FUSED_COLS     256
#define FUSED_DEPTH    64 /* elements per row: 128 bytes */
#define FUSED_BYTES    ((FUSED_ROWS + FUSED_COLS) * FUSED_DEPTH * 2)
#define FUSED_STEPS    16 /* the four parts of a row, four times */
#define FUSED_PRODUCTS (2 * FUSED_STEPS)
#define FUSED_SPAN     4 /* trips until the sums restart, so that they stay whole numbers */

/* The other work: bodies of 64 operations, 8 in each of 8 chains, or pieces copied into a ring. */
enum fused_kind { FUSED_EX2, FUSED_SOFTMAX, FUSED_BF16, FUSED_E4M3, FUSED_FFMA, FUSED_COPY, FUSED_SETMAXNREG };
#define FUSED_CHAINS 8
#define FUSED_BODY   64
#define FUSED_PIECE  8192 /* bytes */
#define FUSED_RING   16   /* pieces in flight */
#define FUSED_SOURCE 32   /* different pieces */

/* Phases: each pipe alone, then both together. All run once to warm up and once timed. Then the timed parts of
 * setmaxnreg. */
enum { FUSED_MATRIX_ALONE, FUSED_OTHER_ALONE, FUSED_TOGETHER, FUSED_PHASES };
enum { FUSED_RELEASE, FUSED_CLAIM, FUSED_HANDOVER };
#define FUSED_WARM_TRIPS 2

struct fused_args {
	const uint32_t *matrices, *source; /* matrices: the rows of A, then the columns of B */
	uint32_t *sums, *ends, *copied;    /* the product; a word of each thread; the ring */
	unsigned long long *cycles;        /* of each phase, or of each part of all trips */
	uint32_t kind, trips, bodies;      /* bodies: bodies or pieces per trip */
	float minus_one, one, two;         /* not known to the compiler */
};

/* The start of a thread's chain, a float. BF16: there is room above, because conversions count up. E4M3: in the range
 * of the format. Otherwise 0 or 1, which 2 - 2^x exchanges. */
BENCH_BOTH uint32_t fused_start(int pipe, uint32_t thread, uint32_t chain)
{
	if (pipe == FUSED_BF16)
		return (0x0100 + thread % 4 * 16 + chain) << 16;
	return pipe == FUSED_E4M3 ? (0x3e + thread % 4) << 24 | chain << 20 : ((thread ^ chain) & 1) * 0x3f800000;
}
