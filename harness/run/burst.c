#include "run/burst.h"

#include <math.h>

#include "base/stats.h"
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
