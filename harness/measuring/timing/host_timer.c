#include "timing/host_timer.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/stats.h"
#include "timing/measure.h"

/* A device that nobody releases within this time continues by itself; nanoseconds. */
#define GATE_NANOSECONDS 200000000u
/* If the host was delayed so much that the device continued too early, the part is timed again. */
enum { ATTEMPTS = 3 };

/* ---- the gate --------------------------------------------------------------------------------------------------- */

static int prepare_gate(struct gb_timer *timer, struct gb_error *error)
{
	if (timer->word.at != NULL)
		return GB_OK;
	if (timer->ops->async == NULL)
		return gb_error_skip(error, "only a GPU can be made to wait for the host");
	int status = timer->ops->kernel(timer->gpu, timer->module, "gb_gate", &timer->gate, error);
	if (status == GB_OK)
		status = timer->ops->async->buffer_alloc(timer->gpu, GB_BUFFER_PINNED, -1, sizeof(uint32_t),
							 &timer->word, error);
	if (status == GB_OK)
		memset(timer->word.at, 0, sizeof(uint32_t));
	return status;
}

void gb_timer_free_gate(struct gb_timer *timer)
{
	if (timer->word.at != NULL)
		timer->ops->async->buffer_release(timer->gpu, &timer->word);
}

/* From now on, enqueued work waits until the gate is opened. */
static int close_gate(struct gb_timer *timer, struct gb_error *error)
{
	const struct gb_gate_args args = { gb_address(timer->word.seen), ++timer->turn, GATE_NANOSECONDS };

	return timer->ops->launch(timer->gpu, &timer->gate, (struct gb_shape){ .grid = 1, .block = 1 }, &args, error);
}

static void open_gate(const struct gb_timer *timer)
{
	__atomic_store_n((uint32_t *)timer->word.at, timer->turn, __ATOMIC_RELEASE);
}

/* ---- device time of a queue ------------------------------------------------------------------------------------- */

static uint64_t most_launches(const struct gb_timed_launch *what)
{
	const uint64_t most = GB_QUEUED_MAX / (what->operations > 0 ? what->operations : 1);

	return most > 0 ? most : 1;
}

static int enqueue_launches(const struct gb_timed_launch *what, uint64_t launches)
{
	int status = GB_OK;

	for (uint64_t i = 0; i < launches && status == GB_OK; i++)
		status = what->launch(what->context);
	return status;
}

/* Time one part of a batch. `early`: the device continued before all work was enqueued. */
static int time_part(struct gb_timer *timer, const struct gb_timed_launch *what, uint64_t launches, double *seconds,
		     bool *early, struct gb_error *error)
{
	const struct gpu_ops *ops = timer->ops;
	int status = close_gate(timer, error);

	if (status == GB_OK)
		status = ops->mark(timer->gpu, 0, error);
	if (status == GB_OK)
		status = enqueue_launches(what, launches);
	if (status == GB_OK)
		status = ops->mark(timer->gpu, 1, error);
	if (status == GB_OK)
		status = ops->async->passed(timer->gpu, 0, early, error);
	open_gate(timer); /* even after a failure, the device must not be left waiting */
	if (status == GB_OK)
		status = ops->sync(timer->gpu, error);
	return status == GB_OK ? ops->elapsed(timer->gpu, seconds, error) : status;
}

static int time_part_until_held(struct gb_timer *timer, const struct gb_timed_launch *what, uint64_t launches,
				double *seconds, struct gb_error *error)
{
	for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
		bool early = false;
		int status = time_part(timer, what, launches, seconds, &early, error);
		if (status != GB_OK || !early)
			return status;
	}
	return gb_error_set(error,
			    "the device started before %llu launches were enqueued: its queue holds fewer, or the "
			    "host was delayed",
			    (unsigned long long)launches);
}

int gb_timer_queued(struct gb_timer *timer, const struct gb_timed_launch *what, uint64_t launches, struct gb_timed *out,
		    struct gb_error *error)
{
	const uint64_t most = most_launches(what);
	double seconds = 0;

	int status = prepare_gate(timer, error);
	if (status == GB_OK)
		status = gb_timer_begin(timer, error);
	for (uint64_t left = launches; left > 0 && status == GB_OK;) {
		const uint64_t now = left < most ? left : most;
		double part = 0;
		status = time_part_until_held(timer, what, now, &part, error);
		seconds += part;
		left -= now;
	}
	if (status == GB_OK)
		status = gb_timer_end(timer, out, error);
	if (status == GB_OK)
		out->seconds = seconds;
	return status;
}

/* ---- host time -------------------------------------------------------------------------------------------------- */

int gb_timer_enqueue(struct gb_timer *timer, const struct gb_timed_launch *what, uint64_t launches,
		     struct gb_timed *out, struct gb_error *error)
{
	const uint64_t most = most_launches(what);
	double seconds = 0;
	int status = timer->ops->sync(timer->gpu, error);

	for (uint64_t left = launches; left > 0 && status == GB_OK;) {
		const uint64_t now = left < most ? left : most;
		const double start = gb_clock_now();
		status = enqueue_launches(what, now);
		seconds += gb_clock_now() - start;
		left -= now;
		if (status == GB_OK)
			status = timer->ops->sync(timer->gpu, error);
	}
	if (status == GB_OK)
		*out = (struct gb_timed){ seconds, NAN, NAN, NAN, 0 };
	return status;
}

static void keep_trip(struct gb_trips *trips, double seconds)
{
	trips->seconds[trips->next] = seconds;
	trips->next = (trips->next + 1) % GB_TRIPS_MAX;
	trips->count += trips->count < GB_TRIPS_MAX;
}

/* Returns how long the host paused. */
static double pause_host(const struct gb_timing *how)
{
	const double start = gb_clock_now(), end = start + how->pause_seconds;

	if (how->pause_seconds <= 0)
		return 0;
	if (!how->awake)
		gb_measure_rest(how->pause_seconds, NULL);
	while (gb_clock_now() < end)
		;
	return gb_clock_now() - start;
}

int gb_timer_round_trips(struct gb_timer *timer, const struct gb_timed_launch *what, const struct gb_timing *how,
			 uint64_t launches, struct gb_trips *trips, struct gb_timed *out, struct gb_error *error)
{
	const struct gpu_ops *ops = timer->ops;
	int status = ops->sync(timer->gpu, error);
	const double start = gb_clock_now();
	double before = start, paused = 0;

	for (uint64_t i = 0; i < launches && status == GB_OK; i++) {
		const double pause = pause_host(how);
		before += pause;
		paused += pause;
		status = what->launch(what->context);
		if (status == GB_OK && how->wait != GB_WAIT_NONE)
			status = ops->async != NULL ? ops->async->wait(timer->gpu, how->wait, error)
						    : ops->sync(timer->gpu, error);
		const double now = gb_clock_now();
		keep_trip(trips, now - before);
		before = now;
	}
	if (status == GB_OK)
		*out = (struct gb_timed){ before - start, NAN, NAN, NAN, paused };
	return status;
}

/* ---- the host's clock ------------------------------------------------------------------------------------------- */

/* A step that is this many times as long as most shows that the thread was not running. */
#define AWAY_FROM 20
enum { READINGS = 4096 };

struct gb_host_clock gb_host_clock_of(const double *reading, size_t count)
{
	double step[READINGS], scratch[READINGS], away = 0;
	size_t steps = 0;

	for (size_t i = 1; i < count && steps < READINGS; i++)
		step[steps++] = reading[i] - reading[i - 1];
	if (steps == 0)
		return (struct gb_host_clock){ NAN, NAN };
	const double usual = gb_stats_median(step, steps, scratch);
	for (size_t i = 0; i < steps; i++)
		away += step[i] > AWAY_FROM * usual ? step[i] - usual : 0;
	return (struct gb_host_clock){ usual, away / (reading[count - 1] - reading[0]) };
}

struct gb_host_clock gb_host_clock_look(void)
{
	double reading[READINGS];

	for (size_t i = 0; i < READINGS; i++)
		reading[i] = gb_clock_now();
	return gb_host_clock_of(reading, READINGS);
}
