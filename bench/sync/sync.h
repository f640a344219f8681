/* sync.h: definitions shared by the host code and the kernels of `sync`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

/* The axis `op`: the operation that is repeated. */
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
#define SYNC_APART   (1u << 20)  /* distance in bytes between the stores that a fence waits for */
#define SYNC_STORES  SYNC_UNROLL /* places of such stores */
#define SYNC_FLAGS   64          /* distance in words between flags */

struct sync_args {
	uint32_t warm_trips, trips; /* trips of both rounds, SYNC_UNROLL operations each; only the second counts */
	uint32_t mask;              /* mask of all lanes, unknown to the compiler */
	uint32_t *end;              /* per thread: its final value */
	uint32_t together;          /* blocks that wait for each other */
	/* This many blocks: cycles of the second round, by their first thread. For `flag`: to and from each other
	 * block. */
	unsigned long long *cycles;
	uint32_t *slots;       /* per thread, for the checks; flags; the counter of `grid` at its start */
	unsigned char *stores; /* SYNC_STORES x SYNC_APART bytes */
	uint32_t group;        /* threads that a check covers: of a warp, a block, a cluster, the grid */
	struct gb_report *report;
};

/* The starting value of a lane. */
BENCH_BOTH uint32_t sync_seed(uint32_t thread)
{
	return input_mix(thread + 1);
}
