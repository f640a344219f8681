/* task_row.h: the results of a task, and the records made from them. */
#pragma once

#include "base/clock.h"
#include "engine/burst_sustain.h"
#include "engine/doubts_remarks.h"
#include "engine/tasks.h"
#include "engine/watch.h"
#include "record/record.h"

/* A plug-in's metrics, two of the harness and those of the host's clock; and all records of a point. */
enum {
	GB_TASK_METRICS_MAX = GB_METRICS_MAX + 2 + GB_HOST_METRICS,
	GB_TASK_RECORDS_MAX = 1 + GB_TASK_METRICS_MAX + 2 + GB_SUSTAIN_MAX
};

struct gb_sweep;

/* Everything about one task, with the texts to which its records point. */
struct gb_task_row {
	const struct gb_task *task;
	size_t number; /* of the task */
	struct gb_record record;
	struct gb_point point;
	struct gpu_state before; /* the card's state when the task began */
	double began;            /* host time */
	char time[GB_CLOCK_UTC], text[GB_POINT_TEXT], reason[GB_RECORD_REASON];
	size_t metrics;
	struct gb_metric metric[GB_TASK_METRICS_MAX];
	/* On a rested card. */
	bool has_burst;
	char burst_metric[GB_NAME_MAX], burst_roof[GB_NAME_MAX];
	struct gb_burst burst;
	size_t bursts;      /* number of bursts it was made from */
	const char *remark; /* why the point is far below its limit; NULL: unknown */
	double burst_limit;
	struct gb_clocks clocks;
	/* Under a sustained load. */
	char sustained_metric[GB_NAME_MAX];
	double idle_w;
	size_t parts;
	struct gb_sustained part[GB_SUSTAIN_MAX];
	double part_limit[GB_SUSTAIN_MAX];
};

/* The card during the visits to a point. */
struct gb_load {
	struct gb_energy power[GB_VISITS_MAX]; /* energy in each, if the point is measured in GB_JOULES */
	struct gb_watch watch;                 /* of the last planned visit */
	struct gb_conditions seen;             /* the worst of all */
	char slowdowns[96];                    /* throttle reasons of the visits with a slowdown */
};

/* The limit of the current point at these clocks, NAN if unknown. The memory clock may be NAN, too: then the card's
 * own is used. */
double gb_task_row_limit(const struct gb_run *run, double mem_clock_hz, double sm_hz);

/* The row of a verified point, from its joined visits. GB_FAILED: a hook of the plug-in failed. */
int gb_task_row_fill(struct gb_task_row *row, const struct gb_measurement *all, size_t visits,
		     const struct gb_load *load, const struct gb_sweep *sweep, const struct gb_run *run);
/* The burst of a point, from several measurements. */
void gb_task_row_burst(struct gb_task_row *row, const struct gb_burst *burst, size_t count,
		       const struct gb_measurement *all, const struct gb_run *run);

/* The records of a task, with the texts of their reasons: 68 KiB, too much for a small stack. */
struct gb_records {
	struct gb_record record[GB_TASK_RECORDS_MAX];
	char reason[GB_TASK_RECORDS_MAX][GB_RECORD_REASON];
};

/* The task's own record, one for each metric, then the burst's and the sustained load's; returns how many. Pure. */
size_t gb_task_row_records(const struct gb_task_row *row, struct gb_records *out);

/* The task was skipped or failed: it has one record, without a value, whatever was measured before. */
void gb_task_row_clear(struct gb_task_row *row, enum gb_row_status status, const char *why);
