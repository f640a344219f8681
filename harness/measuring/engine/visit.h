/* visit.h: a visit to a point, or a look at its burst. The first visit searches the best shape, and the last planned
 * one also watches the card. */
#pragma once

#include "engine/intervals.h"
#include "engine/sweep.h"
#include "engine/task_row.h"

/* A task that is not a row yet. */
struct gb_visited {
	struct gb_task_row row;
	size_t planned;   /* visits */
	bool is_complete; /* it needs no further visit */
	struct gb_sampled samples;
	struct gb_load load;
	size_t bursts; /* looks so far */
	struct gb_burst burst[GB_VISITS_MAX];
};

/* Start a task that will have this many visits. */
void gb_visit_init(struct gb_visited *v, const struct gb_sweep *sweep, const struct gb_tasks *tasks, size_t number,
		   size_t planned);

/* Begin a visit. `others`: the number of other compute processes on the card now. */
void gb_visit_begin(struct gb_visited *v, const struct gb_sweep *sweep, int others);
int gb_visit_measure(struct gb_visited *v, struct gb_sweep *sweep, struct gb_run *run, struct gb_error *why);

/* True if the burst is worth measuring: the point sets a roof, and its load holds the clock down. */
bool gb_visit_has_burst(const struct gb_sampled *samples);
int gb_visit_burst(struct gb_visited *v, struct gb_sweep *sweep, struct gb_run *run, struct gb_error *why);
