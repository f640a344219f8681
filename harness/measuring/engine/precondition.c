#include "engine/precondition.h"

#include <math.h>
#include <time.h>

#include "base/clock.h"
#include "engine/doubts_remarks.h"
#include "timing/ceiling.h"

struct gb_precondition gb_precondition_begin(void)
{
	return (struct gb_precondition){
		.ceiling_hz = NAN, .matrix_hz = NAN, .loaded_at = -INFINITY, .burst_at = -INFINITY
	};
}

/* ---- other processes --------------------------------------------------------------------------------------------- */

/* Finished work, including this process's, stays in the percentage for a sampling period. A GPU that seems busy is
 * therefore left alone for longer than that, and again at intervals, to find out whether it still is. */
#define REST_SECONDS       (1.2 * GPU_SAMPLING_SECONDS)
#define REST_EVERY_SECONDS 20

static double seconds_to_wait(struct gb_precondition *known, const struct gb_open_device *card, double idle_seconds)
{
	const double now = gb_clock_now();

	if (!gb_device_is_busy(card) || now < known->rest_at)
		return idle_seconds;
	known->rest_at = now + REST_EVERY_SECONDS;
	return fmax(idle_seconds, REST_SECONDS);
}

int gb_precondition_wait(struct gb_precondition *known, struct gb_open_device *card, double idle_seconds,
			 const volatile int *interrupted)
{
	const struct timespec pause = { 0, 50000000 };
	const double end = gb_clock_now() + seconds_to_wait(known, card, idle_seconds);

	for (;;) {
		const int others = gb_device_others(card);
		if (gb_device_is_busy(card))
			gb_device_look(card);
		if ((others <= 0 && !gb_device_is_busy(card)) || gb_clock_now() >= end ||
		    gb_measure_stopped(interrupted))
			return others;
		nanosleep(&pause, NULL);
	}
}

/* ---- clocks ------------------------------------------------------------------------------------------------------ */

/* How long a card gets to raise its memory clock, and the duration of the work under which it does. */
#define WAKE_SECONDS 2
#define HOLD_SECONDS 0.005

/* An idle card may have lowered its memory clock, which must rise before anything is searched or timed. The first task
 * reports a failure here. */
static void wake_memory(struct gb_open_device *card, const volatile int *interrupted)
{
	const double end = gb_clock_now() + WAKE_SECONDS, rated = card->device.mem_clock_hz;
	struct gb_error ignored = { "" };
	struct gpu_state now;

	card->ops->state(card->gpu, &now);
	while (gb_doubts_mem_clock_low(now.mem_clock_hz, rated) && gb_clock_now() < end &&
	       !gb_measure_stopped(interrupted)) {
		if (gb_timer_hold(&card->timer, HOLD_SECONDS, &ignored) != GB_OK)
			return;
		card->ops->state(card->gpu, &now);
		if (card->ops->sync(card->gpu, &ignored) != GB_OK)
			return;
	}
}

int gb_precondition_clocks(struct gb_precondition *known, struct gb_open_device *card, const volatile int *interrupted,
			   struct gb_error *error)
{
	if (known->clocks_seen)
		return GB_OK;
	wake_memory(card, interrupted);
	int status = card->device.target == GB_CUDA ? gb_ceiling_clock(&card->timer, &known->ceiling_hz, error) : GB_OK;
	known->clocks_seen = status == GB_OK;
	return status;
}

int gb_precondition_matrix(struct gb_precondition *known, struct gb_open_device *card, const volatile int *interrupted,
			   struct gb_error *error)
{
	if (known->matrix_seen || card->device.target != GB_CUDA)
		return GB_OK;
	const int status = gb_ceiling_matrix(&card->timer, interrupted, &known->matrix_hz, error);
	known->matrix_seen = status == GB_OK;
	return status;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

void gb_precondition_memory(const struct gb_open_device *card, const volatile int *interrupted)
{
	gb_measure_rest(card->cleared_at - gb_clock_now(), interrupted);
}

/* ---- rest -------------------------------------------------------------------------------------------------------- */

void gb_precondition_burst(const struct gb_precondition *known, const struct gb_effort *effort,
			   const volatile int *interrupted)
{
	const double rested_at = fmax(known->loaded_at + effort->rest_seconds, known->burst_at + effort->pause_seconds);

	gb_measure_rest(rested_at - gb_clock_now(), interrupted);
}

#define RESTED_SECONDS 1

bool gb_precondition_has_rested(const struct gb_precondition *known)
{
	return gb_clock_now() - known->burst_at > RESTED_SECONDS;
}

/* ---- power ------------------------------------------------------------------------------------------------------- */

void gb_precondition_power(struct gb_open_device *card, const volatile int *interrupted)
{
	const struct timespec pause = { 0, 20000000 }; /* approximately the interval of a card's samples */
	const double end = gb_clock_now() + GB_PRECONDITION_POWER_MOST;
	const double most = GB_PRECONDITION_POWER_PART * card->identity.power_limit_w;

	for (;;) {
		const double now = gb_clock_now();
		const double drawn = card->ops->power(card->gpu, now - GB_PRECONDITION_POWER_SPAN, now);
		if (!(drawn > most) || now >= end || gb_measure_stopped(interrupted))
			return;
		nanosleep(&pause, NULL);
	}
}
