/* state.h: the host state of a run of `prefetch`, and the functions that its files share. */
#ifndef PREFETCH_STATE_H
#define PREFETCH_STATE_H

#include "gpubench.h"
#include "prefetch.h"

/* The axes `way` and `level`. */
enum { WAY_REGISTER, WAY_SHARED, WAY_CP_ASYNC };
enum { LEVEL_DRAM, LEVEL_L2 };
extern const char *const prefetch_ways[], *const prefetch_levels[];

enum { WARP = 32, WARPS_PER_BLOCK = PREFETCH_BLOCK / WARP };

struct state {
	uint64_t arena_bytes;
	gb_ptr arena, out, report;
	struct gb_kernel fill, check;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct prefetch_args args;
};

/* ---- point.c ----------------------------------------------------------------------------------------------------- */

/* Bytes that a launch reads. */
double prefetch_bytes(const struct state *s);
struct gb_cost prefetch_cost(const struct gb_run *run);
double prefetch_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
size_t prefetch_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);
const char *prefetch_remark(const struct gb_run *run);

/* ---- launch.c, verify.c, conclude.c ------------------------------------------------------------------------------ */

int prefetch_prepare(struct gb_run *run);
int prefetch_launch(struct gb_run *run);
int prefetch_verify(struct gb_run *run);
size_t prefetch_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			 struct gb_finding out[GB_FINDINGS_MAX]);

#endif
