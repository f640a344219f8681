#include "past/trend.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/fleet.h"
#include "analysis/scatter.h"
#include "base/hash.h"
#include "base/heap.h"

/* ORDERS: random orders to draw. SLOPES_MAX: with more points, the slopes of all pairs would take too long. */
enum { ORDERS = 1999, SLOPES_MIN = 6, SLOPES_MAX = 256 };
/* None of the random orders has a statistic as rare as this. */
#define NEVER 1e-8
/* Three and a half standard deviations, in mean distances of normal values from their centre. */
#define CUT_NOISES 4.4

/* ---- splits ------------------------------------------------------------------------------------------------------ */

/* Returns the largest difference between the means of both sides over all splits, in units of its scatter; *at: its
 * position. `off`: deviations from the mean of all values. */
static double split_statistic(const double *off, size_t count, size_t *at)
{
	double sum = 0, largest = -1;

	for (size_t k = 1; k + GB_TREND_SIDE_MIN <= count; k++) {
		sum += off[k - 1];
		const double difference = sum * sum / ((double)k * (double)(count - k));
		if (k >= GB_TREND_SIDE_MIN && difference > largest) {
			largest = difference;
			*at = k;
		}
	}
	return sqrt(fmax(largest, 0));
}

/* Converts values to deviations from their mean. They are cut at a distance that noise seldom reaches, so that a few
 * outliers do not make a step. Returns their range. */
static double cut_values(struct gb_trend *s, size_t from, size_t to)
{
	const size_t count = to - from;
	const double width = CUT_NOISES * s->noise;
	double sum = 0, low = INFINITY, high = -INFINITY;

	for (size_t i = 0; i < count; i++)
		s->work[i] = s->value[from + i];
	const double middle = gb_stats_middle(s->work, count);
	for (size_t i = 0; i < count; i++) {
		s->cut[i] = fmax(fmin(s->value[from + i] - middle, width), -width);
		sum += s->cut[i];
		low = fmin(low, s->cut[i]);
		high = fmax(high, s->cut[i]);
	}
	for (size_t i = 0; i < count; i++)
		s->cut[i] -= sum / (double)count;
	return high - low;
}

/* An upper bound for the fraction of all orders with as large a statistic: a sum of k numbers drawn from n without
 * replacement deviates from its mean by t with a probability below exp(-2 t^2 / (k (1 - (k - 1) / n) range^2)) on each
 * side (Serfling, Annals of Statistics 2, 1974). */
static double chance_at_most(size_t count, double largest, double range)
{
	const double n = (double)count;
	double chance = 0;

	for (size_t k = GB_TREND_SIDE_MIN; k + GB_TREND_SIDE_MIN <= count; k++) {
		const double fewer = (double)(2 * k <= count ? k : count - k);
		chance += 2 * exp(-2 * largest * largest * (n - fewer) / ((1 - (fewer - 1) / n) * range * range));
	}
	return chance;
}

/* The fraction of random orders with as large a statistic. Above GB_TREND_P, the exact value does not matter. */
static double chance_of(double *off, size_t count, double largest, double range)
{
	uint64_t state = count;
	size_t at, as_large = 0;

	if (chance_at_most(count, largest, range) < NEVER)
		return 1.0 / (ORDERS + 1);
	for (int order = 0; order < ORDERS && (double)(as_large + 1) <= GB_TREND_P * (ORDERS + 1); order++) {
		for (size_t i = count; i > 1; i--) {
			const size_t other = gb_hash_next(&state) % i;
			const double kept = off[i - 1];
			off[i - 1] = off[other];
			off[other] = kept;
		}
		as_large += split_statistic(off, count, &at) >= largest;
	}
	return (double)(as_large + 1) / (ORDERS + 1);
}

bool gb_trend_by_orders(struct gb_trend *s, struct gb_trend_found *change)
{
	const size_t count = change->to - change->from;
	size_t at = 0;

	const double range = cut_values(s, change->from, change->to);
	const double chance = chance_of(s->cut, count, split_statistic(s->cut, count, &at), range);
	change->confidence = 1 - chance;
	return chance <= GB_TREND_P;
}

/* ---- fits of a segment ------------------------------------------------------------------------------------------- */

static double median_of(struct gb_trend *s, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		s->work[i - from] = s->value[i];
	return gb_stats_middle(s->work, to - from);
}

double gb_trend_slope(const struct gb_trend *s, size_t from, size_t to)
{
	const size_t stride = (to - from) / SLOPES_MAX + 1, count = (to - from) / stride;
	size_t slopes = 0;

	if (count < SLOPES_MIN)
		return NAN;
	for (size_t i = 0; i < count; i++)
		for (size_t j = 0; j < i; j++) {
			const size_t a = from + j * stride, b = from + i * stride;
			if (s->seconds[b] > s->seconds[a])
				s->slope[slopes++] = (s->value[b] - s->value[a]) / (s->seconds[b] - s->seconds[a]);
		}
	return slopes > 0 ? gb_stats_middle(s->slope, slopes) : (double)NAN;
}

/* The cost of a fit without the price of its numbers: twice the sum of the distances from a line, in units of noise. */
static double cost_of(const struct gb_trend *s, size_t from, size_t to, double level, double slope)
{
	double sum = 0;

	for (size_t i = from; i < to; i++)
		sum += fabs(s->value[i] - level - slope * (s->seconds[i] - s->seconds[from]));
	return 2 * sum / s->noise;
}

/* The mean distance of normal values from their centre, estimated from neighbours: changes have little effect. */
static double noise_of(struct gb_trend *s)
{
	const double least = 1e-6 * fabs(median_of(s, 0, s->count));

	for (size_t i = 1; i < s->count; i++)
		s->work[i - 1] = fabs(s->value[i] - s->value[i - 1]);
	return fmax(0.836 * gb_stats_middle(s->work, s->count - 1), fmax(least, 1e-300));
}

/* ---- changes of a segment ---------------------------------------------------------------------------------------- */

/* The floor is for the difference between two values. Medians of many values scatter less. */
static double floor_of_medians(const struct gb_trend *s, size_t before, size_t after)
{
	const double inverse = (1 / (double)before + 1 / (double)after) / 2;

	return fmax(s->floor * fmin(1, GB_SCATTER_SD_OF_MEDIAN * sqrt(inverse)), s->least);
}

static bool is_above_floor(const struct gb_trend *s, const struct gb_trend_found *change)
{
	return fabs(gb_off(s->unit, change->after, change->before)) >
	       (change->is_drift ? s->floor : floor_of_medians(s, change->at - change->from, change->to - change->at));
}

/* The position at which the distances from both medians are smallest. */
static size_t place_step(const struct gb_trend *s, const struct gb_trend_found *step)
{
	double sum = 0, least = INFINITY;
	size_t at = step->at;

	for (size_t i = step->from; i + GB_TREND_SIDE_MIN <= step->to; i++) {
		if (i >= step->from + GB_TREND_SIDE_MIN && sum < least) {
			least = sum;
			at = i;
		}
		sum += fabs(s->value[i] - step->before) - fabs(s->value[i] - step->after);
	}
	return at;
}

static void measure_step(struct gb_trend *s, struct gb_trend_found *step)
{
	step->before = median_of(s, step->from, step->at);
	step->after = median_of(s, step->at, step->to);
}

static bool find_step(struct gb_trend *s, struct gb_trend_found *step)
{
	size_t at = 0;

	cut_values(s, step->from, step->to);
	split_statistic(s->cut, step->to - step->from, &at);
	step->at = step->from + at;
	measure_step(s, step);
	return is_above_floor(s, step) && s->certain(s, step);
}

/* The first and last third of a line differ by two thirds of its total change. If they differ by less than half of
 * this, the slopes of all pairs need not be examined. */
static bool may_drift(struct gb_trend *s, const struct gb_trend_found *drift)
{
	const size_t third = (drift->to - drift->from) / 3;
	const double first = median_of(s, drift->from, drift->from + third);
	const double last = median_of(s, drift->to - third, drift->to);

	return !(fabs(gb_off(s->unit, last, first)) < s->floor / 3);
}

static bool find_drift(struct gb_trend *s, struct gb_trend_found *drift)
{
	const double slope = may_drift(s, drift) ? gb_trend_slope(s, drift->from, drift->to) : (double)NAN;

	if (isnan(slope))
		return false;
	for (size_t i = drift->from; i < drift->to; i++)
		s->work[i - drift->from] = s->value[i] - slope * (s->seconds[i] - s->seconds[drift->from]);
	drift->a_second = slope;
	drift->before = gb_stats_middle(s->work, drift->to - drift->from);
	drift->after = drift->before + slope * (s->seconds[drift->to - 1] - s->seconds[drift->from]);
	return is_above_floor(s, drift) && s->certain(s, drift);
}

/* True if only the slope changes at a split, as the finds on both sides show. */
static bool is_bend(const struct gb_trend *s, size_t split)
{
	struct gb_trend_found step = s->found[split];
	bool drifts = false;

	for (size_t i = split + 1; i < s->finds; i++) {
		const struct gb_trend_found *side = &s->found[i];
		if (!side->is_drift || (side->to != step.at && side->from != step.at))
			continue;
		drifts = true;
		*(side->to == step.at ? &step.before : &step.after) = side->to == step.at ? side->after : side->before;
	}
	return drifts && !is_above_floor(s, &step);
}

/* Finds the changes in from..to; returns the cost of the best fit. Calls that go deeper have found a step. */
static double explain_segment(struct gb_trend *s, size_t from, size_t to) // NOLINT(misc-no-recursion)
{
	const double price = log((double)s->count);
	double best = price + cost_of(s, from, to, median_of(s, from, to), 0);
	struct gb_trend_found step = { .from = from, .to = to }, drift = { .is_drift = true, .from = from, .to = to };
	const size_t before = s->finds;

	if (to - from < 2 * (size_t)GB_TREND_SIDE_MIN || before == GB_TREND_MAX)
		return best;
	const bool is_split = find_step(s, &step);
	if (is_split) {
		s->found[s->finds++] = step;
		best = 2 * price + explain_segment(s, from, step.at); /* two numbers: the position of the step, and
		                                                       * whether it exists */
		best += explain_segment(s, step.at, to);
	} else { /* even a step that is too small to report may fit better than a line */
		best = fmin(best, 4 * price + cost_of(s, from, step.at, step.before, 0) +
					  cost_of(s, step.at, to, step.after, 0));
	}
	if (!find_drift(s, &drift))
		return best;
	const double line = 2 * price + cost_of(s, from, to, drift.before, drift.a_second);
	if (line >= best && !(is_split && is_bend(s, before)))
		return best;
	drift.at = from;
	s->finds = before;
	s->found[s->finds++] = drift;
	return line;
}

/* ---- all changes ------------------------------------------------------------------------------------------------- */

static int compare_changes(const void *left, const void *right)
{
	const struct gb_trend_found *a = left, *b = right;

	if (a->at != b->at)
		return a->at < b->at ? -1 : 1;
	return (int)a->is_drift - (int)b->is_drift;
}

/* Returns the drift that ends or begins at a step; NULL: there is none. */
static const struct gb_trend_found *drift_at(const struct gb_trend *s, size_t step, bool ends)
{
	for (size_t i = 0; i < s->finds; i++)
		if (s->found[i].is_drift && (ends ? s->found[i].to : s->found[i].from) == step)
			return &s->found[i];
	return NULL;
}

/* Each step lies between its neighbours. If these are flat, their levels determine the position of the step more
 * precisely than a segment with several steps. */
static void measure_steps(struct gb_trend *s)
{
	struct gb_trend_found *last = NULL;

	for (size_t i = 0; i < s->finds; i++) {
		struct gb_trend_found *step = &s->found[i];
		if (step->is_drift)
			continue;
		step->from = last != NULL ? last->at : 0;
		step->to = s->count;
		for (size_t k = i + 1; k < s->finds && step->to == s->count; k++)
			step->to = s->found[k].is_drift ? s->count : s->found[k].at;
		const struct gb_trend_found *left = drift_at(s, step->at, true), *right = drift_at(s, step->at, false);
		measure_step(s, step);
		if (left == NULL && right == NULL) {
			step->at = place_step(s, step);
			measure_step(s, step);
		}
		step->before = left != NULL ? left->after : step->before;
		step->after = right != NULL ? right->before : step->after;
		last = step;
	}
}

/* A segment with several steps may have been split between them. */
static void drop_small_steps(struct gb_trend *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->finds; i++) {
		const struct gb_trend_found *step = &s->found[i];
		if (step->is_drift || drift_at(s, step->at, true) != NULL || drift_at(s, step->at, false) != NULL ||
		    is_above_floor(s, step))
			s->found[kept++] = *step;
	}
	s->finds = kept;
}

static void make_room(struct gb_trend *s)
{
	if (s->slope == NULL)
		s->slope = gb_heap_array((size_t)SLOPES_MAX * SLOPES_MAX / 2, sizeof *s->slope);
	if (s->count <= s->room)
		return;
	s->room = 2 * s->count;
	s->cut = gb_heap_resize(s->cut, s->room, sizeof *s->cut);
	s->work = gb_heap_resize(s->work, s->room, sizeof *s->work);
}

/* True if the values differ enough for a change. */
static bool may_change(const struct gb_trend *s)
{
	double low = s->value[0], high = s->value[0];

	for (size_t i = 1; i < s->count; i++) {
		low = fmin(low, s->value[i]);
		high = fmax(high, s->value[i]);
	}
	return !(low > 0) || high / low - 1 > floor_of_medians(s, s->count / 2, s->count / 2);
}

void gb_trend_run(struct gb_trend *s)
{
	s->finds = 0;
	make_room(s);
	if (s->count < 2 * (size_t)GB_TREND_SIDE_MIN || !may_change(s))
		return;
	s->noise = noise_of(s);
	explain_segment(s, 0, s->count);
	qsort(s->found, s->finds, sizeof *s->found, compare_changes);
	measure_steps(s);
	drop_small_steps(s);
	measure_steps(s); /* a neighbour may have moved */
}

void gb_trend_free(struct gb_trend *s)
{
	free(s->cut);
	free(s->work);
	free(s->slope);
	*s = (struct gb_trend){ 0 };
}
