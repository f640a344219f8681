/* Conclusions from the rows of `stride`: the share of the bandwidth at each stride, and the reach of the address
 * translation. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../common/bracket.h"
#include "state.h"

/* The rows of 4-byte elements in the wide form. */
static bool is_curve(const struct gb_row *row, int op, const char *metric)
{
	return gb_row_value(row, "op") == op && gb_row_value(row, "bytes") == 4 &&
	       (op != STRIDE_COPY || gb_row_value(row, "form") == PATTERN_WIDE) && strcmp(row->metric, metric) == 0;
}

static double value_at(const struct gb_row *rows, size_t count, int op, const char *metric, int64_t stride)
{
	for (size_t i = 0; i < count; i++)
		if (is_curve(&rows[i], op, metric) && gb_row_value(&rows[i], "stride") == stride)
			return rows[i].value;
	return NAN;
}

/* The bandwidth at each stride relative to stride 1. */
static size_t compare_strides(const struct gb_row *rows, size_t count, int op, struct gb_finding *out)
{
	const double dense = value_at(rows, count, op, "bandwidth", 1);
	size_t found = 0;

	for (size_t i = 0; i < count && dense > 0; i++) {
		const struct gb_row *row = &rows[i];
		if (!is_curve(row, op, "bandwidth") || gb_row_value(row, "stride") == 1)
			continue;
		const int64_t stride = gb_row_value(row, "stride");
		struct gb_finding *f = &out[found++];
		*f = pattern_ratio("useful_fraction", row->value / dense, row);
		f->axis = "stride";
		f->x = (double)stride;
		snprintf(f->point, sizeof f->point, "op=%s,stride=%lld,bytes=4", stride_ops[op], (long long)stride);
		snprintf(f->remark, sizeof f->remark,
			 "relative to the bandwidth at stride 1; %.4f by sectors, %.4f by memory_bytes",
			 value_at(rows, count, op, "efficiency", stride),
			 value_at(rows, count, op, "memory_efficiency", stride));
	}
	return found;
}

/* The largest span at which `reach` has nine tenths of its best rate so far. */
static size_t find_reach(const struct gb_row *rows, size_t count, struct gb_finding *out)
{
	struct pattern_knee knee = { NULL, NULL, 0 };

	for (size_t i = 0; i < count; i++)
		if (gb_row_value(&rows[i], "op") == STRIDE_REACH && strcmp(rows[i].metric, "bandwidth") == 0)
			pattern_follow(&knee, &rows[i], 0.9);
	if (knee.inside == NULL)
		return 0;
	struct gb_finding reach = { .point = "op=reach", .metric = "tlb_reach", .unit = "B", .from = knee.inside };
	snprintf(reach.remark, sizeof reach.remark,
		 knee.outside != NULL ? "the largest span at nine tenths of the rate; it is lower at the next one"
				      : "at least: the rate does not fall up to the largest span measured");
	const double span = (double)gb_row_value(knee.inside, "span");
	const double next = knee.outside != NULL ? (double)gb_row_value(knee.outside, "span") : (double)NAN;
	const size_t told = bracket_tell(&reach, "tlb_reach_below", span, next, out);
	return knee.outside != NULL ? told : 1;
}

size_t stride_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (int op = STRIDE_COPY; op <= STRIDE_WRITE; op++)
		found += compare_strides(rows, count, op, &out[found]);
	return found + find_reach(rows, count, &out[found]);
}
