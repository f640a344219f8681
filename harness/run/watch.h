/* watch.h: the card's state while it works. */
#ifndef GB_WATCH_H
#define GB_WATCH_H

#include "run/run.h"

struct gb_watch {
	struct gpu_state state; /* half-way through; throttle reasons of the whole window */
	double energy_j;        /* of one launch; NAN: the counter moved too seldom to tell */
};

/* Keep the current point running for about `window` seconds, one launch taking `seconds`, and look at the card
 * meanwhile. */
int gb_watch_load(struct gb_run *run, double seconds, double window, struct gb_watch *out);

/* How well gb_watch_power() must know the time between two steps of the counter. */
#define GB_WATCH_TOLERANCE 0.05

/* Watts from readings of an energy counter that moves in steps: from the first step seen to the last, the only moments
 * at which its value is known to be fresh. A step is seen late by up to the time between two readings; NAN when that is
 * more than GB_WATCH_TOLERANCE of the time between the steps, or when fewer than three were seen. */
double gb_watch_power(const double *seconds, const double *joules, size_t count);

#endif
