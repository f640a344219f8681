/* ceiling.h: the SM clock of a card that no load holds down, and whether a load does. */
#ifndef GB_CEILING_H
#define GB_CEILING_H

#include "measure/timer.h"

/* A load holds the clock down if it runs below this part of the ceiling. Loads of memory and plain arithmetic stay within
 * one percent of it on an H200; the matrix units run at 74 to 89 percent. */
#define GB_HELD_BELOW 0.98

/* The clock under almost no load, in Hz: stamps around a kernel that only waits, until the clock no longer rises. NAN: the
 * device does not tell. */
int gb_ceiling_clock(struct gb_timer *timer, double *hz, struct gb_error *error);

#endif
