/* child.h: programs of users as children, one at a time. Name and arguments go to execvp() as they are: no shell sees
 * them. */
#ifndef GB_CHILD_H
#define GB_CHILD_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/error.h"

/* Asked every few hundredths of a second: whether the user wants an end. */
typedef bool gb_child_stop_fn(void);

/* Its standard streams; -1: ours. */
struct gb_child_streams {
	int in, out, err;
};

struct gb_child {
	pid_t pid;
	double began;
	sigset_t mask; /* of before */
};

/* How one ended: its exit status, or 128 and the signal that killed it; from before it was started to its end; what it
 * and those it waited for used of the processors. */
struct gb_child_end {
	int status;
	bool killed;
	double seconds, processor_seconds;
};

/* Start it, as if the user's shell had. `argv` is closed by NULL. That it cannot be run is an error here. It is the
 * child of which ending.h knows until it was waited for. */
int gb_child_start(struct gb_child *child, char *const *argv, struct gb_child_streams streams, struct gb_error *error);

/* Until it has ended, which is seen at once. When the user wants an end it is given time to end by itself, then
 * SIGTERM, then SIGKILL, and GB_INTERRUPTED is returned, with what it has left killed too. */
int gb_child_wait(struct gb_child *child, gb_child_stop_fn *stop, struct gb_child_end *end, struct gb_error *error);

#endif
