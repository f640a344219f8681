/* supervisor.h: starts a worker for each GPU, watches it, and starts another after one that died.
 *
 * The supervisor never touches CUDA. A worker that crashes, is killed, hangs or loses its card costs the one task
 * it was at: that becomes a row that says so. A task that was measured by then but has no row yet is measured
 * again. Rows come out GPU by GPU in the order they are finished. */
#ifndef GB_SUPERVISOR_H
#define GB_SUPERVISOR_H

#include "base/patience.h"
#include "workers/worker.h"

struct gb_supervisor_options {
	double point_seconds;    /* a task that takes longer, of the worker's own time, is hung */
	double deadline_seconds; /* of the whole run, from when devices are looked for; INFINITY: none */
	bool concurrent;         /* all GPUs at once, instead of one after another */
	const volatile int *interrupted;
	const char *root; /* as in struct gb_patience */
};

struct gb_supervisor {
	struct gb_workplace place;
	struct gb_supervisor_options options;
	struct gb_worker scout; /* found the devices, and becomes the first worker */
	double deadline;        /* host time */
	size_t rows;            /* finished so far */
	/* Told that a task begins, with `rows` as they are then; delivers the records of a task, failed ones included,
	 * or of a conclusion. A status other than GB_OK ends the run. */
	void (*begin)(void *context, const struct gb_found *on, const struct gb_task *task);
	int (*deliver)(void *context, const struct gb_record *records, size_t count,
		       const struct gb_measurement *measurement, struct gb_error *error);
	void *context;
};

/* Ask a first worker which devices there are. Not even this may hang or crash the supervisor. */
int gb_supervisor_find(struct gb_supervisor *supervisor, struct gb_devices *devices, struct gb_error *error);

/* Run all tasks on these devices. `skip[d * tasks + t]` says that a row is there already; NULL: none is.
 * Or GB_INTERRUPTED. */
int gb_supervisor_run(struct gb_supervisor *supervisor, const struct gb_devices *on, const bool *skip,
		      struct gb_error *error);

/* Deliver what each benchmark concludes from the rows of each device, `place.rows`; a plug-in that crashes over it
 * costs a failed row. */
int gb_supervisor_conclude(struct gb_supervisor *supervisor, const struct gb_devices *on, struct gb_error *error);

/* End the scout, when there is nothing to run after all. */
void gb_supervisor_dismiss(struct gb_supervisor *supervisor);

#endif
