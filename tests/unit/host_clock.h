/* host_clock.h: a host's clock that is made. While it is, time passes when the program sleeps or reads the clock and
 * for no other reason, so that what a test sees of times does not depend on the machine and its load. Every unit
 * program is linked with it (--wrap in the Makefile); what a test does not ask for leaves the real clock. */
#ifndef HOST_CLOCK_H
#define HOST_CLOCK_H

/* From now on, in this process and those it forks. */
void host_clock_make(void);
/* The real one again. */
void host_clock_leave(void);

#endif
