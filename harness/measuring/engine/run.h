/* run.h: one benchmark variant on one device: the members of struct gb_run, which is opaque to plug-ins. */
#pragma once

#include "base/quantity.h"
#include "engine/open_device.h"
#include "timing/host_timer.h"
#include "timing/measure.h"
#include "plan/axis.h"

enum { GB_ALLOCATIONS_MAX = 64, GB_TEXTURES_MAX = 256, GB_BUFFERS_MAX = 64, GB_GRAPHS_MAX = 32, GB_STREAMS_MAX = 257 };

/* Memory that gb_scratch() gave to a hook. */
struct gb_scratch {
	struct gb_scratch *next;
	max_align_t data[];
};

struct gb_run {
	struct gb_open_device *card;
	const struct gb_bench *bench;
	const struct gb_variant *variant;
	struct gpu_module *module;
	struct gb_point point;
	gb_ptr allocation[GB_ALLOCATIONS_MAX];
	uint64_t allocated[GB_ALLOCATIONS_MAX]; /* bytes of each */
	size_t allocations;
	struct gpu_texture *texture[GB_TEXTURES_MAX];
	size_t textures;
	/* Each peer has a run of its own, without state and point; `of` is the run to which the peers belong. */
	struct gb_run *peer, *of;
	struct gb_link *link; /* to each */
	size_t peers;
	struct gb_buffer buffer[GB_BUFFERS_MAX];
	size_t buffers;
	struct gb_graph *graph[GB_GRAPHS_MAX];
	size_t graphs;
	bool persists;                 /* gb_persist() was called */
	uint64_t launches;             /* of the current point since restore() */
	uint64_t judged, wrong;        /* results that kernels compared in verify(), and those that were wrong */
	uint64_t first_wrong;          /* the index of the first wrong one in its report */
	struct gb_block_output output; /* of the current point; all 0: unknown */
	bool refuted;                  /* the plug-in reported a failure with gb_fail() */
	struct gb_trips trips;         /* of the current point, if the host times it */
	void *state;
	struct gb_scratch *scratch; /* of the running hook */
	char doubt[GB_ERROR_TEXT];  /* the texts of gb_suspect(), beginning with those from setup() */
	size_t doubt_of_setup;      /* the length of those from setup() */
	/* The first failure. It can be set through a const run, because asking for a missing axis is a mistake that
	 * pure hooks must be able to report. */
	struct gb_error *error;
};

/* Check requirements, load the variant's machine code (if there is a .cu) and call setup(). On any result but GB_OK,
 * everything is undone. The run uses `error` until it is closed. */
int gb_run_open(struct gb_run *run, struct gb_open_device *card, const struct gb_bench *bench,
		const struct gb_variant *variant, struct gb_error *error);
void gb_run_close(struct gb_run *run);

/* Free the allocation with this number, which then becomes the last allocation's. */
void gb_run_release(struct gb_run *run, size_t at);

/* The error to which the plug-in's calls report failures. A peer's failures are those of the run to which it
 * belongs. */
struct gb_error *gb_run_error(const struct gb_run *run);

/* The architecture of the run's machine code, such as 86, if it is not the device's own; otherwise 0. */
int gb_run_foreign_code(const struct gb_run *run);

/* Make `point` the current one and call prepare() and restore(). */
int gb_run_point(struct gb_run *run, const struct gb_point *point);

void gb_run_free_scratch(struct gb_run *run);

/* Enqueue one launch, and count it. */
int gb_run_launch(struct gb_run *run);

/* Time `launches` launches of the current point. A gb_batch_fn, whose context is the run. */
int gb_run_batch(void *context, uint64_t launches, struct gb_batch *out, struct gb_error *error);

/* Call verify(), and restore the memory that it changed. */
int gb_run_verify(struct gb_run *run);

/* The number of other compute processes on the run's GPUs now, the maximum over them; -1: not known. */
int gb_run_others(const struct gb_run *run);

/* The timing of the current point, with at least 1 operation and part. */
struct gb_timing gb_run_timing(const struct gb_run *run);

/* True if the current point executes low-precision matrix instructions; its searched axes may be missing. */
bool gb_run_is_matrix(const struct gb_run *run);

/* The metrics of a point that the host timed. Returns their number; 0: the device timed it. */
enum { GB_HOST_METRICS = 4 };
size_t gb_run_host_metrics(const struct gb_run *run, struct gb_metric out[GB_HOST_METRICS]);

/* The plug-in's metrics of the current point. GB_FAILED: a name is missing or used twice, or a number is not finite. */
int gb_run_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX],
		   size_t *count);

/* The quantity of the current point, and the roof that it sets (NULL: none). */
enum gb_quantity gb_run_quantity(const struct gb_run *run);
const char *gb_run_roof(const struct gb_run *run);
