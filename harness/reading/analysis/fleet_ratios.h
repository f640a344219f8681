/* fleet_ratios.h: the ratio of two roofs: arithmetic to memory of one GPU, or the same roof of two models. */
#pragma once

#include "analysis/fleet.h"

/* The ridge point of an arithmetic roof and a memory roof: above that intensity, arithmetic is the limit. */
struct gb_ridge {
	double value, lo, hi;         /* operations per byte; the interval combines those of both roofs */
	double instructions_per_byte; /* the same in thread instructions (an FMA is one); NAN: not known */
};

/* True if a roof can be one of the two; a burst never can. */
bool gb_ridge_is_compute(const struct gb_roof *roof);
bool gb_ridge_is_memory(const struct gb_roof *roof);

struct gb_ridge gb_ridge_of(const struct gb_roof *compute, const struct gb_roof *memory);

/* A roof of two models: the ratio of the limits, and that of the measurements. */
struct gb_ratio {
	const struct gb_group *base, *other;
	double times;    /* the ratio of medians; above 1 if the other model is better */
	double limit[2]; /* the medians of the base and of the other model; NAN: not known */
	double limit_times;
};

/* The ratios of the measured roofs that both models have, the largest first; the caller frees *out. */
void gb_ratios_of(const struct gb_fleet_model *base, const struct gb_fleet_model *model, struct gb_ratio **out,
		  size_t *count);

/* The base among the models of a fleet: the model in the file `wanted`, or the one with this word in its name or
 * board; without `wanted`, the model in the file `first`, or otherwise the one with the most GPUs. Either may be
 * NULL. */
int gb_ratios_base(const struct gb_fleet *fleet, const char *wanted, const char *first,
		   const struct gb_fleet_model **base, struct gb_error *error);
