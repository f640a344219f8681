/* worker.h: a process that measures on one GPU and may crash.
 *
 * The supervisor forks it before anything has used CUDA, so the child inherits plug-ins, options and tasks. It returns
 * results as messages. */
#pragma once

#include <sys/types.h>

#include "base/host.h"
#include "device/devices.h"
#include "engine/conclude.h"
#include "engine/row.h"
#include "engine/sweep.h"
#include "engine/tasks.h"
#include "record/wire.h"

/* Inherited by every worker of a run. */
struct gb_workplace {
	const struct gpu_ops *ops;
	struct gb_tasks *tasks; /* a worker that was started before the GPUs were known makes the pairs itself */
	const struct gb_sweep_options *options;
	const struct gb_host *host;
	/* rows delivered so far, for conclusions; a worker sees those from before its start */
	const struct gb_rows *rows;
};

struct gb_worker {
	pid_t pid;
	struct gb_wire wire;
	uint64_t kills, host_kills; /* as in struct gb_host_memory, at the worker's start */
	bool killed;                /* by gb_worker_kill() */
};

/* Fork a worker that waits for messages. */
int gb_worker_start(struct gb_worker *worker, const struct gb_workplace *place, struct gb_error *error);

/* The seconds that a worker has to end when the user requests a stop, so that a hanging worker delays nobody. A watch
 * first finishes its pass, which may have found something. */
#define GB_WORKER_STOP_SECONDS 0.7
/* The seconds that a worker has to end when it has nothing more to do, and again when it is killed. A worker that waits
 * inside a hanging driver cannot be killed and is given up. */
#define GB_WORKER_KILL_SECONDS 5

void gb_worker_kill(struct gb_worker *worker);
/* True if the worker has ended and waits for gb_worker_reap(). */
bool gb_worker_has_ended(const struct gb_worker *worker);
/* Close the connection to a worker and wait until it has ended; kill it if that takes too long. Returns the status of
 * waitpid(); -1: the worker was given up. */
int gb_worker_reap(struct gb_worker *worker);
/* The word of the column `mode`. */
const char *gb_worker_mode(const struct gb_sweep_options *options);

/* The columns of the run and the device, for a row of this run. */
struct gb_record gb_worker_base(const struct gb_workplace *place, const struct gb_found_device *on,
				struct gb_device_text *text);

/* ---- the payloads of messages to a worker ------------------------------------------------------------------------ */

/* The tasks to measure. The payload of GB_MESSAGE_JOB is this struct, then the `gpus` of the run (struct
 * gb_found_device), then the numbers of `count` tasks (size_t), in order. */
struct gb_job {
	size_t gpu;      /* index of the GPU to measure */
	size_t together; /* GPUs of this host that are measured at the same time */
	size_t gpus, count;
	double spent; /* seconds that earlier workers spent on these tasks */
	bool in_turn; /* finish each task before the next (struct gb_sweep) */
};

/* Allocate a job with room for `found` and `order`, which gb_job_found() and gb_job_order() return. Padding is 0,
 * because it is sent too. */
char *gb_job_pack(const struct gb_job *job, size_t *size);
struct gb_found_device *gb_job_found(char *payload);
size_t *gb_job_order(char *payload);
/* The job; NULL: the payload is not valid. The task numbers can be checked once pairs have been made. */
const struct gb_job *gb_job_unpack(const char *payload, size_t size);
bool gb_job_has_tasks(const struct gb_job *job, const size_t *order, const struct gb_tasks *tasks);

/* The payload of GB_MESSAGE_CONCLUDE. */
struct gb_conclude_job {
	struct gb_found_device on;
	size_t plan; /* index in gb_tasks of the benchmark's plan */
};

char *gb_conclude_pack(const struct gb_found_device *on, size_t plan, size_t *size);
/* NULL: the payload is not a valid job for these tasks. */
const struct gb_conclude_job *gb_conclude_unpack(const char *payload, size_t size, const struct gb_tasks *tasks);
