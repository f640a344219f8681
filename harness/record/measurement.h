/* measurement.h: the result of timing a point, for the JSON output and messages between processes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/stats.h"

/* The maximum number of visits to a point. Each visit samples it again, after other work on the card. */
enum { GB_VISITS_MAX = 8 };

/* The result of one timed batch of launches. */
struct gb_batch {
	double seconds;    /* of the whole batch */
	double value;      /* of one launch, in the caller's unit */
	double sm_hz;      /* mean clock during the timed interval; NAN: not known */
	double slowest_hz; /* of the slowest SM; NAN: not known */
	double per_clock;  /* the value per clock and SM, by the clock that determines it; NAN: none */
};

enum gb_stop { GB_STOP_CONVERGED, GB_STOP_BUDGET, GB_STOP_INTERRUPTED };

struct gb_measurement {
	uint64_t launches; /* per batch */
	struct gb_summary value;
	/* the same for the batches' values per clock; NAN in the median: none */
	struct gb_summary per_clock;
	double sm_hz;        /* median over the batches; NAN: not known */
	double slowest_hz;   /* the same for the slowest SM */
	double sm_hz_spread; /* (max - min) / median of the batches' clocks; NAN: not known */
	/* The rise of the median clock from the first to the second half of a visit's batches, relative to it; the mean
	 * over the visits. NAN: not known. */
	double sm_hz_drift;
	double seconds; /* median, of one launch */
	bool held;      /* the clock was held down during the warm-up, so the load ran until the clock had settled */
	bool steady;    /* the warm-up ended because times were steady or `held` is set, not at its bound */
	enum gb_stop stop;
	size_t visits;
	size_t batches_of[GB_VISITS_MAX]; /* batches of each visit, in order */
	struct gb_batch *batches; /* value.count raw samples in the order taken; freed by gb_measurement_free() */
};
