/* measure.h: runs two commands in turn until a sequential test says which. */
#ifndef GB_AB_MEASURE_H
#define GB_AB_MEASURE_H

#include <stdio.h>

#include "ab/runs.h"
#include "ab/taker.h"

/* Told after each block. */
typedef void gb_ab_tell_fn(void *context, const struct gb_ab_runs *runs);

struct gb_ab_job {
	const char **command[GB_AB_SIDES]; /* with its arguments, closed by NULL */
	struct gb_taker_wish wish;
	const char *seed; /* of the coins */
	FILE *log;        /* what the commands print; NULL: nowhere */
	gb_child_stop_fn *stop;
	gb_ab_tell_fn *tell;
	void *context;
};

/* One run of each first, which does not count; then blocks until there is an answer or no more are wanted. A
 * command that fails, or whose value cannot be taken, is an error. GB_INTERRUPTED: the user wanted an end. Earlier
 * measurements stay in `runs`. */
int gb_ab_measure(const struct gb_ab_job *job, struct gb_ab_runs *runs, struct gb_error *error);

#endif
