/* sample.h: surveys a program, then profiles a small sample that represents all of its launches. */
#pragma once

#include "profile/gather.h"
#include "profile/launches.h"
#include "survey/survey.h"

/* Called before each run with a line about it and its latest end, as in gb_clock_now(); INFINITY: no limit. */
typedef void gb_sample_tell_fn(const char *text, double end);

struct gb_sample_range {
	double from, to; /* seconds of the program; 0 and INFINITY select all of it */
	bool started;    /* only between cudaProfilerStart() and cudaProfilerStop() */
};

/* Runs the program and surveys it. GB_SKIPPED: it cannot be surveyed here, for the reason in `error`. */
int gb_sample_survey(struct gb_survey *survey, struct gb_child_end *end, const char *const *program,
		     const struct gb_sample_range *range, gb_child_stop_fn *stop, struct gb_error *error);

struct gb_sample_wish {
	struct gb_gather_wish gather; /* the only filter is `started`, as in the survey */
	double budget;                /* seconds, in addition to the program's own */
	double seconds;               /* of the program alone */
	double end;                   /* of all runs, as in gb_clock_now(); INFINITY: none */
	FILE *keep;                   /* receives the output of ncu; NULL: it is discarded */
	gb_sample_tell_fn *tell;
};

/* Profiles launches of the surveyed kernels until enough of the time is covered or the budget is spent. The kernels in
 * `gathering` have the launches and times of the survey. */
int gb_sample_profile(struct gb_gathering *gathering, const struct gb_survey *survey, const struct gb_sample_wish *wish,
		      struct gb_error *error);
