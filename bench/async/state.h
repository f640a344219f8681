/* state.h: the host state of a run of `async`, and the functions that its files share. */
#pragma once

#include "async.h"
#include "../common/kernel.h"

enum path { LD, CPASYNC, BULK, TENSOR, PREFETCH, MULTICAST, UNICAST, STORE, REDUCE };
enum level { DRAM, L2_1M, L2_8M, L2_32M };
enum swizzle { PLAIN, SWIZZLED };
extern const char *const async_paths[], *const async_levels[];

struct point {
	enum path path;
	enum level level;
	uint32_t width, in_flight, size, bytes, stages, block;
	enum swizzle swizzle;
};

struct state {
	gb_ptr data, to, report;
	uint64_t bytes; /* of `data`, and of `to`: a power of two */
	struct gb_kernel check, kernel;
	struct gb_shape shape;
	struct async_args args;
};

/* ---- cost_and_limit.c -------------------------------------------------------------------------------------------- */

static inline enum path async_path(const struct gb_run *run)
{
	return gb_value(run, path);
}
static inline bool async_is_back(enum path path)
{
	return path == STORE || path == REDUCE;
}
static inline bool async_is_clustered(enum path path)
{
	return path == MULTICAST || path == UNICAST;
}
enum level async_level(const struct gb_run *run);

struct gb_cost async_cost(const struct gb_run *run);
const char *async_remark(const struct gb_run *run);
double async_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
size_t async_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);

/* ---- launch.c, verify.c, conclude.c ------------------------------------------------------------------------------ */

int async_prepare(struct gb_run *run);
int async_launch(struct gb_run *run);
int async_verify(struct gb_run *run);
size_t async_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		      struct gb_finding out[GB_FINDINGS_MAX]);
