/* collective.h: definitions shared by the host code and the kernels of `collective`. */
#ifndef COLLECTIVE_H
#define COLLECTIVE_H

#include "../common/input.h"
#include "gpubench_report.h"

enum { COLLECTIVE_ALL_REDUCE, COLLECTIVE_ALL_GATHER, COLLECTIVE_REDUCE_SCATTER, COLLECTIVE_ALL_TO_ALL, COLLECTIVE_OPS };

/* Element i of the data that a rank sends: a whole number below 65536, so that hundreds of them add up exactly in
 * any order. */
BENCH_BOTH float collective_element(uint32_t rank, unsigned long long i)
{
	return (float)(input_bits(i + INPUT_GOLDEN_64 * rank) & 0xffffu);
}

struct collective_fill_args {
	float *at;
	unsigned long long count;
	uint32_t rank;
};

/* Checks the data that rank `rank` of `ranks` has received: see collective_expected(). */
struct collective_check_args {
	const float *at;
	unsigned long long count, share; /* elements received; elements sent from one rank to another */
	uint32_t op, rank, ranks;
	struct gb_report *report;
};

/* The expected element i of `rank`. */
BENCH_BOTH float collective_expected(const struct collective_check_args *c, unsigned long long i)
{
	float sum = 0;

	if (c->op == COLLECTIVE_ALL_GATHER)
		return collective_element((uint32_t)(i / c->share), i % c->share);
	if (c->op == COLLECTIVE_ALL_TO_ALL)
		return collective_element((uint32_t)(i / c->share), c->rank * c->share + i % c->share);
	if (c->op == COLLECTIVE_REDUCE_SCATTER)
		i += c->rank * c->share;
	for (uint32_t r = 0; r < c->ranks; r++)
		sum += collective_element(r, i);
	return sum;
}

#endif
