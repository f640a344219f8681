/* mma.h: definitions shared by the host code and the kernels of `mma`. */
#pragma once

#include <stdint.h>

#include "gpubench_report.h"

/* Operands are matrices of rows: A by its rows, B by its columns, with the elements of a row adjacent along k. */
#define MMA_ROW_BYTES 128
#define MMA_ROWS      256 /* of each */

/* mma.sync: warps of a block whose numbers differ by a multiple of this have the same operands; rows of A per warp;
 * independent sums of a warp where rates are measured, each with its own columns. */
#define MMA_DISTINCT  4
#define MMA_WARP_ROWS 16
#define MMA_CHAINS    4
#define MMA_COLS      8
/* wgmma: rows of a warpgroup, and bytes of a row that an instruction uses. */
#define MMA_GROUP_ROWS 64
#define MMA_STEP_BYTES 32

/* Instructions of a chain per trip: for mma.sync with one chain and with several; for wgmma by its columns, so that
 * half of them last longer than the wait for the previous trip; and with a wait after each. */
#define MMA_BODY_ALONE    32
#define MMA_BODY          16
#define MMA_BODY_GROUP(n) ((n) <= 32 ? 32 : 8)
#define MMA_BODY_WAITED   4

/* Sums restart after this many trips, so that they stay whole numbers that every format holds. In FP64, which holds
 * them all, they do not. */
#define MMA_SPAN   4
#define MMA_PASSES 2 /* passes over all trips: the first warms up the instruction cache, the last is timed */

/* Scales of blocks along k, a byte each: they follow the elements of a row, one per block. */
#define MMA_SCALES_AT 64

struct mma_args {
	const void *a, *b;
	void *out; /* tiles, one after the other, each by rows */
	unsigned long long
		*cycles; /* cycles of the first warp's last pass: complete bodies less half ones; waited: likewise */
	uint32_t trips, half_trips; /* trips of the loop with the complete body, and of the one with half of it */
	uint32_t waited_trips;      /* wgmma: trips of the loops that wait for each */
	uint32_t one;               /* unknown to the compiler, which would otherwise unroll the loops */
	uint32_t record;            /* write `out` */
};

struct mma_check_args {
	const void *out, *expected;            /* bytes per element */
	struct gb_report *report;              /* errors of the elements of `out` */
	unsigned long long elements, distinct; /* the expected element i is that of i modulo `distinct` */
	uint32_t bytes;
};
