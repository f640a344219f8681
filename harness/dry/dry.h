/* dry.h: a benchmark's hooks over a device in memory, for authors without a GPU.
 *
 * What comes out is text for people: what the hooks say of each point, and what is wrong with them. It has no times,
 * and no row of it can come into a file of results: the fake device and the writers of rows do not know each other
 * (harness/rooms). */
#ifndef GB_DRY_H
#define GB_DRY_H

#include <stdbool.h>
#include <stdio.h>

#include "device/devices.h"
#include "plan/loader.h"
#include "plan/plan.h"

struct gb_dry_options {
	enum gb_effort effort;
	const struct gb_choice *choice; /* `-a` */
	size_t choices;
	int cc; /* of the device, major * 10 + minor; 0: 90, or the highest that the plug-in has code for */
	double patience_seconds;  /* a hook that takes longer hangs */
	uint64_t memory_bytes;    /* of the device; 0: 64 MiB, or what the benchmark requires */
	const char *const *model; /* files of models besides the one next to the plug-in */
	size_t models;
	const volatile int *interrupted;
};

/* Go through one plug-in in a process of its own, and write what there is to `out`. GB_OK: nothing is wrong with it;
 * GB_FAILED: something is, and `out` says what, or `out` cannot be written, which the error says; GB_INTERRUPTED. */
int gb_dry_run(const struct gb_dry_options *options, const struct gb_plugin *plugin, FILE *out, struct gb_error *error);

/* One GPU in memory of compute capability `cc`, to plan for. The model of its SMs follows from that; its size is
 * made up. */
int gb_dry_devices(int cc, struct gb_devices *devices, struct gb_error *error);

#endif
