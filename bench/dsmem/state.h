/* state.h: the host state of a run of `dsmem`, and the functions that its files share. */
#ifndef DSMEM_STATE_H
#define DSMEM_STATE_H

#include <stdbool.h>

#include "dsmem.h"
#include "gpubench.h"

/* The axes `measure`, `op`, `way` and `pattern`. */
enum measure { BANDWIDTH, LATENCY };
enum op { OP_LOAD, OP_STORE, OP_ASYNC, OP_BULK, OP_ATOMIC };
enum way { WAY_LOAD, WAY_ATOMIC, WAY_ASYNC, WAY_BULK };
enum pattern { RING, ALL };

enum { CLUSTER_MOST = 16, MESSAGE_MOST = 16384 };

struct state {
	gb_ptr sum, memory, cycles;
	uint64_t sum_bytes, memory_bytes, cycles_bytes;
	struct gb_kernel kernel; /* of the current point, with its shape */
	struct gb_shape shape;
	struct dsmem_args args;
	double nearest, farthest; /* of the chains, in cycles; 0: not measured yet */
	double median_cycles;     /* of the blocks, by their own SMs' clocks, in the verified launch; likewise */
};

/* ---- launch.c, verify.c ------------------------------------------------------------------------------------------ */

static inline bool dsmem_is_latency(const struct gb_run *run)
{
	return gb_value(run, "measure") == LATENCY;
}

/* For a block that measures bandwidth. */
static inline uint32_t dsmem_threads(const struct gb_run *run)
{
	return gb_value(run, "op") == OP_STORE ? DSMEM_FEW : DSMEM_THREADS;
}

int dsmem_prepare(struct gb_run *run);
int dsmem_launch(struct gb_run *run);
int dsmem_observe(struct gb_run *run, double *value);
int dsmem_verify(struct gb_run *run);

#endif
