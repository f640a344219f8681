/* occupancy.h: definitions shared by the host code and the kernels of `occupancy`. */
#pragma once

#include "../common/input.h"

/* The recurrence of a chain: x <- a x + a, with a slightly above -1: bounded, and without a closed form in floats.
 * Threads whose numbers differ by a multiple of OCCUPANCY_SEEDS compute the same. */
#define OCCUPANCY_SEEDS 2
#define OCCUPANCY_BODY  256 /* FMAs a trip */

BENCH_BOTH float occupancy_factor(uint32_t seed)
{
	return -1.0f + (float)(64u + 17u * seed) * (1.0f / 16777216.0f);
}

BENCH_BOTH float occupancy_start(uint32_t seed, uint32_t chain)
{
	return 1.0f + (float)((seed * 16u + chain) * 40503u % 65536u) * (1.0f / 65536.0f);
}

/* Words of `ballast` that a kernel may carry through its loop, and entries of `resident`; larger than any actual
 * number. */
#define OCCUPANCY_BALLAST 256
#define OCCUPANCY_SMS     1024

struct occupancy_args {
	const void *from; /* read */
	unsigned long long *sum;
	unsigned long long tiles; /* tiles of block * ilp * 16 bytes */
	float *out;               /* fma: a thread's chains, summed in order */
	uint32_t trips;           /* fma: trips of OCCUPANCY_BODY; latency: dependent loads */
	uint32_t zero;            /* latency: 0, unknown to the compiler */
	uint32_t *ballast;        /* ballast for registers: OCCUPANCY_BALLAST words, and as many to write them to */
	/* 0 when timed: results stay in registers, except for those of fma. */
	uint32_t record;
	/* When recorded: blocks now on each SM, and the maximum. Each block waits `hold` ns so that all that fit are
	 * counted. */
	uint32_t *resident;
	uint32_t hold;
};

struct occupancy_data_args {
	uint32_t *at;             /* fill */
	unsigned long long first; /* sum: number of the first word */
	unsigned long long words;
	unsigned long long *sum; /* sum: of the words, modulo 2^32 in each thread */
};
