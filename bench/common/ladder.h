/* ladder.h: bandwidth by the size of a set that is accessed repeatedly, and its plateaus and knees. */
#pragma once

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "findings.h"
#include "gpubench.h"

/* A plateau has at least PLATEAU_POINTS consecutive sizes. The last is at least PLATEAU_WIDTH times the first, and the
 * values differ by at most PLATEAU_DEPTH. */
enum { PLATEAU_POINTS = 3 };
#define PLATEAU_WIDTH 1.25
#define PLATEAU_DEPTH 0.05
/* The values have left a plateau if they are this far below its median. */
#define KNEE_DEPTH 0.03
/* Levels are recognized by the sizes that the device reports, within this margin. */
#define SIZE_SLACK 1.25
enum { LADDER_MAX = 256 };

/* A rung: the bytes that one SM processes (x) and all SMs together, and the bandwidth. */
struct rung {
	double x, total, value;
	const struct gb_row *row;
};

struct ladder {
	struct rung rung[LADDER_MAX];
	size_t count;
};

struct plateau {
	size_t first, last;
	double median;
};

static inline int by_size(const void *a, const void *b)
{
	const double x = ((const struct rung *)a)->x, y = ((const struct rung *)b)->x;

	return (x > y) - (x < y);
}

static inline int by_value(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Sorts by size, and keeps the best of several rungs of one size. With --every-point each shape has a row. */
static inline void sort_ladder(struct ladder *ladder)
{
	size_t kept = 0;

	qsort(ladder->rung, ladder->count, sizeof ladder->rung[0], by_size);
	for (size_t i = 0; i < ladder->count; i++)
		if (kept == 0 || ladder->rung[kept - 1].x < ladder->rung[i].x)
			ladder->rung[kept++] = ladder->rung[i];
		else if (ladder->rung[kept - 1].value < ladder->rung[i].value)
			ladder->rung[kept - 1] = ladder->rung[i];
	ladder->count = kept;
}

static inline double median_of(const struct ladder *ladder, size_t first, size_t last)
{
	double value[LADDER_MAX];
	const size_t count = last - first + 1;

	for (size_t i = 0; i < count; i++)
		value[i] = ladder->rung[first + i].value;
	qsort(value, count, sizeof value[0], by_value);
	return (value[(count - 1) / 2] + value[count / 2]) / 2;
}

/* The longest flat run from `first` on. */
static inline size_t flat_until(const struct ladder *ladder, size_t first)
{
	double least = ladder->rung[first].value, most = least;
	size_t last = first;

	for (size_t i = first + 1; i < ladder->count; i++) {
		least = fmin(least, ladder->rung[i].value);
		most = fmax(most, ladder->rung[i].value);
		if (most > (1 + PLATEAU_DEPTH) * least)
			break;
		last = i;
	}
	return last;
}

/* The plateau with the most sizes among the rungs from `from` up to `to`. By the ratio of its ends, a slower plateau of
 * few small sets could win narrowly, and lose in the next run. */
static inline bool longest(const struct ladder *ladder, size_t from, size_t to, struct plateau *out)
{
	size_t best = 0;

	*out = (struct plateau){ 0 };
	for (size_t first = from; first < to; first++) {
		size_t last = flat_until(ladder, first);
		last = last < to ? last : to - 1;
		const double width = ladder->rung[last].x / ladder->rung[first].x;
		if (last - first + 1 < PLATEAU_POINTS || width < PLATEAU_WIDTH || last - first + 1 <= best)
			continue;
		best = last - first + 1;
		*out = (struct plateau){ first, last, median_of(ladder, first, last) };
	}
	return best > 0;
}

/* The rungs whose sets, over all SMs, are larger than `least` and at most `most`: from `*from` up to `*to`. */
static inline void between(const struct ladder *ladder, double least, double most, size_t *from, size_t *to)
{
	*from = 0;
	while (*from < ladder->count && ladder->rung[*from].total <= least)
		++*from;
	*to = *from;
	while (*to < ladder->count && ladder->rung[*to].total <= most)
		++*to;
}

/* The best of a plateau: the bandwidth of the level. */
static inline void tell_plateau(struct findings *f, const char *walk, const char *level, const struct ladder *ladder,
				const struct plateau *p, const char *roof)
{
	size_t best = p->first;

	if (f->count == GB_FINDINGS_MAX)
		return;
	for (size_t i = p->first; i <= p->last; i++)
		best = ladder->rung[i].value > ladder->rung[best].value ? i : best;
	const struct gb_row *row = ladder->rung[best].row;
	struct gb_finding *finding =
		findings_add(f, "bandwidth", "B/s", row->value, row, "walk=%s,level=%s", walk, level);
	finding->lo = row->lo;
	finding->hi = row->hi;
	finding->limit = row->limit;
	finding->roof = roof;
	snprintf(finding->remark, sizeof finding->remark,
		 "the best of a plateau of %zu sizes, from %.0f to %.0f bytes in total; median %.4g B/s",
		 p->last - p->first + 1, ladder->rung[p->first].total, ladder->rung[p->last].total, p->median);
}

/* If a size of the level outside its plateau is faster, the last finding says so, and why that rate is not the
 * level's. */
static inline void tell_faster(struct findings *f, const struct ladder *ladder, size_t from, size_t to)
{
	struct gb_finding *told = f->count > 0 ? &f->out[f->count - 1] : NULL;
	const struct rung *best = NULL;

	for (size_t i = from; i < to && told != NULL; i++)
		if (ladder->rung[i].value > told->value && (best == NULL || ladder->rung[i].value > best->value))
			best = &ladder->rung[i];
	if (best == NULL)
		return;
	const size_t length = strlen(told->remark);
	snprintf(told->remark + length, sizeof told->remark - length,
		 "; %.0f bytes alone reach %.4g B/s: no neighbouring size does, or another level serves a part",
		 best->total, best->value);
}

/* The largest set that runs at the speed of the plateau, and the next one. This is not a capacity: part of a set that
 * no longer fits may still arrive as fast, and other data may evict a set that would fit. */
static inline void tell_full_rate(struct findings *f, const char *walk, const char *level, const struct ladder *ladder,
				  const struct plateau *p, bool each, double reported)
{
	size_t last = p->last;

	while (last + 1 < ladder->count && ladder->rung[last + 1].value >= (1 - KNEE_DEPTH) * p->median)
		last++;
	while (last > p->first && ladder->rung[last].value < (1 - KNEE_DEPTH) * p->median)
		last--;
	if (last + 1 == ladder->count || f->count + 3 > GB_FINDINGS_MAX)
		return;
	const struct rung *in = &ladder->rung[last], *beyond = in + 1;
	struct gb_finding set = { .metric = "full_rate_set", .unit = "B", .from = in->row };
	snprintf(set.point, sizeof set.point, "walk=%s,level=%s", walk, level);
	snprintf(set.remark, sizeof set.remark,
		 "%.4g B/s with the largest set at full rate, %.4g with the next; reported: %.0f bytes", in->value,
		 beyond->value, reported);
	f->count += bracket_tell(&set, "full_rate_below", each ? in->x : in->total, each ? beyond->x : beyond->total,
				 &f->out[f->count]);
	findings_add(f, "full_rate_of_reported", "1", (each ? in->x : in->total) / reported, in->row,
		     "walk=%s,level=%s", walk, level);
}
