/* trial.h: calls code of plug-ins in a child process, because that code may end, stop or hang its process. */
#pragma once

#include <stddef.h>

#include "base/error.h"

struct gb_trial {
	const char *what;                /* "loading it": the subject of an error */
	double seconds;                  /* of its own time (patience.h) */
	const volatile int *interrupted; /* NULL: nothing interrupts it */
	/* Called in the child: fill `answer`, which has room for `most` bytes, and return the number of bytes
	 * filled. */
	size_t (*work)(void *context);
	void *context, *answer;
	size_t most;
};

/* Afterwards, `answer` has the same contents in this process as in the child, at the same address. All other effects
 * of `work` are undone: the child and its group are killed. The child has only its standard streams, which lead
 * nowhere. GB_FAILED: the error says how the child ended instead. GB_INTERRUPTED. */
int gb_trial_run(const struct gb_trial *trial, struct gb_error *error);
