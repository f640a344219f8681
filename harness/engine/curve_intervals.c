#include "engine/visit.h"

#include <math.h>
#include <stdlib.h>

/* The median of the square of a normal value with variance 1. */
#define MEDIAN_OF_SQUARE 0.4549

static double median_of(const struct gb_visited *v, size_t visit, bool per_clock)
{
	return per_clock ? v->visit[visit].per_clock.median : v->visit[visit].value.median;
}

/* The variance between a point's visits, relative to its value; NAN: not known. */
static double relative_variance(const struct gb_visited *v, bool per_clock)
{
	double value[GB_VISITS_MAX];

	for (size_t i = 0; i < v->visits; i++)
		value[i] = median_of(v, i, per_clock) / median_of(v, 0, per_clock);
	return gb_stats_variance(value, v->visits);
}

/* The variance of a typical point. Most points of a curve are alike, and the few others must not determine it: hence
 * the median. `room` has a place for each point. */
static double typical_variance(struct gb_visited *const *point, size_t count, bool per_clock, double *room)
{
	size_t known = 0;

	for (size_t i = 0; i < count; i++) {
		const double variance = relative_variance(point[i], per_clock);
		if (isfinite(variance))
			room[known++] = variance;
	}
	return known > 0 ? gb_stats_middle(room, known) / MEDIAN_OF_SQUARE : (double)NAN;
}

void gb_curve_intervals_settle(struct gb_visited *const *point, size_t count, const struct gb_sweep *sweep)
{
	double *room = calloc(count + 1, sizeof *room);
	struct gb_prior scatter = { NAN, NAN, 0 };

	/* Out of memory: each point is judged by itself, and its interval is wide. */
	if (room != NULL)
		scatter = (struct gb_prior){ typical_variance(point, count, false, room),
					     typical_variance(point, count, true, room), 0 };
	if (isfinite(scatter.variance))
		scatter.freedom = count - 1 < GB_CURVE_FREEDOM ? count - 1 : GB_CURVE_FREEDOM;
	free(room);
	for (size_t i = 0; i < count; i++)
		gb_visit_settle(point[i], &scatter, sweep);
}
