/* effort.h: how carefully a point is measured. */
#pragma once

#include "timing/measure.h"
#include "plan/plan.h"

struct gb_effort {
	struct gb_measure_options measure;
	size_t visits;             /* parts of the sampling time; 0 means 1 */
	size_t extra_visits;       /* the most additional visits to a roof whose interval is wide */
	double look_again_seconds; /* sampling time of a further visit, instead of `look_seconds` */
	double warm_again_seconds; /* the longest warm-up of a further visit; 0: as at the first */
	double judge_seconds;      /* the shortest batch of a search */
	double rest_seconds;       /* idle time before a burst; 0: no burst is measured */
	double pause_seconds;      /* idle time after an earlier burst */
	size_t bursts;             /* looks at the burst; 0 means 1 */
	double watch_seconds;      /* how long the card is watched under the point's load */
	double held_watch_seconds; /* the same where the load holds the clock down; 0: watch_seconds */
	size_t search_most;        /* the most points that a search judges */
	size_t finalists;          /* the best points of a search, which enter a final, up to GB_SEARCH_KEEP */
	/* how long a load that holds the clock down runs before another final of the best three; 0: no such final */
	double final_seconds;
};

/* A point fails if it makes no progress for longer than this. */
enum { GB_PATIENCE_SECONDS = 60, GB_PATIENCE_QUICK_SECONDS = 20 };

/* The energy counter of an H200 moves every 0.1 s. Waiting blocks run unobserved for the first of these times, and
 * the load for the second, until a step of the counter includes no earlier work. The time for the load is also long
 * enough for a power cap to take effect. */
#define GB_ENERGY_WAITING_SETTLE_SECONDS 0.3
#define GB_ENERGY_LOAD_SETTLE_SECONDS    0.4
/* How long the counter is then watched: for at least four steps while blocks wait, and for more under the load. */
#define GB_ENERGY_WAITING_SECONDS 0.5
#define GB_ENERGY_LOAD_SECONDS    0.7

/* The total time of a visit, with the first launches, which determine the number of launches. */
#define GB_ENERGY_VISIT_SECONDS                                                                               \
	(0.1 + GB_ENERGY_WAITING_SETTLE_SECONDS + GB_ENERGY_WAITING_SECONDS + GB_ENERGY_LOAD_SETTLE_SECONDS + \
	 GB_ENERGY_LOAD_SECONDS)

/* The user's choices; 0: the default. */
struct gb_wishes {
	double max_noise, min_seconds, budget_seconds; /* see struct gb_measure_options */
	double watch_seconds;
	uint64_t min_samples;
};

/* How one of several visits samples. Visits share the time and the samples of a point. */
struct gb_measure_options gb_effort_of_visit(const struct gb_effort *effort, size_t visits);

/* The effort for points that set a roof, and for all others. */
struct gb_effort gb_effort_of_roof(enum gb_effort_level level, const struct gb_wishes *wishes);
struct gb_effort gb_effort_of_curve(enum gb_effort_level level, const struct gb_wishes *wishes);
