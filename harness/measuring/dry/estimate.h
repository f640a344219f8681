/* estimate.h: estimates how long the points of a run take before any is measured. */
#pragma once

#include <stdio.h>

#include "device/devices.h"
#include "engine/sweep.h"
#include "workers/supervisor.h"

/* One benchmark on one GPU. */
struct gb_estimate {
	size_t points, roofs; /* points that are measured, and those of them that set a roof */
	double seconds;
};

/* Add a task, which may set a roof, to an estimate: its search, its samples and the time between them, at this effort.
 * The length of a launch is unknown: launches of many milliseconds take longer than estimated. */
void gb_estimate_add(struct gb_estimate *estimate, const struct gb_sweep_options *options, const struct gb_task *task,
		     bool sets_roof);

/* After all tasks of these devices have been added, print a line for each benchmark and one for each GPU. */
int gb_estimate_print(const struct gb_tasks *tasks, const struct gb_devices *devices,
		      const struct gb_sweep_options *sweep, const struct gb_supervisor_options *supervisor, FILE *out,
		      struct gb_error *error);
