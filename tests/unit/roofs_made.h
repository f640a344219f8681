/* roofs_made.h: hand-made records for the tests of analysis. */
#pragma once

#include "analysis/roofs.h"
#include "support.h"

/* A row that sets a roof, measured to 1 %. */
static inline struct gb_record made(const char *uuid, const char *roof, const char *unit, double value)
{
	struct gb_record r = gb_record_empty();

	r.run_id = "run1";
	r.host = "node1";
	r.device = "0";
	r.gpu_name = "Fake GPU";
	r.gpu_uuid = uuid;
	r.benchmark = "bench";
	r.variant = "default";
	r.point = "op=read";
	r.roof = roof;
	r.unit = unit;
	r.status = GB_ROW_OK;
	r.value = value;
	r.lo = 0.99 * value;
	r.hi = 1.01 * value;
	r.limit = 2 * value;
	r.fraction = 0.5;
	r.sm_clock_hz = 1.5e9;
	return r;
}

static inline void add(struct gb_roofs *roofs, struct gb_record record)
{
	gb_roofs_add(roofs, &record);
}

/* Points from `first` to `last` of a plan of ten. */
static inline void add_points(struct gb_runs *runs, const char *gpu, const char *run, int first, int last)
{
	struct gb_record record = made(gpu, "fp32", "FLOP/s", 1);

	record.run_id = run;
	record.points = 10;
	for (int i = first; i <= last; i++) {
		record.point_number = i;
		record.roof = "fp32";
		gb_runs_add(runs, gpu, &record);
		record.roof = ""; /* a metric of the point */
		gb_runs_add(runs, gpu, &record);
	}
}
