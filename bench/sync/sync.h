/* sync.h: what the host and the kernels of `sync` share. */
#ifndef SYNC_H
#define SYNC_H

#include "../common/input.h"
#include "gpubench_report.h"

/* The axis `op`: what is done over and over. */
/* clang-format off */
#define SYNC_OPS(X)                                                              \
	/* in a warp */                                                          \
	X(syncwarp) X(shuffle) X(vote) X(redux)                                  \
	/* in a block */                                                         \
	X(barrier) X(named) X(count) X(mbarrier) X(mbarrier_warp)                \
	/* beyond */                                                             \
	X(cluster) X(cluster_relaxed) X(grid) X(fence) X(flag)
/* The axis `scope` of fences. */
#define SYNC_SCOPES(X) X(block) X(gpu) X(system) X(acq_rel) X(proxy)
/* clang-format on */

#define SYNC_WARP    32
#define SYNC_UNROLL  16
#define SYNC_CHECKED 64          /* trips of a check */
#define SYNC_APART   (1u << 20)  /* bytes from one store that a fence waits for to the next */
#define SYNC_STORES  SYNC_UNROLL /* places of such stores */
#define SYNC_FLAGS   64          /* words from a flag to the next */

struct sync_args {
	unsigned int warm_trips, trips; /* of two rounds, of which the second counts; in both SYNC_UNROLL times each */
	unsigned int mask;              /* of all lanes, which the compiler does not know */
	unsigned int *end;              /* a thread: what it has in the end */
	unsigned int together;          /* blocks that wait for each other */
	/* So many blocks: of the second round, by their first thread. Of `flag` to and from each other block. */
	unsigned long long *cycles;
	unsigned int *slots;   /* a thread, for the checks; flags; the counter of `grid` at its start */
	unsigned char *stores; /* SYNC_STORES x SYNC_APART bytes */
	unsigned int group;    /* threads that a check goes through: of a warp, a block, a cluster, the grid */
	struct gb_report *report;
};

/* What a lane starts from. */
BENCH_BOTH unsigned int sync_seed(unsigned int thread)
{
	return input_mix(thread + 1);
}

#endif
