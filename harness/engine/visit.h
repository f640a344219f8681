/* visit.h: a task on its way to its row: searched at its first visit, sampled at each, judged after the last. The
 * interval of a curve's point is settled once the scatter of its neighbours is known. */
#ifndef GB_VISIT_H
#define GB_VISIT_H

#include "engine/burst_sustain.h"
#include "engine/judge.h"
#include "engine/sweep.h"
#include "engine/task_row.h"
#include "engine/watch.h"

struct gb_visited {
	struct gb_task_row row;
	size_t at; /* its place in the sweep's order */
	const struct gb_effort *effort;
	bool is_roof;
	bool is_complete;      /* it needs no more visits */
	size_t planned;        /* visits */
	size_t visits, bursts; /* so far */
	struct gb_measurement visit[GB_VISITS_MAX];
	struct gb_energy power[GB_VISITS_MAX]; /* in each, if the point is measured in GB_JOULES */
	struct gb_burst burst[GB_VISITS_MAX];
	struct gb_measurement all; /* once they are joined */
	struct gb_watch watch;     /* of the last planned visit */
	struct gb_conditions seen; /* the worst of all visits */
};

/* A new task that will have this many visits. */
void gb_visit_init(struct gb_visited *v, const struct gb_sweep *sweep, const struct gb_tasks *tasks, size_t number,
		   size_t planned);

/* A visit begins; `others` are the other compute processes on the card now. */
void gb_visit_begin(struct gb_visited *v, const struct gb_sweep *sweep, int others);

/* The first visit searches the best shape, every visit samples it, and the last planned one also watches the card. */
int gb_visit_measure(struct gb_visited *v, struct gb_sweep *sweep, struct gb_run *run, struct gb_error *why);

/* True if the load has a burst that is worth measuring: a roof whose load holds the clock down. */
bool gb_visit_has_burst(const struct gb_visited *v, const struct gb_sweep *sweep);
int gb_visit_burst(struct gb_visited *v, struct gb_sweep *sweep, struct gb_run *run, struct gb_error *why);

/* Join the visits so far: `v->all` is their measurement. */
int gb_visit_join(struct gb_visited *v, const struct gb_sweep *sweep, struct gb_error *why);

/* True if the joined visits of a roof differ so much that its row would be in doubt. */
bool gb_visit_needs_more(const struct gb_visited *v);

/* Verify, and fill in the row of the joined visits. */
int gb_visit_judge(struct gb_visited *v, const struct gb_sweep *sweep, struct gb_run *run, struct gb_error *why);

/* True if a judged point still needs gb_visit_settle(): a point of a curve that was visited more than once. */
bool gb_visit_is_open(const struct gb_visited *v);
void gb_visit_settle(struct gb_visited *v, const struct gb_prior *scatter, const struct gb_sweep *sweep);

void gb_visit_free(struct gb_visited *v);

/* For visit*.c: true if this load holds the clock down, as its first visit found. */
bool gb_visit_is_held(const struct gb_visited *v, const struct gb_sweep *sweep);
/* The limit of the current point at these clocks, NAN if not known; the memory clock may be NAN too: the card's own. */
double gb_visit_limit(const struct gb_run *run, double mem_clock_hz, double sm_hz);

/* ---- curve_intervals.c: intervals of the points of a curve, from the scatter of all its visits ------------------- */

/* Two visits of a point rarely show how far a third would be from them, but the points of a curve scatter alike. Their
 * typical scatter therefore counts in each interval next to the point's own. */

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
