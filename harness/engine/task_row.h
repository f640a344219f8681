/* task_row.h: the results of a task, and the records made from them. */
#ifndef GB_TASK_ROW_H
#define GB_TASK_ROW_H

#include "base/clock.h"
#include "engine/burst_sustain.h"
#include "engine/judge.h"
#include "engine/tasks.h"
#include "record/record.h"

/* A plug-in's metrics, two of ours and those of the host's clock; and all records of a point. */
enum {
	GB_TASK_METRICS_MAX = GB_METRICS_MAX + 2 + GB_HOST_METRICS,
	GB_TASK_RECORDS_MAX = 1 + GB_TASK_METRICS_MAX + 2 + GB_SUSTAIN_MAX
};

/* Everything about one task, with the texts to which its records point. */
struct gb_task_row {
	const struct gb_task *task;
	size_t number; /* of the task */
	struct gb_record record;
	struct gb_point point;
	struct gpu_state before; /* the card's, when the task began */
	int others;              /* other compute processes then */
	double began;            /* host time */
	char time[GB_CLOCK_UTC], text[GB_POINT_TEXT], reason[GB_RECORD_REASON], throttle[96];
	size_t metrics;
	struct gb_metric metric[GB_TASK_METRICS_MAX];
	/* On a rested card. */
	bool has_burst;
	char burst_metric[GB_NAME_MAX], burst_roof[GB_NAME_MAX];
	struct gb_burst burst;
	size_t bursts;      /* number of bursts it was made from */
	const char *remark; /* why the point is far below its limit; NULL: not known */
	double burst_limit;
	struct gb_clocks clocks;
	/* Under a sustained load. */
	char sustained_metric[GB_NAME_MAX];
	double idle_w;
	size_t parts;
	struct gb_sustained part[GB_SUSTAIN_MAX];
	double part_limit[GB_SUSTAIN_MAX];
};

/* The task's own record, one for each metric, then those of a burst and of a sustained load; returns how many. `reason`
 * has room for the texts of all. Pure. */
size_t gb_task_row_records(const struct gb_task_row *row, struct gb_record records[GB_TASK_RECORDS_MAX],
			   char reason[GB_TASK_RECORDS_MAX][GB_RECORD_REASON]);

/* The columns that the card's state gives for a load. */
void gb_task_row_state(struct gb_record *record, const struct gpu_state *load);

/* The task was skipped or has failed: it has one record, without a value, whatever was measured before. */
void gb_task_row_clear(struct gb_task_row *row, enum gb_row_status status, const char *why);

#endif
