/* conclude.c: conclusions from the sizes of a direction: the fixed time of a copy, the bandwidth, and the size at which
 * a copy reaches half the rate of the largest. */
#include <stdlib.h>

#include "state.h"

/* Least-squares fit of t = t0 + n / B. Sizes have weight 1 / t^2, so that relative deviations count. */
struct fit {
	double w, x, y, xx, xy; /* sums */
	size_t sizes;
	const struct gb_row *largest;
};

static void add(struct fit *f, const struct gb_row *row)
{
	const double n = (double)gb_row_value(row, bytes), t = n / row->value, w = 1 / (t * t);

	f->w += w;
	f->x += w * n;
	f->y += w * t;
	f->xx += w * n * n;
	f->xy += w * n * t;
	f->sizes++;
	if (f->largest == NULL || gb_row_value(f->largest, bytes) < gb_row_value(row, bytes))
		f->largest = row;
}

static struct gb_finding *next(struct gb_finding out[GB_FINDINGS_MAX], size_t *count, const char *op,
			       const struct fit *f, const char *metric, const char *unit, double value)
{
	struct gb_finding *finding = &out[(*count)++];

	*finding = (struct gb_finding){
		.metric = metric, .unit = unit, .value = value, .lo = NAN, .hi = NAN, .from = f->largest
	};
	snprintf(finding->point, sizeof finding->point, "op=%s", op);
	return finding;
}

/* ---- half of the rate -------------------------------------------------------------------------------------------- */

enum { SIZES_MAX = 64 };
struct size {
	double bytes, rate;
};

static int by_bytes(const void *a, const void *b)
{
	const double x = ((const struct size *)a)->bytes, y = ((const struct size *)b)->bytes;

	return (x > y) - (x < y);
}

/* The size at which the measured curve crosses half of its best rate, interpolated on logarithms; NAN: none. It does
 * not follow from the fit, since copies do not take exactly t0 + n / B. */
static double half_of(struct size *size, size_t count)
{
	double best = 0;

	qsort(size, count, sizeof *size, by_bytes);
	for (size_t i = 0; i < count; i++)
		best = fmax(best, size[i].rate);
	for (size_t i = 1; i < count; i++) {
		const struct size *a = &size[i - 1], *b = &size[i];
		if (a->rate >= best / 2 || b->rate < best / 2)
			continue;
		const double part = log(best / 2 / a->rate) / log(b->rate / a->rate);
		return a->bytes * pow(b->bytes / a->bytes, part);
	}
	return (double)NAN;
}

static double n_half(const struct gb_row *rows, size_t count, int64_t op)
{
	struct size size[SIZES_MAX] = { { 0, 0 } };
	size_t sizes = 0;

	for (size_t i = 0; i < count && sizes < SIZES_MAX; i++)
		if (strcmp(rows[i].metric, "bandwidth") == 0 && gb_row_value(&rows[i], op) == op)
			size[sizes++] = (struct size){ (double)gb_row_value(&rows[i], bytes), rows[i].value };
	return half_of(size, sizes);
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static void conclude_op(const struct gb_row *rows, size_t count, int64_t op, const char *name,
			struct gb_finding out[GB_FINDINGS_MAX], size_t *found)
{
	struct fit f = { 0 };

	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, "bandwidth") == 0 && gb_row_value(&rows[i], op) == op)
			add(&f, &rows[i]);
	if (f.sizes < 3)
		return;
	const double slope = (f.w * f.xy - f.x * f.y) / (f.w * f.xx - f.x * f.x), t0 = (f.y - slope * f.x) / f.w;
	if (!(slope > 0 && t0 > 0))
		return;
	struct gb_finding *latency = next(out, found, name, &f, "t0", "s", t0);
	snprintf(latency->remark, sizeof latency->remark,
		 "t0 + n/B over %zu sizes; a rule of thumb for PCIe 1 to 3 was 10 µs", f.sizes);
	struct gb_finding *bandwidth = next(out, found, name, &f, "fitted_bandwidth", "B/s", 1 / slope);
	bandwidth->limit = f.largest->limit;
	const double bytes = n_half(rows, count, op);
	if (isnan(bytes))
		return;
	struct gb_finding *half = next(out, found, name, &f, "n_half", "B", bytes);
	snprintf(half->remark, sizeof half->remark,
		 "size at which a copy reaches half of the best rate, between two measured sizes; a rule of "
		 "thumb for PCIe 1 to 3 was 80 KB");
}

size_t transfer_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			 struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	conclude_op(rows, count, OP_H2D, "h2d", out, &found);
	conclude_op(rows, count, OP_D2H, "d2h", out, &found);
	conclude_op(rows, count, OP_H2D_SYNC, "h2d_sync", out, &found);
	conclude_op(rows, count, OP_D2H_SYNC, "d2h_sync", out, &found);
	return found;
}
