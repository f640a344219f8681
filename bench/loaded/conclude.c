/* The curve of latency against bandwidth of `loaded`: its two ends, its knee, and the bytes in flight there. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "state.h"

enum { POINTS_MAX = 64 };

struct point {
	int64_t offered;
	const struct gb_row *latency, *bandwidth;
};

struct curve {
	struct point point[POINTS_MAX];
	size_t count;
};

static struct point *point_of(struct curve *curve, int64_t offered)
{
	for (size_t i = 0; i < curve->count; i++)
		if (curve->point[i].offered == offered)
			return &curve->point[i];
	if (curve->count == POINTS_MAX)
		return NULL;
	curve->point[curve->count] = (struct point){ .offered = offered };
	return &curve->point[curve->count++];
}

/* The points of an operation that have both values. */
static void collect(const struct gb_row *rows, size_t count, int64_t op, struct curve *curve)
{
	size_t kept = 0;

	curve->count = 0;
	for (size_t i = 0; i < count; i++) {
		if (gb_row_value(&rows[i], "op") != op)
			continue;
		struct point *p = point_of(curve, gb_row_value(&rows[i], "offered"));
		if (p != NULL && strcmp(rows[i].metric, "latency") == 0)
			p->latency = &rows[i];
		else if (p != NULL && strcmp(rows[i].metric, "bandwidth") == 0)
			p->bandwidth = &rows[i];
	}
	for (size_t i = 0; i < curve->count; i++)
		if (curve->point[i].latency != NULL && curve->point[i].bandwidth != NULL)
			curve->point[kept++] = curve->point[i];
	curve->count = kept;
}

struct findings {
	struct gb_finding *out;
	size_t count;
};

static struct gb_finding *add(struct findings *f, int64_t op, const char *load, const char *metric, const char *unit,
			      const struct gb_row *from)
{
	struct gb_finding *finding = &f->out[f->count++];

	*finding = (struct gb_finding){ .metric = metric, .unit = unit, .from = from };
	snprintf(finding->point, sizeof finding->point, "traffic=%s,load=%s", loaded_ops[op], load);
	return finding;
}

static void tell_row(struct findings *f, int64_t op, const char *load, const char *unit, const struct gb_row *row,
		     int64_t offered)
{
	struct gb_finding *finding = add(f, op, load, row->metric, unit, row);

	finding->value = row->value;
	finding->lo = row->lo;
	finding->hi = row->hi;
	finding->limit = row->limit;
	snprintf(finding->remark, sizeof finding->remark, "with %lld %% of the bus's rate offered", (long long)offered);
}

/* Bytes that an SM has in flight when the memory delivers `bandwidth` at `latency`. */
static void tell_in_flight(struct findings *f, int64_t op, const char *load, const struct gb_device *device,
			   const struct gb_row *bandwidth, const struct gb_row *latency)
{
	struct gb_finding *finding = add(f, op, load, "bytes_in_flight", "B", latency);
	const double sms = device->sm_count;

	finding->value = bandwidth->value * latency->value / sms;
	finding->lo = bandwidth->lo * latency->lo / sms;
	finding->hi = bandwidth->hi * latency->hi / sms;
	snprintf(finding->remark, sizeof finding->remark,
		 "bytes in flight of each of %.0f SMs, by Little's law: %.4g B/s x %.4g s", sms, bandwidth->value,
		 latency->value);
}

static const struct point *idle_of(const struct curve *curve)
{
	for (size_t i = 0; i < curve->count; i++)
		if (curve->point[i].offered == 0)
			return &curve->point[i];
	return NULL;
}

static void conclude_op(struct findings *f, const struct gb_device *device, const struct curve *curve, int64_t op)
{
	const struct point *idle = idle_of(curve), *most = idle, *knee = NULL;
	double best = 0;

	if (idle == NULL || curve->count < 3)
		return;
	for (size_t i = 0; i < curve->count; i++) {
		const struct point *p = &curve->point[i];
		const double power = p->bandwidth->value / p->latency->value;
		if (p->bandwidth->value > most->bandwidth->value)
			most = p;
		if (power > best) {
			best = power;
			knee = p;
		}
	}
	tell_row(f, op, "idle", "s", idle->latency, 0);
	tell_in_flight(f, op, "idle", device, most->bandwidth, idle->latency);
	if (knee != NULL) {
		tell_row(f, op, "knee", "s", knee->latency, knee->offered);
		tell_row(f, op, "knee", "B/s", knee->bandwidth, knee->offered);
	}
	tell_row(f, op, "saturated", "s", most->latency, most->offered);
	tell_row(f, op, "saturated", "B/s", most->bandwidth, most->offered);
	tell_in_flight(f, op, "saturated", device, most->bandwidth, most->latency);
}

size_t loaded_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	struct findings f = { out, 0 };
	struct curve curve;

	for (int64_t op = 0; loaded_ops[op] != NULL; op++) {
		collect(rows, count, op, &curve);
		conclude_op(&f, device, &curve, op);
	}
	return f.count;
}
