/* Conclusions from the rows of `random`: the granularity that costs nothing extra, the one with most of the
 * bandwidth, and the cost of address translation: within a set, and by size of the set. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/bracket.h"
#include "../common/limits.h"
#include "state.h"

/* Thresholds: as fast as the smallest access; nearly the bandwidth of the largest. */
#define AS_FAST 0.95
#define NEARLY  0.9
enum { WIDTHS = 6, WIDTH_LEAST = 4, ROOF_WIDTH = 1 };
/* A drop from one set to the next; the share of L2 hits falls with growing sets, but by less than this. */
#define FALLS    0.75
#define SETS_MAX 32

static int is_rate(const struct gb_row *row, int64_t op)
{
	return strcmp(row->metric, "access_rate") == 0 && gb_row_value(row, "op") == op;
}

/* The rows of one operation in the roofs' set, by width: 4, 8, ... 128 bytes; NULL where there is none. */
static void collect(const struct gb_row *rows, size_t count, int64_t op, const struct gb_row *out[WIDTHS])
{
	memset(out, 0, WIDTHS * sizeof *out);
	for (size_t i = 0; i < count; i++) {
		if (!is_rate(&rows[i], op) || !gb_row_has(&rows[i], "bytes") ||
		    gb_row_value(&rows[i], "within") != ROOF_SET)
			continue;
		for (int w = 0; w < WIDTHS; w++)
			if (gb_row_value(&rows[i], "bytes") == WIDTH_LEAST << w)
				out[w] = &rows[i];
	}
}

static struct gb_finding granularity(int64_t op, const char *metric, int width, const struct gb_row *row)
{
	struct gb_finding f = { .metric = metric, .unit = "B", .value = WIDTH_LEAST << width, .from = row };

	f.lo = f.hi = f.value;
	snprintf(f.point, sizeof f.point, "op=%s", random_ops[op]);
	return f;
}

/* Needs all widths: a gap would be mistaken for a step. */
static size_t conclude_op(int64_t op, const struct gb_row *const rate[WIDTHS], struct gb_finding *out)
{
	const int last = WIDTHS - 1;
	int free = 0, best = last;

	for (int w = 0; w < WIDTHS; w++)
		if (rate[w] == NULL)
			return 0;
	while (free < last && rate[free + 1]->value >= AS_FAST * rate[0]->value)
		free++;
	while (best > 0 && rate[best - 1]->value * (WIDTH_LEAST << (best - 1)) >=
				   NEARLY * rate[last]->value * (WIDTH_LEAST << last))
		best--;
	out[0] = granularity(op, "free_granularity", free, rate[free]);
	snprintf(out[0].remark, sizeof out[0].remark,
		 "the largest access whose rate is within 5 %% of that of 4 bytes: %.4g", rate[free]->value);
	out[1] = granularity(op, "best_granularity", best, rate[best]);
	snprintf(out[1].remark, sizeof out[1].remark,
		 "the smallest access with 90 %% of the bandwidth of 128 bytes, %.4g B/s",
		 rate[last]->value * (WIDTH_LEAST << last));
	return 2;
}

/* ---- translations ---------------------------------------------------------------------------------------------------- */

/* Accesses in windows of a page relative to those in the complete set. */
static size_t conclude_near(int64_t op, const struct gb_row *rows, size_t count, const struct gb_row *everywhere,
			    struct gb_finding *out)
{
	for (size_t i = 0; i < count && everywhere != NULL; i++) {
		if (!is_rate(&rows[i], op) || !gb_row_has(&rows[i], "window") ||
		    gb_row_value(&rows[i], "window") != (int64_t)PAGE || gb_row_value(&rows[i], "within") != ROOF_SET)
			continue;
		*out = (struct gb_finding){ .metric = "near_pages_gain", .unit = "1", .from = &rows[i] };
		out->value = rows[i].value / everywhere->value;
		out->lo = rows[i].lo / everywhere->hi;
		out->hi = rows[i].hi / everywhere->lo;
		snprintf(out->point, sizeof out->point, "op=%s", random_ops[op]);
		snprintf(out->remark, sizeof out->remark,
			 "rate with each block in its own 2 MiB, relative to all 8 GiB; part of the gain comes "
			 "from L2 hits");
		return 1;
	}
	return 0;
}

static int by_set(const void *a, const void *b)
{
	const int64_t x = gb_row_value(*(const struct gb_row *const *)a, "set"),
		      y = gb_row_value(*(const struct gb_row *const *)b, "set");

	return (x > y) - (x < y);
}

/* Among sets in memory, the first after which the rate falls sharply. */
static size_t conclude_reach(const struct gb_device *device, int64_t op, const struct gb_row *rows, size_t count,
			     struct gb_finding *out)
{
	const struct gb_row *set[SETS_MAX] = { NULL };
	size_t sets = 0;

	for (size_t i = 0; i < count && sets < SETS_MAX; i++)
		if (is_rate(&rows[i], op) && gb_row_has(&rows[i], "set") &&
		    limit_is_of_memory(device, (double)gb_row_value(&rows[i], "set")))
			set[sets++] = &rows[i];
	if (sets < 2)
		return 0;
	qsort(set, sets, sizeof(const struct gb_row *), by_set);
	for (size_t i = 1; i < sets; i++) {
		if (set[i]->value >= FALLS * set[i - 1]->value)
			continue;
		struct gb_finding reach = { .metric = "reach", .unit = "B", .from = set[i - 1] };
		const double next = (double)gb_row_value(set[i], "set");
		snprintf(reach.point, sizeof reach.point, "op=%s", random_ops[op]);
		snprintf(reach.remark, sizeof reach.remark, "%.4g access/s with this set, %.4g with one of %.4g bytes",
			 set[i - 1]->value, set[i]->value, next);
		return bracket_tell(&reach, "reach_below", (double)gb_row_value(set[i - 1], "set"), next, out);
	}
	return 0;
}

size_t random_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	const struct gb_row *rate[WIDTHS];
	size_t found = 0;

	for (int64_t op = RANDOM_read; op <= RANDOM_atomic; op++) {
		collect(rows, count, op, rate);
		found += conclude_op(op, rate, &out[found]);
		found += conclude_near(op, rows, count, rate[ROOF_WIDTH], &out[found]);
		found += conclude_reach(device, op, rows, count, &out[found]);
	}
	return found;
}
