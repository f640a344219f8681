/* trial.h: calls plug-ins' code in a child process, because that code may end, stop or hang its process. */
#pragma once

#include <stddef.h>

#include "base/error.h"

struct gb_trial {
	const char *what;                /* the subject of an error: "loading it" */
	double seconds;                  /* of the child's own time (patience.h) */
	const volatile int *interrupted; /* NULL: never */
	/* Called in the child: fills `answer`, which has room for `most` bytes, and returns the number of bytes
	 * filled. */
	size_t (*work)(void *context);
	void *context, *answer;
	size_t most;
};

/* Afterwards `answer` has the same contents in this process as in the child, at the same address. All other effects of
 * `work` are undone: the child and its process group are killed. The child has only its standard streams, which lead
 * nowhere. GB_FAILED: the error says how the child ended instead. GB_INTERRUPTED. */
int gb_trial_run(const struct gb_trial *trial, struct gb_error *error);
