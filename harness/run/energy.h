/* energy.h: the energy of a load, above that of the same time with a block that only waits on each SM. */
#ifndef GB_ENERGY_H
#define GB_ENERGY_H

#include "run/run.h"

/* The energy counter of an H200 moves every 0.1 s. Until a step holds nothing of the work before it, waiting blocks run
 * unobserved for the first time, and the load for the second, within which a power cap acts as well. */
#define GB_ENERGY_IDLE_SETTLE_SECONDS 0.15
#define GB_ENERGY_LOAD_SETTLE_SECONDS 0.2
/* How long the counter is then watched: for at least four steps while blocks wait, and more under the load. */
#define GB_ENERGY_IDLE_SECONDS 0.45
#define GB_ENERGY_LOAD_SECONDS 0.7

/* A visit in all, with the first launches, from which their number follows. */
#define GB_ENERGY_VISIT_SECONDS                                                                         \
	(0.1 + GB_ENERGY_IDLE_SETTLE_SECONDS + GB_ENERGY_IDLE_SECONDS + GB_ENERGY_LOAD_SETTLE_SECONDS + \
	 GB_ENERGY_LOAD_SECONDS)

/* Mean power of the card, W, from the steps of its energy counter. */
struct gb_energy {
	double load_w; /* under the load */
	double idle_w; /* just before it, while two threads on each SM read the time in a loop */
};

/* Measure the current point once, `load_seconds` long; `out` has one batch, whose value is in joules per operation.
 * `began`: the host time since which the card has had no other load than the point. GB_SKIPPED if the card has no energy
 * counter. */
int gb_energy_measure(struct gb_run *run, double load_seconds, const volatile int *interrupted,
		      struct gb_measurement *out, struct gb_energy *power, double *began, struct gb_error *error);

#endif
