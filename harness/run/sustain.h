/* sustain.h: the value of a load over time, as it is affected by heat and the power cap. */
#ifndef GB_SUSTAIN_H
#define GB_SUSTAIN_H

#include "run/run.h"

enum { GB_SUSTAIN_MAX = 30 }; /* number of parts of the time */

/* One part. */
struct gb_sustained {
	double end;             /* seconds since the load began */
	double value, lo, hi;   /* of one launch, over the batches of the part */
	double sm_hz;           /* median over the batches; NAN: not known */
	struct gpu_state state; /* at the end of the part */
	double power_w;         /* during the part; NAN: not known */
};

/* How long a card is idle to measure its idle power: before the first load, where its sensor no longer includes earlier
 * work in the second half, and before a sustained load. */
#define GB_IDLE_SECONDS_FIRST   0.3
#define GB_IDLE_SECONDS_SUSTAIN 3

/* Leave the card idle for `idle_seconds` and report its power in the second half of that time, W; NAN: not known. */
double gb_sustain_idle(const struct gb_card *card, double idle_seconds, const volatile int *interrupted);

/* Keep the current point running for `seconds`, one launch taking `launch_seconds`; fills `count` parts. Or
 * GB_INTERRUPTED. */
int gb_sustain(struct gb_run *run, double seconds, double launch_seconds, struct gb_sustained *out, size_t count,
	       const volatile int *interrupted, struct gb_error *error);

#endif
