/* compare.h: finds GPUs that deviate from their peers or a baseline. */
#ifndef GB_COMPARE_H
#define GB_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/change.h"

struct gb_judged_roofs; /* judge.h */

struct gb_comparison {
	struct gb_fleet fleet;
	const struct gb_baseline *baseline; /* NULL: none */
	const char *baseline_name;
	const struct gb_roofs *roofs; /* the roofs of the fleet */
	const struct gb_model *base;  /* in the fleet: the model with which others are compared */
	const char *chosen;           /* --gpu: only these GPUs are selected; NULL: all */
	double margin;
};

/* The verdict on a GPU among its peers in a roof (judge.h). Unsure: its interval, its only peer, or the differences
 * between its peers leave a doubt. Not judged: the scatter between cards is unknown for the roof. */
enum gb_verdict { GB_NORMAL, GB_SLOW, GB_FAST, GB_FEW_PEERS, GB_NOT_MEASURED, GB_UNSURE, GB_NOT_JUDGED };

/* Judge every roof of every GPU of a fleet, including those outside the set, with the floor that a gate of this set
 * has. Must be called before the functions below. */
int gb_compare_judge(struct gb_fleet *fleet, const struct gb_judged_roofs *set, double floor, struct gb_error *error);
enum gb_verdict gb_compare_verdict(const struct gb_model *model, size_t gpu, size_t group);

/* A GPU that deviates, with the roof in which it deviates most. */
struct gb_outlier {
	const struct gb_model *model;
	size_t gpu, group; /* indices in the model */
	double off, z;
	enum gb_verdict verdict;
	size_t roofs; /* number of roofs in which it deviates in this direction */
};

/* The rule by which outliers are found, for a heading: "outside the scatter of healthy GPUs". Returns `text`. */
enum { GB_COMPARE_RULE = 160 };
const char *gb_compare_rule(const struct gb_fleet *fleet, char text[GB_COMPARE_RULE]);

/* Slow GPUs first, the slowest at the top. NULL and *count == 0: none; NULL and *count > 0: out of memory. */
struct gb_outlier *gb_compare_outliers(const struct gb_fleet *fleet, size_t *count);

/* An SM clock that differs from that of most peers by this fraction may explain a value. */
#define GB_CLOCK_DIFFERS_BY 0.01

/* The differences between a GPU and most of its peers that may explain its value; "" if there are none. */
void gb_compare_explain(const struct gb_model *model, size_t gpu, size_t group, char *text, size_t size);

/* True if most peers have a roof that this GPU lacks. */
bool gb_compare_lacks(const struct gb_model *model, size_t gpu, size_t group);

#endif
