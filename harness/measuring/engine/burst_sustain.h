/* burst_sustain.h: the rate of a load over time: in its first moments on a card that has rested, and sustained.
 *
 * A card that a load holds down takes a few hundredths of a second to lower its clock. Until then the load runs at a
 * higher clock: this is the burst, which matters for occasional kernels of a few milliseconds. docs/how-we-measure.md
 * shows how the clock moves. */
#pragma once

#include "engine/run.h"

/* The length of a batch; all batches together end before the card has reacted to the load. */
#define GB_BURST_BATCH_SECONDS 0.005
enum { GB_BURST_BATCHES = 4 };

struct gb_burst {
	/* median of the batches, and 95 % interval; the interval is NAN, because one look is too short for one */
	double value, lo, hi;
	double sm_hz, slowest_hz; /* medians; NAN: not known */
};

/* Combine several looks at one burst: the median of their values, and the interval of their mean by Student's t, but no
 * narrower than a step of the clock. `count` >= 1. */
void gb_burst_join(const struct gb_burst *burst, size_t count, struct gb_burst *out);

/* Time the current point, one launch of which takes `launch_seconds`, on a card that has rested (precondition.h).
 * May return GB_INTERRUPTED. */
int gb_burst_measure(struct gb_run *run, double launch_seconds, struct gb_burst *out, const volatile int *interrupted,
		     struct gb_error *error);

/* ---- a sustained load -------------------------------------------------------------------------------------------- */

/* A load under the influence of heat and the power cap. */

enum { GB_SUSTAIN_MAX = 30 }; /* number of parts of the time */

/* One part. */
struct gb_sustained {
	double end;             /* seconds since the load began */
	double value, lo, hi;   /* time of one launch, over the batches of the part */
	double sm_hz;           /* median over the batches; NAN: not known */
	struct gpu_state state; /* at the end of the part */
	double power_w;         /* during the part; NAN: not known */
};

/* The time for which a card idles so that its idle power can be measured: before the first load, where the sensor no
 * longer includes earlier work in the second half, and before a sustained load. */
#define GB_IDLE_SECONDS_FIRST   0.3
#define GB_IDLE_SECONDS_SUSTAIN 3

/* Leave the card idle for `idle_seconds` and report its power in the second half of that time, W; NAN: not known. */
double gb_sustain_idle(const struct gb_open_device *card, double idle_seconds, const volatile int *interrupted);

/* Keep the current point running for `seconds`, with launches of `launch_seconds`; fills `count` parts. May return
 * GB_INTERRUPTED. */
int gb_sustain(struct gb_run *run, double seconds, double launch_seconds, struct gb_sustained *out, size_t count,
	       const volatile int *interrupted, struct gb_error *error);
