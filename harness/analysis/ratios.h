/* ratios.h: a roof over another: arithmetic over memory of one GPU, and the same roof of two models. */
#ifndef GB_RATIOS_H
#define GB_RATIOS_H

#include "analysis/fleet.h"

/* Where a roof of arithmetic meets one of memory: from that intensity on arithmetic is the bound. */
struct gb_ridge {
	double value, lo, hi;         /* operations per byte; the interval is that of both roofs together */
	double instructions_per_byte; /* the same in instructions of threads (an FMA is one); NAN: not known */
};

/* True if a roof is one of the two, which a burst never is. */
bool gb_ridge_is_compute(const struct gb_roof *roof);
bool gb_ridge_is_memory(const struct gb_roof *roof);

struct gb_ridge gb_ridge_of(const struct gb_roof *compute, const struct gb_roof *memory);

/* A roof of two models: the share of the silicon, from the limits, and that of the measurement. */
struct gb_ratio {
	const struct gb_group *base, *other;
	double times;    /* by how much the median of the other is better */
	double limit[2]; /* the median of those of the base and of the other; NAN: not known */
	double limit_times;
};

/* Those of the roofs that both have and that are measured, the greatest ratio first; *out is the caller's to free. */
int gb_ratios_of(const struct gb_model *base, const struct gb_model *model, struct gb_ratio **out, size_t *count,
		 struct gb_error *error);

/* The base of the models of a fleet: that of the file `wanted`, or the one with this word in its name or board;
 * without `wanted` that of the file `first`, or else the one of most GPUs. Either may be NULL. */
int gb_ratios_base(const struct gb_fleet *fleet, const char *wanted, const char *first, const struct gb_model **base,
		   struct gb_error *error);

#endif
