/* gpu_queue.h: the tasks of one GPU. A worker gets those without a row, and is replaced if it dies. For the
 * supervisor. */
#pragma once

#include "workers/supervisor.h"
#include "workers/validate.h"

struct gb_gpu_queue {
	const struct gb_found_device *on;
	const struct gb_devices *all; /* the GPUs of the run */
	size_t gpu;                   /* index of this GPU */
	size_t *order;                /* the tasks */
	size_t count;
	bool *has_row;  /* for each task */
	size_t done;    /* rows received or made, in order of arrival */
	size_t written; /* rows delivered */
	/* The payload of each row that is not delivered: first those of all tasks, then those of benchmarks whose
	 * teardown() broke. */
	char **row;
	size_t *row_size;
	size_t torn; /* the number of the latter */
	struct gb_worker worker;
	bool running;
	bool busy;      /* the worker is working on a task */
	size_t at;      /* the index of that task in `order` */
	bool leaving;   /* the worker is in teardown() of a benchmark */
	size_t leaves;  /* of this task */
	bool begun;     /* the worker has begun a task */
	bool died;      /* an earlier worker has died */
	double started; /* host time of the first failure */
	struct gb_patience patience;
	struct gb_validation validation;
	char broke[GB_ERROR_TEXT]; /* why a message was invalid, after which nothing more is read; "": none was */
	char error[GB_ERROR_TEXT]; /* why the queue cannot continue; "": it can */
	bool skips;                /* this is not a failure */
};

/* `skip`: true for each task that has a row; NULL: none has. Must be closed even after a failure. */
void gb_gpu_queue_open(struct gb_gpu_queue *queue, const struct gb_devices *all, size_t gpu,
		       const struct gb_tasks *tasks, const bool *skip);
void gb_gpu_queue_close(struct gb_gpu_queue *queue);

/* Start a worker, or use the scout, and give it the queue's remaining tasks. `together`: as in struct gb_job. */
int gb_gpu_queue_start(struct gb_supervisor *s, struct gb_gpu_queue *queue, size_t together, struct gb_error *error);

/* Tend a running queue; `ready`: its connection can be read. */
void gb_gpu_queue_tend(struct gb_supervisor *s, struct gb_gpu_queue *queue, bool ready);

/* Store a packed row for the task at this index of `order`; the queue takes ownership. */
void gb_gpu_queue_take_row(struct gb_supervisor *s, struct gb_gpu_queue *queue, size_t at, char *payload, size_t size);

/* ---- crashes ----------------------------------------------------------------------------------------------------- */

/* Put the status of gb_worker_reap() into words. A worker that was not killed from here may have been killed because
 * memory ran out. */
void gb_crash_describe(const struct gb_worker *worker, int status, char *text, size_t size);

/* The worker of a queue has ended or was killed, and all its messages were taken. The task in progress fails, unless
 * the worker reported that nothing can be done at all. Tasks that were visited but not finished are measured again.
 * `because`: why the worker was killed, NULL: it was not. `hung`: other points with the same peer are not tried. */
void gb_crash_conclude(struct gb_supervisor *s, struct gb_gpu_queue *queue, const char *because, bool hung);

/* Make rows with the reason `why` for all tasks without a row. */
void gb_crash_fail_rest(struct gb_supervisor *s, struct gb_gpu_queue *queue, const char *why);
