/* walk.h: the state of a dry run while it steps through a plug-in. */
#pragma once

#include "dry/dry.h"
#include "dry/fatbin.h"
#include "dry/models.h"
#include "engine/peers.h"
#include "engine/run.h"
#include "fake/fake_work.h"

/* The current hook, shared with the monitoring process. */
struct gb_dry_place {
	volatile unsigned long steps; /* incremented at each hook */
	volatile bool done;
	volatile bool lost;     /* the output could not be written */
	volatile size_t hidden; /* lines that did not fit on the terminal */
	char text[GB_POINT_TEXT + 128];
};

enum { GB_DRY_GPUS = 2, GB_DRY_LAUNCHES_MAX = 8, GB_DRY_KERNELS_MAX = 512 };

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
	bool reduced; /* use the smallest values: the second walk, after the device was too small */
	struct gb_open_device card;
	struct gb_found_device found[GB_DRY_GPUS];
	struct gb_peers peers;
	const struct gb_variant *variant;
	struct gb_fatbin fatbin;
	const struct gb_code *code; /* for the device's architecture; NULL: none */
	struct gb_run run;
	bool is_open;  /* `run` is open */
	bool poisoned; /* a verification of this point has failed */
	struct gb_error error;
	/* Since gb_dry_forget(): the first few kernels launched, and one that has no model ("": none). */
	struct gb_dry_launch launch[GB_DRY_LAUNCHES_MAX];
	size_t launches;
	/* The shapes of the first kernel that the point's search has tried: " 64 x 128, 32 x 256,". */
	char shapes[2 * GB_ERROR_TEXT];
	char idle[GB_NAME_MAX];
	char idle_before[GB_NAME_MAX]; /* the same for setup() and prepare() in this variant */
	/* Kernels launched in any variant. */
	char kernel[GB_DRY_KERNELS_MAX][GB_NAME_MAX];
	size_t kernels;
	/* Models, or kernels of the host, in which mistakes were made already; and kernels of the point in which they
	 * are still to be made. */
	char tried[GB_DRY_KERNELS_MAX][GB_NAME_MAX];
	size_t tries;
	char culprit[GB_DRY_LAUNCHES_MAX][GB_NAME_MAX];
	size_t culprits;
	/* For conclude(). */
	struct gb_row *row;
	struct gb_point *row_point;
	size_t rows, rows_max;
	/* Totals. */
	size_t points, skipped, candidates, verified, rejected, mistakes, faults;
	size_t unverified;                     /* points with a kernel without a model, or with an unchecked result */
	struct fake_work work;                 /* the work of the last launch that has computed */
	bool is_over;                          /* all points have been walked */
	size_t outputs;                        /* calls of gb_fill_output(), and reports of checking kernels */
	size_t counted, uncounted, miscounted; /* points whose work was counted; is unknown; is doubtful */
};

/* Begin a hook: "prepare at op=read", for the monitoring process, and to report where a hook crashed. */
void gb_dry_step(struct gb_dry_walk *w, const char *hook, const struct gb_point *point);
/* Write a line of the report, " <text>", or a line for a fault. Text from a plug-in stays on one line. */
void gb_dry_say(struct gb_dry_walk *w, int indent, const char *format, ...) GB_PRINTF(3, 4);
void gb_dry_fault(struct gb_dry_walk *w, const char *format, ...) GB_PRINTF(2, 3);
void gb_dry_forget(struct gb_dry_walk *w);
/* True so far. After the walk, a benchmark without a verified point counts as not verified. */
bool gb_dry_is_verified(const struct gb_dry_walk *w);
bool gb_dry_is_fine(const struct gb_dry_walk *w);

/* Walk through the variants, the kernels and all points of the plan. */
void gb_dry_walk(struct gb_dry_walk *w);
/* One row: try its searched shapes, call the hooks, and verify. */
void gb_dry_point(struct gb_dry_walk *w, const struct gb_point *row);
/* Call prepare() and launch() of a point. `computes`: models run, and their work is counted. */
int gb_dry_launch(struct gb_dry_walk *w, const struct gb_point *point, bool computes);
/* After a launch that has computed: compare its work with cost(). */
void gb_dry_count(struct gb_dry_walk *w, const struct gb_point *point);
/* Call conclude() without rows, and with rows made from the points. */
void gb_dry_conclude(struct gb_dry_walk *w);
