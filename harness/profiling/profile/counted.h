/* counted.h: the work of kernels without hardware counters, from executed instructions (inject/counts.c), touched
 * sectors (inject/footprint.c) and the times of the survey. */
#pragma once

#include "profile/kernel_sums.h"
#include "profile/launches.h"
#include "profile/sample.h"
#include "profile/sass.h"
#include "survey/inject_run.h"
#include "survey/survey.h"

struct gb_counted_wish {
	const char *const *program;
	double budget, seconds; /* for all runs; of the program alone */
	double end;             /* as in gb_clock_now(); INFINITY: none */
	gb_child_stop_fn *stop;
	gb_sample_tell_fn *tell; /* called before each run */
};

struct gb_counted_said {
	char refused[GB_ERROR_TEXT];  /* why some or all launches were not counted; "": all were */
	char no_bound[GB_ERROR_TEXT]; /* why the least DRAM bytes are unknown; "": they are known */
	struct gb_trace_wrong wrong;  /* malformed lines; their kernels are left out */
};

/* Runs the program again and counts one launch of each kernel of `survey`, those with the most time first. The launches
 * and times in `kernels` are then those of the survey. GB_SKIPPED: nothing was counted, for the reason in `error`. */
int gb_counted_run(struct gb_kernels *kernels, struct gb_counted_said *said, const struct gb_survey *survey,
		   const struct gb_counted_wish *wish, struct gb_error *error);

/* ---- a lower bound of DRAM traffic ------------------------------------------------------------------------------- */

/* The bytes of GPU memory that a kernel touches (inject/footprint.c) are a lower bound of its DRAM traffic. */

/* Runs the program of `job` once more, and sets the least DRAM bytes of one launch of each kernel. Kernels that were
 * not counted are added with these bytes alone. `refused`: why some or all launches were not seen; "": all were. */
int gb_bounded_run(struct gb_kernels *kernels, const struct gb_launches *launches, const struct gb_inject_job *job,
		   char refused[GB_ERROR_TEXT], struct gb_error *error);
