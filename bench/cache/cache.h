/* cache.h: definitions shared by the host code and the kernels of `cache`. */
#ifndef CACHE_H
#define CACHE_H

#include "../common/l2_halves_probe.h"
#include "../common/input.h"
#include "gpubench_report.h"

#define CACHE_BLOCK  1024 /* threads of a block of any timed kernel, at most */
#define CACHE_WARPS  (CACHE_BLOCK / 32)
#define CACHE_ACCESS 512 /* bytes of one access by a warp: 16 per lane */

/* The share of an SM in the chunks of the partition on its side. */
struct cache_part {
	unsigned int number; /* index of the share: 0, 1, 2 ... over all SMs */
	unsigned int side;   /* 0 or 1 */
	unsigned int rank;   /* rank of the SM among those on its side */
};

/* A warp reads or writes `unroll` consecutive accesses and advances by `step`, around the set of its block. First it
 * makes its share of trips. The rest goes to the warps that have finished, `each` trips per ticket. */
struct cache_args {
	void *at;
	unsigned int *sums;     /* per block or share: the sum of all words read, modulo 2^32 */
	unsigned int *visits;   /* per warp of each block or share: trips made */
	unsigned int *ticket;   /* the next one; 0 before and after a launch */
	unsigned long long own; /* distance in bytes between the sets of two blocks; 0: all blocks share one */
	unsigned int start;     /* bytes between the starts of two blocks in the set: as `step` */
	unsigned int set;       /* bytes: a multiple of unroll x CACHE_ACCESS */
	unsigned int step;      /* bytes, less than `set`: likewise */
	unsigned int trips;     /* trips of `unroll` accesses: each warp's share */
	unsigned int tickets;   /* tickets in all; 0: the shares are all the work */
	unsigned int each;      /* trips per ticket */
	unsigned int record;    /* 0 when timed: sums and visits stay in registers and are not written */
	/* Sided kernels only: the chunks of each side, from which an SM takes its set by rank, and the shares of the
	 * SMs. */
	const unsigned int *chunks_0, *chunks_1;
	const struct cache_part *parts; /* by the SM's number */
	unsigned int far;               /* 1: SMs use the chunks of the other side */
};

/* One block per set. Sides and ranks are those of the share with the block's number. */
struct cache_check_args {
	const void *at;
	const unsigned int *sums; /* as the timed kernel left them; NULL: words must be marks */
	const unsigned int
		*visits; /* likewise: of granules, by each of `warps` warps of a block, advancing by `step` bytes */
	unsigned long long own;
	unsigned int start, set, granule, step, warps;
	const unsigned int *chunks_0, *chunks_1;
	const struct cache_part *shares; /* by the share's number; NULL: not sided */
	unsigned int far;
	struct gb_report *report; /* sums, by the set's number, or words, by their places; and all visits */
};

#endif
