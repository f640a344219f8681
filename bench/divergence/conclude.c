/* Conclusions from the rows of `divergence`: the slowdown relative to the same work without divergence. */
#include <stdio.h>
#include <string.h>

#include "state.h"

/* True if the row has the cycles of paths or loops: one per warp, or different ones per lane. */
static bool is_cycles(const struct gb_row *row, bool by_warp)
{
	const bool undivided = gb_row_has(row, "by") && gb_row_value(row, "by") == BY_WARP;

	return strcmp(row->metric, "cycles") == 0 && gb_row_has(row, "paths") && undivided == by_warp;
}

/* The same work without divergence: as many paths, each warp on one. */
static const struct gb_row *find_undivided(const struct gb_row *rows, size_t count, int64_t paths)
{
	for (size_t i = 0; i < count; i++)
		if (is_cycles(&rows[i], true) && gb_row_value(&rows[i], "paths") == paths)
			return &rows[i];
	return NULL;
}

static struct gb_finding slowdown(const struct gb_row *row, const struct gb_row *base)
{
	const int64_t paths = gb_row_value(row, "paths");
	struct gb_finding f = {
		.metric = "slowdown",
		.unit = "1",
		.value = row->value / base->value,
		.lo = row->lo / base->hi,
		.hi = row->hi / base->lo,
		.from = row,
		.axis = "paths",
		.x = (double)paths,
		.remark = "cycles relative to the same FMAs without divergence: as many paths, each warp on one",
	};

	snprintf(f.point, sizeof f.point, "kind=%s,paths=%lld", divergence_kinds[gb_row_value(row, "kind")],
		 (long long)paths);
	return f;
}

size_t divergence_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			   struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (size_t i = 0; i < count && found < GB_FINDINGS_MAX; i++) {
		const struct gb_row *row = &rows[i];
		if (!is_cycles(row, false))
			continue;
		const struct gb_row *base = find_undivided(rows, count, gb_row_value(row, "paths"));
		if (base != NULL)
			out[found++] = slowdown(row, base);
	}
	return found;
}
