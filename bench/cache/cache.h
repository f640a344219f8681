/* cache.h: definitions shared by the host code and the kernels of `cache`. */
#pragma once

#include "../common/l2_halves_probe.h"
#include "../common/input.h"
#include "gpubench_report.h"

#define CACHE_BLOCK  1024
#define CACHE_WARPS  (CACHE_BLOCK / 32)
#define CACHE_ACCESS 512 /* bytes of one access by a warp: 16 per lane */

/* An SM's share of the chunks in one partition. */
struct cache_part {
	uint32_t number; /* index of the share: 0, 1, 2 ... over all SMs */
	uint32_t side;
	uint32_t rank; /* rank of the SM among those on its side */
};

/* A warp reads or writes `unroll` consecutive accesses and advances by `step`, around the set of its block. First it
 * makes its own share of trips. Warps that have finished share the rest, `each` trips per ticket. */
struct cache_args {
	void *at;
	uint32_t *sums;         /* per block or share: the sum of all words read, modulo 2^32 */
	uint32_t *visits;       /* per warp of each block or share: trips made */
	uint32_t *ticket;       /* the next ticket; 0 before and after a launch */
	unsigned long long own; /* bytes between the sets of two blocks; 0: all blocks share one */
	uint32_t start;         /* bytes between the starts of two blocks in the set */
	uint32_t set;           /* bytes: a multiple of unroll x CACHE_ACCESS */
	uint32_t step;          /* bytes, less than `set`: a multiple of unroll x CACHE_ACCESS */
	uint32_t trips;         /* trips of `unroll` accesses: each warp's share */
	uint32_t tickets;       /* number of tickets; 0: the shares are all the work */
	uint32_t each;          /* trips per ticket */
	uint32_t record;        /* 0 when timed: sums and visits stay in registers */
	/* Sided kernels only. The SMs have shares of each side's chunks and take them by rank. */
	const uint32_t *chunks_0, *chunks_1;
	const struct cache_part *parts; /* indexed by the SM's number */
	uint32_t far;                   /* 1: SMs use the chunks of the other side */
	uint32_t sides;                 /* 1: only the SMs of side 0 work; 2: all SMs work */
};

/* One block per set. Its side and rank are those of the share with the block's number. */
struct cache_check_args {
	const void *at;
	const uint32_t *sums; /* left by the timed kernel; NULL: the words must be marks */
	const uint32_t
		*visits; /* visits to granules, by the timed kernel: `warps` warps per block, `step` bytes per visit */
	unsigned long long own;
	uint32_t start, set, granule, step, warps;
	const uint32_t *chunks_0, *chunks_1;
	const struct cache_part *shares; /* indexed by the share's number; NULL: not sided */
	uint32_t far;
	struct gb_report *report; /* wrong sums by set, or wrong words by place; and the number of visits */
};
