/* Conclusions from the rows of `unroll`: the speedup of each loop over one step per iteration. */
#include <stdio.h>
#include <string.h>

#include "state.h"

static int is_rate(const struct gb_row *row)
{
	return strcmp(row->metric, "flop_rate") == 0;
}

static const struct gb_row *without_unrolling(const struct gb_row *rows, size_t count, const struct gb_row *like)
{
	for (size_t i = 0; i < count; i++)
		if (is_rate(&rows[i]) && gb_row_value(&rows[i], "unroll") == 1 &&
		    gb_row_value(&rows[i], "loop") == gb_row_value(like, "loop") &&
		    gb_row_value(&rows[i], "warps") == gb_row_value(like, "warps"))
			return &rows[i];
	return NULL;
}

size_t unroll_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (size_t i = 0; i < count; i++) {
		const struct gb_row *row = &rows[i];
		if (!is_rate(row) || gb_row_value(row, "unroll") == 1)
			continue;
		const struct gb_row *one = without_unrolling(rows, count, row);
		if (one == NULL)
			continue;
		struct gb_finding *finding = &out[found++];
		*finding = (struct gb_finding){ .metric = "gain",
						.unit = "1",
						.value = row->value / one->value,
						.lo = row->lo / one->hi,
						.hi = row->hi / one->lo,
						.from = row,
						.axis = "unroll",
						.x = (double)gb_row_value(row, "unroll") };
		snprintf(finding->point, sizeof finding->point, "loop=%s,unroll=%d,warps=%s",
			 unroll_loops[gb_row_value(row, "loop")], (int)gb_row_value(row, "unroll"),
			 unroll_warps[gb_row_value(row, "warps")]);
		snprintf(finding->remark, sizeof finding->remark, "relative to one step per iteration");
	}
	return found;
}
