/* counted.h: what kernels did without a counter of the hardware: how often their instructions were executed
 * (inject/counts.c) and which sectors they touched (inject/footprint.c), with the times of the survey. */
#ifndef GB_COUNTED_H
#define GB_COUNTED_H

#include "profile/kernels.h"
#include "profile/launches.h"
#include "profile/sample.h"
#include "profile/sass.h"
#include "survey/inject_run.h"
#include "survey/survey.h"

struct gb_counted_wish {
	const char *const *program;
	double budget, seconds; /* for all of it; of the program alone */
	gb_child_stop_fn *stop;
	gb_sample_tell_fn *tell; /* what is under way, before each run */
};

struct gb_counted_said {
	char refused[GB_ERROR_TEXT];  /* why nothing was counted, or not everything; "": all was */
	char no_bound[GB_ERROR_TEXT]; /* why the least bytes of DRAM are not known; "": they are */
	struct gb_trace_wrong wrong;  /* lines without sense: their kernels are left out */
};

/* Run the program again and count a launch of each kernel of `survey`, those of the most time first. Then `kernels` has
 * the launches and times of the survey. GB_SKIPPED: nothing was counted, and the text says why. */
int gb_counted_run(struct gb_kernels *kernels, struct gb_counted_said *said, const struct gb_survey *survey,
		   const struct gb_counted_wish *wish, struct gb_error *error);

/* ---- a bound of the traffic of memory ---------------------------------------------------------------------------- */

/* How many bytes of its GPU's memory a kernel touched (inject/footprint.c), which is a lower bound of those that
 * passed between L2 and DRAM. */

/* Run the program of `job` once more, and set the least bytes of DRAM of one launch of each kernel. A kernel that was
 * not counted is added, with nothing else known of it. `refused`: why nothing was seen, or not everything; "": all
 * was. */
int gb_bounded_run(struct gb_kernels *kernels, const struct gb_launches *launches, const struct gb_inject_job *job,
		   char refused[GB_ERROR_TEXT], struct gb_error *error);

#endif
