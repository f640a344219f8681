/* limits.h: what benchmarks of memory share to say how fast a point may be. */
#ifndef LIMITS_H
#define LIMITS_H

#include <math.h>

#include "gpubench.h"

/* A set of so many L2s is read from memory; a smaller one is partly found in them. */
enum { L2S_FOR_MEMORY = 4 };

static inline int limit_is_of_memory(const struct gb_device *device, double bytes)
{
	return bytes >= L2S_FOR_MEMORY * (double)device->l2_bytes;
}

/* What the slices of L2 give to the SMs, and take from them, B/s: of lines that each SM asks for alone. Where several ask for
 * a line together, a slice serves them once, and more arrives. NAN: not known of this model. */
static inline double limit_l2_read(const struct gb_device *device)
{
	const struct gb_l2 *l2 = &device->l2;

	return l2->slices > 0 ? l2->slices * l2->read_bytes * l2->clock_hz : (double)NAN;
}

static inline double limit_l2_write(const struct gb_device *device)
{
	const struct gb_l2 *l2 = &device->l2;

	return l2->slices > 0 ? l2->slices * l2->write_bytes * l2->clock_hz : (double)NAN;
}

/* What an L2 fetches from memory at once, in bytes: the default of cudaLimitMaxL2FetchGranularity, which is there from 8.0
 * on; a sector before. */
static inline unsigned int limit_fetch_bytes(const struct gb_device *device)
{
	return device->cc_major >= 8 ? 64 : 32;
}

/* The lesser of two limits; NAN where one of them is not known. */
static inline double limit_lesser(double a, double b)
{
	return isnan(a) || isnan(b) ? (double)NAN : fmin(a, b);
}

#endif
