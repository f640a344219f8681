/* Conclusions from the rows of `texture`: each path relative to plain loads. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "state.h"

static bool is_value(const struct gb_row *row)
{
	return strcmp(row->metric, "bandwidth") == 0;
}

/* Shifts form one group, while each window has its own. */
static bool same_group(const struct gb_row *a, const struct gb_row *b)
{
	return gb_row_value(a, pattern) == gb_row_value(b, pattern) &&
	       gb_row_value(a, words) == gb_row_value(b, words) &&
	       (!gb_row_has(a, window) || gb_row_value(a, window) == gb_row_value(b, window));
}

/* The row of plain loads at a point that is otherwise the same. */
static const struct gb_row *plain_of(const struct gb_row *rows, size_t count, const struct gb_row *row)
{
	for (size_t i = 0; i < count; i++)
		if (is_value(&rows[i]) && gb_row_value(&rows[i], path) == PATH_PLAIN && same_group(&rows[i], row) &&
		    (!gb_row_has(row, shift) || (gb_row_value(&rows[i], shift) == gb_row_value(row, shift) &&
						 gb_row_value(&rows[i], block) == gb_row_value(row, block))))
			return &rows[i];
	return NULL;
}

/* The mean ratio of the rows of `first`'s group and path to plain loads; `lo` and `hi` are the lowest and the highest
 * ratio. */
static bool ratio_of(const struct gb_row *rows, size_t count, const struct gb_row *first, struct gb_finding *out)
{
	double sum = 0, least = (double)INFINITY, most = 0;
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		if (!is_value(&rows[i]) || !same_group(&rows[i], first) ||
		    gb_row_value(&rows[i], path) != gb_row_value(first, path))
			continue;
		const struct gb_row *plain = plain_of(rows, count, &rows[i]);
		if (plain == NULL)
			continue;
		const double ratio = rows[i].value / plain->value;
		sum += log(ratio);
		least = fmin(least, ratio);
		most = fmax(most, ratio);
		found++;
	}
	if (found == 0)
		return false;
	*out = (struct gb_finding){ .metric = "of_plain",
				    .unit = "1",
				    .value = exp(sum / (double)found),
				    .lo = least,
				    .hi = most,
				    .from = first };
	if (found > 1)
		snprintf(out->remark, sizeof out->remark, "geometric mean of %zu shifts", found);
	return true;
}

static void name_point(const struct gb_row *row, struct gb_finding *finding)
{
	const int at = snprintf(finding->point, sizeof finding->point, "pattern=%s,path=%s,words=%lld",
				texture_patterns[gb_row_value(row, pattern)], texture_paths[gb_row_value(row, path)],
				(long long)gb_row_value(row, words));

	if (!gb_row_has(row, window))
		return;
	snprintf(finding->point + at, sizeof finding->point - (size_t)at, ",window=%lld",
		 (long long)gb_row_value(row, window));
	finding->axis = "window";
	finding->x = (double)gb_row_value(row, window);
}

/* If there are several ratios, the lowest and the highest become findings of their own. Returns the number of
 * findings. */
static size_t tell_range(struct gb_finding *mean)
{
	const double ends[2] = { mean->lo, mean->hi };

	mean->lo = mean->hi = (double)NAN;
	if (!(ends[0] < ends[1]))
		return 1;
	for (size_t k = 0; k < 2; k++) {
		mean[1 + k] = *mean;
		mean[1 + k].metric = k == 0 ? "of_plain_least" : "of_plain_most";
		mean[1 + k].value = ends[k];
		snprintf(mean[1 + k].remark, sizeof mean->remark, "by single shifts");
	}
	return 3;
}

size_t texture_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	for (size_t i = 0; i < count && found + 3 <= GB_FINDINGS_MAX; i++) {
		bool first = is_value(&rows[i]) && gb_row_value(&rows[i], path) != PATH_PLAIN;
		for (size_t k = 0; k < i && first; k++)
			first = !is_value(&rows[k]) || !same_group(&rows[k], &rows[i]) ||
				gb_row_value(&rows[k], path) != gb_row_value(&rows[i], path);
		if (!first || !ratio_of(rows, count, &rows[i], &out[found]))
			continue;
		name_point(&rows[i], &out[found]);
		found += tell_range(&out[found]);
	}
	return found;
}
