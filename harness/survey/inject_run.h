/* inject_run.h: runs a program of the user with libgpubench_inject.so in it (inject/inject.h). */
#ifndef GB_INJECT_RUN_H
#define GB_INJECT_RUN_H

#include <stdbool.h>

#include "base/error.h"
#include "programs/child.h"
#include "survey/trace_lines.h"

struct gb_inject_job {
	const char *const *program; /* with its arguments, closed by NULL */
	const char *folder;         /* where traces go; gb_inject_read() makes one */
	const char *modules;        /* of inject.c, with commas between them */
	const char *wish;           /* launches that the modules `counts` and `footprint` look at; NULL: none */
	gb_child_stop_fn *stop;
	double deadline; /* of gb_clock_now(), when the program is ended; 0: never */
};

/* GB_SKIPPED: it cannot be watched here, and the text says why; the program has not run. GB_INTERRUPTED: the user
 * wanted an end, and it has ended. */
int gb_inject_run(const struct gb_inject_job *job, struct gb_child_end *end, struct gb_error *error);

/* The same, with traces in a folder of its own. Each is read before the folder goes. GB_OK also after the deadline. */
int gb_inject_read(const struct gb_inject_job *job, gb_trace_fn *each, void *context, struct gb_error *error);

#endif
