/* worker.h: a process that measures on one GPU and may crash while it does.
 *
 * The supervisor forks it before anything has used CUDA, so the child inherits plug-ins, options and tasks, and sends
 * back what it finds and measures as messages. */
#ifndef GB_WORKER_H
#define GB_WORKER_H

#include <sys/types.h>

#include "engine/conclude.h"
#include "device/devices.h"
#include "base/host.h"
#include "engine/sweep.h"
#include "engine/tasks.h"
#include "record/wire.h"

/* State inherited by every worker of a run. */
struct gb_workplace {
	const struct gpu_ops *ops;
	struct gb_tasks *tasks; /* a worker that was started before the GPUs were known creates the pairs itself */
	const struct gb_sweep_options *options;
	const struct gb_host *host;
	/* delivered so far, for conclusions; a worker sees those from when it was started */
	const struct gb_rows *rows;
};

struct gb_worker {
	pid_t pid;
	struct gb_wire wire;
	uint64_t kills, host_kills; /* as in struct gb_host_memory, when it was started */
	bool killed;                /* by gb_worker_kill() */
};

/* Fork a worker that waits for messages. */
int gb_worker_start(struct gb_worker *worker, const struct gb_workplace *place, struct gb_error *error);

/* Seconds that a worker has to end when asked to, and again when killed. A worker that waits inside a hanging driver
 * cannot be killed: it is given up. */
#define GB_WORKER_KILL_SECONDS 5

/* Kill it at once, without a message. */
void gb_worker_kill(struct gb_worker *worker);
/* True if it has ended, and only waits for gb_worker_reap(). */
bool gb_worker_has_ended(const struct gb_worker *worker);
/* Close the connection to a worker and wait until it has ended, killing it if that takes too long. Returns waitpid's
 * status, or -1 if it had to be given up. */
int gb_worker_reap(struct gb_worker *worker);
/* The word of the column `mode`. */
const char *gb_worker_mode(const struct gb_sweep_options *options);

/* The columns of the run and the device. The record points into `text`, the host of `place` and `on`. */
struct gb_device_text {
	char index[GB_DEVICE_LABEL], capability[16];
};
struct gb_record gb_worker_base(const struct gb_workplace *place, const struct gb_found_device *on,
				struct gb_device_text *text);

#endif
