/* Conclusions from the rows of `atomic`: the cost of shared addresses, the cost of a result, and the gain of
 * vectors. */
#include <stdio.h>
#include <string.h>

#include "state.h"

static const struct gb_row *find_row(const struct gb_row *rows, size_t count, const char *metric, int64_t op,
				     int64_t pattern)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, metric) == 0 && gb_row_value(&rows[i], "measure") == THROUGHPUT &&
		    gb_row_value(&rows[i], "op") == op && gb_row_value(&rows[i], "pattern") == pattern &&
		    gb_row_value(&rows[i], "scope") == SCOPE_gpu)
			return &rows[i];
	return NULL;
}

/* Writes `over` / `under` if both exist; returns how many elements of `out` it filled. */
static size_t ratio(struct gb_finding *out, const char *metric, const struct gb_row *over, const struct gb_row *under,
		    const char *point, const char *remark)
{
	if (over == NULL || under == NULL)
		return 0;
	*out = (struct gb_finding){
		.metric = metric,
		.unit = "1",
		.value = over->value / under->value,
		.lo = over->lo / under->hi,
		.hi = over->hi / under->lo,
		.from = under,
	};
	snprintf(out->point, sizeof out->point, "%s", point);
	snprintf(out->remark, sizeof out->remark, "%s", remark);
	return 1;
}

size_t atomic_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	char point[96];
	size_t found = 0;

	(void)device;
	for (int op = 0; atomic_ops[op] != NULL; op++) {
		snprintf(point, sizeof point, "op=%s", atomic_ops[op]);
		found += ratio(&out[found], "contention", find_row(rows, count, "access_rate", op, PATTERN_ADJACENT),
			       find_row(rows, count, "access_rate", op, PATTERN_ONE), point,
			       "adjacent words, relative to one word for all threads");
	}
	for (int pattern = PATTERN_ONE; pattern <= PATTERN_RANDOM; pattern++) {
		snprintf(point, sizeof point, "pattern=%s", atomic_patterns[pattern]);
		found += ratio(&out[found], "return_cost", find_row(rows, count, "access_rate", OP_add, pattern),
			       find_row(rows, count, "access_rate", OP_fetch_add, pattern), point,
			       "add without a result, relative to fetch_add");
		found += ratio(&out[found], "vector_gain", find_row(rows, count, "element_rate", OP_add_v4f32, pattern),
			       find_row(rows, count, "element_rate", OP_add_f32, pattern), point,
			       "numbers per second with vectors of four floats, relative to one float at a time");
	}
	return found;
}
