/* offset.h: what the host and the kernels of `offset` share. */
#ifndef OFFSET_H
#define OFFSET_H

#include "../common/pattern.h"

/* In the order of the axis `op`. */
enum offset_op { OFFSET_COPY, OFFSET_SUM, OFFSET_SUM_CG, OFFSET_PERMUTED };

/* Which of the 32 elements of a warp a lane copies of the permuted ones: never that next to its neighbour's. */
BENCH_BOTH unsigned int offset_lane(unsigned int lane)
{
	return (5 * lane + 3) % 32;
}

/* Threads a block: a constant, so that the places of a thread's elements are part of its instructions. */
#define OFFSET_BLOCK 256

struct offset_args {
	const void *a, *b; /* the first elements: shifted already */
	void *out;
};

struct offset_check_args {
	const unsigned int *out; /* the whole array, not shifted */
	unsigned long long words;
	unsigned long long start, end; /* bytes of it that were to be written; the others hold poison */
	unsigned long long a, b;       /* byte 0 of the array is made of these bytes of the input */
	struct pattern_report *report;
	unsigned int bytes; /* of an element */
	int op;
};

#endif
