/* Conclusions from the rows of `transpose`: each method relative to a copy. */
#include "../common/findings.h"
#include "state.h"

static const struct gb_row *fastest(const struct gb_row *rows, size_t count, int64_t method, uint64_t n)
{
	const struct gb_row *best = NULL;

	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, "bandwidth") == 0 && gb_row_value(&rows[i], method) == method &&
		    gb_row_value(&rows[i], n) == n && (best == NULL || rows[i].value > best->value))
			best = &rows[i];
	return best;
}

static struct gb_finding ratio(const struct gb_row *row, const struct gb_row *copy, uint64_t n)
{
	struct gb_finding f = ratio_of("of_copy", row, copy);

	f.axis = "n";
	f.x = (double)n;
	return f;
}

/* Each method, and the best one, relative to the copy of as many words. */
static size_t conclude_size(const struct gb_row *rows, size_t count, uint64_t n, struct gb_finding *out)
{
	const struct gb_row *copy = fastest(rows, count, TRANSPOSE_COPY, n), *best = NULL;
	size_t found = 0;

	if (copy == NULL)
		return 0;
	for (int64_t method = TRANSPOSE_COPY + 1; method <= TRANSPOSE_PADDED_16; method++) {
		const struct gb_row *row = fastest(rows, count, method, n);
		if (row == NULL)
			continue;
		out[found] = ratio(row, copy, n);
		snprintf(out[found].point, sizeof out[found].point, "method=%s,n=%llu", transpose_methods[method],
			 (unsigned long long)n);
		found++;
		best = best == NULL || row->value > best->value ? row : best;
	}
	if (best == NULL)
		return 0;
	out[found] = ratio(best, copy, n);
	snprintf(out[found].point, sizeof out[found].point, "method=best,n=%llu", (unsigned long long)n);
	snprintf(out[found].remark, sizeof out[found].remark, "%s", transpose_methods[gb_row_value(best, method)]);
	return found + 1;
}

size_t transpose_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			  struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	for (size_t i = 0; i < count && found + TRANSPOSE_PADDED_16 + 1 <= GB_FINDINGS_MAX; i++) {
		const uint64_t n = gb_row_value(&rows[i], n);
		bool first = true;
		for (size_t k = 0; k < i; k++)
			first = first && gb_row_value(&rows[k], n) != n;
		if (first)
			found += conclude_size(rows, count, n, out + found);
	}
	return found;
}
