/* offset.h: definitions shared by the host code and the kernels of `offset`. */
#pragma once

#include "../common/pattern.h"

/* In the order of the axis `op`. */
enum offset_op { OFFSET_COPY, OFFSET_SUM, OFFSET_SUM_CG, OFFSET_PERMUTED };

/* The element of a warp's 32 that a lane copies in `permuted`. Neighbouring lanes never copy adjacent elements. */
BENCH_BOTH uint32_t offset_lane(uint32_t lane)
{
	return (5 * lane + 3) % 32;
}

/* Threads per block: a constant, so that instructions contain the distances between a thread's elements. */
#define OFFSET_BLOCK 256

struct offset_args {
	const void *a, *b; /* first elements, at the offset */
	void *out;
};

struct offset_check_args {
	const uint32_t *out; /* the complete array, from offset 0 */
	unsigned long long words;
	unsigned long long start, end; /* the bytes of the array that should be written; all others hold poison */
	unsigned long long a, b;       /* bytes of the input from which byte 0 of the array is computed */
	struct pattern_report *report;
	uint32_t bytes;
	int op;
};
