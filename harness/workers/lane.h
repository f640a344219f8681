/* lane.h: the tasks of one GPU on their way: those without a row are with a worker, and one that dies is followed by
 * another. For the supervisor. */
#ifndef GB_LANE_H
#define GB_LANE_H

#include "workers/supervisor.h"
#include "workers/trust.h"

struct gb_lane {
	const struct gb_found *on;
	const struct gb_devices *all; /* the GPUs of the run */
	size_t gpu;                   /* of them, this one */
	size_t *order;                /* tasks to do */
	size_t count;
	bool *has_row;  /* of each of them */
	size_t done;    /* rows received or made up, in the order they came */
	size_t written; /* of them, rows delivered */
	char **row;     /* payload of each that is not delivered */
	size_t *row_size;
	struct gb_worker worker;
	bool running;
	bool busy;  /* the worker is at a task */
	size_t at;  /* the place of that task in `order` */
	bool begun; /* it has been at one */
	bool died;  /* an earlier one has died */
	struct gb_patience patience;
	struct gb_trust trust;
	char broke[GB_ERROR_TEXT]; /* what it said that it may not say: nothing more is read from it; "": nothing yet */
	char error[GB_ERROR_TEXT]; /* why it cannot go on; "": it can */
	bool skips;                /* and that this is not a failure */
};

/* `skip`: of each task, that a row is there already; NULL: none is. To be closed on failure too. */
int gb_lane_open(struct gb_lane *lane, const struct gb_devices *all, size_t gpu, const struct gb_tasks *tasks,
		 const bool *skip, struct gb_error *error);
/* Ends the worker, if there is one. */
void gb_lane_close(struct gb_lane *lane);

/* Start a worker, or take the scout, and give it what is left of the lane. `together`: as in struct gb_job. */
int gb_lane_start(struct gb_supervisor *s, struct gb_lane *lane, size_t together, struct gb_error *error);

/* Look after a running lane: `ready` says that there is something to read. */
int gb_lane_tend(struct gb_supervisor *s, struct gb_lane *lane, bool ready, struct gb_error *error);

/* Make rows that say `why` for all that has none. */
int gb_lane_fail_rest(struct gb_supervisor *s, struct gb_lane *lane, const char *why, struct gb_error *error);

#endif
