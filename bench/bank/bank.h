/* bank.h: what the host and the kernels of `bank` share. */
#ifndef BANK_H
#define BANK_H

#include "../common/input.h"

#define BANK_LANES  32
#define BANK_WARPS  32 /* of a block, one block per SM */
#define BANK_UNROLL 8  /* independent accesses of a thread in one trip */
#define BANK_LINKS  16 /* dependent accesses in one turn of the chain's loop */

/* Rows of all banks together are 128 bytes. A trip's accesses are 2 rows apart and go to the other row of the pair in the
 * next trip: other addresses, the same banks. */
#define BANK_ROW   128
#define BANK_APART (2 * BANK_ROW)

/* Where the last word of a pattern ends at most: 16-byte words 33 apart, from the fifth on; in whole pairs of rows. */
#define BANK_SPAN  ((16 * (31 * 33 + 5 + 1) + BANK_APART - 1) / BANK_APART * BANK_APART)
#define BANK_BYTES (BANK_SPAN + (BANK_UNROLL - 1) * BANK_APART) /* a row after them is the kernels' own */

/* The 4-byte word at byte `at` of shared memory, or the half there, before anything is stored: the place where a chain goes
 * on. */
BENCH_BOTH unsigned int bank_content(unsigned int at)
{
	return at ^ BANK_ROW;
}

/* What is stored there in a trip: by the column alone, since accesses of one trip may meet in one word. */
BENCH_BOTH unsigned int bank_stored(unsigned int at, unsigned int trip)
{
	return (at % BANK_ROW + 1) * INPUT_GOLDEN + trip;
}

struct bank_args {
	unsigned int offset[BANK_LANES]; /* bytes from the start of the shared memory to the word of each lane */
	/* Of two rounds, of which the second counts: */
	unsigned int links[2]; /* of the chain, one more than these; multiples of BANK_LINKS */
	unsigned int trips[2]; /* even */
	unsigned int flip;     /* BANK_ROW, which the compiler does not know */
	unsigned int operand;  /* of additions; 0 in the chain */
	unsigned int zero;
	unsigned int never;   /* what no sum is */
	unsigned int record;  /* 0 when timed: `sum` and `words` are kept back */
	unsigned int *cycles; /* a block: of all trips; then a block: of the chain */
	unsigned int *sum;    /* a thread: of all words loaded or returned, and where the chain ended */
	unsigned int *words;  /* a block, an access of even and odd trips, a lane: the words left in shared memory */
};

#endif
