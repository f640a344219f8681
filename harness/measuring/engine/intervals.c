#include "engine/intervals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "engine/doubts_remarks.h"
#include "engine/shape_search.h"
#include "timing/ceiling.h"

/* ---- between runs ------------------------------------------------------------------------------------------------ */

/* Made by `tests/gpu/coverage.py -w` from repeated full runs of cards (results/curves). */
const struct gb_run_scatter gb_run_scatter[] = {
	/* clang-format off */
	{ "async", { 0.0184, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "atomic", { 0.0161, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "cache", { 0.0107, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "case", { 0.0063, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "dram", { 0.0005, 0.0000, 0.0000 }, { 0.0002, 0.0000, 0.0000 } },
	{ "dsmem", { 0.0031, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "ffma", { 0.0000, 0.0000, 0.0000 }, { 0.0038, 0.0000, 0.0000 } },
	{ "gemm", { 0.1086, 0.1326, 0.0000 }, { 0.0087, 0.0000, 0.0226 } },
	{ "instr", { 0.0039, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "intensity", { 0.0000, 0.0000, 0.0291 }, { 0.0000, 0.0000, 0.0000 } },
	{ "l1", { 0.0036, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "latency", { 0.0031, 0.0000, 0.0000 }, { 0.0050, 0.0000, 0.0000 } },
	{ "launch", { 0.0640, 0.3638, 0.0000 }, { 0.0290, 0.0000, 0.0000 } },
	{ "map", { 0.0013, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "occupancy", { 0.0041, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "overlap", { 0.0035, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "prefetch", { 0.0045, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "random", { 0.0042, 0.0000, 0.0000 }, { 0.0012, 0.0000, 0.0000 } },
	{ "sampling", { 0.0043, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "shared", { 0.0036, 0.0000, 0.0000 }, { 0.0028, 0.0000, 0.0000 } },
	{ "spill", { 0.0148, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "streams", { 0.0120, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "sync", { 0.0017, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "tensor", { 0.0000, 0.0000, 0.0127 }, { 0.0000, 0.0000, 0.0000 } },
	{ "texture", { 0.0036, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "transfer", { 0.0314, 0.0662, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "transpose", { 0.0179, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ "unroll", { 0.0026, 0.0000, 0.0000 }, { 0.0000, 0.0000, 0.0000 } },
	{ NULL, { 0.0036, 0.1326, 0.0209 }, { 0.0012, 0.0000, 0.0000 } },
	/* clang-format on */
};

static double scatter_in(const struct gb_run_scatter *s, enum gb_timed_by timed, bool is_roof)
{
	return is_roof ? s->roof[timed == GB_TIMED_HOST ? GB_TIMED_DEVICE : timed] : s->curve[timed];
}

double gb_run_scatter_of(const char *bench, enum gb_timed_by timed, bool is_roof)
{
	const struct gb_run_scatter *s = gb_run_scatter;
	double own = 0;

	for (; s->bench != NULL; s++)
		if (strcmp(s->bench, bench) == 0)
			own = scatter_in(s, timed, is_roof);
	return own > 0 ? own : scatter_in(s, timed, is_roof);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

bool gb_sampled_is_held(const struct gb_sampled *s)
{
	return s->visit[0].sm_hz < s->held_below_hz;
}

static void widen_interval(struct gb_sampled *s, const struct gb_prior *scatter)
{
	const enum gb_timed_by timed = gb_sampled_is_held(s) ? GB_TIMED_HELD
				       : s->by_host          ? GB_TIMED_HOST
							     : GB_TIMED_DEVICE;

	gb_measure_between(s->visit, s->visits, scatter, s->effort->measure.max_noise, &s->all);
	gb_stats_widen(s->all.value.median, gb_run_scatter_of(s->bench, timed, s->is_roof), &s->all.value.lo,
		       &s->all.value.hi);
	if (s->has_shape) {
		gb_stats_widen(s->all.value.median, GB_SHAPE_SCATTER, &s->all.value.lo, &s->all.value.hi);
		gb_stats_widen(s->all.per_clock.median, GB_SHAPE_SCATTER, &s->all.per_clock.lo, &s->all.per_clock.hi);
	}
	/* A clock that is at one step in this run may be at the next step in another. */
	if (s->is_clock)
		gb_stats_widen(s->all.value.median, GB_CLOCK_STEP_HZ / s->all.value.median, &s->all.value.lo,
			       &s->all.value.hi);
	if (gb_sampled_is_held(s))
		gb_ceiling_widen(s->all.value.median, s->all.sm_hz, &s->all.value.lo, &s->all.value.hi);
}

bool gb_sampled_is_open(const struct gb_sampled *s)
{
	return !s->is_roof && s->visits > 1;
}

void gb_sampled_join(struct gb_sampled *s)
{
	gb_measurement_free(&s->all);
	gb_measure_join(s->visit, s->visits, &s->all);
	if (!gb_sampled_is_open(s))
		widen_interval(s, &(struct gb_prior){ 0 });
}

bool gb_sampled_needs_more(const struct gb_sampled *s)
{
	return s->is_roof && gb_stats_noise(&s->all.value) > GB_WIDE_INTERVAL &&
	       gb_stats_noise(&s->all.per_clock) > GB_KNOWN_INTERVAL;
}

void gb_sampled_free(struct gb_sampled *s)
{
	for (size_t i = 0; i < s->visits; i++)
		gb_measurement_free(&s->visit[i]);
	gb_measurement_free(&s->all);
	s->visits = 0;
}

/* ---- points of a curve ------------------------------------------------------------------------------------------- */

/* The median of a squared standard normal value. */
#define MEDIAN_OF_SQUARE 0.4549

static double visit_median(const struct gb_sampled *s, size_t visit, bool per_clock)
{
	return per_clock ? s->visit[visit].per_clock.median : s->visit[visit].value.median;
}

/* The variance between a point's visits, relative to its value; NAN: not known. */
static double relative_variance(const struct gb_sampled *s, bool per_clock)
{
	double value[GB_VISITS_MAX];

	for (size_t i = 0; i < s->visits; i++)
		value[i] = visit_median(s, i, per_clock) / visit_median(s, 0, per_clock);
	return gb_stats_variance(value, s->visits);
}

/* The variance of a typical point: the median, because most points of a curve are alike, and the few others must not
 * determine it. `room` holds a value for each point. */
static double typical_variance(struct gb_sampled *const *point, size_t count, bool per_clock, double *room)
{
	size_t known = 0;

	for (size_t i = 0; i < count; i++) {
		const double variance = relative_variance(point[i], per_clock);
		if (isfinite(variance))
			room[known++] = variance;
	}
	return known > 0 ? gb_stats_middle(room, known) / MEDIAN_OF_SQUARE : (double)NAN;
}

void gb_sampled_settle(struct gb_sampled *const *point, size_t count)
{
	double *room = gb_heap_array(count + 1, sizeof *room);
	struct gb_prior scatter = { typical_variance(point, count, false, room),
				    typical_variance(point, count, true, room), 0 };

	if (isfinite(scatter.variance))
		scatter.freedom = count - 1 < GB_CURVE_FREEDOM ? count - 1 : GB_CURVE_FREEDOM;
	free(room);
	for (size_t i = 0; i < count; i++)
		widen_interval(point[i], &scatter);
}
