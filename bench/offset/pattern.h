/* pattern.h: what the benchmarks of access patterns share, host and kernels: the input data and how a check reports. */
#ifndef PATTERN_H
#define PATTERN_H

#include "gpubench_report.h"

#ifdef __CUDACC__
#define PATTERN_BOTH static __host__ __device__
#else
#define PATTERN_BOTH static inline
#endif

/* Word i of the input: a float in [1, 2) with 23 mixed bits. Never zeros, and no word is poison. */
PATTERN_BOTH unsigned int pattern_word(unsigned long long i)
{
	unsigned int x = (unsigned int)i ^ (unsigned int)(i >> 32) * 0x9e3779b9u;

	x = (x ^ (x >> 16)) * 0x7feb352du;
	x = (x ^ (x >> 15)) * 0x846ca68bu;
	return 0x3f800000u | ((x ^ (x >> 16)) >> 9);
}

/* Every byte of output before a verified launch. */
#define PATTERN_POISON 0xffu

struct pattern_fill_args {
	unsigned int *at;
	unsigned long long words;
};

/* Threads add to one of so many sums: a single one would hold up a launch of many threads. */
#define PATTERN_SUMS 512

/* Where kernels report; pattern_reset() of pattern_host.h puts it back. */
struct pattern_report {
	struct gb_report words;
	unsigned long long expected;          /* the sum of the words that a timed kernel had to read */
	unsigned long long sum[PATTERN_SUMS]; /* together, of those it read */
};

/* What kernels that only read are told: nothing is recorded of sums above it. */
#define PATTERN_TIMED    0u
#define PATTERN_VERIFIED 0xffffffffu

#ifdef __CUDACC__
static __device__ void pattern_fill(const struct pattern_fill_args &args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words;
	     i += step)
		args.at[i] = pattern_word(i);
}

/* Only the verified launch writes sums; the timed one compares its own with the limit. It is the sum that decides, and not
 * a flag: then the loads cannot be moved behind the branch, which would leave nothing to time. */
static __device__ void pattern_record(unsigned int limit, struct pattern_report *report, unsigned int total)
{
	if (total <= limit)
		atomicAdd(&report->sum[(blockIdx.x * blockDim.x + threadIdx.x) % PATTERN_SUMS],
			  (unsigned long long)total);
}
#endif

#endif
