/* measure.h: the timing core, which knows nothing about the work that it times. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/stats.h"
#include "record/measurement.h"

/* Seconds. CUDA events have a resolution of half a microsecond, so no interval is narrower than that relative to a
 * batch. */
#define GB_MEASURE_TICK 0.5e-6

/* Run `launches` launches back to back and time them. */
typedef int gb_batch_fn(void *context, uint64_t launches, struct gb_batch *out, struct gb_error *error);

/* This many batches of the warm-up must agree before times count as steady. */
enum { GB_STEADY_BATCHES = 3 };
/* A warm-up may have this many batches even beyond its time limit, because a delay of the host is not the device's
 * fault. */
enum { GB_WARMUP_BATCHES = 10 };

struct gb_measure_options {
	double batch_seconds; /* shortest batch: timer resolution stays below 0.1 % of it */
	/* launches per batch, as in an earlier visit; 0: by batch_seconds */
	uint64_t launches;
	double warmup_seconds; /* the longest warm-up */
	double budget_seconds; /* the longest sampling */
	double steady_within;  /* largest relative difference between batches at the end of the warm-up */
	/* If a load holds a card below this clock (Hz), the card settles at a clock that depends on the load. The
	 * warm-up then runs the load for exactly this long (seconds of device time), whether or not its times agree: at
	 * its power limit, a card moves between clocks as long as the load lasts. NAN: no such clock is known. */
	double held_below_hz, settle_seconds;
	double held_budget_seconds; /* the longest sampling in that case; 0: budget_seconds */
	double look_seconds; /* instead of settle_seconds if the clock has not dropped below held_below_hz by then */
	double max_noise;    /* target for half the 95 % interval of the median, relative to it */
	double min_seconds;  /* least total time of the kept batches */
	size_t min_samples, max_samples;
	const volatile int *interrupted; /* stop soon if not 0; may be NULL */
};

/* True if the flag exists and requests a stop. */
bool gb_measure_stopped(const volatile int *interrupted);

/* Sleep for this time, or until a stop is requested. */
void gb_measure_rest(double seconds, const volatile int *interrupted);

/* Calibrate; warm up until three batches in a row agree and a clock that is held down has settled; and sample until the
 * interval is narrow enough or the budget is used up. Even beyond the budget, at least min_samples batches with a total
 * of min_seconds are kept, unless there are max_samples or a stop is requested. */
int gb_measure(gb_batch_fn *batch, void *context, const struct gb_measure_options *options, struct gb_measurement *out,
	       struct gb_error *error);

/* Widen the interval (NAN: none yet) of a value from several visits: to `half` on both sides of the visits' mean (NAN:
 * not known), and to the timer resolution for a batch of this length. The interval of a rate or time never extends
 * below 0. */
void gb_measure_widen(const double *of_visit, size_t count, double half, double value, double batch_seconds, double *lo,
		      double *hi);

/* Join `count` >= 1 visits to a point, each with the same number of launches per batch, into one measurement. The value
 * is the median of all batches, with the interval of this median. The visits do not change. */
void gb_measure_join(const struct gb_measurement *visit, size_t count, struct gb_measurement *out);

/* The known scatter between visits to similar points, relative to their values: the variance, and its degrees of
 * freedom. */
struct gb_prior {
	double variance, per_clock;
	size_t freedom;
};

/* Widen the joined interval by the uncertainty of the visits, as the mean of their medians by Student's t, moderated by
 * the scatter, and by the timer resolution. The point has `converged` if half of the interval is at most
 * `max_noise`. */
void gb_measure_between(const struct gb_measurement *visit, size_t count, const struct gb_prior *scatter,
			double max_noise, struct gb_measurement *out);

void gb_measurement_free(struct gb_measurement *measurement);

/* ---- for measure.c: the load before sampling --------------------------------------------------------------------- */

/* Calibrate and warm up; sets `launches`, `steady` and `held` of `out`. The number of launches is calibrated unless an
 * earlier visit did that. If the clock rises in the warm-up and makes batches too short, both are repeated. */
int gb_warm_up(gb_batch_fn *batch, void *context, const struct gb_measure_options *options, struct gb_measurement *out,
	       struct gb_error *error);
