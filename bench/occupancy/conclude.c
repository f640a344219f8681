/* conclude.c: conclusions from the rows of `occupancy`: the warps that are needed, the cost of one byte or register too
 * many, and the tail effect of a grid. */
#include "state.h"

struct all {
	const struct gb_row *row;
	size_t count;
	const struct gb_device *device;
	struct gb_finding *out;
	size_t found;
};

static bool fits(const struct gb_row *row, int64_t op, const char *metric)
{
	return gb_row_value(row, op) == op && strcmp(row->metric, metric) == 0;
}

static const char *rate_of(int64_t op)
{
	return op == OP_READ || op == OP_SHARED_STEP || op == OP_REGISTER_STEP ? "bandwidth" : "flop_rate";
}

/* The next finding, without its numbers yet; NULL if there is no space left. */
static struct gb_finding *add_finding(struct all *all, const char *metric, const char *unit, const struct gb_row *from)
{
	if (all->found == GB_FINDINGS_MAX)
		return NULL;
	struct gb_finding *f = &all->out[all->found++];
	*f = (struct gb_finding){ .metric = metric, .unit = unit, .value = NAN, .lo = NAN, .hi = NAN, .from = from };
	return f;
}

/* The highest rate of an operation, to which the shares refer. */
static const struct gb_row *best(const struct all *all, int64_t op)
{
	const struct gb_row *found = NULL;

	for (size_t i = 0; i < all->count; i++)
		if (fits(&all->row[i], op, rate_of(op)) && (found == NULL || all->row[i].value > found->value))
			found = &all->row[i];
	return found;
}

enum { CURVE_MAX = 64 };

/* The rates of an operation with this many independent operations per thread, by the number of warps, which shared
 * memory limits. */
struct curve {
	const struct gb_row *row[CURVE_MAX];
	size_t count;
};

static double warps_of(const struct gb_row *row)
{
	return gb_row_value(row, warps);
}

static struct curve curve_of(const struct all *all, int64_t op, int64_t independent)
{
	struct curve curve = { .count = 0 };

	for (size_t i = 0; i < all->count && curve.count < CURVE_MAX; i++) {
		const struct gb_row *row = &all->row[i];
		if (!fits(row, op, rate_of(op)) || gb_row_value(row, by) != BY_SHARED ||
		    gb_row_value(row, ilp) != independent)
			continue;
		size_t at = curve.count++;
		for (; at > 0 && warps_of(curve.row[at - 1]) > warps_of(row); at--)
			curve.row[at] = curve.row[at - 1];
		curve.row[at] = row;
	}
	return curve;
}

/* The number of warps at which the curve first reaches `rate`, interpolated between two adjacent points. NAN: it never
 * does, or it already does at the smallest number measured. */
static double warps_for(const struct curve *curve, double rate, double *lo, double *hi, const struct gb_row **at)
{
	for (size_t i = 1; i < curve->count; i++) {
		const struct gb_row *under = curve->row[i - 1], *over = curve->row[i];
		if (under->value >= rate || over->value < rate)
			continue;
		*lo = warps_of(under);
		*hi = warps_of(over);
		*at = over;
		return *lo + (*hi - *lo) * (rate - under->value) / (over->value - under->value);
	}
	return NAN;
}

static const double shares[] = { 0.5, 0.9, 0.99 };
enum { SHARES = sizeof shares / sizeof shares[0] };

/* The latency of a single read or FMA, in seconds or cycles; NULL: not measured. */
static const struct gb_row *latency_alone(const struct all *all, int64_t op)
{
	const struct gb_row *found = NULL;

	for (size_t i = 0; i < all->count; i++) {
		const struct gb_row *row = &all->row[i];
		if (op == OP_READ && fits(row, OP_LATENCY, "loaded_latency"))
			return row;
		if (op == OP_FMA && fits(row, OP_FMA, "loaded_latency_cycles") && gb_row_value(row, ilp) == 1 &&
		    (found == NULL || row->value < found->value))
			found = row;
	}
	return found;
}

/* Operations in flight per SM by Little's law, rate x latency. For reads, bytes. */
static double little(const struct all *all, int64_t op, double rate, const struct gb_row *latency)
{
	const double each = rate / all->device->sm_count;

	return op == OP_READ ? each * latency->value : each / 2 / latency->sm_hz * latency->value;
}

static double per_warp(int64_t op, int64_t independent)
{
	return (double)(WARP * independent * (op == OP_READ ? VECTOR : 1));
}

/* Compares Little's law with the measurement. The difference is due to the latency of the operation under load. */
static void conclude_little(struct all *all, int64_t op, double share, double roof, double flight, const char *point,
			    const struct gb_row *at)
{
	const struct gb_row *alone = latency_alone(all, op);

	if (alone == NULL)
		return;
	const double wanted = little(all, op, share * roof, alone);
	struct gb_finding *f = add_finding(all, "times_little", "1", at);
	if (f == NULL)
		return;
	snprintf(f->point, sizeof f->point, "%s", point);
	f->value = flight / wanted;
	const double loaded = flight * all->device->sm_count / (share * roof);
	if (op == OP_READ)
		snprintf(f->remark, sizeof f->remark,
			 "by Little's law, %.0f bytes must be in flight on an SM at the latency with one warp per "
			 "SM, %.0f ns; under this load a read takes %.0f ns",
			 wanted, 1e9 * alone->value, 1e9 * loaded);
	else
		snprintf(f->remark, sizeof f->remark,
			 "by Little's law, %.0f FMAs must be in flight on an SM at the latency of a single FMA, "
			 "%.2f cycles; under this load an FMA takes %.2f cycles",
			 wanted, alone->value, 2 * loaded * at->sm_hz);
}

static void conclude_share(struct all *all, int64_t op, int64_t independent, const struct curve *curve, double share,
			   const struct gb_row *roof)
{
	double lo = NAN, hi = NAN;
	const struct gb_row *at = curve->row[curve->count - 1];
	const double warps = warps_for(curve, share * roof->value, &lo, &hi, &at);
	const double each = per_warp(op, independent), percent = 100 * share;
	char point[sizeof all->out->point];

	snprintf(point, sizeof point, "op=%s,ilp=%d,share=%g", occupancy_ops[op], (int)independent, share);
	struct gb_finding *f = add_finding(all, "warps_needed", "1", at);
	if (f == NULL)
		return;
	memcpy(f->point, point, sizeof point);
	f->value = warps;
	f->lo = lo;
	f->hi = hi;
	if (isnan(warps) && curve->row[0]->value >= share * roof->value)
		snprintf(f->remark, sizeof f->remark, "%g %% are reached even with the fewest warps measured, %g",
			 percent, warps_of(curve->row[0]));
	else if (isnan(warps))
		snprintf(f->remark, sizeof f->remark, "%g %% are not reached: %g warps give %.1f %%", percent,
			 warps_of(at), 100 * at->value / roof->value);
	if (isnan(warps))
		return;
	f = add_finding(all, op == OP_READ ? "bytes_in_flight_needed" : "fmas_in_flight_needed",
			op == OP_READ ? "B" : "1", at);
	if (f == NULL)
		return;
	memcpy(f->point, point, sizeof point);
	f->value = warps * each;
	f->lo = lo * each;
	f->hi = hi * each;
	conclude_little(all, op, share, roof->value, f->value, point, at);
}

static void conclude_shares(struct all *all, int64_t op)
{
	const struct gb_row *roof = best(all, op);

	for (int64_t independent = 1; independent <= 8 && roof != NULL; independent *= 2) {
		const struct curve curve = curve_of(all, op, independent);
		for (size_t i = 0; i < SHARES && curve.count > 1; i++)
			conclude_share(all, op, independent, &curve, shares[i], roof);
	}
}

/* The row with this value of `axis` and, where it exists, the same `fit`; NULL: none. */
static const struct gb_row *row_with(const struct all *all, const struct gb_row *row, const char *metric, uint32_t axis,
				     int64_t value)
{
	const int64_t op = gb_row_value(row, op);

	for (size_t i = 0; i < all->count; i++) {
		const struct gb_row *other = &all->row[i];
		if (fits(other, op, metric) && gb_row_value_at(other, axis) == value &&
		    (op != OP_SHARED_STEP || gb_row_value(other, fit) == gb_row_value(row, fit)))
			return other;
	}
	return NULL;
}

/* The effect of one more byte of shared memory, or of one more register, on the blocks per SM and the bandwidth. */
static void conclude_step(struct all *all, const struct gb_row *after, uint32_t axis)
{
	const int64_t op = gb_row_value(after, op), x = gb_row_value_at(after, axis);
	const char *resource = op == OP_SHARED_STEP ? "shared" : "registers";
	const struct gb_row *before = row_with(all, after, "bandwidth", axis, x - 1);
	const struct gb_row *met = row_with(all, after, "blocks_met", axis, x);
	const struct gb_row *had = row_with(all, after, "blocks_met", axis, x - 1);
	const struct gb_row *used = row_with(all, after, resource, axis, x);
	const struct gb_row *little_less = row_with(all, after, resource, axis, x - 1);

	if (before == NULL || met == NULL || had == NULL || used == NULL || little_less == NULL ||
	    met->value >= had->value)
		return;
	struct gb_finding *f = add_finding(all, "cliff", "1", after);
	if (f == NULL)
		return;
	if (op == OP_SHARED_STEP)
		snprintf(f->point, sizeof f->point, "op=%s,fit=%d,over=%d", occupancy_ops[op],
			 (int)gb_row_value(after, fit), (int)x);
	else
		snprintf(f->point, sizeof f->point, "op=%s,ballast=%d", occupancy_ops[op], (int)x);
	f->value = after->value / before->value;
	snprintf(f->remark, sizeof f->remark,
		 "bandwidth after / before; %s %g -> %g, blocks per SM %g -> %g: %.3f by blocks",
		 op == OP_SHARED_STEP ? "bytes of shared memory" : "registers", little_less->value, used->value,
		 had->value, met->value, met->value / had->value);
}

static void conclude_steps(struct all *all)
{
	for (size_t i = 0; i < all->count; i++) {
		const struct gb_row *row = &all->row[i];
		if (fits(row, OP_SHARED_STEP, "bandwidth") && gb_row_value(row, over) == 1)
			conclude_step(all, row, GB_AT(over));
		if (fits(row, OP_REGISTER_STEP, "bandwidth"))
			conclude_step(all, row, GB_AT(ballast));
	}
}

/* The tail effect: the rate of each grid relative to the largest grid, and the share of full waves. */
static void conclude_tail(struct all *all)
{
	const struct gb_row *full = NULL;

	for (size_t i = 0; i < all->count; i++)
		if (fits(&all->row[i], OP_GRID, "flop_rate") &&
		    (full == NULL || gb_row_value(&all->row[i], blocks) > gb_row_value(full, blocks)))
			full = &all->row[i];
	for (size_t i = 0; i < all->count && full != NULL; i++) {
		const struct gb_row *row = &all->row[i];
		const struct gb_row *waves;
		struct gb_finding *f;
		if (!fits(row, OP_GRID, "flop_rate") || row == full)
			continue;
		waves = row_with(all, row, "full_waves", GB_AT(blocks), gb_row_value(row, blocks));
		f = waves != NULL ? add_finding(all, "tail", "1", row) : NULL;
		if (f == NULL)
			continue;
		snprintf(f->point, sizeof f->point, "op=grid,blocks=%d", (int)gb_row_value(row, blocks));
		f->value = row->value / full->value;
		f->axis = "blocks";
		f->x = gb_row_value(row, blocks);
		snprintf(f->remark, sizeof f->remark,
			 "relative to the rate with %d blocks per SM; %.3f of its waves are full",
			 (int)gb_row_value(full, blocks), waves->value);
	}
}

size_t occupancy_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			  struct gb_finding out[GB_FINDINGS_MAX])
{
	struct all all = { rows, count, device, out, 0 };

	conclude_shares(&all, OP_READ);
	conclude_shares(&all, OP_FMA);
	conclude_steps(&all);
	conclude_tail(&all);
	return all.found;
}
