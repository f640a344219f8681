/* cycles.h: measures the clock of a core by counting. */
#ifndef GB_CYCLES_H
#define GB_CYCLES_H

/* The clock of the calling core in Hz, from a chain of additions that takes one cycle each; it takes about 30
 * microseconds. NAN on an architecture for which there is no such chain. */
double gb_cycles_clock(void);

#endif
