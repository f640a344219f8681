/* trend.h: what changed in values over time: steps, which have a place, and drifts, which have a slope.
 *
 * A stretch of values is split where Pettitt's rank statistic (Applied Statistics 28, 1979) is largest, if the
 * medians of both sides differ by more than the floor and the caller is certain of it; both parts are then searched
 * in turn. A straight line (Theil 1950, Sen 1968) takes the place of the steps in a stretch which it fits better: by
 * the sum of the distances, in units of the noise from value to value, and a price for each number that is fitted
 * (Schwarz 1978). */
#ifndef GB_TREND_H
#define GB_TREND_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* So many values stand on each side of a step at least; so many changes are found at most. */
enum { GB_TREND_SIDE_MIN = 3, GB_TREND_MAX = 8 };

struct gb_trend;

/* A change of the values from `from` up to `to`. */
struct gb_trend_found {
	bool is_drift;
	size_t from, at, to;  /* a step is between at - 1 and at */
	double before, after; /* medians of both sides; of a drift the line's ends */
	double a_second;      /* of a drift: its slope */
	double confidence;
};

/* True if such a change is there and not a chance: sets its confidence. */
typedef bool gb_trend_certain_fn(struct gb_trend *trend, struct gb_trend_found *change);

struct gb_trend {
	/* To be set: values in the order of time, from where on a difference matters, as a part, and who is certain. */
	const double *seconds, *value;
	size_t count;
	const char *unit;
	double floor;
	gb_trend_certain_fn *certain;
	void *context;
	/* Found: by place. */
	struct gb_trend_found found[GB_TREND_MAX];
	size_t finds;
	/* Room to work in, kept from one search to the next. */
	double *rank, *work, *slope;
	size_t room;
	double noise;
};

int gb_trend_run(struct gb_trend *s, struct gb_error *error);
void gb_trend_free(struct gb_trend *s);

/* Random orders of the ranks, of which fewer than GB_TREND_P may give as large a statistic. */
#define GB_TREND_P 0.01
gb_trend_certain_fn gb_trend_by_orders;

/* The median slope of all pairs of values from..to, a second, evenly taken where there are many; NAN: too few. After
 * gb_trend_run(). */
double gb_trend_slope(const struct gb_trend *s, size_t from, size_t to);

#endif
