/* counted.h: the work of kernels without hardware counters, from the executed instructions (inject/counts.c), the
 * touched sectors (inject/footprint.c) and the times of the survey. */
#pragma once

#include "profile/kernel_sums.h"
#include "profile/launches.h"
#include "profile/sample.h"
#include "profile/sass.h"
#include "survey/inject_run.h"
#include "survey/survey.h"

struct gb_counted_wish {
	const char *const *program;
	double budget, seconds; /* seconds for all runs; seconds of the program alone */
	double end;             /* by gb_clock_now(); INFINITY: none */
	gb_child_stop_fn *stop;
	gb_sample_tell_fn *tell; /* called before each run */
};

struct gb_counted_said {
	char refused[GB_ERROR_TEXT];  /* why nothing, or not everything, was counted; "": all launches were */
	char no_bound[GB_ERROR_TEXT]; /* why the least DRAM bytes are unknown; "": they are known */
	struct gb_trace_wrong wrong;  /* malformed lines, whose kernels are left out */
};

/* Run the program again and count one launch of each kernel of `survey`, those with the most time first. The launches
 * and times in `kernels` are then those of the survey. GB_SKIPPED: nothing was counted, for the reason in `error`. */
int gb_counted_run(struct gb_kernels *kernels, struct gb_counted_said *said, const struct gb_survey *survey,
		   const struct gb_counted_wish *wish, struct gb_error *error);

/* ---- a lower bound of DRAM traffic ------------------------------------------------------------------------------- */

/* The bytes of GPU memory that a kernel touched (inject/footprint.c) are a lower bound for the traffic between L2
 * and DRAM. */

/* Run the program of `job` once more, and set the least DRAM bytes of one launch of each kernel. Kernels that were
 * not counted are added with these bytes alone. `refused`: why nothing, or not everything, was seen; "": everything
 * was. */
int gb_bounded_run(struct gb_kernels *kernels, const struct gb_launches *launches, const struct gb_inject_job *job,
		   char refused[GB_ERROR_TEXT], struct gb_error *error);
