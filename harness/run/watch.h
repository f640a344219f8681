/* watch.h: the card's state while it works. */
#ifndef GB_WATCH_H
#define GB_WATCH_H

#include "run/run.h"

struct gb_watch {
	struct gpu_state state; /* as the card reported it half-way through; throttle reasons of the whole window */
	/* For this load and none before it. NAN or "": nothing was sampled while it ran. */
	double power_w, temperature_c, sm_clock_nvml_hz;
	char throttle[96];
	double energy_j; /* of one launch; NAN: the counter moved too seldom */
};

/* A sensor of power forgets slowly: on an H200 a sample so long after a load began holds 3 % or less of what was
 * before. */
#define GB_WATCH_POWER_SECONDS 0.05
/* So old may be what a card says of its temperature "now", and of its clock: an H200 renews them every 0.1 s. */
#define GB_WATCH_TEMPERATURE_SECONDS 0.12
/* And of its throttle reasons: an H200 was seen to name the power cap until 0.4 s after the load that met it. */
#define GB_WATCH_THROTTLE_SECONDS 0.5

/* A shorter window cannot see the energy counter step three times: it is not read at all, as that takes
 * milliseconds. */
#define GB_WATCH_ENERGY_SECONDS 0.2

/* Keep the current point running for about `window` seconds, one launch taking `seconds`, and look at the card
 * meanwhile. `began`: since when, host time, the card has had no other load than this point. */
int gb_watch_load(struct gb_run *run, double seconds, double window, double began, struct gb_watch *out);

/* The power of the card from `began` to `ended`, except for the time in which its sensor still averages earlier
 * work and for anything longer ago than GB_WATCH_POWER_SPAN; NAN: no sample lies there. */
double gb_watch_drawn(const struct gb_card *card, double began, double ended);
#define GB_WATCH_POWER_SPAN 0.5

/* How precisely gb_watch_power() must know the time between two steps of the counter. */
#define GB_WATCH_TOLERANCE 0.05

/* Watts from readings of an energy counter that moves in steps: from the first step seen to the last, the only moments
 * at which its value is known to be fresh. A step is seen late by up to the time between two readings; NAN when that is
 * more than GB_WATCH_TOLERANCE of the time between the steps, or when fewer than three were seen. */
double gb_watch_power(const double *seconds, const double *joules, size_t count);

#endif
