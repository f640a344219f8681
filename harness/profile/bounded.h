/* bounded.h: how many bytes of its GPU's memory a kernel touched (inject/footprint.c), which is a lower bound of those
 * that passed between L2 and DRAM. */
#ifndef GB_BOUNDED_H
#define GB_BOUNDED_H

#include "profile/kernels.h"
#include "profile/launches.h"
#include "survey/inject_run.h"

/* Run the program of `job` once more, and set the least bytes of DRAM of one launch of each kernel. A kernel that was
 * not counted is added, with nothing else known of it. `refused`: why nothing was seen, or not everything; "": all
 * was. */
int gb_bounded_run(struct gb_kernels *kernels, const struct gb_launches *launches, const struct gb_inject_job *job,
		   char refused[GB_ERROR_TEXT], struct gb_error *error);

#endif
