/* judge_outliers.h: finds GPUs that deviate from their peers or a baseline. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "analysis/fleet_baseline.h"
#include "judge/judge_set.h"

/* A GPU's standing in a roof, by its ruling (judge.h). Unsure: because of the interval, a single peer, or differences
 * between peers. Not judged: the roof is not in the set, or cannot be judged. */
enum gb_standing { GB_NORMAL, GB_SLOW, GB_FAST, GB_FEW_PEERS, GB_NOT_MEASURED, GB_UNSURE, GB_NOT_JUDGED };

/* Judges every roof of every GPU of a fleet as a verdict with this baseline (NULL: none), set and floor does. Call this
 * before the functions below. */
void gb_outliers_judge(struct gb_fleet *fleet, const struct gb_baseline *baseline, const struct gb_judge_set *set,
		       double floor);
enum gb_standing gb_outliers_standing(const struct gb_fleet_model *model, size_t gpu, size_t group);

/* A GPU that deviates, with the roof in which it deviates most. */
struct gb_outlier {
	const struct gb_fleet_model *model;
	size_t gpu, group; /* indices in the model */
	double off, z;
	enum gb_standing standing;
	size_t roofs; /* roofs in which it deviates in this direction */
};

/* ---- cohorts (judge_cohorts.c) ----------------------------------------------------------------------------------- */

/* GPUs that deviate together from all others, and the trait that only they have: a host, a prefix of host names, a
 * driver, a VBIOS, a PCI address, a version, a day, or the column of --group-by. A cohort may also be all GPUs of a
 * model, which deviate from those of the baseline or from another board. Means are compared by Student's t, with the
 * probability of a false find divided by the number of groups and roofs that are tried. GPUs of one host are not
 * independent, so the scatter between hosts is added. A single GPU hardly moves the mean, because deviations are cut at
 * three standard deviations.
 *
 * A find is removed before the search continues, so each line names the smallest group that explains it. */
/* Call this before a verdict, and before the fleet is shown. NULL: no baseline; the default set. */
void gb_cohorts_find(struct gb_fleet *fleet, const struct gb_baseline *baseline, const struct gb_judge_set *set);
/* Writes "64 of 1000 GPUs on hosts r07*: matrix units -1.00 % (-1.11 ... -0.89 %), 20 more roofs; by chance less than 1
 * in 1000000" (judge_findings.c). */
void gb_cohort_tell(const struct gb_cohort *cohort, char *text, size_t size);

/* ---- single GPUs ------------------------------------------------------------------------------------------------- */

/* Writes the rule for outliers, for a heading: "outside the scatter of healthy GPUs". Returns `text`. */
enum { GB_OUTLIERS_RULE = 160 };
const char *gb_outliers_rule(const struct gb_fleet *fleet, char text[GB_OUTLIERS_RULE]);

/* Returns slow GPUs first, the slowest at the top. NULL: none. */
struct gb_outlier *gb_outliers_find(const struct gb_fleet *fleet, size_t *count);

/* If a GPU's SM clock differs from that of most peers by at least this fraction, the difference may explain a value. */
#define GB_CLOCK_DIFFERS_BY 0.01

/* Writes the differences between a GPU and most of its peers that may explain its value; "": there are none. */
void gb_outliers_explain(const struct gb_fleet_model *model, size_t gpu, size_t group, char *text, size_t size);

bool gb_outliers_lacks(const struct gb_fleet_model *model, size_t gpu, size_t group);
