/* judge_cohorts.h: the deviations of GPUs in several roofs, and how two groups of these GPUs differ, by rank and by
 * value. Used by judge_cohorts.c and cohort_table.c. */
#pragma once

#include "judge/judge.h"

/* Smaller differences are negligible. */
#define GB_COHORT_LEAST 0.001

/* The scores of some GPUs in one roof. Over all GPUs, scores have mean 0 and variance 1. */
struct gb_cohort_pool {
	double sum;
	size_t gpus, hosts;
};

/* The scores of all GPUs of a table in one roof, and the variance between hosts. */
struct gb_cohort_spread {
	struct gb_cohort_pool all; /* no GPUs: the roof is not used */
	double of_hosts;
};

/* The roofs of the model `as`. Some of the GPUs are `in` a group, the others `out`. */
struct gb_cohort_table {
	const struct gb_baseline *baseline;
	const struct gb_judge_set *set;
	const struct gb_fleet_model *as;
	struct gb_cohort_spread *spread; /* of each roof */
	size_t gpus;
	double *off;                 /* [roof][gpu]; NAN: not measured, or not in the set */
	double *score;               /* the normal quantiles of the GPUs' ranks */
	double *quantile, *work;     /* quantile: of each rank */
	size_t *host;                /* index of each GPU's host */
	size_t *in, *out, ins, outs; /* indices of GPUs */
};

/* The table must have its baseline and set. */
void gb_cohort_table_begin(struct gb_cohort_table *table, const struct gb_fleet_model *as, size_t gpus);
void gb_cohort_table_free(struct gb_cohort_table *table);

/* Loads GPUs of a model, from index `at` on: deviations from the median of `from`, or from their baseline values. */
void gb_cohort_load(struct gb_cohort_table *table, size_t at, const struct gb_fleet_model *model,
		    const struct gb_fleet_model *from, bool is_paired);
/* Computes the scores; overwrites `in` and `out`. `within`: also for roofs that depend on the host. Returns the number
 * of roofs used. */
size_t gb_cohort_score(struct gb_cohort_table *table, bool within);

/* Returns by how many standard errors the scores of some GPUs differ from those of the others. 0: a group is small. */
double gb_cohort_errors(const struct gb_cohort_table *table, size_t group, const size_t *gpu, size_t count);

struct gb_cohort_difference {
	double part, error;
	bool is_apart; /* all values of one group are below those of the other */
};
struct gb_cohort_difference gb_cohort_difference_of(struct gb_cohort_table *table, size_t group);
