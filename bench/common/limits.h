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

/* The lesser of two limits; NAN where one of them is not known. */
static inline double limit_lesser(double a, double b)
{
	return isnan(a) || isnan(b) ? (double)NAN : fmin(a, b);
}

#endif
