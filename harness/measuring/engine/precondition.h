/* precondition.h: prepares a card for a task: other processes have left it, its clocks have risen and are known, and it
 * has rested. */
#pragma once

#include "engine/effort.h"
#include "engine/run.h"

/* Observations of one card so far. */
struct gb_precondition {
	/* host time of the next pause on a card that others keep busy, to find out whether they still do */
	double rest_at;
	bool clocks_seen;  /* the memory clock had time to rise, and the SM clock's ceiling was measured */
	double ceiling_hz; /* the SM clock under a load that does not hold it down */
	bool matrix_seen;
	double matrix_hz;           /* the same under low-precision matrix instructions; NAN: not measured */
	double loaded_at, burst_at; /* host times at which the last load and the last burst ended */
};

struct gb_precondition gb_precondition_begin(void);

/* Give other processes up to `idle_seconds` to leave the GPU. Processes that stay make rows suspect; returns their
 * number, -1: not known. */
int gb_precondition_wait(struct gb_precondition *known, struct gb_open_device *card, double idle_seconds,
			 const volatile int *interrupted);

/* Before the first load: raise the memory clock, and measure the ceiling of the SM clock. If the memory clock does not
 * rise, rows report that. */
int gb_precondition_clocks(struct gb_precondition *known, struct gb_open_device *card, const volatile int *interrupted,
			   struct gb_error *error);

/* Before the first load of low-precision matrix instructions: measure the clock under such a load. NAN: the card does
 * not report it. */
int gb_precondition_matrix(struct gb_precondition *known, struct gb_open_device *card, const volatile int *interrupted,
			   struct gb_error *error);

/* Wait until the driver has cleared freed memory (gb_device_freed()). */
void gb_precondition_memory(const struct gb_open_device *card, const volatile int *interrupted);

/* Before a burst: leave the card idle as long as `effort` says, since the last load and since the last burst. After a
 * burst the card needs less rest, because bursts are short. */
void gb_precondition_burst(const struct gb_precondition *known, const struct gb_effort *effort,
			   const volatile int *interrupted);

/* True if the card has rested for longer since the last burst than between bursts, so that the next burst would be
 * faster. */
bool gb_precondition_has_rested(const struct gb_precondition *known);

/* Leave a card idle, for at most GB_PRECONDITION_POWER_MOST, until its recent power was clearly below its limit. The
 * limit applies to the average over about a second: after more power than that, the card lowers its clock for some
 * tenths of a second, whatever runs then. Does nothing if the power or its limit is not known. */
#define GB_PRECONDITION_POWER_SPAN 0.9  /* seconds to look back */
#define GB_PRECONDITION_POWER_PART 0.75 /* fraction of the limit */
#define GB_PRECONDITION_POWER_MOST 0.6
void gb_precondition_power(struct gb_open_device *card, const volatile int *interrupted);
