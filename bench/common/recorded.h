/* recorded.h: one launch that differs from those that are timed, such as in the record by which it is verified. */
#ifndef RECORDED_H
#define RECORDED_H

#include "gpubench.h"

/* `record` is the argument of the kernel that says what is kept, and `what` that in this launch. */
static inline int launch_recorded(struct gb_run *run, int launch(struct gb_run *), unsigned int *record,
				  unsigned int what)
{
	const unsigned int timed = *record;

	*record = what;
	const int status = launch(run);
	*record = timed;
	return status;
}

#endif
