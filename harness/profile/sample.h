/* sample.h: a program surveyed, and then as few of its launches profiled as say what it does. */
#ifndef GB_SAMPLE_H
#define GB_SAMPLE_H

#include "profile/gather.h"
#include "profile/launches.h"
#include "survey/survey.h"

/* Events worth a line while it goes on. */
typedef void gb_sample_tell_fn(const char *text);

/* The part of a program that is profiled. */
struct gb_sample_range {
	double from, to; /* seconds of the program: 0 and INFINITY are all of it */
	bool started;    /* only between cudaProfilerStart and cudaProfilerStop */
};

/* Run the program and survey it. GB_SKIPPED: it cannot be surveyed here, and the text says why. */
int gb_sample_survey(struct gb_survey *survey, struct gb_child_end *end, const char *const *program,
		     const struct gb_sample_range *range, gb_child_stop_fn *stop, struct gb_error *error);

struct gb_sample_wish {
	struct gb_gather_wish gather; /* without a filter but `started`, as that of the survey */
	double budget;                /* seconds, besides those that the program itself takes */
	double seconds;               /* of the program alone */
	FILE *keep;                   /* for what ncu prints; NULL: it is not kept */
	gb_sample_tell_fn *tell;
};

/* Profile launches of the kernels of `survey` until enough is placed or the budget is spent. What is placed then is in
 * `gathering`, whose kernels have the launches and times of the survey. */
int gb_sample_profile(struct gb_gathering *gathering, const struct gb_survey *survey, const struct gb_sample_wish *wish,
		      struct gb_error *error);

#endif
