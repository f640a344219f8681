/* bank.h: definitions shared by the host code and the kernels of `bank`. */
#ifndef BANK_H
#define BANK_H

#include "../common/input.h"

#define BANK_LANES  32
#define BANK_WARPS  32 /* threads of a block; one block per SM */
#define BANK_UNROLL 8  /* independent accesses per thread and trip */
#define BANK_LINKS  16 /* dependent accesses per iteration of the chain's loop */

/* Rows of all banks together are 128 bytes. A trip's accesses are 2 rows apart and go to the other row of the pair in
 * the next trip: other addresses, the same banks. */
#define BANK_ROW   128
#define BANK_APART (2 * BANK_ROW)

/* The furthest end of the last word of a pattern: 16-byte words 33 apart, from the fifth on; in whole pairs of rows. */
#define BANK_SPAN  ((16 * (31 * 33 + 5 + 1) + BANK_APART - 1) / BANK_APART * BANK_APART)
#define BANK_BYTES (BANK_SPAN + (BANK_UNROLL - 1) * BANK_APART) /* the kernels use the row that follows */

/* The 4-byte word, or the half, at byte `at` of shared memory before anything is stored: the next place of a chain. */
BENCH_BOTH unsigned int bank_content(unsigned int at)
{
	return at ^ BANK_ROW;
}

/* The word stored there in a trip. It depends only on the column, since accesses of one trip may meet in one word. */
BENCH_BOTH unsigned int bank_stored(unsigned int at, unsigned int trip)
{
	return (at % BANK_ROW + 1) * INPUT_GOLDEN + trip;
}

struct bank_args {
	unsigned int offset[BANK_LANES]; /* offset in shared memory of each lane's word, in bytes */
	/* Both rounds; only the second counts. */
	unsigned int links[2]; /* links of the chain, less one; multiples of BANK_LINKS */
	unsigned int trips[2]; /* even */
	unsigned int flip;     /* BANK_ROW, hidden from the compiler */
	unsigned int operand;  /* operand of additions; 0 in the chain */
	unsigned int zero;
	unsigned int never;   /* a value that no sum can have */
	unsigned int record;  /* 0 when timed: `sum` and `words` are not written */
	unsigned int *cycles; /* per block: cycles of all trips; then, per block: of the chain */
	unsigned int *sum;    /* per thread: sum of all words loaded or returned, and the end of the chain */
	unsigned int *words;  /* per block, access of even and odd trips, and lane: the final words */
};

#endif
