/* state.h: the host state of a run of `tma`, and the functions that its files share. */
#pragma once

#include "../common/kernel.h"
#include "tma.h"

enum op { BULK, TENSOR, GATHER, IM2COL, MULTICAST, STORE, SCATTER, REDUCE, MBARRIER, MBARRIER_CLUSTER, ST_ASYNC };
enum level { L2, DRAM };
enum wait { POLLED, SLEEPING };
enum filter { ONE, THREE, THREE_BY_TWO, SEVEN_ONE, FILTERS };
extern const char *const tma_ops[], *const tma_levels[], *const tma_waits[], *const tma_reductions[],
										     *const tma_filters[];

struct point {
	enum op op;
	enum level level;
	uint64_t bytes;
	uint32_t width, size;
	enum filter filter;
	int reduction;
	enum wait wait;
};

struct state {
	struct tma_args args;
	gb_ptr in, out, cycles, report;
	gb_ptr turn[2][2];           /* copies so far, by `in` or `out`, and by L2 or DRAM */
	uint64_t apart_before[2][2]; /* bytes per copy at the last point that used them */
	uint64_t bytes;              /* size of `in` and of `out`; the part that stays in L2 comes first */
	struct gb_kernel touch, check, kernel;
	struct gb_shape shape;
	double acknowledged, least, next; /* in cycles; 0: not measured yet */
};

static inline enum op tma_op(const struct gb_run *run)
{
	return gb_value(run, op);
}
static inline bool tma_is_back(enum op op)
{
	return op == STORE || op == SCATTER || op == REDUCE;
}
static inline bool tma_is_round_trip(enum op op)
{
	return op >= MBARRIER;
}
/* Copies of four rows. */
static inline bool tma_has_rows(enum op op)
{
	return op == GATHER || op == SCATTER;
}
/* Copies to the shared memory of one block, which are also measured with several in flight. */
static inline bool tma_is_load(enum op op)
{
	return op <= IM2COL;
}
static inline bool tma_is_clustered(enum op op)
{
	return op == MULTICAST || op == MBARRIER_CLUSTER || op == ST_ASYNC;
}

/* ---- launch.c, verify.c ------------------------------------------------------------------------------------------ */

int tma_prepare(struct gb_run *run);
int tma_launch(struct gb_run *run);
int tma_observe(struct gb_run *run, double *value);
int tma_verify(struct gb_run *run);
