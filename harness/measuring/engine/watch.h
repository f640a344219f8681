/* watch.h: the state and the energy of the card while it works. */
#pragma once

#include "engine/run.h"

struct gb_watch {
	struct gpu_state state; /* reported by the card half-way through; throttle reasons of the whole window */
	/* For this load only. NAN or "": nothing was sampled while it ran. */
	struct gpu_state load; /* its clocks and temperature */
	double power_w;
	char throttle[96];
	double energy_j; /* energy of one launch; NAN: the power is unknown, or the window was too short */
};

/* A power sensor averages over time: on an H200, a sample this long after the start of a load contains 3 % or less of
 * what was before. */
#define GB_WATCH_POWER_SECONDS 0.05
/* The possible age of a card's current temperature and clock: an H200 updates them every 0.1 s. */
#define GB_WATCH_TEMPERATURE_SECONDS 0.12
/* The same for its throttle reasons: an H200 reported the power cap until 0.4 s after the load that caused it. */
#define GB_WATCH_THROTTLE_SECONDS 0.5

/* The energy of a launch is its share of the card's mean power. A shorter window has too few samples for that. */
#define GB_WATCH_ENERGY_SECONDS 0.1

/* As many launches of this length as last for `seconds` and fit in the queue; at least one. */
uint64_t gb_watch_launches(double seconds, double launch_seconds);
/* Keep the current point running for about `window` seconds, with `seconds` per launch, and watch the card meanwhile.
 * `began`: the host time since which the card has had no other load than this point. */
int gb_watch_load(struct gb_run *run, double seconds, double window, double began, struct gb_watch *out);

/* Add the throttle reasons of `more` that are missing in `reasons`. "none" gives way to any other. */
void gb_watch_merge(char *reasons, size_t size, const char *more);

/* The power of the card from `began` to `ended`, except for the time in which its sensor still averages earlier
 * work and for anything longer ago than GB_WATCH_POWER_SPAN; NAN: no sample lies there. */
double gb_watch_drawn(const struct gb_open_device *card, double began, double ended);
#define GB_WATCH_POWER_SPAN 0.5

enum { GB_WATCH_READINGS = 512 };
/* The required precision of gb_watch_power() in the time between two steps of the counter. */
#define GB_WATCH_TOLERANCE 0.05

/* Watts from readings of an energy counter that moves in steps: from one observed step to another, the only moments
 * at which its value is certainly fresh. A step is observed late by up to the time between two readings. The pair
 * with the smallest relative delay is chosen; NAN if that delay exceeds GB_WATCH_TOLERANCE of the time between them,
 * or if there are fewer than three steps. `count`: at most GB_WATCH_READINGS. */
double gb_watch_power(const double *seconds, const double *joules, size_t count);

/* The same between two host times, the first of which may have passed; returns at the second. NAN likewise. */
double gb_watch_counter(const struct gb_open_device *card, double from, double until);

/* ---- energy.c ---------------------------------------------------------------------------------------------------- */

/* Mean power of the card, W, from the steps of its energy counter. */
struct gb_energy {
	double load_w;    /* under the load */
	double waiting_w; /* just before it, while two threads on each SM read the time in a loop */
};

/* Measure the current point once, `load_seconds` long; `out` has one batch, whose value is in joules per operation.
 * `began`: the host time since which the card has had no other load than the point. GB_SKIPPED if the card has no
 * energy counter. */
int gb_energy_measure(struct gb_run *run, double load_seconds, const volatile int *interrupted,
		      struct gb_measurement *out, struct gb_energy *power, double *began, struct gb_error *error);
