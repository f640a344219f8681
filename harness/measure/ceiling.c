#include "measure/ceiling.h"

#include <math.h>

/* An idle card may have let its clock down, and brings it up within some milliseconds of work. */
#define LOOK_SECONDS 0.005
#define RISES_BY     1.002
enum { LOOKS_MIN = 2, LOOKS_MAX = 40 };

int gb_ceiling_clock(struct gb_timer *timer, double *hz, struct gb_error *error)
{
	double best = NAN;

	for (int i = 0; i < LOOKS_MAX; i++) {
		struct gb_timed timed;
		int status = gb_timer_begin(timer, error);
		if (status == GB_OK)
			status = gb_timer_hold(timer, LOOK_SECONDS, error);
		if (status == GB_OK)
			status = gb_timer_end(timer, &timed, error);
		if (status != GB_OK)
			return status;
		const bool rose = timed.sm_hz > RISES_BY * best;
		best = fmax(best, timed.sm_hz);
		if (i + 1 >= LOOKS_MIN && !rose)
			break;
	}
	*hz = best;
	return GB_OK;
}

void gb_ceiling_widen(double value, double sm_hz, double *lo, double *hi)
{
	const double half = fabs(value) * GB_CLOCK_STEP_HZ / 2 / sm_hz;

	if (isnan(*lo) || isnan(half))
		return;
	*lo = fmin(*lo, value - half);
	*hi = fmax(*hi, value + half);
}
