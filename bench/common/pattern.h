/* pattern.h: what the benchmarks of access patterns share, host and kernels: how timed kernels and checks report. Their input
 * is input_float(), of which no word is poison. */
#ifndef PATTERN_H
#define PATTERN_H

#include "input.h"
#include "gpubench_report.h"

/* Every byte of output before a verified launch. */
#define PATTERN_POISON 0xffu

/* Threads add to one of so many sums: a single one would hold up a launch of many threads. */
#define PATTERN_SUMS 512

/* Where kernels report; pattern_begin() of pattern_host.h puts it back. */
struct pattern_report {
	struct gb_report words;
	unsigned long long expected;          /* the sum of the words that a timed kernel had to read */
	unsigned long long sum[PATTERN_SUMS]; /* together, of those it read */
};

/* What kernels that only read are told: nothing is recorded of sums above it. */
#define PATTERN_TIMED    0u
#define PATTERN_VERIFIED 0xffffffffu

#ifdef __CUDACC__
/* Only the verified launch writes sums; the timed one compares its own with the limit. It is the sum that decides, and not
 * a flag: then the loads cannot be moved past the branch, which would leave nothing to time. */
static __device__ void pattern_record(unsigned int limit, struct pattern_report *report, unsigned int total)
{
	if (total <= limit)
		atomicAdd(&report->sum[(blockIdx.x * blockDim.x + threadIdx.x) % PATTERN_SUMS],
			  (unsigned long long)total);
}
#endif

#endif
