/* Conclusions from the rows of `offset`: the share of the bandwidth that remains where arrays are misaligned, and
 * with a single element per thread. */
#include <stdio.h>
#include <string.h>

#include "state.h"

struct series {
	int op, bytes, form;
};

static bool belongs(const struct gb_row *row, const char *metric, struct series series)
{
	return strcmp(row->metric, metric) == 0 && gb_row_value(row, "op") == series.op &&
	       gb_row_value(row, "bytes") == series.bytes &&
	       (!gb_row_has(row, "form") || gb_row_value(row, "form") == series.form);
}

enum { ALIGNED, MISALIGNED }; /* to a sector */

static int64_t offset_of(const struct gb_row *row)
{
	return gb_row_has(row, "offset") ? gb_row_value(row, "offset") : 0;
}

/* The mean of a metric over a series' offsets of that kind; 0 if there are none. `from` is the last of the rows. */
static double mean_of(const struct gb_row *rows, size_t count, const char *metric, struct series series, int kind,
		      const struct gb_row **from)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < count; i++) {
		if (!belongs(&rows[i], metric, series))
			continue;
		if ((offset_of(&rows[i]) * series.bytes % PATTERN_SECTOR != 0) != (kind == MISALIGNED))
			continue;
		sum += rows[i].value;
		*from = &rows[i];
		n++;
	}
	return n > 0 ? sum / (double)n : 0;
}

static void name_series(struct gb_finding *finding, struct series series)
{
	snprintf(finding->point, sizeof finding->point, "op=%s,bytes=%d%s%s", offset_ops[series.op], series.bytes,
		 series.bytes == 4 ? ",form=" : "", series.bytes == 4 ? pattern_forms[series.form] : "");
}

static size_t compare_alignment(const struct gb_row *rows, size_t count, struct series series, struct gb_finding *out)
{
	const struct gb_row *from = NULL, *unused = NULL;
	const double aligned = mean_of(rows, count, "bandwidth", series, ALIGNED, &unused);
	const double misaligned = mean_of(rows, count, "bandwidth", series, MISALIGNED, &from);
	const double predicted = mean_of(rows, count, "efficiency", series, MISALIGNED, &unused);

	if (!(aligned > 0) || !(misaligned > 0))
		return 0;
	*out = pattern_ratio("misaligned_over_aligned", misaligned / aligned, from);
	name_series(out, series);
	snprintf(out->remark, sizeof out->remark,
		 "means over offsets; %.3f if every sector that a request touches came from memory", predicted);
	return 1;
}

static size_t compare_forms(const struct gb_row *rows, size_t count, int op, struct gb_finding *out)
{
	const struct gb_row *from = NULL, *unused = NULL;
	const double wide = mean_of(rows, count, "bandwidth", (struct series){ op, 4, PATTERN_WIDE }, ALIGNED, &unused);
	const double naive = mean_of(rows, count, "bandwidth", (struct series){ op, 4, PATTERN_NAIVE }, ALIGNED, &from);

	if (!(wide > 0) || !(naive > 0))
		return 0;
	*out = pattern_ratio("naive_over_wide", naive / wide, from);
	snprintf(out->point, sizeof out->point, "op=%s,bytes=4", offset_ops[op]);
	snprintf(out->remark, sizeof out->remark, "at offsets that are multiples of a sector");
	return 1;
}

/* The share that remains of a misaligned sum when its loads bypass L1 and so cannot reuse what others have fetched. */
static size_t compare_l1(const struct gb_row *rows, size_t count, struct series series, struct gb_finding *out)
{
	const struct gb_row *from = NULL, *unused = NULL;
	const double on = mean_of(rows, count, "bandwidth", series, MISALIGNED, &unused);
	series.op = OFFSET_SUM_CG;
	const double off = mean_of(rows, count, "bandwidth", series, MISALIGNED, &from);

	if (!(on > 0) || !(off > 0))
		return 0;
	*out = pattern_ratio("l1_off_over_on", off / on, from);
	name_series(out, series);
	snprintf(out->remark, sizeof out->remark, "means over offsets that are not multiples of a sector");
	return 1;
}

/* The share that remains of an aligned copy when lanes read out of order. */
static size_t compare_order(const struct gb_row *rows, size_t count, struct series series, struct gb_finding *out)
{
	const struct gb_row *from = NULL, *unused = NULL;
	const double straight = mean_of(rows, count, "bandwidth", series, ALIGNED, &unused);
	series.op = OFFSET_PERMUTED;
	const double permuted = mean_of(rows, count, "bandwidth", series, ALIGNED, &from);

	if (!(straight > 0) || !(permuted > 0))
		return 0;
	*out = pattern_ratio("permuted_over_straight", permuted / straight, from);
	name_series(out, series);
	return 1;
}

size_t offset_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (int op = OFFSET_COPY; op <= OFFSET_SUM_CG; op++) {
		for (int bytes = 1; bytes <= 16; bytes *= 2)
			for (int form = PATTERN_WIDE; form <= (bytes == 4 ? PATTERN_NAIVE : PATTERN_WIDE); form++)
				found +=
					compare_alignment(rows, count, (struct series){ op, bytes, form }, &out[found]);
		found += compare_forms(rows, count, op, &out[found]);
	}
	for (int bytes = 1; bytes <= 16; bytes *= 2)
		for (int form = PATTERN_WIDE; form <= (bytes == 4 ? PATTERN_NAIVE : PATTERN_WIDE); form++) {
			found += compare_l1(rows, count, (struct series){ OFFSET_SUM, bytes, form }, &out[found]);
			found += compare_order(rows, count, (struct series){ OFFSET_COPY, bytes, form }, &out[found]);
		}
	return found;
}
