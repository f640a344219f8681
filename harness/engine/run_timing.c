/* run_timing.c: the batches of a run, their values, and how they are timed. */
#include <math.h>

#include "base/quantity.h"
#include "device/topology.h"
#include "engine/run.h"

enum gb_quantity gb_run_quantity(const struct gb_run *run)
{
	return run->bench->measures != NULL ? run->bench->measures(run) : run->bench->quantity;
}

const char *gb_run_roof(const struct gb_run *run)
{
	return run->bench->roof != NULL ? run->bench->roof(run) : NULL;
}

struct gb_timing gb_run_timing(const struct gb_run *run)
{
	struct gb_timing timing = { 0 };

	if (run->bench->timing != NULL)
		timing = run->bench->timing(run);
	timing.operations += timing.operations == 0;
	timing.parts += timing.parts == 0;
	return timing;
}

static int observe(struct gb_run *run, double *value)
{
	if (run->bench->observe == NULL)
		return gb_fail(run, "the timing of the point is 'observed', but the plug-in has no observe()");
	const int status = run->bench->observe(run, value);
	gb_run_free_scratch(run);
	return status;
}

static int check_value(struct gb_run *run, enum gb_quantity quantity, int status, double value)
{
	/* It would be an empty field in an ok row. */
	return status == GB_OK && !isfinite(value)
		       ? gb_fail(run, "the plug-in's count gives %g %s", value, gb_quantity_unit(quantity))
		       : status;
}

/* The value of one launch that took `seconds`. A first batch may be too short to be timed: it has no value. */
static int value_of(struct gb_run *run, double seconds, double *value)
{
	const enum gb_quantity quantity = gb_run_quantity(run);
	const struct gb_timing timing = gb_run_timing(run);
	int status = GB_OK;

	*value = 0;
	if (timing.observed || gb_quantity_is_observed(quantity))
		return check_value(run, quantity, observe(run, value), *value);
	if (seconds <= 0)
		return GB_OK;
	switch (quantity) {
	case GB_BANDWIDTH:
		*value = run->bench->cost(run).bytes / seconds;
		break;
	case GB_FLOPS:
	case GB_OPS:
	case GB_ACCESSES:
	case GB_INSTRUCTIONS:
		*value = run->bench->cost(run).ops / seconds;
		break;
	case GB_SECONDS:
		*value = seconds / timing.parts;
		break;
	case GB_CYCLES:
	case GB_HERTZ:
	case GB_JOULES: /* energy.c measures it */
		break;
	}
	return check_value(run, quantity, status, *value);
}

static int launch_of(void *context)
{
	return gb_run_launch(context);
}

/* Device time without the host: the usual kind of batch. */
static int time_on_device(struct gb_run *run, uint64_t launches, struct gb_timed *out, struct gb_error *error)
{
	struct gb_timer *timer = &run->card->timer;
	int status = gb_timer_begin(timer, error);

	for (uint64_t i = 0; i < launches && status == GB_OK; i++)
		status = gb_run_launch(run);
	return status == GB_OK ? gb_timer_end(timer, out, error) : status;
}

static int time_launches(struct gb_run *run, uint64_t launches, struct gb_timed *out, struct gb_error *error)
{
	const struct gb_timing timing = gb_run_timing(run);
	const struct gb_timed_launch what = { launch_of, run, timing.operations };
	struct gb_timer *timer = &run->card->timer;

	if (timing.clock != GB_CLOCK_DEVICE && run->card->pin == NULL)
		run->card->pin = gb_topology_pin();
	switch (timing.clock) {
	case GB_CLOCK_QUEUED:
		return gb_timer_queued(timer, &what, launches, out, error);
	case GB_CLOCK_ENQUEUE:
		return gb_timer_enqueue(timer, &what, launches, out, error);
	case GB_CLOCK_ROUND_TRIP:
		return gb_timer_round_trips(timer, &what, timing.wait, launches, &run->trips, out, error);
	case GB_CLOCK_DEVICE:
		break;
	}
	return time_on_device(run, launches, out, error);
}

bool gb_run_is_matrix(const struct gb_run *run)
{
	return run->bench->matrix != NULL && run->bench->matrix(run) != 0;
}

/* The value per SM and cycle of the clock that determined the work's time. */
static double per_clock(const struct gb_run *run, double value, const struct gb_timed *timed)
{
	const double hz[] = {
		[GB_SHARES_NONE] = NAN, [GB_SHARES_EQUAL] = timed->slowest_hz, [GB_SHARES_TAKEN] = timed->mean_hz
	};

	const enum gb_shares shares = run->bench->shares != NULL ? run->bench->shares(run) : GB_SHARES_NONE;

	return value / (hz[shares] * run->card->device.sm_count);
}

int gb_run_batch(void *context, uint64_t launches, struct gb_batch *out, struct gb_error *error)
{
	struct gb_run *run = context;
	struct gb_timed timed;
	double value;

	run->error = error;
	int status = time_launches(run, launches, &timed, error);
	if (status == GB_OK)
		status = value_of(run, timed.seconds / (double)launches, &value);
	if (status == GB_OK)
		*out = (struct gb_batch){ timed.seconds, value, timed.sm_hz, timed.slowest_hz,
					  per_clock(run, value, &timed) };
	return status;
}

/* An upper bound for the time of a part of the last round trips. */
static double trip_at(const struct gb_run *run, double part)
{
	double sorted[GB_TRIPS_MAX];

	gb_stats_median(run->trips.seconds, run->trips.count, sorted); /* which leaves them so */
	return sorted[(size_t)(part * (double)(run->trips.count - 1))];
}

size_t gb_run_host_metrics(const struct gb_run *run, struct gb_metric out[GB_HOST_METRICS])
{
	const struct gb_timing timing = gb_run_timing(run);
	size_t count = 0;

	if (timing.clock == GB_CLOCK_DEVICE || timing.clock == GB_CLOCK_QUEUED)
		return 0;
	if (timing.clock == GB_CLOCK_ROUND_TRIP && run->trips.count > 0 && !timing.observed) {
		out[count++] = (struct gb_metric){ "fastest", "s", GB_MEASURED, trip_at(run, 0) / timing.parts, 0 };
		out[count++] =
			(struct gb_metric){ "slowest_of_100", "s", GB_MEASURED, trip_at(run, 0.99) / timing.parts, 0 };
	}
	const struct gb_host_clock clock = gb_host_clock_look();
	out[count++] = (struct gb_metric){ "host_clock_step", "s", GB_MEASURED, clock.step, 0 };
	out[count++] = (struct gb_metric){ "host_away", "1", GB_MEASURED, clock.away, 0 };
	return count;
}
