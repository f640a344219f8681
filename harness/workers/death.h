/* death.h: what becomes of the tasks of a worker that crashed, hung or was killed: rows that name the cause. */
#ifndef GB_DEATH_H
#define GB_DEATH_H

#include "workers/lane.h"

/* The status of gb_worker_reap() in words. A worker that was not killed from here may have been killed because
 * memory ran out. */
void gb_death_describe(const struct gb_worker *worker, int status, char *text, size_t size);

/* The worker of a lane has ended or was killed; all its messages are taken. The task it was working on has failed,
 * unless it reported that nothing can be done at all. Tasks that it had visited but not finished are measured again.
 * `because`: why it was killed, NULL if it was not. `hung`: so that its other points with the same peer are
 * not tried. */
int gb_death_conclude(struct gb_supervisor *s, struct gb_lane *lane, const char *because, bool hung,
		      struct gb_error *error);

/* Construct rows with the reason `why` for all tasks without one. */
int gb_death_fail_rest(struct gb_supervisor *s, struct gb_lane *lane, const char *why, struct gb_error *error);

#endif
