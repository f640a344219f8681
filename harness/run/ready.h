/* ready.h: has a card ready for a task: others have left it, and its clocks are up and known. */
#ifndef GB_READY_H
#define GB_READY_H

#include "run/run.h"

/* Observations of one card so far. */
struct gb_ready {
	double rest_at;    /* host time: leave a card that others keep busy alone, to see whether they still do */
	bool clocks_seen;  /* the memory clock has had time to come up, and the ceiling was looked for */
	double ceiling_hz; /* the SM clock that no load holds down */
	bool matrix_seen;
	double matrix_hz; /* the same under low-precision matrix instructions, once it was looked for */
};

/* Nothing was seen yet. */
struct gb_ready gb_ready_begin(void);

/* Give others up to `idle_seconds` to leave the GPU. Those that stay make rows suspect; returns how many processes that
 * are, -1: not known. */
int gb_ready_wait(struct gb_ready *ready, struct gb_card *card, double idle_seconds, const volatile int *interrupted);

/* Before the first load: have the memory clock up, and see the ceiling of the SM clock. A memory clock that does
 * not come up is not a failure: the rows say so. */
int gb_ready_clocks(struct gb_ready *ready, struct gb_card *card, const volatile int *interrupted,
		    struct gb_error *error);

/* Before the first load of low-precision matrix instructions: see the clock that they leave. NAN: the card does
 * not report it. */
int gb_ready_matrix(struct gb_ready *ready, struct gb_card *card, const volatile int *interrupted,
		    struct gb_error *error);

/* Wait until the driver has cleared the memory that was freed: see gb_card_freed(). */
void gb_ready_memory(const struct gb_card *card, const volatile int *interrupted);

/* Leave a card alone, for GB_READY_POWER_MOST at most, until it drew clearly less than its power limit of late. A card
 * is held to the limit on the average of about a second: after more than that it takes its clock down for some tenths
 * of a second, whatever runs then. Does nothing where power or limit is not known. */
#define GB_READY_POWER_SPAN 0.9  /* seconds that are looked back */
#define GB_READY_POWER_PART 0.75 /* of the limit */
#define GB_READY_POWER_MOST 0.6
void gb_ready_power(struct gb_card *card, const volatile int *interrupted);

#endif
