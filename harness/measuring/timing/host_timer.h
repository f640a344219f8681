/* host_timer.h: the kinds of timing in which the host takes part. Each times a number of launches and returns their
 * total time, as in timer.h; measure.h decides on batch length, warm-up and interval. */
#pragma once

#include "timing/timer.h"

typedef int gb_launch_fn(void *context);

/* The most operations in a device's queue: beyond a few hundred, enqueueing blocks. */
enum { GB_QUEUED_MAX = 400 };

struct gb_timed_launch {
	gb_launch_fn *launch;
	void *context;
	uint32_t operations; /* enqueued by one launch */
};

/* The last round trips one by one, which show their scatter. */
enum { GB_TRIPS_MAX = 2048 };
struct gb_trips {
	double seconds[GB_TRIPS_MAX];
	size_t count;
	size_t next;
};

/* Device time, with the device waiting until its queue is full. A batch consists of such parts, and its time is their
 * sum. */
int gb_timer_queued(struct gb_timer *timer, const struct gb_timed_launch *what, uint64_t launches, struct gb_timed *out,
		    struct gb_error *error);
/* Host time of the launches alone. As many as the queue holds are timed together; then the host waits for the device,
 * untimed. */
int gb_timer_enqueue(struct gb_timer *timer, const struct gb_timed_launch *what, uint64_t launches,
		     struct gb_timed *out, struct gb_error *error);
/* Host time of launches, each followed by a wait and preceded by a pause according to `how`. */
int gb_timer_round_trips(struct gb_timer *timer, const struct gb_timed_launch *what, const struct gb_timing *how,
			 uint64_t launches, struct gb_trips *trips, struct gb_timed *out, struct gb_error *error);

/* Free what these functions allocated; gb_timer_close() calls this. */
void gb_timer_free_gate(struct gb_timer *timer);

/* The host's clock: the seconds from one reading to the next, and the fraction of the time in which a thread that only
 * reads it was not running. */
struct gb_host_clock {
	double step, away;
};
struct gb_host_clock gb_host_clock_look(void);
/* The same for a sequence of readings in seconds. Pure. */
struct gb_host_clock gb_host_clock_of(const double *reading, size_t count);
