/* collective.h: definitions shared by the host code and the kernels of `collective`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

enum {
	COLLECTIVE_ALL_REDUCE,
	COLLECTIVE_ALL_GATHER,
	COLLECTIVE_REDUCE_SCATTER,
	COLLECTIVE_ALL_TO_ALL,
	COLLECTIVE_SMALL
};

/* Element i of the data that a rank sends: a whole number below 65536, so that the sum of hundreds is exact in any
 * order. */
BENCH_BOTH float collective_element(uint32_t rank, unsigned long long i)
{
	return (float)(input_bits(i + INPUT_GOLDEN_64 * rank) & 0xffffu);
}

struct collective_fill_args {
	float *at;
	unsigned long long count;
	uint32_t rank; /* plus the salt of the data, which differs for each check */
};

/* Checks the data received by rank `rank` of `ranks` against collective_expected(). */
struct collective_check_args {
	const float *at;
	unsigned long long count, share; /* elements received; elements sent from one rank to another */
	uint32_t op, rank, ranks, salt;
	struct gb_report *report;
};

BENCH_BOTH float collective_expected(const struct collective_check_args *c, unsigned long long i)
{
	float sum = 0;

	if (c->op == COLLECTIVE_ALL_GATHER)
		return collective_element(c->salt + (uint32_t)(i / c->share), i % c->share);
	if (c->op == COLLECTIVE_ALL_TO_ALL)
		return collective_element(c->salt + (uint32_t)(i / c->share), c->rank * c->share + i % c->share);
	if (c->op == COLLECTIVE_REDUCE_SCATTER)
		i += c->rank * c->share;
	for (uint32_t r = 0; r < c->ranks; r++)
		sum += collective_element(c->salt + r, i);
	return sum;
}

/* GPUs, blocks and threads of a launch. After this many tries a block gives up and its results are NaN. */
enum {
	COLLECTIVE_SMALL_RANKS = 8,
	COLLECTIVE_SMALL_BLOCKS = 128,
	COLLECTIVE_SMALL_THREADS = 512,
	COLLECTIVE_SMALL_TRIES = 1 << 22
};

/* An all-reduce over the memory of all ranks. Arrays are indexed by rank. */
struct collective_small_args {
	const float *from[COLLECTIVE_SMALL_RANKS];
	uint32_t *flags[COLLECTIVE_SMALL_RANKS]; /* [block][sender]: the step that the sender's block has reached */
	unsigned long long *inbox[COLLECTIVE_SMALL_RANKS]; /* [turn % 2][sender][element]: the turn above its bits */
	float *to;                                         /* of this rank */
	unsigned long long count, room; /* elements of the data, and of a sender's part of an inbox */
	uint32_t rank, ranks, turn;     /* `turn` counts launches from 1 */
};
