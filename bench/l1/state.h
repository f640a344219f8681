/* state.h: the host state of a run of `l1`, and the functions that its files share. */
#pragma once

#include "../common/kernel.h"

#include "../common/pattern_host.h"
#include "l1.h"

/* The axes `pattern` and `level`; `form` is in pattern_host.h. */
enum { PATTERN_OFFSET, PATTERN_STRIDE, PATTERN_REUSE };
extern const char *const l1_patterns[];
enum { LEVEL_L2, LEVEL_MEMORY };
extern const char *const l1_levels[];

/* Bytes that a sweep reads. In memory, all of them are different; in L2, a quarter of L2 is read repeatedly. */
#define SWEEP_BYTES (UINT64_C(2) << 30)
/* Room after the data for the largest offset, 32 elements. */
enum { ROOM_BYTES = 4096, LOAD_BYTES = 4 };

struct point {
	int pattern, level, form, carveout;
	uint64_t offset, set;
	uint32_t stride;
};

struct state {
	uint64_t memory_bytes; /* for sweeps of the memory */
	gb_ptr data;
	struct pattern_check check;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct l1_sweep_args sweep;
	struct l1_reuse_args reuse;
};

/* ---- cost_and_limit.c -------------------------------------------------------------------------------------------- */

/* True if this variant caches global loads in L1. */
bool l1_caches(const struct gb_run *run);
/* Bytes that the requested shared memory leaves to L1. */
double l1_left(const struct gb_run *run);

bool l1_reuses(const struct gb_run *run);
double l1_reuse_bytes(const struct gb_run *run);

/* For sweeps: */
bool l1_is_naive(const struct gb_run *run);
bool l1_in_l2(const struct gb_run *run);
uint64_t l1_shift_bytes(const struct gb_run *run);
uint32_t l1_stride(const struct gb_run *run);
/* Bytes that a block loads, and the size of the range that they cover. */
uint64_t l1_loaded_bytes(const struct gb_run *run);
uint64_t l1_tile_bytes(const struct gb_run *run);

struct gb_cost l1_cost(const struct gb_run *run);
double l1_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
const char *l1_remark(const struct gb_run *run);
size_t l1_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);

/* ---- launch.c, verify.c, conclude.c ------------------------------------------------------------------------------ */

int l1_prepare(struct gb_run *run);
int l1_launch(struct gb_run *run);
int l1_verify(struct gb_run *run);
size_t l1_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		   struct gb_finding out[GB_FINDINGS_MAX]);
