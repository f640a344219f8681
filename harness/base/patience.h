/* patience.h: how long a process that owes an answer is waited for.
 *
 * What counts is its own time, in which it runs or sleeps. Time in which it could have run while others had the
 * processors does not count: on a loaded machine it is late, not hung. A process that sleeps in a driver, is stopped or
 * spins has all of its time to itself, and runs out of patience. */
#ifndef GB_PATIENCE_H
#define GB_PATIENCE_H

#include <stdbool.h>
#include <sys/types.h>

/* At least this part of the time that passes counts, whatever the load: a process that never answers is given up in the
 * end. */
#define GB_PATIENCE_LEAST 0.1

struct gb_patience {
	const char *root; /* stands before "/proc": "", in tests a folder */
	double seconds;   /* of its own time that the process may take */
	double since;     /* host time */
	double look_at;   /* host time of the next look at its threads */
	double starved;   /* seconds that they had waited for a processor at the first look; NAN: before it */
};

/* Wait for an answer from `now` on. NULL is a `root` of "". */
struct gb_patience gb_patience_begin(const char *root, double seconds, double now);
/* Give it so many seconds more: nobody was there to hear an answer. */
void gb_patience_extend(struct gb_patience *patience, double seconds);
/* True if the process has used up its time. To be asked again and again: /proc is read when half of the time has
 * passed, and seldom after that. If the system does not report how long threads waited for a processor, all time
 * counts. */
bool gb_patience_is_over(struct gb_patience *patience, pid_t pid, double now);

#endif
