/* Conclusions from the rows of `gemm`: the gain of each way to run SGEMM. */
#include "../common/findings.h"
#include "state.h"

static uint32_t order_of_row(const struct gb_row *row)
{
	return gb_row_has(row, n32) ? gb_row_value(row, n32) : gb_row_value(row, n);
}

/* The way of a row of SGEMMs; -1: it is not a rate of SGEMMs. */
static int64_t way_of_row(const struct gb_row *row)
{
	return units_is_rate(row) && gb_row_has(row, way) ? gb_row_value(row, way) : -1;
}

static const struct gb_row *single_of(const struct gb_row *rows, size_t count, const struct gb_row *row)
{
	for (size_t i = 0; i < count; i++)
		if (way_of_row(&rows[i]) == WAY_SINGLE && order_of_row(&rows[i]) == order_of_row(row) &&
		    rows[i].value > 0)
			return &rows[i];
	return NULL;
}

/* The gain of ten SGEMMs per launch over one, and the loss if the host waits for each product or if products add to
 * C. */
static size_t conclude_way(const struct gb_row *rows, size_t count, const struct gb_row *row, struct gb_finding *out)
{
	static const char *const metrics_of[] = {
		[WAY_CALLS] = "calls_over_single",     [WAY_STREAMS] = "streams_over_single",
		[WAY_BATCHED] = "batched_over_single", [WAY_ALONE] = "alone_over_single",
		[WAY_ADDED] = "added_over_single",     [WAY_BATCHED_ADDED] = "batched_added_over_single"
	};
	const int64_t way = way_of_row(row);
	const struct gb_row *single = way > WAY_SINGLE ? single_of(rows, count, row) : NULL;

	if (single == NULL)
		return 0;
	*out = ratio_of(metrics_of[way], row, single);
	out->axis = "n32";
	out->x = order_of_row(row);
	snprintf(out->point, sizeof out->point, "type=fp32,n32=%u", order_of_row(row));
	return 1;
}

size_t gemm_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		     struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	for (size_t i = 0; i < count && found < GB_FINDINGS_MAX; i++)
		found += conclude_way(rows, count, &rows[i], &out[found]);
	return found;
}
