/* recorded.h: one launch whose kernels keep the record by which they are verified, and none is kept when it is
 * timed. */
#ifndef RECORDED_H
#define RECORDED_H

#include "gpubench.h"

/* `record` is the argument of the kernel that says what is kept, and `what` that in this launch. */
static inline int launch_recorded(struct gb_run *run, int launch(struct gb_run *), unsigned int *record,
				  unsigned int what)
{
	*record = what;
	const int status = launch(run);
	*record = 0;
	return status;
}

#endif
