/* patience.h: how long to wait for a process that must answer.
 *
 * Only the process's own time counts, in which it runs or sleeps. Time in which it was ready to run while others had
 * the processors does not count: on a loaded machine it is late, not hung. A process that sleeps in a driver, is
 * stopped, or spins uses up its time. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

/* At least this fraction of the elapsed time counts, whatever the load, so that the wait for a process that never
 * answers ends. */
#define GB_PATIENCE_LEAST 0.1

struct gb_patience {
	const char *root; /* prefixed to "/proc": "", or a folder in tests */
	double seconds;   /* of the process's own time, that it may take */
	double since;     /* host time at which waiting started */
	double look_at;   /* host time of the next check of its threads */
	double starved;   /* seconds that its threads had waited by the first check; NAN: not checked yet */
};

/* Start waiting at `now`. A `root` of NULL means "". */
struct gb_patience gb_patience_begin(const char *root, double seconds, double now);
/* Grant additional seconds for a time in which the caller could not receive an answer. */
void gb_patience_extend(struct gb_patience *patience, double seconds);
/* True if the process has used up its time. Call it repeatedly: it reads /proc once half of the time has passed, and
 * rarely after that. If the system does not report how long threads waited for a processor, all time counts. */
bool gb_patience_is_over(struct gb_patience *patience, pid_t pid, double now);
