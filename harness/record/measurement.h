/* measurement.h: the result of timing a point, as passed to the JSON output and in messages between processes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stats.h"

/* The maximum number of visits to a point: it is sampled again later, after other work on the card. */
enum { GB_VISITS_MAX = 8 };

/* The result of one timed batch of launches. */
struct gb_batch {
	double seconds;    /* of the complete batch */
	double value;      /* of one launch, in the caller's unit */
	double sm_hz;      /* mean clock of exactly the timed interval; NAN: not known */
	double slowest_hz; /* of the slowest SM; NAN: not known */
	double per_clock;  /* the value per clock and SM, with the clock that determines it; NAN: there is none */
};

enum gb_stop { GB_STOP_CONVERGED, GB_STOP_BUDGET, GB_STOP_INTERRUPTED };

struct gb_measurement {
	uint64_t launches; /* a batch */
	struct gb_summary value;
	/* the same for the batches' values per clock; the median is NAN if they have none */
	struct gb_summary per_clock;
	double sm_hz;        /* median over the batches; NAN: not known */
	double slowest_hz;   /* the same for the slowest SM */
	double sm_hz_spread; /* (max - min) / median of the batches' clocks; NAN: not known */
	/* How far the median clock rose from the first to the second half of a visit's batches, relative to it; the
	 * mean over the visits. NAN: not known. */
	double sm_hz_drift;
	double seconds; /* median, of one launch */
	bool held;      /* the clock was held down during the warm-up, so the load ran until it had settled */
	bool steady; /* the warm-up ended because times were steady, or because of `held`, not because of its bound */
	enum gb_stop stop;
	size_t visits;                    /* number of visits in which it was sampled */
	size_t batches_of[GB_VISITS_MAX]; /* number of batches of each visit, in order */
	struct gb_batch *batches;         /* value.count raw samples, in the order taken; gb_measurement_free() */
};
