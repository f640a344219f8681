/* intervals.h: joins a point's visits into its value and interval. */
#pragma once

#include "engine/effort.h"

/* ---- between runs ------------------------------------------------------------------------------------------------ */

/* How a point was timed: by the device, by the host, or while the load held the clock down. */
enum gb_timed_by { GB_TIMED_DEVICE, GB_TIMED_HOST, GB_TIMED_HELD, GB_TIMED_KINDS };

/* How much a benchmark's points differ between runs, as fractions of their values, by how they were timed. */
struct gb_run_scatter {
	const char *bench;
	double curve[GB_TIMED_KINDS], roof[GB_TIMED_KINDS];
};

/* 0: not measured, or no difference. The last entry has no name and serves all other benchmarks. */
extern const struct gb_run_scatter gb_run_scatter[];

/* The least half-width of a point's interval, as a fraction of its value. */
double gb_run_scatter_of(const char *bench, enum gb_timed_by timed, bool is_roof);

/* ---- one point --------------------------------------------------------------------------------------------------- */

struct gb_sampled {
	const struct gb_effort *effort;
	const char *bench;
	bool by_host;                      /* timed by the host's clock */
	bool is_roof, has_shape, is_clock; /* it sets a roof; the same with a searched shape; the same in GB_HERTZ */
	double held_below_hz;              /* below this clock, the load holds the clock down */
	size_t visits;                     /* so far */
	struct gb_measurement visit[GB_VISITS_MAX];
	struct gb_measurement all; /* the joined visits */
};

/* True if the load holds the clock down, according to its first visit. */
bool gb_sampled_is_held(const struct gb_sampled *s);
void gb_sampled_join(struct gb_sampled *s);
/* True if the joined visits of a roof differ so much that the row would be suspect. */
bool gb_sampled_needs_more(const struct gb_sampled *s);
/* True if the interval waits for gb_sampled_settle(), as for a curve's points that were visited more than once. */
bool gb_sampled_is_open(const struct gb_sampled *s);
void gb_sampled_free(struct gb_sampled *s);

/* Two visits to a point say little about a third, but all points of a curve scatter alike. Each interval therefore
 * combines the point's own scatter with the typical one. */

/* The typical scatter counts as much as this many additional visits to the point. */
enum { GB_CURVE_FREEDOM = 4 };

/* Set the intervals of one variant's points, which were visited equally often. */
void gb_sampled_settle(struct gb_sampled *const *point, size_t count);
