/* precondition.h: prepares a card for a task: other processes have left it, its clocks have risen and are known, and
 * the card has rested. */
#pragma once

#include "engine/effort.h"
#include "engine/run.h"

/* Observations of one card so far. */
struct gb_precondition {
	/* host time at which to pause on a card that others keep busy, to find out whether they still do */
	double rest_at;
	bool clocks_seen;  /* the memory clock has had time to rise, and the ceiling of the SM clock was measured */
	double ceiling_hz; /* the SM clock that no load holds down */
	bool matrix_seen;
	double matrix_hz;           /* the same under low-precision matrix instructions, if measured */
	double loaded_at, burst_at; /* host time when the last load and the last burst ended */
};

/* Nothing has been observed yet. */
struct gb_precondition gb_precondition_begin(void);

/* Give other processes up to `idle_seconds` to leave the GPU. Processes that stay make rows suspect; returns their
 * number, -1: unknown. */
int gb_precondition_wait(struct gb_precondition *known, struct gb_open_device *card, double idle_seconds,
			 const volatile int *interrupted);

/* Before the first load: raise the memory clock, and measure the ceiling of the SM clock. A memory clock that does not
 * rise is not a failure: rows report it. */
int gb_precondition_clocks(struct gb_precondition *known, struct gb_open_device *card, const volatile int *interrupted,
			   struct gb_error *error);

/* Before the first load of low-precision matrix instructions: measure the clock under such a load. NAN: the card
 * does not report it. */
int gb_precondition_matrix(struct gb_precondition *known, struct gb_open_device *card, const volatile int *interrupted,
			   struct gb_error *error);

/* Wait until the driver has cleared freed memory: see gb_device_freed(). */
void gb_precondition_memory(const struct gb_open_device *card, const volatile int *interrupted);

/* Before a burst: leave the card idle as long as `effort` says, since the last load and since the last burst. After
 * a burst the card needs less rest, because bursts are short. */
void gb_precondition_burst(const struct gb_precondition *known, const struct gb_effort *effort,
			   const volatile int *interrupted);

/* True if the card has rested since the last burst for longer than between bursts: the next burst would be faster. */
bool gb_precondition_has_rested(const struct gb_precondition *known);

/* Leave a card idle, for at most GB_PRECONDITION_POWER_MOST, until its recent power was clearly below its limit. The
 * limit applies to the average of about a second: after more than that, the card lowers its clock for some tenths of a
 * second, whatever runs then. Does nothing if power or limit is not known. */
#define GB_PRECONDITION_POWER_SPAN 0.9  /* seconds to look back */
#define GB_PRECONDITION_POWER_PART 0.75 /* of the limit */
#define GB_PRECONDITION_POWER_MOST 0.6
void gb_precondition_power(struct gb_open_device *card, const volatile int *interrupted);
