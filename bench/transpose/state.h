/* state.h: definitions shared by the host files of `transpose`. */
#pragma once

#include "../common/kernel.h"
#include "transpose.h"

enum { WARP = 32, COPY_WORDS = 4 };

extern const char *const transpose_methods[];

/* The layout of a method's tiles, and the part of its kernel names. */
extern const struct transpose_kind {
	const char *kernel;
	int layout;
} transpose_kinds[];

struct point {
	enum transpose_method method;
	uint64_t n;
	uint32_t tile, vec, block;
	int order;
};

static inline bool transpose_through_shared(const struct gb_run *run)
{
	return gb_value(run, method) >= TRANSPOSE_SHARED;
}

/* The method has small tiles, and so no searched axes. */
static inline bool transpose_is_small(const struct gb_run *run)
{
	return gb_value(run, method) >= TRANSPOSE_SHARED_16;
}

static inline uint32_t transpose_tile(const struct gb_run *run)
{
	return transpose_is_small(run) ? TRANSPOSE_SMALL : gb_value(run, tile);
}

static inline uint32_t transpose_vec(const struct gb_run *run)
{
	return transpose_is_small(run) ? 1 : gb_value(run, vec);
}

/* The number of pieces of `edge` words; the last one may be shorter. */
static inline uint32_t transpose_tiles_in(uint64_t words, uint32_t edge)
{
	return (uint32_t)((words + edge - 1) / edge);
}

struct gb_cost transpose_cost(const struct gb_run *run);
const char *transpose_remark(const struct gb_run *run);

size_t transpose_metrics(const struct gb_run *run, const struct gb_result *result,
			 struct gb_metric out[GB_METRICS_MAX]);

size_t transpose_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			  struct gb_finding out[GB_FINDINGS_MAX]);
