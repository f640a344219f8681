/* offset.h: definitions shared by the host code and the kernels of `offset`. */
#pragma once

#include "../common/pattern.h"

/* In the order of the axis `op`. */
enum offset_op { OFFSET_COPY, OFFSET_SUM, OFFSET_SUM_CG, OFFSET_PERMUTED };

/* The element, of a warp's 32, that a lane copies in `permuted`: never adjacent to that of a neighbouring lane. */
BENCH_BOTH uint32_t offset_lane(uint32_t lane)
{
	return (5 * lane + 3) % 32;
}

/* Threads per block: a constant, so that the places of a thread's elements are part of its instructions. */
#define OFFSET_BLOCK 256

struct offset_args {
	const void *a, *b; /* the first elements, with the offset applied */
	void *out;
};

struct offset_check_args {
	const uint32_t *out; /* the complete array, without offset */
	unsigned long long words;
	unsigned long long start, end; /* bytes of it that were to be written; the others hold poison */
	unsigned long long a, b;       /* byte 0 of the array is computed from these bytes of the input */
	struct pattern_report *report;
	uint32_t bytes; /* of an element */
	int op;
};
