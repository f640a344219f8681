/* watch.h: the card's state while it works. */
#ifndef GB_WATCH_H
#define GB_WATCH_H

#include "run.h"

struct gb_watch {
	struct gpu_state state; /* half-way through; throttle reasons of the whole window */
	double energy_j;        /* of one launch; NAN: the counter moved too seldom to tell */
};

/* Keep the current point running for about `window` seconds, one launch taking `seconds`, and look at the card
 * meanwhile. */
int gb_watch_load(struct gb_run *run, double seconds, double window, struct gb_watch *out);

/* Watts from readings of an energy counter that moves in steps: from the first step seen to the last, which are the only
 * moments its value is known to be fresh. NAN when there are fewer than three steps. */
double gb_watch_power(const double *seconds, const double *joules, size_t count);

#endif
