/* state.h: the host state of a run of `stride`, and the functions that its files share. */
#ifndef STRIDE_STATE_H
#define STRIDE_STATE_H

#include <stdbool.h>

#include "../common/pattern_host.h"
#include "stride.h"

/* The axis `op`; `form` is in pattern_host.h. */
extern const char *const stride_ops[];

/* Two of the same size, one after the other: the one read and the one written. */
enum { ARRAYS = 2 };
struct arrays {
	gb_ptr in;      /* 0 until allocated; the one written follows */
	uint64_t bytes; /* of each */
};

struct state {
	struct arrays near, far;
	struct pattern_check check;
	struct gb_kernel poison;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct stride_args args;
};

/* ---- stride.c ---------------------------------------------------------------------------------------------------- */

int stride_make_arrays(struct gb_run *run, struct arrays *made);

/* ---- point.c ----------------------------------------------------------------------------------------------------- */

bool stride_reaches(const struct gb_run *run);
/* The operation passed to the kernels: `reach` reads. */
int stride_op(const struct gb_run *run);
/* Bytes of an element. */
uint64_t stride_bytes(const struct gb_run *run);

/* The places of its elements: stride.h has the rule. */
struct layout {
	uint64_t pitch, hop, rows, elements;
};
struct layout stride_layout(const struct gb_run *run);

/* The arrays that are large enough, and in them the one written. */
struct arrays *stride_arrays(const struct gb_run *run);
gb_ptr stride_output(const struct gb_run *run);

struct gb_cost stride_cost(const struct gb_run *run);
double stride_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
const char *stride_remark(const struct gb_run *run);
size_t stride_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);

/* ---- launch.c, verify.c, conclude.c ------------------------------------------------------------------------------ */

int stride_prepare(struct gb_run *run);
int stride_launch(struct gb_run *run);
int stride_verify(struct gb_run *run);
size_t stride_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX]);

#endif
