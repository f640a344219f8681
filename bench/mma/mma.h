/* mma.h: definitions shared by the host code and the kernels of `mma`. */
#pragma once

#include <stdint.h>

#include "gpubench_report.h"

/* Operands are matrices stored by rows: A by its rows, B by its columns. The elements of a row are adjacent along k. */
#define MMA_ROW_BYTES 128
#define MMA_ROWS      256 /* rows of A and of B */

/* mma.sync: warps of a block whose numbers differ by a multiple of MMA_DISTINCT have the same operands. A warp has
 * MMA_WARP_ROWS rows of A and, when rates are measured, MMA_CHAINS independent sums of MMA_COLS columns each. */
#define MMA_DISTINCT  4
#define MMA_WARP_ROWS 16
#define MMA_CHAINS    4
#define MMA_COLS      8
/* wgmma: rows per warpgroup, and bytes of a row per instruction. */
#define MMA_GROUP_ROWS 64
#define MMA_STEP_BYTES 32

/* Instructions per chain and trip: mma.sync with one chain; with several; wgmma by its columns, so that half of them
 * last longer than the wait for the previous trip; wgmma with a wait after each. */
#define MMA_BODY_ALONE    32
#define MMA_BODY          16
#define MMA_BODY_GROUP(n) ((n) <= 32 ? 32 : 8)
#define MMA_BODY_WAITED   4

/* Sums restart after this many trips, so that they remain integers that their format represents exactly. In FP64 they
 * do not restart. */
#define MMA_SPAN   4
#define MMA_PASSES 2 /* passes over all trips: the first warms up the instruction cache, the last one is timed */

/* Block scales along k, one byte each, follow the elements of a row. */
#define MMA_SCALES_AT 64

struct mma_args {
	const void *a, *b;
	void *out; /* tiles one after another, each by rows */
	/* Cycles of the first warp's last pass in complete bodies, minus those in half bodies; the same with waits. */
	unsigned long long *cycles;
	uint32_t trips, half_trips; /* trips of the loop with complete bodies, and of the loop with half bodies */
	uint32_t waited_trips;      /* wgmma: trips of the loops that wait for each instruction */
	uint32_t one;               /* 1, unknown to the compiler, which otherwise would unroll the loops */
	uint32_t record;            /* write `out` */
};

struct mma_check_args {
	const void *out, *expected;            /* elements of `bytes` bytes */
	struct gb_report *report;              /* errors in the elements of `out` */
	unsigned long long elements, distinct; /* element i must equal expected element i modulo `distinct` */
	uint32_t bytes;
};
