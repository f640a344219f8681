#include "engine/burst_sustain.h"

#include <math.h>

#include "base/clock.h"
#include "base/stats.h"
#include "engine/watch.h"
#include "timing/ceiling.h"

enum { BATCHES_MAX = 1024 };

static double known_median(const double *value, size_t count)
{
	double scratch[BATCHES_MAX];

	for (size_t i = 0; i < count; i++)
		if (isnan(value[i]))
			return NAN;
	return gb_stats_median(value, count, scratch);
}

int gb_burst_measure(struct gb_run *run, double launch_seconds, struct gb_burst *out, const volatile int *interrupted,
		     struct gb_error *error)
{
	const uint64_t launches = (uint64_t)fmax(1, ceil(GB_BURST_BATCH_SECONDS / launch_seconds));
	double value[GB_BURST_BATCHES], sm_hz[GB_BURST_BATCHES], slowest_hz[GB_BURST_BATCHES];

	for (size_t i = 0; i < GB_BURST_BATCHES; i++) {
		struct gb_batch batch;
		int status =
			gb_measure_stopped(interrupted) ? GB_INTERRUPTED : gb_run_batch(run, launches, &batch, error);
		if (status != GB_OK)
			return status;
		value[i] = batch.value;
		sm_hz[i] = batch.sm_hz;
		slowest_hz[i] = batch.slowest_hz;
	}
	*out = (struct gb_burst){ known_median(value, GB_BURST_BATCHES), NAN, NAN,
				  known_median(sm_hz, GB_BURST_BATCHES), known_median(slowest_hz, GB_BURST_BATCHES) };
	return GB_OK;
}

void gb_burst_join(const struct gb_burst *burst, size_t count, struct gb_burst *out)
{
	double value[GB_VISITS_MAX] = { 0 }, sm_hz[GB_VISITS_MAX] = { 0 }, slowest_hz[GB_VISITS_MAX] = { 0 };

	for (size_t i = 0; i < count; i++) {
		value[i] = burst[i].value;
		sm_hz[i] = burst[i].sm_hz;
		slowest_hz[i] = burst[i].slowest_hz;
	}
	*out = (struct gb_burst){ known_median(value, count), NAN, NAN, known_median(sm_hz, count),
				  known_median(slowest_hz, count) };
	gb_measure_widen(value, count, gb_stats_half_interval(value, count), out->value, GB_BURST_BATCH_SECONDS,
			 &out->lo, &out->hi);
	gb_ceiling_widen(out->value, out->sm_hz, &out->lo, &out->hi);
}

/* ---- a sustained load -------------------------------------------------------------------------------------------- */

/* A batch is long enough that the pause after it is negligible, and short enough that each part has several. */
#define BATCH_SECONDS 0.1

double gb_sustain_idle(const struct gb_open_device *card, double idle_seconds, const volatile int *interrupted)
{
	const double began = gb_clock_now();

	gb_measure_rest(idle_seconds, interrupted);
	return card->ops->power(card->gpu, began + idle_seconds / 2, gb_clock_now());
}

static void summarise_part(const double *value, const double *sm_hz, size_t count, struct gb_sustained *out)
{
	double scratch[BATCHES_MAX];
	struct gb_summary summary;

	gb_stats_summary(value, count, scratch, &summary);
	out->value = summary.median;
	out->lo = summary.lo;
	out->hi = summary.hi;
	out->sm_hz = known_median(sm_hz, count);
}

static int run_part(struct gb_run *run, uint64_t launches, double until, struct gb_sustained *out,
		    const volatile int *interrupted, struct gb_error *error)
{
	const double began = gb_clock_now();
	double value[BATCHES_MAX], sm_hz[BATCHES_MAX];
	size_t count = 0;

	do {
		struct gb_batch batch;
		int status =
			gb_measure_stopped(interrupted) ? GB_INTERRUPTED : gb_run_batch(run, launches, &batch, error);
		if (status != GB_OK)
			return status;
		value[count] = batch.value;
		sm_hz[count++] = batch.sm_hz;
	} while (gb_clock_now() < until && count < BATCHES_MAX);
	out->power_w = gb_watch_drawn(run->card, began, gb_clock_now());
	run->card->ops->state(run->card->gpu, &out->state);
	summarise_part(value, sm_hz, count, out);
	return GB_OK;
}

int gb_sustain(struct gb_run *run, double seconds, double launch_seconds, struct gb_sustained *out, size_t count,
	       const volatile int *interrupted, struct gb_error *error)
{
	const uint64_t launches = (uint64_t)fmax(1, ceil(BATCH_SECONDS / launch_seconds));
	const double start = gb_clock_now();
	int status = GB_OK;

	for (size_t i = 0; i < count && status == GB_OK; i++) {
		status = run_part(run, launches, start + seconds * (double)(i + 1) / (double)count, &out[i],
				  interrupted, error);
		out[i].end = gb_clock_now() - start;
		if (out[i].end < GB_WATCH_THROTTLE_SECONDS)
			out[i].state.throttle[0] = '\0';
	}
	return status;
}
