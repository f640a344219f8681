/* burst.h: the rate of a load in its first moments on a card that has rested.
 *
 * A card that a load holds down takes a few hundredths of a second to lower its clock. Until then the load runs at a
 * higher clock: this is the burst, which matters for occasional kernels of a few milliseconds. docs/how-we-measure.md
 * shows how the clock moves. */
#ifndef GB_BURST_H
#define GB_BURST_H

#include "run/run.h"

/* The length of a batch; all of them together end before the card has reacted to the load. */
#define GB_BURST_BATCH_SECONDS 0.005
enum { GB_BURST_BATCHES = 4 };

struct gb_burst {
	/* median of the batches; and 95 % interval, which is NAN as one look is too short for it */
	double value, lo, hi;
	double sm_hz, slowest_hz; /* medians; NAN: not known */
};

/* Combine several looks at one burst: the median of their values, and the interval of their mean by Student's t, but no
 * narrower than a step of the clock. `count` >= 1. */
void gb_burst_join(const struct gb_burst *burst, size_t count, struct gb_burst *out);

/* Time the current point, one launch of which takes `launch_seconds`, on a card that has rested (precondition.h). Or
 * GB_INTERRUPTED. */
int gb_burst_measure(struct gb_run *run, double launch_seconds, struct gb_burst *out, const volatile int *interrupted,
		     struct gb_error *error);

#endif
