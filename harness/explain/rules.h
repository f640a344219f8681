/* rules.h: the rules of why.h: what they ask about, and how they set a reason's times. */
#ifndef GB_RULES_H
#define GB_RULES_H

#include "explain/why.h"

struct gb_asking {
	const struct gb_binding *binding;
	const struct gb_profiled *kernel;
	const struct gb_load *load;
	const struct gb_time_model *model;
	double longer; /* times of all launches, over those that were counted */
};

/* False: not this fault. */
typedef bool gb_rule_fn(const struct gb_asking *a, struct gb_reason *reason);

/* Of accesses (rules_accesses.c). */
gb_rule_fn gb_rule_coalescing, gb_rule_conflicts, gb_rule_spills, gb_rule_reuse;

double gb_asking_of(const struct gb_asking *a, enum gb_counter counter);

/* The estimate is the geometric mean of two ends. */
void gb_rule_set_times(struct gb_reason *r, double before, double least, double most);
/* The time that the model does not explain shrinks as the explained time does, or stays. */
void gb_rule_estimate(const struct gb_asking *a, struct gb_reason *r, const struct gb_load *changed);
/* The row whose `metric` is nearest to a value, by its ratio: what `shown` is at that point. */
const struct gb_curve_row *gb_rule_nearest(const struct gb_time_model *model, const char *benchmark, const char *metric,
					   const char *axes, double value, const char *shown);

#endif
