/* shape_search.h: finds the best launch shape of a point. */
#pragma once

#include "engine/effort.h"
#include "engine/run.h"
#include "plan/plan.h"

/* Batches of a finalist: enough that a lucky batch does not win. */
enum { GB_FINAL_BATCHES = 5 };

/* The interval of a roof with a searched shape extends at least this fraction of its value in each direction. Other
 * runs choose other shapes: between eight full runs of an H200, the roofs with the narrowest intervals differed by this
 * much (results/curves). */
#define GB_SHAPE_SCATTER 0.0005

/* Give `point`, which has its reported axes, the best values of its searched ones: the winner of a search, or of a
 * final of its best few. If the final ends with the SM clock below `held_below_hz`, its best points are compared
 * again once each has run for `final_seconds`. GB_SKIPPED: no shape can be run here. May return GB_INTERRUPTED.
 * `interrupted` may be NULL. */
int gb_shape_search(struct gb_run *run, const struct gb_effort *effort, const struct gb_plan *plan,
		    double held_below_hz, const volatile int *interrupted, struct gb_point *point,
		    struct gb_error *error);
