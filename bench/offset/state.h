/* state.h: the host state of a run of `offset`, and the functions that its files share. */
#ifndef OFFSET_STATE_H
#define OFFSET_STATE_H

#include <stdbool.h>

#include "offset.h"
#include "../common/pattern_host.h"

/* The axis `op`; `form` is in pattern_host.h. */
extern const char *const offset_ops[];

/* Two are read; the last is written. */
enum { ARRAYS = 3 };

struct state {
	uint64_t array_bytes, place_bytes; /* bytes of an array, and with its room */
	gb_ptr arena;
	struct pattern_check check;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct offset_args args;
};

/* ---- point.c ----------------------------------------------------------------------------------------------------- */

/* Bytes of an element. */
uint32_t offset_bytes(const struct gb_run *run);
/* Elements per thread; the kernel's name includes them. */
uint32_t offset_unroll(const struct gb_run *run);
/* Bytes by which arrays are misaligned: those read, and the one written. */
uint64_t offset_shift(const struct gb_run *run);
uint64_t offset_out_shift(const struct gb_run *run);

struct gb_cost offset_cost(const struct gb_run *run);
double offset_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
size_t offset_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);

/* ---- launch.c, conclude.c ---------------------------------------------------------------------------------------- */

int offset_prepare(struct gb_run *run);
int offset_launch(struct gb_run *run);
int offset_verify(struct gb_run *run);
size_t offset_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX]);

#endif
