/* pattern_host.h: host code shared by the benchmarks of access patterns. */
#pragma once

#include <math.h>

#include "input_host.h"
#include "gpubench.h"
#include "pattern.h"

enum { PATTERN_WARP = 32, PATTERN_SECTOR = 32, PATTERN_LINE = 128 };

enum { PATTERN_WIDE, PATTERN_NAIVE };
static const char *const pattern_forms[] = { [PATTERN_WIDE] = "wide", [PATTERN_NAIVE] = "naive", NULL };

/* ---- requests ---------------------------------------------------------------------------------------------------- */

/* Blocks of `size` bytes that one request touches. A warp's lanes access elements `pitch` bytes apart, none of which
 * crosses a block's border. The value is the mean of four consecutive warps, after which the pattern repeats. */
static inline double pattern_touched(uint64_t first, uint64_t pitch, uint64_t size)
{
	enum { WARPS = PATTERN_LINE / PATTERN_WARP };
	uint64_t touched = 0;

	for (uint64_t warp = 0; warp < WARPS; warp++) {
		const uint64_t start = first + warp * PATTERN_WARP * pitch;
		for (uint64_t lane = 0; lane < PATTERN_WARP; lane++) {
			const uint64_t block = (start + lane * pitch) / size;
			touched += lane == 0 || block != (start + (lane - 1) * pitch) / size;
		}
	}
	return (double)touched / WARPS;
}

/* The fraction of a block's sectors that earlier requests have already fetched, as long as L1 keeps them. Each request
 * touches `touched` sectors. Together they cover all `bytes` from byte `first` on. */
static inline double pattern_hits(uint32_t requests, double touched, uint64_t first, uint64_t bytes)
{
	const double sectors = requests * touched;
	const double different = (double)bytes / PATTERN_SECTOR + (first % PATTERN_SECTOR != 0);

	return different < sectors ? 1 - different / sectors : 0;
}

static inline struct gb_metric pattern_exact(const char *name, double number)
{
	return (struct gb_metric){ .name = name, .unit = "1", .kind = GB_EXACT, .number = number };
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* Arrays of at most `most` bytes each. Together they must be several times L2. */
static inline struct input_size pattern_size(uint32_t arrays, uint64_t most)
{
	return (struct input_size){ arrays, most, .step = UINT64_C(1) << 20, .share = 0.8, .l2s = 4, .what = "arrays" };
}

static inline int pattern_array_bytes(struct gb_run *run, uint32_t arrays, uint64_t most, uint64_t *bytes)
{
	const struct input_size size = pattern_size(arrays, most);

	return input_array_choose(run, &size, bytes);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* Everything except the timed kernels and their data. */
struct pattern_check {
	struct gb_kernel fill, check;
	gb_ptr report;
};

static inline int pattern_open(struct gb_run *run, const char *fill, const char *check, struct pattern_check *out)
{
	GB_TRY(gb_alloc(run, sizeof(struct pattern_report), &out->report));
	GB_TRY(gb_find_kernel(run, fill, &out->fill));
	return gb_find_kernel(run, check, &out->check);
}

/* Call before the verified launch: checks the `bytes` of input at `at`, if there are any, and resets the reports. */
static inline int pattern_begin(struct gb_run *run, const struct pattern_check *check, gb_ptr at, uint64_t bytes)
{
	const uint64_t sums = offsetof(struct pattern_report, expected);

	if (bytes > 0)
		GB_TRY(input_check(run, at, bytes, input_float));
	GB_TRY(gb_report_clear(run, check->report + offsetof(struct pattern_report, words)));
	return gb_fill(run, check->report + sums, 0, sizeof(struct pattern_report) - sums);
}

static inline int pattern_compare_sums(struct gb_run *run, gb_ptr at)
{
	struct pattern_report report;
	uint32_t sum = 0;

	GB_TRY(gb_copy_out(run, &report, at, sizeof report));
	for (size_t i = 0; i < PATTERN_SUMS; i++)
		sum += (uint32_t)report.sum[i];
	return input_check_sum(run, sum, (uint32_t)report.expected);
}

/* Call after the verified launch: checks `count` words, and evaluates the reports of the check and the kernel. */
static inline int pattern_end(struct gb_run *run, const struct pattern_check *check, const void *args, uint64_t count)
{
	GB_TRY(gb_launch(run, &check->check, input_shape(run), args));
	GB_TRY(gb_report_judge(run, check->report + offsetof(struct pattern_report, words), count, "words"));
	return pattern_compare_sums(run, check->report);
}

/* ---- conclusions from the rows ----------------------------------------------------------------------------------- */

/* For a curve that declines: the last row close to the best so far, and the first row that is not. */
struct pattern_knee {
	const struct gb_row *inside, *outside; /* NULL: none */
	double best;
};

/* Adds the curve's next row. A row is near if it reaches `part` of the best. */
static inline void pattern_follow(struct pattern_knee *knee, const struct gb_row *row, double part)
{
	knee->best = row->value > knee->best ? row->value : knee->best;
	if (knee->outside == NULL && row->value >= part * knee->best)
		knee->inside = row;
	else if (knee->outside == NULL)
		knee->outside = row;
}

static inline struct gb_finding pattern_ratio(const char *metric, double value, const struct gb_row *from)
{
	return (struct gb_finding){
		.metric = metric, .unit = "1", .value = value, .lo = (double)NAN, .hi = (double)NAN, .from = from
	};
}
