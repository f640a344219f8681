/* burst_sustain.h: the rate of a load over time: in its first moments on a rested card, and sustained.
 *
 * A card takes a few hundredths of a second to lower its clock under a load that holds it down. Until then the load
 * runs at a higher clock. This is the burst, which matters for occasional kernels of a few milliseconds.
 * docs/how-we-measure.md shows how the clock moves. */
#pragma once

#include "engine/run.h"

/* All batches together end before the card reacts to the load. */
#define GB_BURST_BATCH_SECONDS 0.005
enum { GB_BURST_BATCHES = 4 };

struct gb_burst {
	/* median of the batches, and 95 % interval; NAN in the interval after a single look, which is too short for
	 * one */
	double value, lo, hi;
	double sm_hz, slowest_hz; /* medians; NAN: not known */
};

/* Combine several looks at a burst: the median of their values, and the interval of their mean by Student's t, at least
 * a clock step wide. `count` >= 1. */
void gb_burst_join(const struct gb_burst *burst, size_t count, struct gb_burst *out);

/* Time the current point, whose launch takes `launch_seconds`, on a rested card (precondition.h). May return
 * GB_INTERRUPTED. */
int gb_burst_measure(struct gb_run *run, double launch_seconds, struct gb_burst *out, const volatile int *interrupted,
		     struct gb_error *error);

/* ---- a sustained load -------------------------------------------------------------------------------------------- */

enum { GB_SUSTAIN_MAX = 30 }; /* the number of parts of the time */

struct gb_sustained {
	double end;             /* seconds since the start of the load */
	double value, lo, hi;   /* the time of a launch, over the batches of the part */
	double sm_hz;           /* the median over the batches; NAN: not known */
	struct gpu_state state; /* at the end of the part */
	double power_w;         /* during the part; NAN: not known */
};

/* How long a card idles before its idle power is measured in the second half of that time: before the first load, where
 * the sensor then no longer includes earlier work, and before a sustained load. */
#define GB_IDLE_SECONDS_FIRST   0.3
#define GB_IDLE_SECONDS_SUSTAIN 3

/* Leave the card idle for `idle_seconds`, and return its power in the second half of that time, W; NAN: not known. */
double gb_sustain_idle(const struct gb_open_device *card, double idle_seconds, const volatile int *interrupted);

/* Run the current point for `seconds`, in launches of `launch_seconds`; fills `count` parts. May return
 * GB_INTERRUPTED. */
int gb_sustain(struct gb_run *run, double seconds, double launch_seconds, struct gb_sustained *out, size_t count,
	       const volatile int *interrupted, struct gb_error *error);
