/* Conclusions from the rows of `intensity`: the ridge, the ends and the corner of each curve. */
#include "state.h"

/* The curve of one format and traffic, as far as it was measured. */
struct curve {
	int type;
	enum intensity_traffic traffic;
	double ridge; /* FLOP/B at which the two roofs meet, at the clock of the flat parts */
	double sm_hz; /* highest clock */
	/* The best fractions of the roof far below and far above the ridge; 0: not measured. */
	double memory_end, fma_end;
	const struct gb_row *corner; /* the row next to the ridge; NULL: none near it */
};

/* Factors of the ridge: rows at least FAR from it are its ends, and rows within NEAR may be the corner. */
#define FAR  4.0
#define NEAR 1.2

static bool on_curve(const struct gb_row *row, const struct curve *curve)
{
	return strcmp(row->metric, "flop_rate") == 0 && gb_row_value(row, type) == curve->type &&
	       gb_row_value(row, traffic) == curve->traffic && row->limit > 0;
}

static double distance(const struct gb_row *row, double ridge)
{
	return fabs(log(intensity_of(gb_row_value(row, flops)) / ridge));
}

static void follow_curve(struct curve *curve, const struct gb_row *row)
{
	const double at = intensity_of(gb_row_value(row, flops)), fraction = row->value / row->limit;
	const double away = distance(row, curve->ridge);

	if (at * FAR <= curve->ridge)
		curve->memory_end = fmax(curve->memory_end, fraction);
	if (at >= curve->ridge * FAR)
		curve->fma_end = fmax(curve->fma_end, fraction);
	if (away <= log(NEAR) && (curve->corner == NULL || away < distance(curve->corner, curve->ridge)))
		curve->corner = row;
}

static struct curve curve_of(const struct gb_device *device, const struct gb_row *rows, size_t count, int type,
			     enum intensity_traffic traffic)
{
	struct curve curve = { .type = type, .traffic = traffic };

	for (size_t i = 0; i < count; i++)
		if (on_curve(&rows[i], &curve) && rows[i].sm_hz > curve.sm_hz)
			curve.sm_hz = rows[i].sm_hz;
	curve.ridge = intensity_peak(type, device, curve.sm_hz) / gb_memory_rate(device);
	for (size_t i = 0; i < count && curve.ridge > 0; i++)
		if (on_curve(&rows[i], &curve))
			follow_curve(&curve, &rows[i]);
	return curve;
}

static struct gb_finding finding(const struct curve *curve, const char *metric, const char *unit, double value)
{
	struct gb_finding f = { .metric = metric, .unit = unit, .value = value, .lo = NAN, .hi = NAN };

	snprintf(f.point, sizeof f.point, "type=%s,traffic=%s", intensity_types[curve->type],
		 intensity_traffics[curve->traffic]);
	return f;
}

static struct gb_finding corner(const struct gb_device *device, const struct curve *curve)
{
	const struct gb_row *row = curve->corner;
	const int64_t flops = gb_row_value(row, flops);
	const double of_bus = row->value / intensity_of(flops) / gb_memory_rate(device);
	const double of_lanes = row->value / intensity_peak(curve->type, device, row->sm_hz);
	struct gb_finding f = finding(curve, "corner", "1", row->value / row->limit);

	f.lo = row->lo / row->limit;
	f.hi = row->hi / row->limit;
	f.from = row;
	f.axis = "flops";
	f.x = (double)flops;
	snprintf(f.point + strlen(f.point), sizeof f.point - strlen(f.point), ",flops=%lld", (long long)flops);
	snprintf(f.remark, sizeof f.remark,
		 "at the corner: %.1f %% of the bus and %.1f %% of the FMA lanes at %.0f MHz; far from it: %.1f and "
		 "%.1f %% at up to %.0f MHz. %s",
		 100 * of_bus, 100 * of_lanes, 1e-6 * row->sm_hz, 100 * curve->memory_end, 100 * curve->fma_end,
		 1e-6 * curve->sm_hz,
		 row->sm_hz < 0.99 * curve->sm_hz ? "The clock falls, which suggests the power limit: see throttle"
						  : "The clock holds: loads and arithmetic wait for each other");
	return f;
}

size_t intensity_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			  struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t n = 0;

	for (int type = 0; intensity_types[type] != NULL; type++)
		for (enum intensity_traffic traffic = 0; intensity_traffics[traffic] != NULL; traffic++) {
			const struct curve curve = curve_of(device, rows, count, type, traffic);
			if (curve.ridge > 0)
				out[n++] = finding(&curve, "ridge", "FLOP/B", curve.ridge);
			if (curve.memory_end > 0)
				out[n++] = finding(&curve, "memory_end", "1", curve.memory_end);
			if (curve.fma_end > 0)
				out[n++] = finding(&curve, "fma_end", "1", curve.fma_end);
			if (curve.corner != NULL)
				out[n++] = corner(device, &curve);
		}
	return n;
}
