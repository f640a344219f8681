/* rounds.h: launches of one block per SM that access shared memory in two rounds. In each, one warp follows a chain of
 * dependent accesses, and then all warps make independent ones. The first round is short and does not count. Kernels
 * take, for both rounds, the links of the chain less one, and the trips of the other accesses. */
#pragma once

#include "gpubench.h"
#include "median.h"

enum {
	ROUNDS_TRIP = 256, /* accesses of an SM's warps in a trip */
	ROUNDS_LINKS = 16, /* links of a chain are a multiple of this */
	/* Passes of the banks in the timed trips. They take about 30 µs, so the barriers at both ends do not matter. */
	ROUNDS_PASSES = 65536,
	/* Passes of the timed chain, and bounds of its links. A link takes some 25 cycles besides its passes. */
	ROUNDS_CHAIN_PASSES = 1024,
	ROUNDS_LINKS_LEAST = 32,
	ROUNDS_LINKS_MOST = 256
};

static inline uint32_t clamp(uint32_t x, uint32_t least, uint32_t most)
{
	return x < least ? least : x > most ? most : x;
}

/* The more passes an access takes, the fewer trips and links. */
static inline void rounds_choose(const struct gb_run *run, uint32_t passes, uint32_t links[2], uint32_t trips[2])
{
	const uint32_t timed = (uint32_t)(ROUNDS_PASSES * gb_work(run)) / ROUNDS_TRIP;

	trips[0] = 2;
	trips[1] = clamp(timed / passes, 2, ROUNDS_PASSES) / 2 * 2;
	links[0] = ROUNDS_LINKS;
	links[1] = clamp(ROUNDS_CHAIN_PASSES / passes, ROUNDS_LINKS_LEAST, ROUNDS_LINKS_MOST) / ROUNDS_LINKS *
		   ROUNDS_LINKS;
}

/* Accesses of a launch, on all SMs. Loads that wait for stores do not count. */
static inline double rounds_accesses(uint32_t blocks, const uint32_t links[2], const uint32_t trips[2])
{
	double all = 0;

	for (int round = 0; round < 2; round++)
		all += (double)ROUNDS_TRIP * trips[round] + links[round] + 1;
	return blocks * all;
}

/* Cycles per independent access and per link: the medians over the blocks. `cycles` holds, block by block, the cycles
 * of all timed trips, followed by those of the timed chains. */
static inline int rounds_observe(struct gb_run *run, gb_ptr cycles, uint32_t blocks, const uint32_t links[2],
				 const uint32_t trips[2], double *value, double *latency)
{
	GB_TRY(cycles_read_median(run, cycles, blocks, value));
	GB_TRY(cycles_read_median(run, cycles + blocks * sizeof(uint32_t), blocks, latency));
	*value /= (double)ROUNDS_TRIP * trips[1];
	*latency /= links[1] + 1;
	return GB_OK;
}
