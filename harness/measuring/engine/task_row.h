/* task_row.h: the results of a task, and the records that are made from them. */
#pragma once

#include "base/clock.h"
#include "engine/burst_sustain.h"
#include "engine/doubts_remarks.h"
#include "engine/tasks.h"
#include "engine/watch.h"
#include "record/record.h"

/* The metrics of a plug-in, two of the harness and those of the host's clock; all records of a point. */
enum {
	GB_TASK_METRICS_MAX = GB_METRICS_MAX + 2 + GB_HOST_METRICS,
	GB_TASK_RECORDS_MAX = 1 + GB_TASK_METRICS_MAX + 2 + GB_SUSTAIN_MAX
};

struct gb_sweep;

/* A task's results, with the texts to which its records point. */
struct gb_task_row {
	const struct gb_task *task;
	size_t number; /* the task's */
	struct gb_record record;
	struct gb_point point;
	struct gpu_state before; /* when the task began */
	double began;            /* host time */
	char time[GB_CLOCK_UTC], text[GB_POINT_TEXT], reason[GB_RECORD_REASON];
	size_t metrics;
	struct gb_metric metric[GB_TASK_METRICS_MAX];
	/* The burst, on a rested card. */
	bool has_burst;
	char burst_metric[GB_NAME_MAX], burst_roof[GB_NAME_MAX];
	struct gb_burst burst;
	size_t bursts;      /* looks at the burst */
	const char *remark; /* why the point is far below its limit; NULL: not known */
	double burst_limit;
	struct gb_clocks clocks;
	/* The sustained load. */
	char sustained_metric[GB_NAME_MAX];
	double idle_w;
	size_t parts;
	struct gb_sustained part[GB_SUSTAIN_MAX];
	double part_limit[GB_SUSTAIN_MAX];
};

/* The card's state and power during the visits to a point. */
struct gb_load {
	struct gb_energy power[GB_VISITS_MAX]; /* of each visit, for a GB_JOULES point */
	struct gb_watch watch;                 /* of the last planned visit */
	struct gb_conditions seen;             /* the worst of all */
	char slowdowns[96];                    /* throttle reasons of all visits with a slowdown */
};

/* The limit of the current point at these clocks; NAN: not known. A memory clock of NAN means the card's own. */
double gb_task_row_limit(const struct gb_run *run, double mem_clock_hz, double sm_hz);

/* Fill in the row of a verified point from its joined visits. GB_FAILED: a hook of the plug-in failed. */
int gb_task_row_fill(struct gb_task_row *row, const struct gb_measurement *all, size_t visits,
		     const struct gb_load *load, const struct gb_sweep *sweep, const struct gb_run *run);
/* Fill in the burst of a point from its measurements. */
void gb_task_row_burst(struct gb_task_row *row, const struct gb_burst *burst, size_t count,
		       const struct gb_measurement *all, const struct gb_run *run);

/* A task's records and their reasons: 68 KiB, too much for a small stack. */
struct gb_records {
	struct gb_record record[GB_TASK_RECORDS_MAX];
	char reason[GB_TASK_RECORDS_MAX][GB_RECORD_REASON];
};

/* The task's own record, one for each metric, then those of the burst and of the sustained load. Returns their number.
 * Pure. */
size_t gb_task_row_records(const struct gb_task_row *row, struct gb_records *out);

/* Leave the task one record without a value, because it was skipped or failed, whatever was measured before. */
void gb_task_row_clear(struct gb_task_row *row, enum gb_row_status status, const char *why);
