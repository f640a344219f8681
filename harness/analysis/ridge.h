/* ridge.h: where a roof of arithmetic meets one of memory: from that intensity on arithmetic is the bound. */
#ifndef GB_RIDGE_H
#define GB_RIDGE_H

#include "analysis/roofs.h"

struct gb_ridge {
	double value, lo, hi;         /* operations a byte; the interval is that of both roofs together */
	double instructions_per_byte; /* the same in instructions of threads (an FMA is one); NAN: not known */
};

/* Whether a roof is one of the two, which a burst never is. */
bool gb_ridge_is_compute(const struct gb_roof *roof);
bool gb_ridge_is_memory(const struct gb_roof *roof);

struct gb_ridge gb_ridge_of(const struct gb_roof *compute, const struct gb_roof *memory);

#endif
