/* pattern.h: how the timed kernels and checks of the access-pattern benchmarks report, for host and device code. Their
 * input is input_float(), which never equals poison. */
#pragma once

#include "input.h"
#include "gpubench_report.h"

/* Every byte of the output before a verified launch. */
#define PATTERN_POISON 0xffu

/* Threads add to one of this many sums; a single one would slow down a launch of many threads. */
#define PATTERN_SUMS 512

/* Where kernels report. pattern_begin() of pattern_host.h resets it. */
struct pattern_report {
	struct gb_report words;
	unsigned long long expected;          /* the sum of the words that a timed kernel had to read */
	unsigned long long sum[PATTERN_SUMS]; /* errors in all words, or in those of the input */
};

/* The limit passed to read-only kernels. Sums above it are not recorded. */
#define PATTERN_TIMED    0u
#define PATTERN_VERIFIED 0xffffffffu

#ifdef __CUDACC__
/* Only the verified launch writes sums. The timed one compares its sum with the limit. The condition uses the sum
 * rather than a flag, so that the loads cannot be moved past the branch, which would leave nothing to time. */
static __device__ void pattern_record(uint32_t limit, struct pattern_report *report, uint32_t total)
{
	if (total <= limit)
		atomicAdd(&report->sum[(blockIdx.x * blockDim.x + threadIdx.x) % PATTERN_SUMS],
			  (unsigned long long)total);
}
#endif
