/* energy.c: the energy of a load, minus that of blocks that only wait for the same time. */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/heap.h"
#include "engine/effort.h"
#include "engine/watch.h"

/* The duration of the launches that determine how many follow. */
#define TRIAL_SECONDS 0.05
/* The part of a load in which the counter is watched: it ends before the load does. */
#define WATCHED 0.95

/* Run the load for about this long, and set the seconds of a launch. */
static int run_load(struct gb_run *run, double seconds, double *launch_seconds, struct gb_error *error)
{
	const uint64_t launches = gb_watch_launches(seconds, *launch_seconds);
	struct gb_batch batch;
	int status = gb_run_batch(run, launches, &batch, error);

	if (status == GB_OK && !(batch.seconds > 0))
		status = gb_error_set(error, "%llu launches took no time", (unsigned long long)launches);
	if (status == GB_OK)
		*launch_seconds = batch.seconds / (double)launches;
	return status;
}

static int check_steps(double watts, double seconds, const char *what, struct gb_error *error)
{
	return isnan(watts)
		       ? gb_error_set(error, "the energy counter moved too rarely in the %.2g s of %s", seconds, what)
		       : GB_OK;
}

static int measure_waiting(struct gb_run *run, double *watts, struct gb_error *error)
{
	const double start = gb_clock_now(), from = start + GB_ENERGY_WAITING_SETTLE_SECONDS,
		     until = from + GB_ENERGY_WAITING_SECONDS;
	int status = gb_timer_hold(&run->card->timer, until - start, error);

	if (status != GB_OK)
		return status;
	*watts = gb_watch_counter(run->card, from, until);
	status = gb_sync(run);
	return status == GB_OK ? check_steps(*watts, until - from, "waiting blocks", error) : status;
}

static int measure_load(struct gb_run *run, uint64_t launches, double seconds, double *watts, struct gb_timed *timed,
			struct gb_error *error)
{
	struct gb_timer *timer = &run->card->timer;
	const double start = gb_clock_now();
	int status = gb_timer_begin(timer, error);

	for (uint64_t i = 0; i < launches && status == GB_OK; i++)
		status = gb_run_launch(run);
	if (status == GB_OK)
		*watts = gb_watch_counter(run->card, start, start + WATCHED * seconds);
	if (status == GB_OK)
		status = gb_timer_end(timer, timed, error);
	return status == GB_OK ? check_steps(*watts, WATCHED * seconds, "its load", error) : status;
}

/* A visit has a single batch. */
static int set_measurement(const struct gb_run *run, uint64_t launches, const struct gb_timed *timed,
			   const struct gb_energy *power, struct gb_measurement *out, struct gb_error *error)
{
	const double seconds = timed->seconds / (double)launches;
	const double ops = run->bench->cost(run).ops;
	const double value = (power->load_w - power->waiting_w) * seconds / ops;
	double scratch;

	if (!(ops > 0) || !isfinite(value))
		return gb_error_set(error, "the plug-in's count, %g, gives %g J", ops, value);
	*out = (struct gb_measurement){ .launches = launches,
					.per_clock = { .median = NAN, .lo = NAN, .hi = NAN },
					.sm_hz = timed->sm_hz,
					.slowest_hz = timed->slowest_hz,
					.sm_hz_spread = isnan(timed->sm_hz) ? (double)NAN : 0,
					.seconds = seconds,
					.steady = true,
					.stop = GB_STOP_BUDGET,
					.visits = 1,
					.batches_of = { 1 },
					.batches = gb_heap_array(1, sizeof *out->batches) };
	*out->batches = (struct gb_batch){ timed->seconds, value, timed->sm_hz, timed->slowest_hz, NAN };
	gb_stats_summary(&value, 1, &scratch, &out->value);
	return GB_OK;
}

int gb_energy_measure(struct gb_run *run, double load_seconds, const volatile int *interrupted,
		      struct gb_measurement *out, struct gb_energy *power, double *began, struct gb_error *error)
{
	/* The first launch also loads code. */
	double launch_seconds = INFINITY;
	struct gb_timed timed;

	if (isnan(run->card->ops->energy(run->card->gpu)))
		return gb_skip(run, "this card has no energy counter, or the driver does not report it");
	int status = run_load(run, 0, &launch_seconds, error);
	if (status == GB_OK)
		status = run_load(run, 0, &launch_seconds, error);
	if (status == GB_OK)
		status = run_load(run, TRIAL_SECONDS, &launch_seconds, error);
	if (status == GB_OK)
		status = measure_waiting(run, &power->waiting_w, error);
	*began = gb_clock_now();
	if (status == GB_OK)
		status = run_load(run, GB_ENERGY_LOAD_SETTLE_SECONDS, &launch_seconds, error);
	if (status == GB_OK && gb_measure_stopped(interrupted))
		status = GB_INTERRUPTED;
	if (status != GB_OK)
		return status;
	const uint64_t launches = gb_watch_launches(fmax(load_seconds, GB_ENERGY_LOAD_SECONDS), launch_seconds);
	status = measure_load(run, launches, launch_seconds * (double)launches, &power->load_w, &timed, error);
	return status == GB_OK ? set_measurement(run, launches, &timed, power, out, error) : status;
}
