#include "host_clock.h"

#include <math.h>
#include <time.h>

#include "base/clock.h"

/* The linker's names for calls to these functions, and for the functions themselves. */
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
double __real_gb_clock_now(void);
double __wrap_gb_clock_now(void);
int __real_nanosleep(const struct timespec *time, struct timespec *left);
int __wrap_nanosleep(const struct timespec *time, struct timespec *left);

/* Each reading takes this long, so that a loop that waits for a time by reading the clock ends. */
#define LOOK_SECONDS 1e-6

static double made = NAN;

void host_clock_make(void)
{
	made = __real_gb_clock_now();
}

void host_clock_leave(void)
{
	made = NAN;
}

double __wrap_gb_clock_now(void)
{
	return isnan(made) ? __real_gb_clock_now() : (made += LOOK_SECONDS);
}

int __wrap_nanosleep(const struct timespec *time, struct timespec *left)
{
	if (isnan(made))
		return __real_nanosleep(time, left);
	made += (double)time->tv_sec + 1e-9 * (double)time->tv_nsec;
	return 0;
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
