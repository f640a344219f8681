/* sync.h: definitions shared by the host code and the kernels of `sync`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

/* Operations, as the axis `op` names them. */
/* clang-format off */
#define SYNC_OPS(X)                                                              \
	/* within a warp */                                                          \
	X(syncwarp) X(shuffle) X(vote) X(redux)                                  \
	/* within a block */                                                         \
	X(barrier) X(named) X(count) X(mbarrier) X(mbarrier_warp)                \
	/* across blocks */                                                             \
	X(cluster) X(cluster_relaxed) X(grid) X(fence) X(flag)
/* Scopes of fences, as the axis `scope` names them. */
#define SYNC_SCOPES(X) X(block) X(gpu) X(system) X(acq_rel) X(proxy)
/* clang-format on */

#define SYNC_WARP    32
#define SYNC_UNROLL  16
#define SYNC_CHECKED 64
#define SYNC_APART   (1u << 20)  /* bytes between the stores that a fence waits for */
#define SYNC_STORES  SYNC_UNROLL /* number of such stores */
#define SYNC_FLAGS   64          /* words between flags */

struct sync_args {
	uint32_t warm_trips, trips; /* trips of the warm-up round and of the timed round, SYNC_UNROLL operations each */
	uint32_t mask;              /* mask of all lanes, unknown to the compiler */
	uint32_t *end;              /* per thread: its final value */
	uint32_t together;          /* blocks that wait for each other */
	/* Cycles of the timed round, per `together` blocks. For `flag`: of the exchange with each other block. */
	unsigned long long *cycles;
	uint32_t *slots;       /* per thread for checks; flags; the counter of `grid` at the start */
	unsigned char *stores; /* SYNC_STORES x SYNC_APART bytes */
	uint32_t group;        /* threads that wait for each other in a check */
	struct gb_report *report;
};

/* The initial value of a thread. */
BENCH_BOTH uint32_t sync_seed(uint32_t thread)
{
	return input_mix(thread + 1);
}
