/* state.h: the host state of a run of `constant`, and the functions that its files share. */
#pragma once

#include "constant.h"
#include "../common/kernel.h"

enum measure { DIVIDED, LADDER, OPERAND, CODE };
#define SOURCE(name) SOURCE_##name,
enum source { CONSTANT_SOURCES(SOURCE) };
#undef SOURCE
extern const char *const constant_sources[];

enum { THREADS = CONSTANT_WARPS * CONSTANT_LANES };

struct point {
	enum measure measure;
	uint32_t distinct, set, body, apart, warps;
	int operand;
};

struct state {
	gb_ptr cycles, sum, table;
	uint32_t blocks;
	struct gb_kernel kernel, tell; /* kernel of the current point; kernel that copies constant memory */
	struct gb_shape shape;
	struct constant_load_args load;
	struct constant_sum_args add;
};

/* ---- cost_and_limit.c -------------------------------------------------------------------------------------------- */

static inline enum measure constant_measure(const struct gb_run *run)
{
	return gb_value(run, measure);
}
static inline int constant_loads(const struct gb_run *run)
{
	return constant_measure(run) == DIVIDED || constant_measure(run) == LADDER;
}
/* Multiply-adds per thread and trip, for points that add. */
uint32_t constant_body(const struct gb_run *run);
/* Requests or multiply-adds of an SM's warps in a round. */
double constant_work(const struct gb_run *run, int round);

struct gb_cost constant_cost(const struct gb_run *run);
double constant_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
size_t constant_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);
const char *constant_remark(const struct gb_run *run);

/* ---- launch.c, verify.c, conclude.c ------------------------------------------------------------------------------ */

int constant_prepare(struct gb_run *run);
int constant_launch(struct gb_run *run);
int constant_observe(struct gb_run *run, double *value);
int constant_verify(struct gb_run *run);
size_t constant_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			 struct gb_finding out[GB_FINDINGS_MAX]);
