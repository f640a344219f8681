/* ceiling.h: the SM clock of a card that no load holds down, and whether a load does. */
#pragma once

#include "base/quantity.h"
#include "timing/timer.h"

/* A load holds the clock down if the clock is below this fraction of the ceiling. On an H200, loads of memory and plain
 * arithmetic stay within one percent of it; the matrix units run at 74 to 89 percent. */
#define GB_HELD_BELOW 0.98
/* The clock under almost no load, in Hz, from stamps around a kernel that only waits, once the clock no longer rises.
 * NAN: the device does not report it. */
int gb_ceiling_clock(struct gb_timer *timer, double *hz, struct gb_error *error);

/* The clock under low-precision matrix instructions, in Hz: the median over at most GB_MATRIX_SMS blocks that
 * multiply zeros, once it has settled. These few blocks draw almost no power, so only the instructions can hold the
 * clock down. The clock changes only on the working SMs, not on SMs in other GPCs. NAN: the device does not report
 * it. */
enum { GB_MATRIX_SMS = 4 };
int gb_ceiling_matrix(struct gb_timer *timer, const volatile int *interrupted, double *hz, struct gb_error *error);

/* Widen the interval of a value whose load holds the clock down to `sm_hz` by half a step of the clock on each side:
 * all visits of a run may find the card at one step, and the next run at an adjacent one. If the interval or the clock
 * is NAN, nothing changes. */
void gb_ceiling_widen(double value, double sm_hz, double *lo, double *hi);
