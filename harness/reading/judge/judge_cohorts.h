/* judge_cohorts.h: the deviations of GPUs in several roofs, and how two groups of these GPUs differ, by rank and by
 * value. For judge_cohorts.c and cohort_table.c. */
#pragma once

#include "judge/judge.h"

/* A difference below this means nothing. */
#define GB_COHORT_LEAST 0.001

/* The scores of some GPUs in one roof. Scores have mean 0 and variance 1 over all GPUs. */
struct gb_cohort_pool {
	double sum;
	size_t gpus, hosts;
};

/* All GPUs of a table in one roof, and the variance between hosts. */
struct gb_cohort_spread {
	struct gb_cohort_pool all; /* no GPUs: it is not asked for */
	double of_hosts;
};

/* The roofs of `as`, some of whose GPUs are `in` a group and some are not. */
struct gb_cohort_table {
	const struct gb_baseline *baseline;
	const struct gb_judge_set *set;
	const struct gb_fleet_model *as;
	struct gb_cohort_spread *spread; /* by roof */
	size_t gpus;
	double *off;                 /* [roof][gpu]; NAN: not measured, or not in the set */
	double *score;               /* the normal quantiles of their ranks, */
	double *quantile, *work;     /* which are those of each rank */
	size_t *host;                /* the number of each GPU's host */
	size_t *in, *out, ins, outs; /* GPUs */
};

/* With its baseline and set. */
void gb_cohort_table_begin(struct gb_cohort_table *table, const struct gb_fleet_model *as, size_t gpus);
void gb_cohort_table_free(struct gb_cohort_table *table);

/* The GPUs of a model, from index `at` on: their deviations from the median of `from`, or from their own value in the
 * baseline. */
void gb_cohort_load(struct gb_cohort_table *table, size_t at, const struct gb_fleet_model *model,
		    const struct gb_fleet_model *from, bool is_paired);
/* Find the scores; overwrites `in` and `out`. `within`: also in what depends on the host. Returns the number of roofs
 * that are asked for. */
size_t gb_cohort_score(struct gb_cohort_table *table, bool within);

/* By how many standard errors the scores of some GPUs differ from those of all others. 0: a group is too small. */
double gb_cohort_errors(const struct gb_cohort_table *table, size_t group, const size_t *gpu, size_t count);

/* How the values of both groups differ in one roof. */
struct gb_cohort_difference {
	double part, error;
	bool is_apart; /* all values of one are below those of the other */
};
struct gb_cohort_difference gb_cohort_difference_of(struct gb_cohort_table *table, size_t group);
