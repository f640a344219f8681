/* inject_run.h: runs a user's program with libgpubench_inject.so loaded (inject/inject.h). */
#pragma once

#include "base/error.h"
#include "base/child.h"
#include "survey/trace_lines.h"

struct gb_inject_job {
	const char *const *program; /* with its arguments, terminated by NULL */
	const char *folder;         /* for the traces; gb_inject_read() creates its own */
	const char *modules;        /* their names in inject.c, separated by commas */
	const char *wish;           /* launches for the modules `counts` and `footprint`; NULL: none */
	gb_child_stop_fn *stop;
	double deadline; /* the program is ended at this time, as in gb_clock_now(); 0: never */
};

/* Runs the program. GB_SKIPPED: `error` says why it cannot be watched; it has not run. GB_INTERRUPTED: by the user. */
int gb_inject_run(const struct gb_inject_job *job, struct gb_child_end *end, struct gb_error *error);

/* Does the same with a temporary folder, and calls `each` for every trace in it. GB_OK also after the deadline. */
int gb_inject_read(const struct gb_inject_job *job, gb_trace_fn *each, void *context, struct gb_error *error);
