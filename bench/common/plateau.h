/* plateau.h: cycles by the size of the set that is accessed, and their plateaus: the levels of caches, regardless of
 * what the device reports about them. ladder.h has the same for bandwidths. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "gpubench.h"

/* A plateau has at least PLATEAU_POINTS consecutive sizes. The last is at least PLATEAU_WIDTH times the first, and the
 * values differ by at most PLATEAU_DEPTH. */
enum { PLATEAU_POINTS = 3 };
#define PLATEAU_WIDTH 1.2
#define PLATEAU_DEPTH 0.03
/* Cycles that rise throughout are a slope. They rise by more than this from the first third of the sizes to the last,
 * and by at least a quarter of it both before and after the middle third. */
#define SLOPE 0.02
/* A level holds the sizes up to the first one that is this much slower than its plateau. */
#define KNEE 0.05
enum { RUNGS_MAX = 128, LEVELS_MAX = 5 };

struct rung {
	double x, cycles;
	const struct gb_row *row, *latency; /* latency: NULL if it is not known */
};

struct ladder {
	struct rung rung[RUNGS_MAX];
	size_t count;
};

struct plateau {
	size_t first, last, middle;
};

static inline int by_size(const void *a, const void *b)
{
	const double x = ((const struct rung *)a)->x, y = ((const struct rung *)b)->x;

	return (x > y) - (x < y);
}

static inline struct rung *rung_of(struct ladder *ladder, double x)
{
	for (size_t i = 0; i < ladder->count; i++)
		if (!(fabs(ladder->rung[i].x - x) > 0))
			return &ladder->rung[i];
	if (ladder->count == RUNGS_MAX)
		return NULL;
	ladder->rung[ladder->count] = (struct rung){ .x = x };
	return &ladder->rung[ladder->count++];
}

static inline size_t flat_until(const struct ladder *ladder, size_t first, double depth)
{
	double least = ladder->rung[first].cycles, most = least;
	size_t last = first;

	for (size_t i = first + 1; i < ladder->count; i++) {
		least = fmin(least, ladder->rung[i].cycles);
		most = fmax(most, ladder->rung[i].cycles);
		if (most > (1 + depth) * least)
			break;
		last = i;
	}
	return last;
}

/* The rung with the median of a plateau; the lower one of two. */
static inline size_t middle_of(const struct ladder *ladder, size_t first, size_t last)
{
	for (size_t i = first; i <= last; i++) {
		size_t below = 0, equal = 0;
		for (size_t j = first; j <= last; j++) {
			below += ladder->rung[j].cycles < ladder->rung[i].cycles;
			equal += !(fabs(ladder->rung[j].cycles - ladder->rung[i].cycles) > 0);
		}
		if (below <= (last - first) / 2 && below + equal > (last - first) / 2)
			return i;
	}
	return first;
}

static inline double mean_of(const struct ladder *ladder, size_t first, size_t end)
{
	double sum = 0;

	for (size_t i = first; i < end; i++)
		sum += ladder->rung[i].cycles;
	return sum / (double)(end - first);
}

/* There must be at least three rungs. */
static inline bool is_slope(const struct ladder *ladder, size_t first, size_t last)
{
	const size_t third = (last - first + 1) / 3;
	const double begin = mean_of(ladder, first, first + third),
		     middle = mean_of(ladder, first + third, last + 1 - third),
		     end = mean_of(ladder, last + 1 - third, last + 1), rise = end - begin;

	return rise > SLOPE * begin && middle - begin >= rise / 4 && end - middle >= rise / 4;
}

static inline bool is_plateau(const struct ladder *ladder, size_t first, size_t last)
{
	return last - first + 1 >= PLATEAU_POINTS && ladder->rung[last].x >= PLATEAU_WIDTH * ladder->rung[first].x &&
	       !is_slope(ladder, first, last);
}

/* Finds plateaus from small sets to large ones, regardless of the caches that the device reports. A flat run gives way
 * to a longer one that begins within it: a rung on the slope before a plateau may be close to its first sizes, and
 * would cut off the others. */
static inline size_t find_plateaus(const struct ladder *ladder, struct plateau out[LEVELS_MAX])
{
	size_t count = 0;

	for (size_t first = 0; first < ladder->count && count < LEVELS_MAX;) {
		size_t best = first, last = flat_until(ladder, first, PLATEAU_DEPTH);
		for (size_t i = first + 1; i <= last; i++) {
			const size_t until = flat_until(ladder, i, PLATEAU_DEPTH);
			if (until - i > last - best) {
				best = i;
				last = until;
			}
		}
		if (!is_plateau(ladder, best, last)) {
			first++;
			continue;
		}
		out[count++] = (struct plateau){ best, last, middle_of(ladder, best, last) };
		first = last + 1;
	}
	return count;
}

static inline int by_number(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* The number of values outside the 95 % interval of the median, at each end of `count` sorted values. This is the
 * largest number of values that lie on one side of the median in at most one case in 40. */
static inline size_t outside_of_interval(size_t count)
{
	double one = pow(0.5, (double)count), all = one;
	size_t outside = 0;

	while (outside < count / 2 && all <= 0.025) {
		outside++;
		one *= (double)(count - outside + 1) / (double)outside;
		all += one;
	}
	return outside > 0 ? outside - 1 : 0;
}

/* The interval of a plateau: that of its points' median, where each point has its own interval. `latency` applies to
 * rows in seconds. With up to eight points, the interval covers all of them. */
static inline void plateau_interval(const struct ladder *ladder, const struct plateau *p, bool latency, double *lo,
				    double *hi)
{
	double least[RUNGS_MAX] = { 0 }, most[RUNGS_MAX] = { 0 };
	size_t count = 0;

	for (size_t i = p->first; i <= p->last; i++) {
		const struct gb_row *row = latency ? ladder->rung[i].latency : ladder->rung[i].row;
		if (row == NULL)
			continue;
		least[count] = row->lo;
		most[count++] = row->hi;
	}
	qsort(least, count, sizeof least[0], by_number);
	qsort(most, count, sizeof most[0], by_number);
	const size_t outside = outside_of_interval(count);
	*lo = count > 0 ? least[outside] : (double)NAN;
	*hi = count > 0 ? most[count - 1 - outside] : (double)NAN;
}

/* The last rung that still fits a level. */
static inline size_t level_ends(const struct ladder *ladder, const struct plateau *p)
{
	const double most = (1 + KNEE) * ladder->rung[p->middle].cycles;
	size_t last = p->last;

	while (last + 1 < ladder->count && ladder->rung[last + 1].cycles <= most)
		last++;
	return last;
}
