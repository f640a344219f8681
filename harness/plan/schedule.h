/* schedule.h: in which order the points of a run are visited.
 *
 * What a roof gives differs more from one part of a run to another than from one moment to the next. A point that sets
 * a roof is therefore sampled in several visits, and the points of curves, which have one, lie between them. */
#ifndef GB_SCHEDULE_H
#define GB_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

enum gb_step_kind {
	GB_STEP_VISIT, /* measure a point, for the first time or again */
	GB_STEP_BURST  /* see what a point gives on a card that has rested, should its load hold the clock down */
};

struct gb_step {
	enum gb_step_kind kind;
	size_t at;    /* the point's place */
	bool is_last; /* of the point: its row can be written */
};

/* The known facts of a point. */
struct gb_stop_at {
	bool is_roof;
	bool is_late; /* comes after all that are not: the card is another afterwards */
};

struct gb_schedule {
	struct gb_step *step;
	size_t count;
};

/* Each point has one visit, each roof `visits` of them, and `bursts` steps after its first visit. The first visits of
 * roofs come before the points of curves, the last ones after them; `in_turn`, or with one visit, all steps of a point
 * follow one another in the order given. gb_schedule_free(). */
int gb_schedule_make(struct gb_schedule *schedule, const struct gb_stop_at *point, size_t count, size_t visits,
		     size_t bursts, bool in_turn, struct gb_error *error);
void gb_schedule_free(struct gb_schedule *schedule);

#endif
