/* watch.h: the state and the energy of the card while it works. */
#pragma once

#include "engine/run.h"

struct gb_watch {
	struct gpu_state state; /* half-way through, with the throttle reasons of the whole window */
	/* Only of this load. NAN or "": nothing was sampled while it ran. */
	struct gpu_state load; /* clocks and temperature */
	double power_w;
	char throttle[96];
	double energy_j; /* energy of a launch; NAN: the power is not known, or the window was too short */
};

/* A power sensor averages over time. On an H200, a sample this long after the start of a load includes 3 % or less of
 * earlier work. */
#define GB_WATCH_POWER_SECONDS 0.05
/* The possible age of a card's temperature and clock, which an H200 updates every 0.1 s. */
#define GB_WATCH_TEMPERATURE_SECONDS 0.12
/* The possible age of its throttle reasons: an H200 reported the power cap until 0.4 s after the load that caused
 * it. */
#define GB_WATCH_THROTTLE_SECONDS 0.5

/* The energy of a launch is computed from the card's mean power, for which a shorter window has too few samples. */
#define GB_WATCH_ENERGY_SECONDS 0.1

/* The number of launches of this length that last for `seconds` and fit in the queue; at least one. */
uint64_t gb_watch_launches(double seconds, double launch_seconds);
/* Run the current point for about `window` seconds, with `seconds` per launch, and watch the card meanwhile. `began`:
 * the host time since which the card has had no other load than this point. */
int gb_watch_load(struct gb_run *run, double seconds, double window, double began, struct gb_watch *out);

/* Add the throttle reasons of `more` that `reasons` lacks. "none" gives way to any other. */
void gb_watch_merge(char *reasons, size_t size, const char *more);

/* The card's power from `began` to `ended`, without the time in which its sensor still averages earlier work, and
 * without anything longer ago than GB_WATCH_POWER_SPAN. NAN: no sample is left. */
double gb_watch_drawn(const struct gb_open_device *card, double began, double ended);
#define GB_WATCH_POWER_SPAN 0.5

enum { GB_WATCH_READINGS = 512 };
/* The precision that gb_watch_power() requires of the time between two steps of the counter. */
#define GB_WATCH_TOLERANCE 0.05

/* Compute watts from readings of an energy counter that moves in steps, between two observed steps, because its value
 * is certainly fresh only then. A step is observed late by up to the time between two readings. The pair of steps with
 * the smallest relative delay is chosen. NAN: the delay exceeds GB_WATCH_TOLERANCE of the time between the two, or
 * there are fewer than three steps. `count`: at most GB_WATCH_READINGS. */
double gb_watch_power(const double *seconds, const double *joules, size_t count);

/* The same between two host times, of which the first may have passed; returns at the second. */
double gb_watch_counter(const struct gb_open_device *card, double from, double until);

/* ---- energy.c ---------------------------------------------------------------------------------------------------- */

/* Mean power of the card, W, from the steps of its energy counter. */
struct gb_energy {
	double load_w;    /* under the load */
	double waiting_w; /* just before, while two threads on each SM read the time in a loop */
};

/* Measure the current point once, for `load_seconds`; `out` has one batch, whose value is in joules per operation.
 * `began`: the host time since which the card has had no other load than the point. GB_SKIPPED: the card has no energy
 * counter. */
int gb_energy_measure(struct gb_run *run, double load_seconds, const volatile int *interrupted,
		      struct gb_measurement *out, struct gb_energy *power, double *began, struct gb_error *error);
