/* compare.h: which GPUs are off against their peers or a baseline. */
#ifndef GB_COMPARE_H
#define GB_COMPARE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/change.h"
#include "analysis/fleet.h"

struct gb_comparison {
	struct gb_fleet fleet;
	const struct gb_baseline *baseline; /* NULL: none */
	const char *baseline_name;
	const struct gb_roofs *roofs; /* of which the fleet is */
	const struct gb_model *base;  /* of it: what other models are set against */
	const char *chosen;           /* --gpu: only these GPUs are meant; NULL: all */
	double margin;
};

/* A GPU that is off, by the roof in which it is most. */
struct gb_outlier {
	const struct gb_model *model;
	size_t gpu, group; /* places in it */
	double off, z;
	enum gb_verdict verdict;
	size_t roofs; /* in which it is an outlier that way */
};

/* Slow ones first, the slowest before all others. NULL and *count == 0: none; NULL and *count > 0: out of memory. */
struct gb_outlier *gb_compare_outliers(const struct gb_fleet *fleet, size_t *count);

/* An SM clock this far from that of most peers may explain a value, as a part of it. */
#define GB_CLOCK_DIFFERS_BY 0.01

/* In what a GPU differs from most of its peers that may explain it: "" if in nothing. */
void gb_compare_explain(const struct gb_model *model, size_t gpu, size_t group, char *text, size_t size);

/* Whether most peers have a roof that this GPU lacks. */
bool gb_compare_lacks(const struct gb_model *model, size_t gpu, size_t group);

#endif
