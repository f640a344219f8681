/* What the rows of `gemm` say together: what the library reaches of each type, and what the ways of SGEMM gain. */
#include <stdio.h>

#include "state.h"

static unsigned int order_of_row(const struct gb_row *row)
{
	return (unsigned int)gb_row_value(row, gb_row_has(row, "n32") ? "n32" : "n");
}

/* The fastest of a type, on normal numbers. */
static const struct gb_row *best_of(const struct gb_row *rows, size_t count, int64_t type)
{
	const struct gb_row *best = NULL;

	for (size_t i = 0; i < count; i++)
		if (units_is_rate(&rows[i]) && gb_row_value(&rows[i], "type") == type &&
		    (!gb_row_has(&rows[i], "data") || gb_row_value(&rows[i], "data") == NORMAL) &&
		    (best == NULL || rows[i].value > best->value))
			best = &rows[i];
	return best;
}

/* What the library reaches of a type: a roof next to that of the bare units. */
static size_t conclude_best(const struct gb_row *best, int64_t type, struct gb_finding *out)
{
	static const char *const roofs[TYPES] = {
		[FP16] = "gemm.fp16", [BF16] = "gemm.bf16", [TF32] = "gemm.tf32", [E4M3] = "gemm.fp8",
		[INT8] = "gemm.int8", [FP64] = "gemm.fp64", [FP32] = "gemm.fp32",
	};

	if (best == NULL)
		return 0;
	*out = (struct gb_finding){
		.metric = best->metric,
		.unit = type == INT8 ? "OP/s" : "FLOP/s",
		.value = best->value,
		.lo = best->lo,
		.hi = best->hi,
		.limit = best->limit,
		.roof = roofs[type],
		.from = best,
		.remark = "the fastest of the sizes and ways measured",
	};
	snprintf(out->point, sizeof out->point, "type=%s,%s=%u", gemm_types[type], type == FP32 ? "n32" : "n",
		 order_of_row(best));
	return 1;
}

/* The way of ten SGEMMs or one; -1: none is told. */
static int64_t way_of_row(const struct gb_row *row)
{
	return units_is_rate(row) && gb_row_has(row, "way") ? gb_row_value(row, "way") : -1;
}

/* One SGEMM of the same size. */
static const struct gb_row *single_of(const struct gb_row *rows, size_t count, const struct gb_row *row)
{
	for (size_t i = 0; i < count; i++)
		if (way_of_row(&rows[i]) == WAY_SINGLE && order_of_row(&rows[i]) == order_of_row(row) &&
		    rows[i].value > 0)
			return &rows[i];
	return NULL;
}

/* What ten SGEMMs in one of the three ways gain over one after another, and what one loses that is waited for. */
static size_t conclude_way(const struct gb_row *rows, size_t count, const struct gb_row *row, struct gb_finding *out)
{
	static const char *const metrics_of[] = { [WAY_CALLS] = "calls_over_single",
						  [WAY_STREAMS] = "streams_over_single",
						  [WAY_BATCHED] = "batched_over_single",
						  [WAY_ALONE] = "alone_over_single" };
	const int64_t way = way_of_row(row);
	const struct gb_row *single = way > WAY_SINGLE ? single_of(rows, count, row) : NULL;

	if (single == NULL)
		return 0;
	*out = units_ratio(metrics_of[way], row, single);
	out->from = row;
	out->axis = "n32";
	out->x = order_of_row(row);
	snprintf(out->point, sizeof out->point, "type=fp32,n32=%u", order_of_row(row));
	return 1;
}

size_t gemm_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		     struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (int64_t type = 0; type < TYPES; type++)
		found += conclude_best(best_of(rows, count, type), type, &out[found]);
	for (size_t i = 0; i < count && found < GB_FINDINGS_MAX; i++)
		found += conclude_way(rows, count, &rows[i], &out[found]);
	return found;
}
