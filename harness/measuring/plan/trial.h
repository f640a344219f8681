/* trial.h: calls code of plug-ins in a child, which it may end, stop or keep for ever. */
#ifndef GB_TRIAL_H
#define GB_TRIAL_H

#include <stddef.h>

#include "base/error.h"

struct gb_trial {
	const char *what;                /* "loading it": the subject of an error */
	double seconds;                  /* of its own time (patience.h) */
	const volatile int *interrupted; /* NULL: nothing interrupts it */
	/* Called in the child: fill `answer`, which has room for `most` bytes, and return how many are filled. */
	size_t (*work)(void *context);
	void *context, *answer;
	size_t most;
};

/* Afterwards `answer` has in this process what it had in the child, at the same address. All that `work` does
 * otherwise, even to the process, is undone: the child and its group are killed. The child has only its standard
 * streams, which lead nowhere. GB_FAILED: how it ended instead; GB_INTERRUPTED. */
int gb_trial_run(const struct gb_trial *trial, struct gb_error *error);

#endif
