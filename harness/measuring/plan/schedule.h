/* schedule.h: the order in which the points of a run are visited.
 *
 * A card's results differ more between two parts of a run than between two consecutive moments. Points are therefore
 * sampled in several visits: those that set a roof at the start, between the curves and at the end, and the points of
 * curves in between. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum gb_step_kind {
	GB_STEP_VISIT, /* measure a point, for the first time or again */
	GB_STEP_BURST  /* measure the point on a rested card, if its load holds the clock down */
};

struct gb_step {
	enum gb_step_kind kind;
	size_t at;     /* the point's index */
	bool is_extra; /* taken only if the point needs one more visit */
	bool may_end;  /* the last step before the extra visits: the row can be written unless more visits are needed */
	bool is_last;  /* after this step the point's row can be written */
	bool is_pass;  /* a pass over many points begins, for which benchmarks are set up again */
};

struct gb_stop_at {
	bool is_roof;
	bool is_late; /* comes after all others, because it changes the card's state */
};

struct gb_schedule {
	struct gb_step *step;
	size_t count;
};

struct gb_visits {
	size_t roof, curve; /* visits to a point that sets a roof, and to another; at least 1 */
	size_t bursts;      /* steps after a roof's first visit */
	size_t extra;       /* possible further visits to a roof after all others */
	/* all steps of a point are consecutive, in the given order, as they also are if a roof has one visit */
	bool in_turn;
};

/* The first visits to roofs come before the points of curves, the last ones after them. The points of curves are
 * divided among the gaps in between; within its gap each point is visited once before any is visited again. Free with
 * gb_schedule_free(). */
void gb_schedule_make(struct gb_schedule *schedule, const struct gb_stop_at *point, size_t count,
		      const struct gb_visits *visits);
void gb_schedule_free(struct gb_schedule *schedule);
