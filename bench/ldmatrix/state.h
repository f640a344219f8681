/* state.h: the host state of a run of `ldmatrix`, and the functions that its files share. */
#ifndef LDMATRIX_STATE_H
#define LDMATRIX_STATE_H

#include "gpubench.h"
#include "ldmatrix_model.h"

/* The axes `op` and `layout`. */
enum { OP_LOAD, OP_LOAD_TRANS, OP_STORE, OP_STORE_TRANS, OP_MOVE };
enum { LAYOUT_PITCH, LAYOUT_SWIZZLED };
extern const char *const ldmatrix_ops[];

enum { THREADS = LDMATRIX_WARPS * LDMATRIX_LANES };
/* Elements per block in `cycles`, `sum` and `memory`. */
#define CYCLES_BYTES (UINT64_C(2) * sizeof(unsigned int))
#define SUM_BYTES    (UINT64_C(4) * THREADS)
#define MEMORY_BYTES ((uint64_t)LDMATRIX_BYTES)

struct state {
	gb_ptr cycles, sum, memory;
	unsigned int blocks;
	double latency;          /* cycles in the last timed launches; 0: none yet */
	struct gb_kernel kernel; /* of the current point */
	struct ldmatrix_args args;
	unsigned int image[LDMATRIX_BYTES / 4]; /* the expected final content of shared memory */
};

/* point.c */
bool ldmatrix_is_move(const struct gb_run *run);
bool ldmatrix_is_store(const struct gb_run *run);
bool ldmatrix_is_transposed(const struct gb_run *run);
unsigned int ldmatrix_matrices(const struct gb_run *run);
/* Bytes from the start of a tile to a lane's row. */
unsigned int ldmatrix_offset(const struct gb_run *run, unsigned int lane);
/* Wavefronts per access; 0 for moves between registers. */
unsigned int ldmatrix_point_wavefronts(const struct gb_run *run);
/* Accesses of all warps of an SM in the trips of a round. */
double ldmatrix_accesses(const struct state *s, int round);

struct gb_cost ldmatrix_cost(const struct gb_run *run);
double ldmatrix_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
size_t ldmatrix_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);

/* launch.c */
int ldmatrix_prepare(struct gb_run *run);
int ldmatrix_launch(struct gb_run *run);
int ldmatrix_observe(struct gb_run *run, double *value);

/* verify.c */
int ldmatrix_verify(struct gb_run *run);

#endif
