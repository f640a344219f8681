/* supervisor.h: starts a worker for each GPU, monitors it, and replaces it if it dies.
 *
 * The supervisor never uses CUDA. A worker that crashes, is killed, hangs or loses its card costs only the task that it
 * was working on, which becomes a failed row with the reason. A task that was measured but has no row yet is measured
 * again. Rows come out GPU by GPU, in the order in which they are finished. */
#pragma once

#include "base/patience.h"
#include "workers/worker.h"

struct gb_supervisor_options {
	double point_seconds;    /* a task hangs if it takes longer in the worker's own time */
	double deadline_seconds; /* of the whole run, starting with the search for devices; INFINITY: none */
	bool concurrent;         /* all GPUs at once, instead of one after another */
	const volatile int *interrupted;
	const char *root; /* as in struct gb_patience */
};

struct gb_supervisor {
	struct gb_workplace place;
	struct gb_supervisor_options options;
	struct gb_worker scout; /* the worker that finds the devices, which becomes the first worker */
	double deadline;        /* host time */
	size_t rows;            /* finished so far */
	/* Called when a task begins, with the current `rows`; delivers the records of a task, including failed ones, or
	 * of a conclusion. Any status but GB_OK ends the run. */
	void (*begin)(void *context, const struct gb_found_device *on, const struct gb_task *task);
	int (*deliver)(void *context, const struct gb_record *records, size_t count,
		       const struct gb_measurement *measurement, struct gb_error *error);
	void *context;
};

/* Ask a first worker for the devices, because even this must not hang or crash the supervisor. */
int gb_supervisor_find(struct gb_supervisor *supervisor, struct gb_devices *devices, struct gb_error *error);

/* Run all tasks on these devices. `skip[d * tasks + t]`: the row exists; NULL: none does. May return GB_INTERRUPTED. */
int gb_supervisor_run(struct gb_supervisor *supervisor, const struct gb_devices *on, const bool *skip,
		      struct gb_error *error);

/* Deliver the conclusions of each benchmark from the rows of each device, `place.rows`. A plug-in that crashes costs a
 * failed row. */
int gb_supervisor_conclude(struct gb_supervisor *supervisor, const struct gb_devices *on, struct gb_error *error);

/* End the scout if there is nothing to run. */
void gb_supervisor_dismiss(struct gb_supervisor *supervisor);
