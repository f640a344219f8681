/* inject_run.h: runs a program of the user with libgpubench_inject.so in it (inject/inject.h). */
#ifndef GB_INJECT_RUN_H
#define GB_INJECT_RUN_H

#include <stdbool.h>

#include "base/error.h"
#include "programs/child.h"

struct gb_inject_job {
	const char *const *program; /* with its arguments, closed by NULL */
	const char *folder;         /* where traces go */
	const char *modules;        /* of inject.c, with commas between them */
	const char *wish;           /* what the module `counts` is to count; NULL: nothing */
	gb_child_stop_fn *stop;
};

/* GB_SKIPPED: it cannot be watched here, and the text says why; the program has not run. GB_INTERRUPTED: the user
 * wanted an end, and it has ended. */
int gb_inject_run(const struct gb_inject_job *job, struct gb_child_end *end, struct gb_error *error);

#endif
