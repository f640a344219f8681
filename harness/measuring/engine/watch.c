#include "engine/watch.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/text.h"

/* The time between two readings. The energy counter of an H200 moves every 100 ms and takes 5 ms to read. */
#define LOOK_EVERY_NANOSECONDS 1000000

/* A step of the counter: the time of the reading that shows it, its value, and the time since the reading before. */
struct step {
	double seconds, joules, late;
};

static size_t find_steps(const double *seconds, const double *joules, size_t count, struct step *step)
{
	size_t steps = 0;

	for (size_t i = 1; i < count; i++)
		if (joules[i] > joules[i - 1])
			step[steps++] = (struct step){ seconds[i], joules[i], seconds[i] - seconds[i - 1] };
	return steps;
}

double gb_watch_power(const double *seconds, const double *joules, size_t count)
{
	struct step step[GB_WATCH_READINGS];
	const size_t steps = find_steps(seconds, joules, count, step);
	double watts = NAN, least = GB_WATCH_TOLERANCE;

	for (size_t first = 0; first + 2 < steps; first++)
		for (size_t last = first + 2; last < steps; last++) {
			const double span = step[last].seconds - step[first].seconds;
			const double part = fmax(step[first].late, step[last].late) / span;
			if (part > least)
				continue;
			least = part;
			watts = (step[last].joules - step[first].joules) / span;
		}
	return watts;
}

void gb_watch_merge(char *reasons, size_t size, const char *more)
{
	char word[96];

	for (const char *at = more; *at != '\0'; at += strlen(word) + (at[strlen(word)] == '|')) {
		gb_text_copy(word, sizeof word, at);
		word[strcspn(word, "|")] = '\0';
		if (strcmp(word, "none") == 0 || strstr(reasons, word) != NULL)
			continue;
		if (strcmp(reasons, "none") == 0)
			reasons[0] = '\0';
		gb_text_add(reasons, size, "%s%s", reasons[0] ? "|" : "", word);
	}
}

double gb_watch_drawn(const struct gb_open_device *card, double began, double ended)
{
	const double since = fmax(began + GB_WATCH_POWER_SECONDS, ended - GB_WATCH_POWER_SPAN);

	return ended > since ? card->ops->power(card->gpu, since, ended) : (double)NAN;
}

struct span {
	double began, ended;
};

/* True if a reading made between `start` and now, which may be `old` seconds old, shows only this load. */
static bool covers_only(const struct span *load, double start, double old)
{
	return start >= load->began + old && gb_clock_now() <= load->ended;
}

/* Read the card's state, reading number `i` out of LOOKS. The reading half-way through counts, with the throttle
 * reasons of all. The last reading is late, because reasons appear late. */
enum { LOOKS = 4 };
#define LOOK_APART 0.3 /* fraction of the window */
static void look_at_card(struct gb_run *run, size_t i, const struct span *load, struct gb_watch *out)
{
	const double start = gb_clock_now();
	struct gpu_state now;
	char reasons[sizeof now.throttle];

	run->card->ops->state(run->card->gpu, &now);
	if (covers_only(load, start, GB_WATCH_TEMPERATURE_SECONDS) &&
	    (i <= LOOKS / 2 || isnan(out->load.temperature_c)))
		out->load = now;
	if (covers_only(load, start, GB_WATCH_THROTTLE_SECONDS)) {
		if (out->throttle[0] == '\0')
			memcpy(out->throttle, now.throttle, sizeof out->throttle);
		gb_watch_merge(out->throttle, sizeof out->throttle, now.throttle);
	}
	memcpy(reasons, i == 0 ? now.throttle : out->state.throttle, sizeof reasons);
	gb_watch_merge(reasons, sizeof reasons, now.throttle);
	now.slowdown |= out->state.slowdown;
	now.lost = fmax(now.lost, out->state.lost);
	if (i <= LOOKS / 2)
		out->state = now;
	out->state.slowdown = now.slowdown;
	out->state.lost = now.lost;
	memcpy(out->state.throttle, reasons, sizeof reasons);
}

/* Wait until the next reading, or until `end` if that is earlier. */
static void wait_until(double end)
{
	const double left = end - gb_clock_now();

	if (left > 0)
		nanosleep(&(struct timespec){ 0, (long)fmin(1e9 * left, LOOK_EVERY_NANOSECONDS) }, NULL);
}

double gb_watch_counter(const struct gb_open_device *card, double from, double until)
{
	double seconds[GB_WATCH_READINGS], joules[GB_WATCH_READINGS];
	size_t count = 0;

	while (gb_clock_now() < from)
		wait_until(from);
	while (gb_clock_now() < until && count < GB_WATCH_READINGS) {
		/* The value is that at the start of the call. */
		seconds[count] = gb_clock_now();
		joules[count++] = card->ops->energy(card->gpu);
		wait_until(until);
	}
	while (gb_clock_now() < until)
		wait_until(until);
	return gb_watch_power(seconds, joules, count);
}

static void watch_queue(struct gb_run *run, double start, double length, const struct span *load, struct gb_watch *out)
{
	size_t looks = 0;

	do {
		if (gb_clock_now() >= start + LOOK_APART * length * (double)looks)
			look_at_card(run, looks++, load, out);
		wait_until(start + length);
	} while (gb_clock_now() < start + length);
}

uint64_t gb_watch_launches(double seconds, double launch_seconds)
{
	const double launches = ceil(seconds / launch_seconds);

	return launches > GB_QUEUED_MAX ? GB_QUEUED_MAX : launches < 1 ? 1 : (uint64_t)launches;
}

int gb_watch_load(struct gb_run *run, double seconds, double window, double began, struct gb_watch *out)
{
	const uint64_t launches = gb_watch_launches(window, seconds);
	int status = GB_OK;

	const double start = gb_clock_now(), length = (double)launches * seconds;
	const struct span load = { began, start + length };
	for (uint64_t i = 0; i < launches && status == GB_OK; i++)
		status = gb_run_launch(run);
	if (status == GB_OK) {
		/* The device might be done in the last tenth, which is skipped. */
		*out = (struct gb_watch){ .power_w = NAN, .load = GPU_STATE_UNKNOWN };
		watch_queue(run, start, 0.9 * length, &load, out);
		status = gb_sync(run);
		out->power_w = gb_watch_drawn(run->card, began, fmin(gb_clock_now(), load.ended));
		out->energy_j = length >= GB_WATCH_ENERGY_SECONDS ? out->power_w * seconds : (double)NAN;
	}
	return status;
}
