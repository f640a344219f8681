/* host_clock.h: a simulated host clock. While it is in use, time passes only when the program sleeps or reads the
 * clock, so that the times in a test do not depend on the machine and its load. Every unit program is linked with it
 * (--wrap in the Makefile); without a request, a test has the real clock. */
#pragma once

/* Switch to the simulated clock, in this process and its children. */
void host_clock_make(void);
/* Switch back to the real clock. */
void host_clock_leave(void);
