/* measure.h: the timing core. It knows nothing about the work that it times. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/stats.h"
#include "record/measurement.h"

/* Seconds: CUDA events have a resolution of half a microsecond. No interval is narrower than that relative to a
 * batch. */
#define GB_MEASURE_TICK 0.5e-6

/* Run `launches` launches back to back and time them. */
typedef int gb_batch_fn(void *context, uint64_t launches, struct gb_batch *out, struct gb_error *error);

/* Batches in the warm-up that must agree before times count as steady. */
enum { GB_STEADY_BATCHES = 3 };
/* The number of batches that a warm-up may have even beyond its time limit, because a delay of the host is not the
 * device's fault. */
enum { GB_WARMUP_BATCHES = 10 };

struct gb_measure_options {
	double batch_seconds; /* minimum length of a batch: timer resolution stays below 0.1 % of it */
	/* number of launches in a batch, as in an earlier visit; 0: determined by batch_seconds */
	uint64_t launches;
	double warmup_seconds; /* limit of the warm-up */
	double budget_seconds; /* limit of the sampling */
	double steady_within;  /* maximum relative difference between batches at the end of the warm-up */
	/* If a load holds a card below this clock (Hz), the card settles at a clock that depends on the load. The
	 * warm-up then runs the load for exactly this long (seconds of device time), whether its times agree or not: at
	 * its power limit, a card moves between clocks as long as the load lasts. NAN: no such clock is known. */
	double held_below_hz, settle_seconds;
	double held_budget_seconds; /* limit of the sampling in that case; 0: budget_seconds */
	double look_seconds; /* the same if the clock is not below it, as the load would have lowered it by then */
	double max_noise;    /* target for half the 95 % interval of the median, relative to it */
	double min_seconds;  /* minimum total time of the batches kept */
	size_t min_samples, max_samples;
	const volatile int *interrupted; /* stop soon if this is not 0; may be NULL */
};

/* True if the flag exists and requests a stop. */
bool gb_measure_stopped(const volatile int *interrupted);

/* Sleep for this time, or until a stop is requested. */
void gb_measure_rest(double seconds, const volatile int *interrupted);

/* Calibrate, warm up until three batches in a row agree and a clock that is held down has settled, and sample until the
 * interval is narrow enough or the budget is used up. Even beyond the budget, at least min_samples batches with a total
 * of min_seconds are kept, unless there are max_samples or it is interrupted. */
int gb_measure(gb_batch_fn *batch, void *context, const struct gb_measure_options *options, struct gb_measurement *out,
	       struct gb_error *error);

/* Widen the interval (NAN: none yet) of a value from several visits by the uncertainty of visits and timer: to
 * `half` on both sides of the visits' mean (NAN: not known), and to the timer resolution for a batch of this length.
 * The interval of a rate or time never extends below 0. */
void gb_measure_widen(const double *of_visit, size_t count, double half, double value, double batch_seconds, double *lo,
		      double *hi);

/* Combine `count` >= 1 visits of a point, each with the same number of launches per batch, into one measurement. The
 * value is the median of all batches, with the interval of this median. The visits are not changed. */
void gb_measure_join(const struct gb_measurement *visit, size_t count, struct gb_measurement *out);

/* Known scatter between visits of similar points, relative to their values: the variance, and its degrees of
 * freedom. */
struct gb_prior {
	double variance, per_clock;
	size_t freedom;
};

/* Widen the combined interval by the uncertainty of visits and timer: for the mean of the visits' medians by Student's
 * t, moderated by the scatter, and the resolution of the timer. The point has `converged` if half of it is at
 * most `max_noise`. */
void gb_measure_between(const struct gb_measurement *visit, size_t count, const struct gb_prior *scatter,
			double max_noise, struct gb_measurement *out);

void gb_measurement_free(struct gb_measurement *measurement);

/* ---- for measure.c: the load before sampling --------------------------------------------------------------------- */

/* How many launches make a batch, and the load before sampling: until times are steady and a clock that is held down
 * has settled. */

/* Set `launches`, `steady` and `held` of `out`. Launches are counted, unless an earlier visit did; if a clock that
 * rises during the warm-up shortens the batches, they are counted and warmed up again. */
int gb_warm_up(gb_batch_fn *batch, void *context, const struct gb_measure_options *options, struct gb_measurement *out,
	       struct gb_error *error);
