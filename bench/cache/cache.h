/* cache.h: what the host and the kernels of `cache` share. */
#ifndef CACHE_H
#define CACHE_H

#include "../common/home_probe.h"
#include "../common/input.h"
#include "gpubench_report.h"

#define CACHE_BLOCK  1024 /* threads of a block of any timed kernel, at most */
#define CACHE_WARPS  (CACHE_BLOCK / 32)
#define CACHE_ACCESS 512 /* bytes of one access of a warp: 16 per lane */

/* The share of an SM in the chunks of the partition at its side. */
struct cache_part {
	unsigned int number; /* of the share: 0, 1, 2 ... over all SMs */
	unsigned int side;   /* 0 or 1 */
	unsigned int rank;   /* of the SM among those of its side */
};

/* A warp reads or writes `unroll` accesses in a row and goes on by `step`, round and round in the set of its block. First
 * it does its share of trips; what is left goes to the warps that are through, `each` trips for a ticket. */
struct cache_args {
	void *at;
	unsigned int *sums;     /* of each block, or share: all words it read, modulo 2^32 */
	unsigned int *visits;   /* of each warp of each block, or share: trips that it did */
	unsigned int *ticket;   /* the next one; 0 before and after a launch */
	unsigned long long own; /* bytes from a block's set to that of the next; 0: all blocks share one */
	unsigned int start;     /* bytes from where a block starts in its set to where the next does: as `step` */
	unsigned int set;       /* bytes: a multiple of unroll x CACHE_ACCESS */
	unsigned int step;      /* bytes, less than `set`: likewise */
	unsigned int trips;     /* of `unroll` accesses: each warp's share */
	unsigned int tickets;   /* that there are; 0: the shares are all the work */
	unsigned int each;      /* trips for a ticket */
	unsigned int record;    /* 0 when timed: sums and visits are kept in registers and not written */
	/* Of the sided kernels: the chunks of each side, from which an SM has a set at its rank, and whose they are. */
	const unsigned int *chunks_0, *chunks_1;
	const struct cache_part *parts; /* by the SM's number */
	unsigned int far;               /* 1: SMs work on the chunks of the other side */
};

/* A block for each set. Sides and ranks are those of the share with the block's number. */
struct cache_check_args {
	const void *at;
	const unsigned int *sums; /* as the timed kernel left them; NULL: words must be marks */
	const unsigned int
		*visits; /* likewise: of granules, by each of `warps` warps of a block, `step` bytes on each time */
	unsigned long long own;
	unsigned int start, set, granule, step, warps;
	const unsigned int *chunks_0, *chunks_1;
	const struct cache_part *shares; /* by the share's number; NULL: not sided */
	unsigned int far;
	struct gb_report
		*report; /* of the sums, by the set's number, or the words, by their places; and of all visits */
};

#endif
