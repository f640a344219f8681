/* intervals.h: the value of a point and its interval, from all its visits. */
#ifndef GB_INTERVALS_H
#define GB_INTERVALS_H

#include "engine/effort.h"

/* The visits to one point. */
struct gb_sampled {
	const struct gb_effort *effort;
	bool is_roof, has_shape, is_clock; /* sets a roof; that roof has a searched shape; is in GB_HERTZ */
	double held_below_hz;              /* a load at a lower clock holds the clock down */
	size_t visits;                     /* so far */
	struct gb_measurement visit[GB_VISITS_MAX];
	struct gb_measurement all; /* once they are joined */
};

/* True if this load holds the clock down, as its first visit found. */
bool gb_sampled_is_held(const struct gb_sampled *s);
/* Join all visits so far. */
int gb_sampled_join(struct gb_sampled *s, struct gb_error *error);
/* True if the joined visits of a roof differ so much that its row would be in doubt. */
bool gb_sampled_needs_more(const struct gb_sampled *s);
/* True if the interval waits for gb_sampled_settle(): for points of a curve that were visited more than once. */
bool gb_sampled_is_open(const struct gb_sampled *s);
void gb_sampled_free(struct gb_sampled *s);

/* Two visits of a point rarely show how far a third would be from them, but the points of a curve scatter alike.
 * Each interval therefore combines the point's own scatter with the typical one. */

/* The typical scatter counts as much as this many more visits to the point. */
enum { GB_CURVE_FREEDOM = 4 };

/* The interval of a curve's point extends at least this fraction of its value in each direction. Runs of one card
 * differ by more than the visits of a run do: without this rule, 86.5 % of the intervals in three full runs of an H100
 * contained the median of the other runs, with it 91.4 % (results/curves). */
#define GB_CURVE_SCATTER 0.003

/* Set the intervals of one variant's points that were visited equally often. */
void gb_sampled_settle(struct gb_sampled *const *point, size_t count);

#endif
