/* shape_search.h: finds the best launch shape of a point. */
#pragma once

#include "engine/effort.h"
#include "engine/run.h"
#include "plan/plan.h"

/* Batches per finalist: enough that a lucky batch does not win. */
enum { GB_FINAL_BATCHES = 5 };

/* The least half-width of a roof's interval if its shape was searched, as a fraction of its value. Other runs choose
 * other shapes: in eight full runs of an H200, the roofs with the narrowest intervals differed by this much
 * (results/curves). */
#define GB_SHAPE_SCATTER 0.0005

/* Give `point`, which has its reported axes, the best values of its searched axes: the winner's, in a search or in a
 * final of its best few. If the final ends with the SM clock below `held_below_hz`, its best points are compared again
 * after each has run for `final_seconds`. GB_SKIPPED: no shape can run here. May return GB_INTERRUPTED. `interrupted`
 * may be NULL. */
int gb_shape_search(struct gb_run *run, const struct gb_effort *effort, const struct gb_plan *plan,
		    double held_below_hz, const volatile int *interrupted, struct gb_point *point,
		    struct gb_error *error);
