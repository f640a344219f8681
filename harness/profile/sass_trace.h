/* sass_trace.h: reads how often the instructions of kernels were executed, of the trace of a process
 * (inject/counts.c). */
#ifndef GB_SASS_TRACE_H
#define GB_SASS_TRACE_H

#include <stdio.h>

#include "base/error.h"
#include "profile/counters.h"
#include "survey/trace_lines.h"

struct gb_sass_kernel {
	struct gb_trace_kernel of; /* the launch that was counted */
	double value[GB_COUNTERS]; /* NAN: no instruction says it */
};

/* Any result but GB_OK ends the reading. */
typedef int gb_sass_kernel_fn(void *context, const struct gb_sass_kernel *kernel, struct gb_error *error);

struct gb_sass_said {
	char refused[GB_ERROR_TEXT]; /* why nothing was counted, or not everything; "": all was */
	struct gb_trace_wrong wrong; /* lines without sense: their kernels are left out */
};

/* Read the open file, which `path` names. GB_FAILED: it is no trace, or `take` failed. */
int gb_sass_trace_read(FILE *file, const char *path, gb_sass_kernel_fn *take, void *context, struct gb_sass_said *said,
		       struct gb_error *error);

#endif
