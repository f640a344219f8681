/* jobs.h: the payloads of messages to a worker, written and parsed only here. */
#ifndef GB_JOBS_H
#define GB_JOBS_H

#include "device/devices.h"
#include "engine/tasks.h"

/* The tasks to measure. The payload of GB_MESSAGE_JOB is this, after it the `gpus` of the run (struct gb_found_device),
 * and after them `count` numbers of tasks (size_t), in order. */
struct gb_job {
	size_t gpu;      /* index of the GPU to measure */
	size_t together; /* GPUs of this host that are measured at the same time */
	size_t gpus, count;
	double spent; /* seconds that earlier workers have spent on these tasks */
	bool in_turn; /* finish each task before the next: see struct gb_sweep */
};

/* Allocate a job with room for `found` and `order`, to be filled through gb_job_found() and gb_job_order(); malloc's,
 * NULL: out of memory. Padding is 0, as it is sent too. */
char *gb_job_pack(const struct gb_job *job, size_t *size);
struct gb_found_device *gb_job_found(char *payload);
size_t *gb_job_order(char *payload);
/* The job, if the payload is a valid one; else NULL. Whether tasks with these numbers exist is known once pairs have
 * been made. */
const struct gb_job *gb_job_unpack(const char *payload, size_t size);
bool gb_job_has_tasks(const struct gb_job *job, const size_t *order, const struct gb_tasks *tasks);

/* The conclusions to draw: the payload of GB_MESSAGE_CONCLUDE. */
struct gb_conclude_job {
	struct gb_found_device on;
	size_t plan; /* of gb_tasks: its benchmark */
};

char *gb_conclude_pack(const struct gb_found_device *on, size_t plan, size_t *size);
/* NULL: the payload is not a valid job for these tasks. */
const struct gb_conclude_job *gb_conclude_unpack(const char *payload, size_t size, const struct gb_tasks *tasks);

#endif
