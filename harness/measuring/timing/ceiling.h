/* ceiling.h: the SM clock of a card that no load slows down, and whether a load does. */
#pragma once

#include "base/quantity.h"
#include "timing/timer.h"

/* A load holds the clock down if the clock is below this fraction of the ceiling. Loads of memory and plain arithmetic
 * stay within one percent of it on an H200; the matrix units run at 74 to 89 percent. */
#define GB_HELD_BELOW 0.98
/* The clock under almost no load, in Hz: stamps around a kernel that only waits, until the clock no longer rises.
 * NAN: the device does not report it. */
int gb_ceiling_clock(struct gb_timer *timer, double *hz, struct gb_error *error);

/* The clock under low-precision matrix instructions, in Hz: the median of at most GB_MATRIX_SMS blocks that multiply
 * zeros, once it has settled. So few blocks draw almost no power, and only the instructions hold the clock down.
 * Only the clock of the working SMs changes, not that of SMs in other GPCs. NAN: the device does not report it. */
enum { GB_MATRIX_SMS = 4 };
int gb_ceiling_matrix(struct gb_timer *timer, const volatile int *interrupted, double *hz, struct gb_error *error);

/* Widen the interval of a value whose load holds the clock down to `sm_hz`, by half a step of the clock on each
 * side. All visits of a run may find the card at one step, and the next run at the adjacent step. If the interval or
 * the clock is NAN, the interval stays unchanged. */
void gb_ceiling_widen(double value, double sm_hz, double *lo, double *hi);
