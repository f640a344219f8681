/* peers.h: the other GPUs of a run, for benchmarks that need several. A worker opens each GPU when a task first needs
 * it, and keeps it open. */
#pragma once

#include "device/devices.h"
#include "engine/run.h"
#include "engine/tasks.h"

struct gb_peers {
	const struct gpu_ops *ops;
	const struct gb_found_device *found; /* the GPUs of the run */
	size_t count, self;                  /* `self`: the index of the measured GPU */
	size_t together;                     /* other GPUs that are measured at the same time */
	struct gb_open_device *card;         /* for each GPU; NULL before the first is opened; `gpu` NULL: not open */
};

/* For gb_run_open(): open the peers that the benchmark needs, and load the run's machine code on them. GB_SKIPPED, with
 * the reason. */
int gb_peers_enter(struct gb_run *run);
/* Free the runs on peers, after their resources. */
void gb_peers_leave(struct gb_run *run);

/* After a failure: check that the open peers still answer. */
int gb_peers_check(const struct gb_peers *peers, struct gb_error *error);
void gb_peers_close(struct gb_peers *peers);

/* A task's value in the column `peer_uuid`. `peers` may be NULL. */
const char *gb_peers_name(const struct gb_peers *peers, const struct gb_task *task);
/* The same for a task measured on GPU number `gpu` of `count`. */
const char *gb_peers_name_on(const struct gb_found_device *found, size_t count, size_t gpu, const struct gb_task *task);
