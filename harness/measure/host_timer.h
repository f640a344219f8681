/* host_timer.h: the ways of timing in which the host takes part. Each times so many launches and says how long they
 * took together, as timer.h does; batch length, warm-up and interval are the core's (measure.h). */
#ifndef GB_HOST_TIMER_H
#define GB_HOST_TIMER_H

#include "measure/timer.h"

/* Enqueue one launch. */
typedef int gb_launch_fn(void *context);

/* Operations that may wait in the queue of a device at once: beyond some hundreds, enqueueing blocks. */
enum { GB_QUEUED_MAX = 400 };

/* The work to be timed. */
struct gb_timed_launch {
	gb_launch_fn *launch;
	void *context;
	uint32_t operations; /* that a launch enqueues */
};

/* Single round trips, for their scatter: the last ones. */
enum { GB_TRIPS_MAX = 2048 };
struct gb_trips {
	double seconds[GB_TRIPS_MAX];
	size_t count; /* number kept */
	size_t next;
};

/* Device time with the device waiting until as much is enqueued as its queue holds: the batch is made of such parts,
 * and its time is theirs together. */
int gb_timer_queued(struct gb_timer *timer, const struct gb_timed_launch *what, uint64_t launches, struct gb_timed *out,
		    struct gb_error *error);
/* Host time of the launches alone. So many as the queue holds are timed together, then the device is waited for,
 * untimed. */
int gb_timer_enqueue(struct gb_timer *timer, const struct gb_timed_launch *what, uint64_t launches,
		     struct gb_timed *out, struct gb_error *error);
/* Host time of launches, each waited for. */
int gb_timer_round_trips(struct gb_timer *timer, const struct gb_timed_launch *what, enum gb_wait how,
			 uint64_t launches, struct gb_trips *trips, struct gb_timed *out, struct gb_error *error);

/* Free what these functions allocated; part of gb_timer_close(). */
void gb_timer_close_gate(struct gb_timer *timer);

/* The resolution of the host's clock: the time from one reading to the next, and the share of the time for which a
 * thread that only reads it was away from its core. */
struct gb_host_clock {
	double step, away;
};
struct gb_host_clock gb_host_clock_look(void);
/* The same of readings in order, seconds. Pure. */
struct gb_host_clock gb_host_clock_of(const double *reading, size_t count);

#endif
