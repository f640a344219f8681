/* state.h: the host state of a run of `unroll`, and the functions that its files share. */
#ifndef UNROLL_STATE_H
#define UNROLL_STATE_H

#include "gpubench.h"
#include "unroll.h"

/* The axes `loop` and `warps`. */
enum { LOOP_PRODUCT, LOOP_FMA };
enum { WARPS_FEW, WARPS_ALL };
extern const char *const unroll_loops[], *const unroll_warps[];

enum { WARP = 32 };

struct state {
	gb_ptr elements, out;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct unroll_args args;
	uint32_t blocks; /* of an SM, resident at once */
};

/* Machine instructions per trip of the loop, by kind; unroll.audit verifies them. */
struct mix {
	double fmas, loads, overhead; /* overhead: addresses, counter, comparison, branch */
};
struct mix unroll_mix(const struct gb_run *run);

/* ---- point.c ----------------------------------------------------------------------------------------------------- */

struct gb_cost unroll_cost(const struct gb_run *run);
double unroll_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
size_t unroll_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);
const char *unroll_remark(const struct gb_run *run);

/* ---- verify.c, conclude.c ---------------------------------------------------------------------------------------- */

int unroll_verify(struct gb_run *run);
size_t unroll_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX]);

/* ---- unroll.c ---------------------------------------------------------------------------------------------------- */

int unroll_launch(struct gb_run *run);

#endif
