/* measure.h: the timing core. It times what it is given and knows nothing else about it. */
#ifndef GB_MEASURE_H
#define GB_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/stats.h"

/* Visits that a point may have: it is sampled again later, when the card has done other work meanwhile. */
enum { GB_VISITS_MAX = 8 };

/* Seconds: CUDA events tick in half microseconds. No interval is narrower than what that is of a batch. */
#define GB_MEASURE_TICK 0.5e-6

/* The result of one timed batch of launches. */
struct gb_batch {
	double seconds;    /* of the whole batch */
	double value;      /* of one launch, in whatever unit the caller reports */
	double sm_hz;      /* mean clock of exactly the timed interval; NAN: not known */
	double slowest_hz; /* of the slowest SM; NAN likewise */
	double per_clock;  /* the value per clock and SM, with the clock that determines it; NAN: there is none */
};

/* Run `launches` launches back to back and time them. */
typedef int gb_batch_fn(void *context, uint64_t launches, struct gb_batch *out, struct gb_error *error);

/* Batches in the warm-up that must agree before times count as steady. */
enum { GB_STEADY_BATCHES = 3 };
/* Batches that a warm-up may have whatever its bound in seconds: a delayed host says nothing about the device. */
enum { GB_WARMUP_BATCHES = 10 };

struct gb_measure_options {
	double batch_seconds;  /* a batch lasts at least this: timer resolution stays below 0.1 % of it */
	uint64_t launches;     /* a batch has so many, as in an earlier visit; 0: as many as it takes to last so long */
	double warmup_seconds; /* bound of the warm-up */
	double budget_seconds; /* bound of the sampling */
	double steady_within;  /* batches of the warm-up agree, relative */
	/* A card that a load holds below this clock (Hz) settles at a clock of its own for that load. The warm-up
	 * then runs the load for so long (seconds of device time) and no longer, whether its times agree or not: at
	 * its power limit a card goes to and fro between clocks for as long as the load lasts. NAN: no such clock is
	 * known. */
	double held_below_hz, settle_seconds;
	double held_budget_seconds; /* bound of the sampling then; 0: budget_seconds */
	double look_seconds; /* likewise where the clock is not below it: by then a load that is to hold it down does */
	double max_noise;    /* wanted: half the 95 % interval of the median, relative to it */
	double min_seconds;  /* the batches kept last this long together, or longer */
	size_t min_samples, max_samples;
	const volatile int *interrupted; /* stop soon when this is not 0; may be NULL */
};

enum gb_stop { GB_STOP_CONVERGED, GB_STOP_BUDGET, GB_STOP_INTERRUPTED };

struct gb_measurement {
	uint64_t launches; /* a batch */
	struct gb_summary value;
	struct gb_summary per_clock; /* likewise, of the batches' values per clock; its median NAN: they have none */
	double sm_hz;                /* median over the batches; NAN: not known */
	double slowest_hz;           /* likewise, of the slowest SM */
	double sm_hz_spread;         /* (max - min) / median of the batches' clocks; NAN likewise */
	double seconds;              /* median, of one launch */
	bool held;                   /* the clock was held down in the warm-up, so the load ran until it had settled */
	bool steady; /* the warm-up ended because times were steady, or because of `held`, not because of its bound */
	enum gb_stop stop;
	size_t visits;                    /* how many this was sampled in */
	size_t batches_of[GB_VISITS_MAX]; /* so many of the batches are of each, in turn */
	struct gb_batch *batches;         /* value.count raw samples, in the order taken; gb_measurement_free() */
};

/* True if the flag exists and asks to stop. */
bool gb_measure_stopped(const volatile int *interrupted);

/* Sleep for this time, or until asked to stop. */
void gb_measure_rest(double seconds, const volatile int *interrupted);

/* How many launches make a batch of at least `batch_seconds`. Batches that are too short are discarded. */
int gb_measure_calibrate(gb_batch_fn *batch, void *context, double batch_seconds, uint64_t *launches,
			 struct gb_batch *last, struct gb_error *error);

/* Calibrate, warm up until three batches in a row agree and a clock that is held down has settled, sample until the
 * interval is narrow enough or the budget ends. At least min_samples batches of together min_seconds are kept whatever
 * the budget, unless there are max_samples or it is interrupted. */
int gb_measure(gb_batch_fn *batch, void *context, const struct gb_measure_options *options, struct gb_measurement *out,
	       struct gb_error *error);

/* Widen an interval (NAN: none yet) of a value from several visits by the uncertainty that visits and timer leave: to
 * `half` on both sides of the mean of the visits (NAN: not known), and to a tick of a batch of this length. No rate and
 * no time is below 0, however far two visits are apart. */
void gb_measure_widen(const double *of_visit, size_t count, double half, double value, double batch_seconds, double *lo,
		      double *hi);

/* Make one measurement of `count` >= 1 visits of a point, each with as many launches a batch. The value is the median
 * of all batches, and its interval that of this median. The visits are left as they are. */
int gb_measure_join(const struct gb_measurement *visit, size_t count, struct gb_measurement *out,
		    struct gb_error *error);

/* Known scatter between visits of points like this one, relative to their values: the variance, and for how many degrees
 * of freedom it counts. */
struct gb_prior {
	double variance, per_clock;
	size_t freedom;
};

/* Widen the joined interval to what visits and timer leave: that of the mean of the visits' medians by Student's t,
 * moderated by the scatter, and a tick of the timer. The point `converged` when half of it is at most `max_noise`. */
void gb_measure_between(const struct gb_measurement *visit, size_t count, const struct gb_prior *scatter,
			double max_noise, struct gb_measurement *out);

void gb_measurement_free(struct gb_measurement *measurement);

#endif
