/* plan.h: derives the points to measure from a benchmark's axes and the user's choices. */
#pragma once

#include "plan/axis.h"

enum gb_effort_level {
	GB_QUICK, /* the quick sets of reported axes; searched axes coarse to fine */
	GB_FULL,  /* the full sets; searched axes coarse to fine */
	GB_EVERY, /* the whole domain of every axis, with a row for each point */
	GB_SDC    /* the points that a benchmark declares for a watch; otherwise as in GB_QUICK */
};

/* `-a axis=list`. */
struct gb_choice {
	const char *text; /* as typed */
};

/* The values in use for each axis of one benchmark. */
struct gb_plan {
	const struct gb_bench *bench;
	enum gb_effort_level effort;
	size_t axes;
	struct gb_values fine[GB_AXES_MAX];   /* reported: the rows; searched: the values of the refinement */
	struct gb_values coarse[GB_AXES_MAX]; /* searched: the values at the start */
};

/* Make the plan. A choice for an axis that this benchmark does not have is ignored: gb_choices_check() has verified
 * that some benchmark has it. A choice replaces the sets of its axis, and may use any value of its domain. */
int gb_plan_make(const struct gb_bench *bench, enum gb_effort_level effort, const struct gb_choice *choices,
		 size_t count, struct gb_plan *out, struct gb_error *error);
void gb_plan_free(struct gb_plan *plan);

/* Reduce every numeric axis whose values are rows to the smallest number of its domain, which fits in the memory of
 * any device. */
int gb_plan_reduce(struct gb_plan *plan, struct gb_error *error);

/* Check that every choice is `axis=list` and names an axis of at least one of the benchmarks; the error lists the
 * existing axes. */
int gb_choices_check(const struct gb_choice *choices, size_t count, const struct gb_bench *const *benches,
		     size_t bench_count, struct gb_error *error);

/* True if axis number `i` is looped over (its values are rows), false if it is searched under this plan. */
bool gb_plan_reports(const struct gb_plan *plan, size_t i);

/* True if any axis of this point was searched. */
bool gb_plan_searches(const struct gb_plan *plan, const struct gb_point *point);

/* Step through the rows: set the reported axes of `point` to the first combination, or the next one. Returns false
 * after the last. Searched axes stay absent. Axes later in the table vary fastest. */
bool gb_plan_first(const struct gb_plan *plan, struct gb_point *point);
bool gb_plan_next(const struct gb_plan *plan, struct gb_point *point);
size_t gb_plan_rows(const struct gb_plan *plan);

/* True if a variant measures this row: some measure only a part of the points. */
bool gb_plan_has(const struct gb_plan *plan, const struct gb_variant *variant, const struct gb_point *point);
