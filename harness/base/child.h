/* child.h: runs users' programs as children, one at a time. execvp() gets name and arguments unchanged; no shell is
 * involved. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/error.h"

/* Called every few hundredths of a second: true if the user wants to stop. */
typedef bool gb_child_stop_fn(void);

/* The child's standard streams; -1: ours. */
struct gb_child_streams {
	int in, out, err;
};

struct gb_child {
	pid_t pid;
	double began;
	sigset_t mask; /* to restore */
};

/* How a child ended: its exit status, or 128 plus the signal that killed it; the elapsed time; the processor time of
 * the child and of the processes that it waited for. */
struct gb_child_end {
	int status;
	bool killed;
	double seconds, processor_seconds;
};

/* Start a child as the user's shell would. `argv` is terminated by NULL. It is an error if the program cannot be run.
 * The child stays registered with cleanup.h until it has been waited for. */
int gb_child_start(struct gb_child *child, char *const *argv, struct gb_child_streams streams, struct gb_error *error);

/* Wait until the child has ended. If the user wants to stop, the child gets time to end by itself, then SIGTERM, then
 * SIGKILL; orphans that it leaves are killed too, and GB_INTERRUPTED is returned. */
int gb_child_wait(struct gb_child *child, gb_child_stop_fn *stop, struct gb_child_end *end, struct gb_error *error);

/* In a process after fork(): close the parent's files, all except the standard streams and `keep`. */
void gb_child_close_others(int keep);
