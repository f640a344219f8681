/* cycles.h: the clock a core runs at, by counting. */
#ifndef GB_CYCLES_H
#define GB_CYCLES_H

/* The clock of the core that calls, in Hz, from a chain of additions that takes one cycle each; some 30 microseconds.
 * NAN on an architecture whose additions are not known. */
double gb_cycles_clock(void);

#endif
