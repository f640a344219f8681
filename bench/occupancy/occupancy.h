/* occupancy.h: definitions shared by the host code and the kernels of `occupancy`. */
#pragma once

#include "../common/input.h"

/* A chain iterates x <- a x + a with a slightly above -1: it is bounded, and has no closed form in floats. Threads
 * whose numbers differ by a multiple of OCCUPANCY_SEEDS compute the same values. */
#define OCCUPANCY_SEEDS 2
#define OCCUPANCY_BODY  256 /* FMAs per trip */

BENCH_BOTH float occupancy_factor(uint32_t seed)
{
	return -1.0f + (float)(64u + 17u * seed) * (1.0f / 16777216.0f);
}

BENCH_BOTH float occupancy_start(uint32_t seed, uint32_t chain)
{
	return 1.0f + (float)((seed * 16u + chain) * 40503u % 65536u) * (1.0f / 65536.0f);
}

/* Upper limits of the words of `ballast` that a kernel carries through its loop, and of the entries of `resident`. */
#define OCCUPANCY_BALLAST 256
#define OCCUPANCY_SMS     1024

struct occupancy_args {
	const void *from; /* input */
	unsigned long long *sum;
	unsigned long long tiles; /* number of tiles, each of block * ilp * 16 bytes */
	float *out;               /* fma: the sum of a thread's chains, in order */
	uint32_t trips;           /* fma: trips of OCCUPANCY_BODY; latency: dependent loads */
	uint32_t zero;            /* latency: 0, but unknown to the compiler */
	uint32_t *ballast; /* OCCUPANCY_BALLAST words to load into registers, followed by as many to store them to */
	/* 0 when timed: only `fma` writes results. */
	uint32_t record;
	/* If `record` is set: the blocks currently on each SM, and their maximum. Each block waits `hold` ns, so that
	 * all blocks that fit are counted. */
	uint32_t *resident;
	uint32_t hold;
};

struct occupancy_data_args {
	uint32_t *at;             /* fill: destination */
	unsigned long long first; /* sum: number of the first word */
	unsigned long long words;
	unsigned long long *sum; /* sum: the result, whose threads add modulo 2^32 */
};
