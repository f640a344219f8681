/* Conclusions from the rows of `spill`: the slowdown relative to the same work without spills, and the cost of a
 * spilled byte. */
#include "state.h"

struct all {
	const struct gb_row *row;
	size_t count;
	const struct gb_device *device;
	struct gb_finding *out;
	size_t found;
};

static int same_point(const struct gb_row *a, const struct gb_row *b)
{
	return gb_row_value(a, resident) == gb_row_value(b, resident) && gb_row_value(a, l1) == gb_row_value(b, l1);
}

/* The row of the build without a register limit, with the same caching of loads and with values in registers. */
static const struct gb_row *unspilled(const struct all *all, const struct gb_row *row)
{
	for (size_t i = 0; i < all->count; i++) {
		const struct gb_row *other = &all->row[i];
		if (strcmp(other->metric, "flop_rate") == 0 && spill_register_limit(other->variant) == 0 &&
		    gb_row_value(other, array) == ARRAY_REGISTERS && same_point(other, row) &&
		    strcmp(spill_load_caching(other->variant), spill_load_caching(row->variant)) == 0)
			return other;
	}
	return NULL;
}

/* Another metric of the same row; NAN: none. */
static double metric_of(const struct all *all, const struct gb_row *row, const char *metric)
{
	for (size_t i = 0; i < all->count; i++) {
		const struct gb_row *other = &all->row[i];
		if (strcmp(other->metric, metric) == 0 && strcmp(other->variant, row->variant) == 0 &&
		    gb_row_value(other, array) == gb_row_value(row, array) && same_point(other, row))
			return other->value;
	}
	return NAN;
}

static struct gb_finding *add_finding(struct all *all, const char *metric, const char *unit, const struct gb_row *from)
{
	if (all->found == GB_FINDINGS_MAX)
		return NULL;
	struct gb_finding *f = &all->out[all->found++];
	*f = (struct gb_finding){ .metric = metric, .unit = unit, .value = NAN, .lo = NAN, .hi = NAN, .from = from };
	snprintf(f->point, sizeof f->point, "build=%s,array=%s,resident=%s,l1=%s", from->variant,
		 spill_arrays[gb_row_value(from, array)], spill_residents[gb_row_value(from, resident)],
		 spill_l1s[gb_row_value(from, l1)]);
	return f;
}

static void conclude_slowdown(struct all *all, const struct gb_row *row, const struct gb_row *base, double bytes)
{
	struct gb_finding *f = add_finding(all, "slowdown", "1", row);

	if (f == NULL)
		return;
	f->value = base->value / row->value;
	f->lo = base->lo / row->hi;
	f->hi = base->hi / row->lo;
	f->axis = "local_bytes";
	f->x = bytes;
	snprintf(f->remark, sizeof f->remark, "%g bytes of local memory per thread; %g warps per SM, %g without them",
		 bytes, metric_of(all, row, "resident_warps"), metric_of(all, base, "resident_warps"));
}

static double trips_per_second(const struct gb_row *row)
{
	return row->value / (2.0 * TRIP_FMAS);
}

/* The slowdown per byte of local memory, in SM cycles per byte stored and loaded once. */
static void conclude_cost(struct all *all, const struct gb_row *row, const struct gb_row *base, double bytes)
{
	const double l1_bytes = all->device->rates.l1_bytes;
	struct gb_finding *f = bytes > 0 ? add_finding(all, "cost_of_local_byte", "cycles", row) : NULL;

	if (f == NULL)
		return;
	f->value =
		(1 / trips_per_second(row) - 1 / trips_per_second(base)) * row->sm_hz * all->device->sm_count / bytes;
	f->axis = "local_bytes";
	f->x = bytes;
	snprintf(f->remark, sizeof f->remark,
		 "additional SM time per byte stored and loaded once; L1 alone would take %.4f", 2 / l1_bytes);
}

size_t spill_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		      struct gb_finding out[GB_FINDINGS_MAX])
{
	struct all all = { rows, count, device, out, 0 };

	for (size_t i = 0; i < count; i++) {
		const struct gb_row *row = &rows[i];
		const int indexed = gb_row_value(row, array) == ARRAY_INDEXED;
		/* For an indexed array the register limit does not matter. */
		if (strcmp(row->metric, "flop_rate") != 0 || (spill_register_limit(row->variant) != 0) == indexed)
			continue;
		const struct gb_row *base = unspilled(&all, row);
		if (base == NULL)
			continue;
		const double bytes = metric_of(&all, row, "local_bytes");
		conclude_slowdown(&all, row, base, bytes);
		conclude_cost(&all, row, base, bytes);
	}
	return all.found;
}
