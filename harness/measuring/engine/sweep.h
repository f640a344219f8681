/* sweep.h: measures one benchmark on one card, from its plan to its records. */
#pragma once

#include "engine/precondition.h"
#include "engine/run.h"
#include "engine/tasks.h"
#include "engine/shape_search.h"
#include "record/record.h"

struct gb_sweep_options {
	enum gb_effort_level effort;
	struct gb_effort roof, curve;    /* points that set a roof, and all others */
	uint64_t memory_most;            /* as in struct gb_open_device */
	double work;                     /* as in struct gb_open_device */
	double idle_seconds;             /* how long other processes get to leave the GPU before a task */
	double sustain_seconds;          /* how long points that set a roof keep running afterwards; 0: not at all */
	double sdc_seconds;              /* watch for data corruption for this long instead of measuring; 0: measure */
	uint64_t launches;               /* launch each point this often instead of measuring; 0: measure */
	const volatile int *interrupted; /* NULL: never */
};

/* The number of visits to a point, of extra visits to a roof, and of looks at a roof's burst. If every point is
 * measured, each has one visit. */
size_t gb_sweep_visits(const struct gb_sweep_options *options, bool sets_roof);
size_t gb_sweep_extra_visits(const struct gb_sweep_options *options);
size_t gb_sweep_bursts(const struct gb_sweep_options *options);

/* Find out whether a task sets a roof before its run is open, which is possible because the hook is pure. GB_FAILED:
 * out of memory. */
int gb_sweep_sets_roof(struct gb_open_device *card, const struct gb_task *task, bool *sets_roof,
		       struct gb_error *error);

/* The seconds that a task may take in addition to a search and a verification. */
double gb_sweep_task_seconds(const struct gb_sweep_options *options);

/* Called when a task begins. Any result but GB_OK ends the sweep. */
typedef int gb_begin_fn(void *context, size_t task);
/* Called before a task's hook is called to plan the steps of the sweep. */
typedef void gb_ask_fn(void *context, size_t task);
/* Called before teardown() of the task's benchmark, and after it. */
typedef void gb_leave_fn(void *context, size_t task, bool is_over);
/* Receives the records of a task; any result but GB_OK ends the sweep. The first record is the point's own value, the
 * others are its metrics. `measurement` is NULL if nothing was measured. */
typedef int gb_emit_fn(void *context, size_t task, const struct gb_record *records, size_t count,
		       const struct gb_measurement *measurement, struct gb_error *error);

struct gb_sweep {
	struct gb_open_device *card;
	const struct gb_sweep_options *options;
	struct gb_record base; /* the columns of the run and the device */
	size_t together;       /* other GPUs that are measured at the same time, which the rows mention */
	bool first;            /* this GPU is the first of the run */
	gb_begin_fn *begin;
	gb_emit_fn *emit;
	gb_ask_fn *ask;     /* may be NULL */
	gb_leave_fn *leave; /* may be NULL */
	void *context;
	double spent; /* seconds that earlier workers spent on these tasks, which shorten a watch */
	bool in_turn; /* the visits of a point are consecutive */
	/* For gb_sweep_tasks() itself. */
	struct gb_precondition precondition;
	double idle_w; /* power of the idle card before the first load; NAN: not known */
};

/* After a failure: GB_OK if the card still answers. A sticky error of its context would affect everything after it. */
int gb_sweep_check_card(const struct gb_open_device *card, struct gb_error *error);

/* Close the run that has this task, which calls teardown(). */
void gb_sweep_close_run(const struct gb_sweep *sweep, struct gb_run *run, size_t task);

/* Measure `count` tasks, which `order` numbers. Points are visited several times. The records of a roof are delivered
 * after its last visit, those of a curve after the last visit to any point of its variant. A failed task becomes a row
 * with the reason, and the sweep continues. May return GB_INTERRUPTED. GB_FAILED: a record could not be delivered, or
 * the card no longer answers. Delivered records are complete. */
int gb_sweep_tasks(struct gb_sweep *sweep, const struct gb_tasks *tasks, const size_t *order, size_t count,
		   struct gb_error *error);
