/* conclude.c: from the builds of one kernel: how much of the shorter part is hidden, and where arithmetic and accesses
 * balance. */
#include "state.h"

/* Seconds of a build per byte that the complete kernel moves. */
struct part {
	double time, lo, hi;
	double limit; /* smallest possible time */
	const struct gb_row *row;
};

static const struct gb_row *find_row(const struct gb_row *rows, size_t count, enum overlap_build build, int64_t warps,
				     int64_t fmas)
{
	const char *metric = build == OVERLAP_MATH ? "flop_rate" : "bandwidth";

	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, metric) == 0 && gb_row_value(&rows[i], build) == build &&
		    gb_row_value(&rows[i], warps) == warps &&
		    (!gb_row_has(&rows[i], fmas) || gb_row_value(&rows[i], fmas) == fmas))
			return &rows[i];
	return NULL;
}

/* The part that a row measures. `per_byte` is its work, in its own unit, per byte that the complete kernel moves. */
static struct part part_of(const struct gb_row *row, double per_byte)
{
	return (struct part){ per_byte / row->value, per_byte / row->hi, per_byte / row->lo, per_byte / row->limit,
			      row };
}

static struct part math_part(const struct gb_row *row)
{
	return part_of(row, 2 * (double)gb_row_value(row, fmas) / BYTES_OF_WORD);
}

/* The share of the shorter part that is hidden in the complete kernel. */
static double hidden(double a, double b, double whole)
{
	return (a + b - whole) / fmin(a, b);
}

/* No more than the shorter part can be hidden. A higher share means that the complete kernel is, or appears to be,
 * faster than the longer part alone. */
static void explain_more_than_all(struct gb_finding *f, double memory, double math, double all)
{
	const size_t length = strlen(f->remark);

	if (f->value > 1)
		snprintf(f->remark + length, sizeof f->remark - length,
			 "; above 1%s: the whole takes %.2f %% less time than the %s alone",
			 f->lo > 1 ? "" : ", within its interval", 100 * (1 - all / fmax(memory, math)),
			 memory > math ? "accesses" : "arithmetic");
}

static struct gb_finding overlap_of(struct part memory, struct part math, struct part all)
{
	const int64_t warps = gb_row_value(all.row, warps), fmas = gb_row_value(all.row, fmas);
	/* A power limit may have caused different clocks for the arithmetic alone and for the complete kernel. */
	const double clock = math.row->sm_hz > 0 && all.row->sm_hz > 0 ? math.row->sm_hz / all.row->sm_hz : 1;
	struct gb_finding f = {
		.metric = "overlap",
		.unit = "1",
		.value = hidden(memory.time, clock * math.time, all.time),
		.lo = hidden(memory.lo, clock * math.lo, all.hi),
		.hi = hidden(memory.hi, clock * math.hi, all.lo),
		.from = all.row,
		.axis = "fmas",
		.x = (double)fmas,
	};

	snprintf(f.point, sizeof f.point, "fmas=%lld,warps=%lld", (long long)fmas, (long long)warps);
	snprintf(f.remark, sizeof f.remark,
		 "in ps/B: memory %.3f, arithmetic %.3f, both %.3f; the arithmetic is %s part", 1e12 * memory.time,
		 1e12 * clock * math.time, 1e12 * all.time,
		 clock * math.time < memory.time ? "the shorter" : "the longer");
	explain_more_than_all(&f, memory.time, clock * math.time, all.time);
	return f;
}

/* The adjacent points at which the arithmetic alone takes just less and just more time than the accesses alone. False
 * if one is missing. */
static bool neighbours(const struct gb_row *rows, size_t count, struct part memory, struct part *below,
		       struct part *above)
{
	const int64_t warps = gb_row_value(memory.row, warps);

	*below = *above = (struct part){ 0 };
	for (size_t i = 0; i < count; i++) {
		if (gb_row_value(&rows[i], build) != OVERLAP_MATH || gb_row_value(&rows[i], warps) != warps ||
		    strcmp(rows[i].metric, "flop_rate") != 0)
			continue;
		const struct part math = math_part(&rows[i]);
		if (math.time <= memory.time && (below->row == NULL || math.time > below->time))
			*below = math;
		if (math.time > memory.time && (above->row == NULL || math.time < above->time))
			*above = math;
	}
	return below->row != NULL && above->row != NULL;
}

/* The number of FMAs with which the arithmetic alone takes as long as the accesses alone, interpolated between two
 * adjacent points. */
static size_t balance_of(const struct gb_row *rows, size_t count, struct part memory, struct gb_finding *out)
{
	struct part below, above;

	if (!neighbours(rows, count, memory, &below, &above))
		return 0;
	const double low = (double)gb_row_value(below.row, fmas) / BYTES_OF_WORD,
		     high = (double)gb_row_value(above.row, fmas) / BYTES_OF_WORD,
		     slope = (high - low) / (above.time - below.time);
	/* Both limits are times per byte, so their ratio converts the number of FMAs into the balance of the roofs. */
	const double roofs = memory.limit / above.limit * high;
	struct gb_finding f = {
		.metric = "balance",
		.unit = "1/B",
		.value = low + slope * (memory.time - below.time),
		.lo = low + slope * (memory.lo - below.time),
		.hi = low + slope * (memory.hi - below.time),
		.from = memory.row,
	};

	snprintf(f.point, sizeof f.point, "warps=%lld", (long long)gb_row_value(memory.row, warps));
	snprintf(f.remark, sizeof f.remark,
		 "arithmetic alone takes as long as the accesses alone between the points %.3g and %.3g; the roofs "
		 "balance at %.4g, and alone the builds reach %.3f of the bus and %.3f of the lanes",
		 low, high, roofs, memory.limit / memory.time, above.limit / above.time);
	out[0] = f;
	f.metric = "balance_of_roofs";
	f.value = roofs;
	f.lo = f.hi = NAN;
	snprintf(f.remark, sizeof f.remark,
		 "FP32 lanes x SMs x the clock at %.3g FMAs per byte, divided by the rate of the memory bus", high);
	out[1] = f;
	return 2;
}

/* Loads and stores use the same bus: the fraction of the shorter part that is hidden. */
static size_t accesses_of(const struct gb_row *rows, size_t count, struct part memory, struct gb_finding *out)
{
	const int64_t warps = gb_row_value(memory.row, warps);
	const struct gb_row *load = find_row(rows, count, OVERLAP_LOAD, warps, 0),
			    *store = find_row(rows, count, OVERLAP_STORE, warps, 0);

	if (load == NULL || store == NULL)
		return 0;
	const struct part l = part_of(load, 0.5), s = part_of(store, 0.5);
	*out = (struct gb_finding){
		.metric = "load_store_overlap",
		.unit = "1",
		.value = hidden(l.time, s.time, memory.time),
		.lo = hidden(l.lo, s.lo, memory.hi),
		.hi = hidden(l.hi, s.hi, memory.lo),
		.from = memory.row,
	};
	snprintf(out->point, sizeof out->point, "warps=%lld", (long long)warps);
	snprintf(out->remark, sizeof out->remark, "in ps/B: loads %.3f, stores %.3f, both %.3f%s", 1e12 * l.time,
		 1e12 * s.time, 1e12 * memory.time,
		 out->value < 0 ? "; both take longer than one after the other: the memory turns between reads and "
				  "writes"
				: "");
	return 1;
}

size_t overlap_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < count && n + 3 <= GB_FINDINGS_MAX; i++) {
		const int64_t build = gb_row_value(&rows[i], build), warps = gb_row_value(&rows[i], warps);
		if (strcmp(rows[i].metric, "bandwidth") != 0)
			continue;
		if (build == OVERLAP_MEMORY) {
			const struct part memory = part_of(&rows[i], 1);
			n += balance_of(rows, count, memory, &out[n]);
			n += accesses_of(rows, count, memory, &out[n]);
		}
		if (build != OVERLAP_ALL)
			continue;
		const struct gb_row *memory = find_row(rows, count, OVERLAP_MEMORY, warps, 0),
				    *math = find_row(rows, count, OVERLAP_MATH, warps, gb_row_value(&rows[i], fmas));
		if (memory != NULL && math != NULL)
			out[n++] = overlap_of(part_of(memory, 1), math_part(math), part_of(&rows[i], 1));
	}
	return n;
}
