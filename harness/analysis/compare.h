/* compare.h: which GPUs are off against their peers or a baseline. */
#ifndef GB_COMPARE_H
#define GB_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/change.h"
#include "analysis/gate_set.h"

struct gb_comparison {
	struct gb_fleet fleet;
	const struct gb_baseline *baseline; /* NULL: none */
	const char *baseline_name;
	const struct gb_roofs *roofs; /* of which the fleet is */
	const struct gb_model *base;  /* of it: what other models are set against */
	const char *chosen;           /* --gpu: only these GPUs are meant; NULL: all */
	double margin;
};

/* The place of a GPU next to its peers in a roof, as the judge rules it (judge.h). Unsure: its interval, its only
 * peer or what its peers differ by leaves a doubt. Not judged: the scatter between cards is unknown for the roof. */
enum gb_verdict { GB_NORMAL, GB_SLOW, GB_FAST, GB_FEW_PEERS, GB_NOT_MEASURED, GB_UNSURE, GB_NOT_JUDGED };

/* Have the judge rule on every roof of every GPU of a fleet, those outside the set too, by the floor that a gate of
 * this set has. Needed before what follows. */
int gb_compare_judge(struct gb_fleet *fleet, const struct gb_gate_set *set, double floor, struct gb_error *error);
enum gb_verdict gb_compare_verdict(const struct gb_model *model, size_t gpu, size_t group);

/* A GPU that is off, by the roof in which it is most. */
struct gb_outlier {
	const struct gb_model *model;
	size_t gpu, group; /* places in it */
	double off, z;
	enum gb_verdict verdict;
	size_t roofs; /* in which it is an outlier that way */
};

/* By what outliers are found, for a heading: "outside the scatter of healthy GPUs". Returns `text`. */
enum { GB_COMPARE_RULE = 160 };
const char *gb_compare_rule(const struct gb_fleet *fleet, char text[GB_COMPARE_RULE]);

/* Slow ones first, the slowest before all others. NULL and *count == 0: none; NULL and *count > 0: out of memory. */
struct gb_outlier *gb_compare_outliers(const struct gb_fleet *fleet, size_t *count);

/* An SM clock this far from that of most peers may explain a value, as a part of it. */
#define GB_CLOCK_DIFFERS_BY 0.01

/* In what a GPU differs from most of its peers that may explain it: "" if in nothing. */
void gb_compare_explain(const struct gb_model *model, size_t gpu, size_t group, char *text, size_t size);

/* True if most peers have a roof that this GPU lacks. */
bool gb_compare_lacks(const struct gb_model *model, size_t gpu, size_t group);

#endif
