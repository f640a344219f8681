/* dry.h: calls a benchmark's hooks on a simulated device, for authors without a GPU.
 *
 * The output is text for people: what the hooks return for each point, and what is wrong with it. It has no times, and
 * nothing of it can get into a result file: the fake device and the code that writes rows do not depend on each other
 * (harness/rooms). */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "device/devices.h"
#include "plan/loader.h"
#include "plan/plan.h"

struct gb_dry_options {
	enum gb_effort_level effort;
	const struct gb_choice *choice; /* `-a` */
	size_t choices;
	int cc; /* of the device, major * 10 + minor; 0: 90, or the highest for which the plug-in has code */
	double patience_seconds;  /* a hook that takes longer counts as hanging */
	uint64_t memory_bytes;    /* of the device; 0: 64 MiB, or what the benchmark requires */
	const char *const *model; /* model files in addition to the one next to the plug-in */
	size_t models;
	bool brief;            /* print only faults, over a progress line */
	bool allow_unverified; /* accept points with a kernel that has no model */
	const volatile int *interrupted;
};

/* Call a plug-in's hooks in a separate process, and write the report to `out`. GB_OK: no faults. GB_FAILED: `out`
 * reports a fault, or could not be written, as the error says. GB_INTERRUPTED. */
int gb_dry_run(const struct gb_dry_options *options, const struct gb_plugin *plugin, FILE *out, struct gb_error *error);

/* Describe one simulated GPU of compute capability `cc`, for planning. Its SMs are those of a model of `cc`; the size
 * of the GPU is assumed. */
int gb_dry_devices(int cc, struct gb_devices *devices, struct gb_error *error);
