/* intervals.h: the value of a point and its interval, from all its visits. */
#pragma once

#include "engine/effort.h"

/* ---- between runs ------------------------------------------------------------------------------------------------ */

/* How a point was timed: with the clock of the device, with that of the host, or while the load held the clock down. */
enum gb_timed_by { GB_TIMED_DEVICE, GB_TIMED_HOST, GB_TIMED_HELD, GB_TIMED_KINDS };

/* For a benchmark, fractions of its value, by how it was timed: of points of its curves, and of its roofs. */
struct gb_run_scatter {
	const char *bench;
	double curve[GB_TIMED_KINDS], roof[GB_TIMED_KINDS];
};

/* 0: not measured, or none was found. Terminated by an entry without a name, which then holds, as it does for all
 * other benchmarks. */
extern const struct gb_run_scatter gb_run_scatter[];

/* The fraction of its value by which the interval of a point extends at least in each direction. */
double gb_run_scatter_of(const char *bench, enum gb_timed_by timed, bool is_roof);

/* ---- one point --------------------------------------------------------------------------------------------------- */

/* The visits to one point. */
struct gb_sampled {
	const struct gb_effort *effort;
	const char *bench;
	bool by_host;                      /* the host's clock timed it */
	bool is_roof, has_shape, is_clock; /* it sets a roof; and that with a searched shape, or in GB_HERTZ */
	double held_below_hz;              /* a load at a lower clock holds the clock down */
	size_t visits;                     /* so far */
	struct gb_measurement visit[GB_VISITS_MAX];
	struct gb_measurement all; /* once they are joined */
};

/* True if this load holds the clock down, as its first visit found. */
bool gb_sampled_is_held(const struct gb_sampled *s);
/* Join all visits so far. */
void gb_sampled_join(struct gb_sampled *s);
/* True if the joined visits of a roof differ so much that its row would be in doubt. */
bool gb_sampled_needs_more(const struct gb_sampled *s);
/* True if the interval waits for gb_sampled_settle(): for points of a curve that were visited more than once. */
bool gb_sampled_is_open(const struct gb_sampled *s);
void gb_sampled_free(struct gb_sampled *s);

/* Two visits of a point rarely show how far a third would be from them, but the points of a curve scatter alike.
 * Each interval therefore combines the point's own scatter with the typical one. */

/* The typical scatter counts as much as this many more visits to the point. */
enum { GB_CURVE_FREEDOM = 4 };

/* Set the intervals of one variant's points that were visited equally often. */
void gb_sampled_settle(struct gb_sampled *const *point, size_t count);
