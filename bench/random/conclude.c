/* What the rows of `random` say together: which granularity costs nothing more, and which gives most of the bandwidth. */
#include <stdio.h>
#include <string.h>

#include "state.h"

/* As fast as the smallest access; nearly the bandwidth of the largest. */
#define AS_FAST 0.95
#define NEARLY  0.9
enum { WIDTHS = 6, WIDTH_LEAST = 4 };

/* The rows of one operation in the roofs' set, by width: 4, 8, ... 128 bytes; NULL where there is none. */
static void collect(const struct gb_row *rows, size_t count, int64_t op, const struct gb_row *out[WIDTHS])
{
	memset(out, 0, WIDTHS * sizeof *out);
	for (size_t i = 0; i < count; i++) {
		if (strcmp(rows[i].metric, "access_rate") != 0 || gb_row_value(&rows[i], "op") != op ||
		    !gb_row_has(&rows[i], "within") || gb_row_value(&rows[i], "within") != ROOF_SET)
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

/* Needs all widths: a gap would be taken for a step. */
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
		 "the largest access of which there are as many a second, but for 5 %%, as of 4 bytes: %.4g",
		 rate[free]->value);
	out[1] = granularity(op, "best_granularity", best, rate[best]);
	snprintf(out[1].remark, sizeof out[1].remark,
		 "the smallest access with 90 %% of the bandwidth of 128 bytes, %.4g B/s",
		 rate[last]->value * (WIDTH_LEAST << last));
	return 2;
}

size_t random_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	const struct gb_row *rate[WIDTHS];
	size_t found = 0;

	(void)device;
	for (int64_t op = RANDOM_read; op <= RANDOM_atomic; op++) {
		collect(rows, count, op, rate);
		found += conclude_op(op, rate, &out[found]);
	}
	return found;
}
