/* best.h: the best launch shape of a point. */
#ifndef GB_BEST_H
#define GB_BEST_H

#include "plan/plan.h"
#include "run/run.h"

/* How much trouble is taken over a point. */
struct gb_care {
	struct gb_measure_options measure;
	double judge_seconds; /* a batch of the search lasts at least this */
	double rest_seconds;  /* without load before the burst is measured; 0: it is not */
	double watch_seconds; /* how long the card is watched under the point's load */
	size_t search_most;   /* points a search may judge */
	size_t finalists;     /* best points of a search that meet in a heat, up to GB_SEARCH_KEEP */
};

/* Give `point`, which has its reported axes, the best values of its searched ones: the winner of a search, or of a heat of
 * its best few. GB_SKIPPED: no shape can be run here; or GB_INTERRUPTED. `interrupted` may be NULL. */
int gb_best_point(struct gb_run *run, const struct gb_care *care, const struct gb_plan *plan,
		  const volatile int *interrupted, struct gb_point *point, struct gb_error *error);

#endif
