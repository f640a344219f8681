/* Conclusions from the rows of `prefetch`: the speedup of a distance over none. */
#include <stdio.h>
#include <string.h>

#include "state.h"

static int is_alike(const struct gb_row *a, const struct gb_row *b)
{
	static const char *const same[] = { "way", "level", "warps", "fmas" };

	for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
		if (gb_row_value(a, same[i]) != gb_row_value(b, same[i]))
			return 0;
	return strcmp(b->metric, "bandwidth") == 0;
}

/* `row` over `none`, the same point with distance 0. */
static void gain(struct gb_finding *out, const char *metric, const struct gb_row *row, const struct gb_row *none)
{
	*out = (struct gb_finding){ .metric = metric,
				    .unit = "1",
				    .value = row->value / none->value,
				    .lo = row->lo / none->hi,
				    .hi = row->hi / none->lo,
				    .from = row };
	snprintf(out->point, sizeof out->point, "way=%s,level=%s,warps=%d,fmas=%d",
		 prefetch_ways[gb_row_value(row, "way")], prefetch_levels[gb_row_value(row, "level")],
		 (int)gb_row_value(row, "warps"), (int)gb_row_value(row, "fmas"));
	snprintf(out->remark, sizeof out->remark, "a distance of %d tiles, relative to none",
		 (int)gb_row_value(row, "distance"));
}

size_t prefetch_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			 struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (size_t i = 0; i < count; i++) {
		const struct gb_row *best = NULL, *one = NULL;
		if (!is_alike(&rows[i], &rows[i]) || gb_row_value(&rows[i], "distance") != 0)
			continue;
		for (size_t j = 0; j < count; j++) {
			if (!is_alike(&rows[i], &rows[j]) || gb_row_value(&rows[j], "distance") == 0)
				continue;
			if (best == NULL || rows[j].value > best->value)
				best = &rows[j];
			if (gb_row_value(&rows[j], "distance") == 1)
				one = &rows[j];
		}
		if (best != NULL && found < GB_FINDINGS_MAX)
			gain(&out[found++], "gain", best, &rows[i]);
		if (one != NULL && found < GB_FINDINGS_MAX)
			gain(&out[found++], "gain_of_one", one, &rows[i]);
	}
	return found;
}
