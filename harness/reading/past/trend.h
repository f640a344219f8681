/* trend.h: finds changes in values over time: steps, which have a position, and drifts, which have a slope.
 *
 * A segment of values is split where the means of both sides differ most, in units of their scatter, if the medians
 * differ by more than the floor and the caller confirms the change. Both parts are then searched in turn. Outliers are
 * cut. In a segment, a straight line (Theil 1950, Sen 1968) replaces the steps if it fits better, by the sum of the
 * distances in units of the noise between neighbours, plus a price for each fitted number (Schwarz 1978). A step that
 * is too small to be reported competes with the line, too. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* Values on each side of a step, at least; changes, at most. */
enum { GB_TREND_SIDE_MIN = 3, GB_TREND_MAX = 8 };

struct gb_trend;

struct gb_trend_found {
	bool is_drift;
	size_t from, at, to;  /* a step is between at - 1 and at */
	double before, after; /* medians of both sides; for a drift, the ends of its line */
	double a_second;      /* slope of a drift */
	double confidence;
};

/* True if there is such a change and it is not due to chance. Sets its confidence. */
typedef bool gb_trend_certain_fn(struct gb_trend *trend, struct gb_trend_found *change);

struct gb_trend {
	/* Set by the caller: values in the order of time, the fraction above which a difference matters, and the test
	 * of a change. Medians of many values may differ by less than the floor, but not by less than `least`. */
	const double *seconds, *value;
	size_t count;
	const char *unit;
	double floor, least;
	gb_trend_certain_fn *certain;
	void *context;
	/* Results, by position. */
	struct gb_trend_found found[GB_TREND_MAX];
	size_t finds;
	/* Working memory, kept from one search to the next. */
	double *cut, *work, *slope;
	size_t room;
	double noise;
};

void gb_trend_run(struct gb_trend *s);
void gb_trend_free(struct gb_trend *s);

/* Random orders of the values; fewer than GB_TREND_P of them may have as large a statistic. */
#define GB_TREND_P 0.01
/* With fewer values, there are too few orders to be certain of a step in the middle. */
enum { GB_TREND_CERTAIN_MIN = 11 };
gb_trend_certain_fn gb_trend_by_orders;

/* Returns the median slope per second of all pairs of values from..to, or of an even sample if there are many; NAN: too
 * few values. Call this after gb_trend_run(). */
double gb_trend_slope(const struct gb_trend *s, size_t from, size_t to);
