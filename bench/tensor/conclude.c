/* Conclusions from the rows of `tensor`: the gain on zeros, and the gain of sparsity. */
#include "../common/findings.h"
#include "state.h"

/* The value of an axis; -1: the row does not have it. */
static int64_t of_row(const struct gb_row *row, uint32_t axis)
{
	return gb_row_has_at(row, axis) ? gb_row_value_at(row, axis) : -1;
}

static bool is_on(const struct gb_row *row, int64_t data, int64_t sparsity)
{
	return units_is_rate(row) && of_row(row, GB_AT(data)) == data && of_row(row, GB_AT(sparsity)) == sparsity;
}

/* The row with the same instructions, formats and sums, and with this data and sparsity. */
static const struct gb_row *sibling(const struct gb_row *rows, size_t count, const struct gb_row *of, int64_t data,
				    int64_t sparsity)
{
	for (size_t i = 0; i < count; i++)
		if (is_on(&rows[i], data, sparsity) && strcmp(rows[i].variant, of->variant) == 0 &&
		    of_row(&rows[i], GB_AT(type)) == of_row(of, GB_AT(type)) &&
		    of_row(&rows[i], GB_AT(acc)) == of_row(of, GB_AT(acc)))
			return &rows[i];
	return NULL;
}

static size_t compare_rows(const struct gb_row *row, const struct gb_row *with, const char *metric,
			   struct gb_finding *out)
{
	const int64_t type = of_row(row, GB_AT(type)), acc = of_row(row, GB_AT(acc));

	if (with == NULL || type < 0 || !(row->value > 0))
		return 0;
	*out = ratio_of(metric, with, row);
	out->from = row;
	/* A finding has no variant: without its name the rows of mma and wgmma would have the same key. */
	snprintf(out->point, sizeof out->point, "type=%s%s%s,instructions=%s", tensor_types[type],
		 acc < 0 ? "" : ",acc=", acc < 0 ? "" : tensor_sums[acc], row->variant);
	snprintf(out->remark, sizeof out->remark, "SM clock %.3f GHz, here %.3f GHz", 1e-9 * row->sm_hz,
		 1e-9 * with->sm_hz);
	return 1;
}

size_t tensor_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	for (size_t i = 0; i < count && found + 2 <= GB_FINDINGS_MAX; i++) {
		const struct gb_row *row = &rows[i];
		if (!is_on(row, NORMAL, DENSE))
			continue;
		found += compare_rows(row, sibling(rows, count, row, ZEROS, -1), "zeros_over_normal", &out[found]);
		found += compare_rows(row, sibling(rows, count, row, NORMAL, SPARSE), "sparse_over_dense", &out[found]);
	}
	return found;
}
