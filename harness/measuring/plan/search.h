/* search.h: finds the best values of the searched axes, from coarse to fine, with a limited number of tries. */
#pragma once

#include "plan/plan.h"

/* Score a point: higher is better. GB_SKIPPED: the point cannot be run, and others are tried. Any other result but
 * GB_OK ends the search. */
typedef int gb_score_fn(void *context, const struct gb_point *point, double *score, struct gb_error *error);

struct gb_search_result {
	struct gb_point point;
	double score;
};

enum { GB_SEARCH_KEEP = 6 }; /* best points kept, best first */

/* Starting from the reported values in `row`: score the combinations of the coarse lists, then walk from the best point
 * along one axis at a time over the fine lists, past values that are almost as good, until none is better. At most
 * `most` points are scored; the coarse grid takes at most three quarters of them, evenly thinned. Fills `best`; *found:
 * how many points could be run (up to GB_SEARCH_KEEP). Without anything to search, the row itself is the only point.
 * GB_SKIPPED, with the first reason: every point was skipped. */
int gb_search(const struct gb_plan *plan, const struct gb_point *row, size_t most, gb_score_fn *score_point,
	      void *context, struct gb_search_result best[GB_SEARCH_KEEP], size_t *found, struct gb_error *error);

/* True if there is nothing to search, and `point` is the result. */
bool gb_search_is_needless(const struct gb_plan *plan, struct gb_point *point);

/* The approximate number of points that gb_search() scores for this row: the coarse grid, and a walk along each
 * searched axis. */
size_t gb_search_points(const struct gb_plan *plan, const struct gb_point *row, size_t most);
