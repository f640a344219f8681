#include "run/burst.h"

#include <math.h>

#include "base/stats.h"

static double median_of(const double *value)
{
	double scratch[GB_BURST_BATCHES];

	for (size_t i = 0; i < GB_BURST_BATCHES; i++)
		if (isnan(value[i]))
			return NAN;
	return gb_stats_median(value, GB_BURST_BATCHES, scratch);
}

int gb_burst_measure(struct gb_run *run, double rest_seconds, double launch_seconds, struct gb_burst *out,
		     const volatile int *interrupted, struct gb_error *error)
{
	const uint64_t launches = (uint64_t)fmax(1, ceil(GB_BURST_BATCH_SECONDS / launch_seconds));
	double value[GB_BURST_BATCHES], sm_hz[GB_BURST_BATCHES], slowest_hz[GB_BURST_BATCHES],
		scratch[GB_BURST_BATCHES];
	struct gb_summary summary;

	gb_measure_rest(rest_seconds, interrupted);
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
	gb_stats_summary(value, GB_BURST_BATCHES, scratch, &summary);
	*out = (struct gb_burst){ summary.median, summary.lo, summary.hi, median_of(sm_hz), median_of(slowest_hz) };
	return GB_OK;
}
