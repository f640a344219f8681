/* plan.h: derives the points to measure from a benchmark's axes and the user's choices. */
#pragma once

#include "plan/axis.h"

enum gb_effort_level {
	GB_QUICK, /* quick values of reported axes; searched axes coarse to fine */
	GB_FULL,  /* full values of reported axes; searched axes coarse to fine */
	GB_EVERY, /* all values of every axis, with a row for each point */
	GB_SDC    /* the points that a benchmark selects for a watch; otherwise as in GB_QUICK */
};

/* `-a axis=list`. */
struct gb_choice {
	const char *text; /* as typed */
};

/* The values that a benchmark's axes have in a run. */
struct gb_plan {
	const struct gb_bench *bench;
	enum gb_effort_level effort;
	size_t axes;
	struct gb_values fine[GB_AXES_MAX];   /* reported axes: the rows; searched axes: the values of the refinement */
	struct gb_values coarse[GB_AXES_MAX]; /* searched axes: the values at the start */
};

/* Make the plan. A choice replaces the lists of its axis, and may use any value of the domain. Choices for axes of
 * other benchmarks are ignored, because gb_choices_check() has verified that some benchmark has the axis. */
int gb_plan_make(const struct gb_bench *bench, enum gb_effort_level effort, const struct gb_choice *choices,
		 size_t count, struct gb_plan *out, struct gb_error *error);
void gb_plan_free(struct gb_plan *plan);

/* Reduce every numeric axis whose values are rows to the smallest value of its domain, which fits in the memory of any
 * device. */
int gb_plan_reduce(struct gb_plan *plan, struct gb_error *error);

/* Check that every choice is `axis=list` and names an axis of at least one benchmark; the error lists the existing
 * axes. */
int gb_choices_check(const struct gb_choice *choices, size_t count, const struct gb_bench *const *benches,
		     size_t bench_count, struct gb_error *error);

/* True if the values of axis number `i` are rows; false if the plan searches it. */
bool gb_plan_reports(const struct gb_plan *plan, size_t i);

/* True if any axis of this point was searched. */
bool gb_plan_searches(const struct gb_plan *plan, const struct gb_point *point);

/* Step through the rows: set the reported axes of `point` to the first or the next combination; false after the last.
 * Searched axes stay absent. Axes later in the table vary fastest. */
bool gb_plan_first(const struct gb_plan *plan, struct gb_point *point);
bool gb_plan_next(const struct gb_plan *plan, struct gb_point *point);
size_t gb_plan_rows(const struct gb_plan *plan);

/* True if a variant measures this row; some variants measure only a part of the points. */
bool gb_plan_has(const struct gb_plan *plan, const struct gb_variant *variant, const struct gb_point *point);
