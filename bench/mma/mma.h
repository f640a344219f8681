/* mma.h: what the host and the kernels of `mma` share. */
#ifndef MMA_H
#define MMA_H

#include "gpubench_report.h"

/* Operands are matrices of rows: A by its rows, B by its columns, the elements of a row next to each other along k. */
#define MMA_ROW_BYTES 128
#define MMA_ROWS      256 /* of each */

/* mma.sync: warps of a block that differ in their number by a multiple of this have the same operands; rows of A that each has;
 * independent sums of a warp where rates are measured, each with columns of its own. */
#define MMA_DISTINCT  4
#define MMA_WARP_ROWS 16
#define MMA_CHAINS    4
#define MMA_COLS      8
/* wgmma: rows of a warpgroup, and bytes of a row that an instruction takes. */
#define MMA_GROUP_ROWS 64
#define MMA_STEP_BYTES 32

/* Instructions of a chain in a trip: of mma.sync with one chain and with several; of wgmma by its columns, so that half of them
 * last longer than the wait for the trip before; and where each is waited for. */
#define MMA_BODY_ALONE    32
#define MMA_BODY          16
#define MMA_BODY_GROUP(n) ((n) <= 32 ? 32 : 8)
#define MMA_BODY_WAITED   4

/* Sums start anew after so many trips: they stay whole numbers that every format holds. Not in FP64, which holds them all. */
#define MMA_SPAN   4
#define MMA_PASSES 2 /* over all trips: the first brings the code into the instruction cache, the last is clocked */

/* Scales of blocks along k, a byte each: a row has them behind its elements, as many as there are blocks. */
#define MMA_SCALES_AT 64

struct mma_args {
	const void *a, *b;
	void *out; /* tiles, one after the other, each by rows */
	unsigned long long
		*cycles; /* of the last pass of the first warp: whole bodies less half ones; waited: likewise */
	unsigned int trips, half_trips; /* of the loop with the whole body, and of the one with half of it */
	unsigned int waited_trips;      /* wgmma: of the loops that wait for each */
	unsigned int one;               /* which the compiler does not know: it would unroll the loops */
	unsigned int record;            /* write `out` */
};

struct mma_check_args {
	const void *out, *expected;            /* elements of so many bytes */
	struct gb_report *report;              /* of the elements of `out` */
	unsigned long long elements, distinct; /* element i must be as i modulo `distinct` */
	unsigned int bytes;
};

#endif
