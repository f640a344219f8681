/* Conclusions from the rows of `case`: the gain of each step, and the nearest roof. */
#include "../common/findings.h"
#include "state.h"

static bool is_average(const struct gb_row *row)
{
	return gb_row_value(row, work) == AVERAGE;
}

static int64_t step_of(const struct gb_row *row)
{
	return is_average(row) ? (int64_t)gb_row_value(row, version) : (int64_t)gb_row_value(row, kernel);
}

static const char *name_of(const struct gb_row *row)
{
	return is_average(row) ? case_versions[step_of(row)] : case_kernels[step_of(row)];
}

/* The number of sets is left out, because sets are alike. */
static uint64_t order_of(const struct gb_row *row)
{
	return is_average(row) ? 0 : gb_row_value(row, n);
}

static const struct gb_row *step_like(const struct gb_row *rows, size_t count, const struct gb_row *like, int64_t step)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, "flop_rate") == 0 && is_average(&rows[i]) == is_average(like) &&
		    order_of(&rows[i]) == order_of(like) && step_of(&rows[i]) == step)
			return &rows[i];
	return NULL;
}

static void place(struct gb_finding *out, const struct gb_row *row)
{
	out->from = row;
	if (is_average(row))
		snprintf(out->point, sizeof out->point, "work=average,version=%s", name_of(row));
	else
		snprintf(out->point, sizeof out->point, "work=product,kernel=%s,n=%lld", name_of(row),
			 (long long)order_of(row));
}

/* One rate over another; no finding if the other row is missing or the same. */
static size_t conclude_ratio(const char *metric, const struct gb_row *row, const struct gb_row *to,
			     struct gb_finding *out)
{
	if (to == NULL || to == row)
		return 0;
	*out = ratio_of(metric, row, to);
	place(out, row);
	return 1;
}

static bool same_point(const struct gb_row *a, const struct gb_row *b)
{
	return is_average(a) == is_average(b) && step_of(a) == step_of(b) && order_of(a) == order_of(b);
}

/* The roof that the point's rates come closest to. For a point limited by memory, both rates reach the same share, and
 * the memory rate is named. */
static size_t conclude_roof(const struct gb_row *rows, size_t count, const struct gb_row *row, struct gb_finding *out)
{
	static const struct {
		const char *metric, *roof;
	} rates[] = { { "memory_bandwidth", "memory" }, { "l1_bandwidth", "L1" }, { "flop_rate", "arithmetic" } };
	const struct gb_row *nearest = NULL;
	const char *roof = NULL;

	for (size_t r = 0; r < sizeof rates / sizeof rates[0]; r++)
		for (size_t i = 0; i < count; i++)
			if (strcmp(rows[i].metric, rates[r].metric) == 0 && same_point(&rows[i], row) &&
			    rows[i].limit > 0 &&
			    (nearest == NULL ||
			     rows[i].value / rows[i].limit > 1.0001 * nearest->value / nearest->limit)) {
				nearest = &rows[i];
				roof = rates[r].roof;
			}
	if (nearest == NULL)
		return 0;
	*out = (struct gb_finding){ .metric = "of_nearest_roof",
				    .unit = "1",
				    .value = nearest->value / nearest->limit,
				    .lo = nearest->lo / nearest->limit,
				    .hi = nearest->hi / nearest->limit };
	place(out, row);
	snprintf(out->remark, sizeof out->remark, "%s", roof);
	return 1;
}

size_t case_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		     struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	for (size_t i = 0; i < count && found + 3 <= GB_FINDINGS_MAX; i++) {
		const struct gb_row *row = &rows[i];
		if (strcmp(row->metric, "flop_rate") != 0 || step_like(rows, count, row, step_of(row)) != row)
			continue;
		const int64_t last = is_average(row) ? (int64_t)CASE_LIBRARY : (int64_t)CASE_CUBLAS;
		found += conclude_ratio("gain", row, step_like(rows, count, row, step_of(row) - 1), out + found);
		found += conclude_ratio("of_library", row, step_like(rows, count, row, last), out + found);
		found += conclude_roof(rows, count, row, out + found);
	}
	return found;
}
