#include "engine/burst_sustain.h"

#include <math.h>

#include "base/clock.h"
#include "base/stats.h"
#include "engine/watch.h"
#include "measure/ceiling.h"

static double median_of(const double *value)
{
	double scratch[GB_BURST_BATCHES];

	for (size_t i = 0; i < GB_BURST_BATCHES; i++)
		if (isnan(value[i]))
			return NAN;
	return gb_stats_median(value, GB_BURST_BATCHES, scratch);
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
	*out = (struct gb_burst){ median_of(value), NAN, NAN, median_of(sm_hz), median_of(slowest_hz) };
	return GB_OK;
}

static double median_of_looks(const struct gb_burst *burst, size_t count, double (*of)(const struct gb_burst *))
{
	double value[GB_VISITS_MAX] = { 0 }, scratch[GB_VISITS_MAX];

	for (size_t i = 0; i < count; i++) {
		value[i] = of(&burst[i]);
		if (isnan(value[i]))
			return NAN;
	}
	return gb_stats_median(value, count, scratch);
}

static double value_of(const struct gb_burst *burst)
{
	return burst->value;
}

static double clock_of(const struct gb_burst *burst)
{
	return burst->sm_hz;
}

static double slowest_of(const struct gb_burst *burst)
{
	return burst->slowest_hz;
}

void gb_burst_join(const struct gb_burst *burst, size_t count, struct gb_burst *out)
{
	double value[GB_VISITS_MAX] = { 0 };

	*out = (struct gb_burst){ .value = median_of_looks(burst, count, value_of),
				  .lo = NAN,
				  .hi = NAN,
				  .sm_hz = median_of_looks(burst, count, clock_of),
				  .slowest_hz = median_of_looks(burst, count, slowest_of) };
	for (size_t i = 0; i < count; i++)
		value[i] = burst[i].value;
	gb_measure_widen(value, count, gb_stats_half_interval(value, count), out->value, GB_BURST_BATCH_SECONDS,
			 &out->lo, &out->hi);
	gb_ceiling_widen(out->value, out->sm_hz, &out->lo, &out->hi);
}

/* ---- a sustained load -------------------------------------------------------------------------------------------- */

/* A batch is long enough that the pause after it is negligible, and short enough that each part has several. */
#define BATCH_SECONDS 0.1
enum { BATCHES_MAX = 1024 };

double gb_sustain_idle(const struct gb_open_device *card, double idle_seconds, const volatile int *interrupted)
{
	const double began = gb_clock_now();

	gb_measure_rest(idle_seconds, interrupted);
	return card->ops->power(card->gpu, began + idle_seconds / 2, gb_clock_now());
}

static void summarise(const double *value, const double *sm_hz, size_t count, struct gb_sustained *out)
{
	double scratch[BATCHES_MAX];
	struct gb_summary summary;

	gb_stats_summary(value, count, scratch, &summary);
	out->value = summary.median;
	out->lo = summary.lo;
	out->hi = summary.hi;
	out->sm_hz = NAN;
	for (size_t i = 0; i < count; i++)
		if (isnan(sm_hz[i]))
			return;
	out->sm_hz = gb_stats_median(sm_hz, count, scratch);
}

/* Batches until host time `until`, at least one. */
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
	summarise(value, sm_hz, count, out);
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
