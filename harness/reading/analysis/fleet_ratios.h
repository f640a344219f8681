/* fleet_ratios.h: the ratio of two roofs: of arithmetic to memory on one GPU, or of the same roof on two models. */
#pragma once

#include "analysis/fleet.h"

/* The ridge point of an arithmetic roof and a memory roof. Above this intensity, arithmetic limits a kernel. */
struct gb_ridge {
	double value, lo, hi;         /* operations per byte; the interval combines those of both roofs */
	double instructions_per_byte; /* thread instructions per byte, where an FMA is one; NAN: unknown */
};

/* True if the roof can be one of the two. A burst cannot. */
bool gb_ridge_is_compute(const struct gb_roof *roof);
bool gb_ridge_is_memory(const struct gb_roof *roof);

struct gb_ridge gb_ridge_of(const struct gb_roof *compute, const struct gb_roof *memory);

/* A roof on two models: the ratio of its limits and that of its measurements. */
struct gb_ratio {
	const struct gb_group *base, *other;
	double times;    /* ratio of the medians; above 1 if the other model is better */
	double limit[2]; /* medians of the base and of the other model; NAN: unknown */
	double limit_times;
};

/* Returns the ratios of the measured roofs that both models have, the largest first; the caller frees *out. */
void gb_ratios_of(const struct gb_fleet_model *base, const struct gb_fleet_model *model, struct gb_ratio **out,
		  size_t *count);

/* Selects the base among the models of a fleet: the model in the file `wanted`, or the model with this word in its name
 * or board. Without `wanted`: the model in the file `first`, or the model with the most GPUs. Either may be NULL. */
int gb_ratios_base(const struct gb_fleet *fleet, const char *wanted, const char *first,
		   const struct gb_fleet_model **base, struct gb_error *error);
