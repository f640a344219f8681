/* walk.h: the state of a dry run while it steps through a plug-in. */
#pragma once

#include "dry/dry.h"
#include "dry/fatbin.h"
#include "dry/models.h"
#include "engine/peers.h"
#include "engine/run.h"
#include "fake/fake_work.h"

/* Shared with the monitoring process: the current hook. */
struct gb_dry_place {
	volatile unsigned long steps; /* incremented at each hook */
	volatile bool done;           /* it has finished */
	volatile bool lost;           /* the output could not be written */
	volatile size_t hidden;       /* lines that did not fit on the screen */
	char text[GB_POINT_TEXT + 128];
};

enum { GB_DRY_GPUS = 2, GB_DRY_LAUNCHES_MAX = 8, GB_DRY_KERNELS_MAX = 512 };

/* A kernel that was launched, and the shape. */
struct gb_dry_launch {
	char kernel[GB_NAME_MAX];
	struct gb_shape shape;
};

struct gb_dry_walk {
	const struct gb_dry_options *options;
	const struct gb_plugin *plugin;
	const struct gb_bench *bench;
	struct gb_dry_place *place;
	FILE *out;
	struct gb_dry_models models;
	struct gb_plan plan;
	bool reduced; /* reduce to the smallest values, after a walk */
	struct gb_open_device card;
	struct gb_found_device found[GB_DRY_GPUS];
	struct gb_peers peers;
	/* The variant. */
	const struct gb_variant *variant;
	struct gb_fatbin fatbin;
	const struct gb_code *code; /* code for the device's architecture; NULL: there is none */
	struct gb_run run;
	bool is_open;  /* `run` */
	bool poisoned; /* a verification of this point has failed */
	struct gb_error error;
	/* Launches since gb_dry_forget(): the first few kernels, and a kernel without a model ("": none). */
	struct gb_dry_launch launch[GB_DRY_LAUNCHES_MAX];
	size_t launches;
	/* The shapes of the first kernel that the search of the point has tried: " 64 x 128, 32 x 256,". */
	char shapes[2 * GB_ERROR_TEXT];
	char idle[GB_NAME_MAX];
	char idle_before[GB_NAME_MAX]; /* the same for those launched by setup() and prepare() in this variant */
	/* Kernels that were launched in any variant. */
	char kernel[GB_DRY_KERNELS_MAX][GB_NAME_MAX];
	size_t kernels;
	/* Models, or kernels of the host, with whose mistakes verify() has been tried; and kernels of the point that
	 * are still to be tried. */
	char tried[GB_DRY_KERNELS_MAX][GB_NAME_MAX];
	size_t tries;
	char culprit[GB_DRY_LAUNCHES_MAX][GB_NAME_MAX];
	size_t culprits;
	/* For conclude(). */
	struct gb_row *row;
	struct gb_point *row_point;
	size_t rows, rows_max;
	/* In all. */
	size_t points, skipped, candidates, verified, rejected, mistakes, faults;
	size_t unverified;                     /* points whose kernel has no model, or whose result nothing checks */
	struct fake_work work;                 /* of the last launch that has computed */
	bool is_over;                          /* all points have been walked */
	size_t outputs;                        /* calls of gb_fill_output(), and reports of checking kernels */
	size_t counted, uncounted, miscounted; /* points whose cost() was compared with it: no, unknown, doubtful */
};

/* Marks the beginning of a hook: "prepare at op=read". For the monitoring process, and to show where a hook crashed. */
void gb_dry_step(struct gb_dry_walk *w, const char *hook, const struct gb_point *point);
/* A line of the report, " <text>", and a line for a fault. Text from a plug-in stays on one line. */
void gb_dry_say(struct gb_dry_walk *w, int indent, const char *format, ...) GB_PRINTF(3, 4);
void gb_dry_fault(struct gb_dry_walk *w, const char *format, ...) GB_PRINTF(2, 3);
void gb_dry_forget(struct gb_dry_walk *w);
/* So far. When the walk is over, a benchmark without a verified point is not verified. */
bool gb_dry_is_verified(const struct gb_dry_walk *w);
bool gb_dry_is_fine(const struct gb_dry_walk *w);

/* The variants, the kernels and all points of the plan. */
void gb_dry_walk(struct gb_dry_walk *w);
/* One row: its searched shapes, the results of the hooks, and verification. */
void gb_dry_point(struct gb_dry_walk *w, const struct gb_point *row);
/* prepare() and launch() of a point; `computes`: its models run, and the work that they do is counted. */
int gb_dry_launch(struct gb_dry_walk *w, const struct gb_point *point, bool computes);
/* After a launch that has computed: compares its work with cost(). */
void gb_dry_count(struct gb_dry_walk *w, const struct gb_point *point);
/* conclude() with no rows, and with rows constructed from the points. */
void gb_dry_conclude(struct gb_dry_walk *w);
