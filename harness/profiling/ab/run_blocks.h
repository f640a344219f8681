/* run_blocks.h: runs two commands in turn, block by block, until a sequential test decides. */
#pragma once

#include <stdio.h>

#include "ab/pairs.h"
#include "ab/taker.h"

typedef void gb_ab_tell_fn(void *context, const struct gb_ab_runs *runs);

struct gb_ab_job {
	const char **command[GB_AB_SIDES]; /* with its arguments, terminated by NULL */
	struct gb_taker_wish wish;
	const char *seed; /* of the random order */
	FILE *log;        /* receives the commands' output; NULL: it is discarded */
	gb_child_stop_fn *stop;
	gb_ab_tell_fn *tell;
	void *context;
};

/* Runs each command once without counting it, then blocks until there is a decision or the maximum is reached. A
 * command that fails or yields no value is an error. GB_INTERRUPTED: the user stopped the test. `runs` keeps all runs
 * made. */
int gb_ab_measure(const struct gb_ab_job *job, struct gb_ab_runs *runs, struct gb_error *error);
