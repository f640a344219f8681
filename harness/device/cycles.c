#include "device/cycles.h"

#include <math.h>
#include <stddef.h>

#include "base/clock.h"

/* One addition of two registers into one of them: one cycle each on every x86-64 and 64-bit Arm processor, as each
 * waits for the previous one. (Additions of constants may take less: newer cores fold them at renaming.) */
#if defined(__x86_64__)
#define ADD "add %1, %0\n\t"
#elif defined(__aarch64__)
#define ADD "add %0, %0, %1\n\t"
#endif

#ifdef ADD
#define ADD_10  ADD ADD ADD ADD ADD ADD ADD ADD ADD ADD
#define ADD_100 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10 ADD_10

/* The shortest of several tries: interrupts only ever lengthen one. */
static double seconds_of(size_t hundreds)
{
	double best = INFINITY;

	for (int i = 0; i < 3; i++) {
		unsigned long sum = 0;
		const double start = gb_clock_now();
		for (size_t n = 0; n < hundreds; n++)
			__asm__ volatile(ADD_100 : "+r"(sum) : "r"(1UL));
		best = fmin(best, gb_clock_now() - start);
	}
	return best;
}

double gb_cycles_clock(void)
{
	/* A difference of two lengths, so that the cost of reading the time cancels. */
	const size_t few = 50, many = 300;
	const double seconds = seconds_of(many) - seconds_of(few);

	return seconds > 0 ? 100 * (double)(many - few) / seconds : (double)NAN;
}
#else
double gb_cycles_clock(void)
{
	return NAN;
}
#endif
