/* curve_intervals.h: intervals of the points of a curve, from the scatter of all its visits.
 *
 * Two visits of a point rarely show how far a third would be from them, but the points of a curve scatter alike. Their
 * typical scatter therefore counts in each interval next to the point's own. */
#ifndef GB_CURVE_INTERVALS_H
#define GB_CURVE_INTERVALS_H

#include "engine/visit.h"

/* The typical scatter counts like this many more visits of the point. */
enum { GB_CURVE_FREEDOM = 4 };

/* The interval of a point of a curve extends at least this fraction of its value in each direction. Runs of one card
 * differ by more than the visits of a run do: without this rule, 86.5 % of the intervals in three full runs of an H100
 * contained the median of the other runs, with it 91.4 % (results/curves). */
#define GB_CURVE_SCATTER 0.003

/* Set the intervals of judged points of one variant that were visited equally often, and doubt if the visits of one
 * disagree. */
void gb_curve_intervals_settle(struct gb_visited *const *point, size_t count, const struct gb_sweep *sweep);

#endif
