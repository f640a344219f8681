#include "measure/warm_up.h"

#include <math.h>

#include "base/clock.h"

/* A launch that takes no measurable time would be repeated for ever. */
#define LAUNCHES_MAX (UINT64_C(1) << 24)

/* The number of launches in a batch of at least `batch_seconds`. Batches that are too short are discarded. */
static int calibrate(gb_batch_fn *batch, void *context, double batch_seconds, uint64_t *launches, struct gb_batch *last,
		     struct gb_error *error)
{
	uint64_t count = 1;

	/* A first launch includes the loading of its code: its time is not that of a launch. */
	int status = batch(context, count, last, error);
	for (;;) {
		if (status == GB_OK)
			status = batch(context, count, last, error);
		if (status != GB_OK)
			return status;
		if (!(last->seconds >= 0))
			return gb_error_set(error, "the device reported an impossible time: %g s", last->seconds);
		if (last->seconds >= batch_seconds || count >= LAUNCHES_MAX)
			break;
		/* Aim a tenth high so that the next try is the last; in steps, as the clock may still be rising. */
		double grow = last->seconds > 0 ? 1.1 * batch_seconds / last->seconds : 16;
		uint64_t next = (uint64_t)ceil((double)count * fmin(grow, 16));
		count = next > count ? next : count + 1;
	}
	*launches = count;
	if (last->seconds >= batch_seconds)
		return GB_OK;
	return gb_error_set(error, "%llu launches took %g s: too short to be timed", (unsigned long long)count,
			    last->seconds);
}

/* A clock that rises above the threshold again is not held. False if the clock is not known. */
static bool is_held(const struct gb_measure_options *options, const struct gb_batch *last)
{
	return last->sm_hz < options->held_below_hz;
}

/* True if the load has run long enough in the warm-up. */
static bool is_settled(const struct gb_measure_options *options, const struct gb_batch *last, double seconds)
{
	return seconds >= (is_held(options, last) ? options->settle_seconds : options->look_seconds);
}

/* True if times are steady, or as steady as they become. */
static bool is_steady(const struct gb_measure_options *options, const struct gb_batch *last, int agreed)
{
	return agreed >= GB_STEADY_BATCHES || (is_held(options, last) && options->settle_seconds > 0);
}

/* Until host time `end` at most, unless the clock has still to settle. `last` holds the calibration's last batch, and
 * this one's afterwards. */
static int warm_up(gb_batch_fn *batch, void *context, const struct gb_measure_options *options, uint64_t launches,
		   double end, struct gb_batch *last, bool *steady, struct gb_error *error)
{
	struct gb_batch before = *last, now;
	double seconds = 0;
	int agreed = 1;

	for (int i = 0; !gb_measure_stopped(options->interrupted); i++) {
		const bool settled = is_settled(options, &before, seconds);
		if (settled &&
		    (is_steady(options, &before, agreed) || (i >= GB_WARMUP_BATCHES && gb_clock_now() >= end)))
			break;
		int status = batch(context, launches, &now, error);
		if (status != GB_OK)
			return status;
		bool same_time = fabs(now.seconds - before.seconds) <= options->steady_within * before.seconds;
		bool same_clock = isnan(now.sm_hz) || isnan(before.sm_hz) ||
				  fabs(now.sm_hz - before.sm_hz) <= options->steady_within * before.sm_hz;
		agreed = same_time && same_clock ? agreed + 1 : 1;
		seconds += now.seconds;
		before = now;
	}
	*steady = is_steady(options, &before, agreed);
	*last = before;
	return GB_OK;
}

/* As many launches as in an earlier visit. The first pays for loading its code; a batch of one launch is both. */
static int recall(gb_batch_fn *batch, void *context, uint64_t launches, struct gb_batch *last, struct gb_error *error)
{
	int status = batch(context, 1, last, error);

	return status == GB_OK && launches > 1 ? batch(context, launches, last, error) : status;
}

int gb_warm_up(gb_batch_fn *batch, void *context, const struct gb_measure_options *options, struct gb_measurement *out,
	       struct gb_error *error)
{
	const double end = gb_clock_now() + options->warmup_seconds;
	const bool known = options->launches > 0;
	struct gb_batch last;
	int status;

	out->launches = options->launches;
	do {
		status = known ? recall(batch, context, out->launches, &last, error)
			       : calibrate(batch, context, options->batch_seconds, &out->launches, &last, error);
		if (status == GB_OK)
			status = warm_up(batch, context, options, out->launches, end, &last, &out->steady, error);
	} while (status == GB_OK && !known && last.seconds < 0.9 * options->batch_seconds &&
		 out->launches < LAUNCHES_MAX && !gb_measure_stopped(options->interrupted));
	out->held = is_held(options, &last);
	return status;
}
