/* tasks.h: the rows of a run, which are planned before anything is measured. */
#pragma once

#include "plan/plan.h"

/* One row: a point of a benchmark's variant, whose searched axes have no values yet. */
struct gb_task {
	const struct gb_plan *plan;
	const struct gb_variant *variant;
	struct gb_point point;
	/* The other GPU of a pair, as the distance from the measured one in the ring of GPUs; 0: none. */
	size_t peer;
	/* Number n of m in the order of the plan, from 1. `points_first` counts for the first GPU, whose last points
	 * are those of all GPUs together. */
	size_t number, points, points_first;
};

enum { GB_TASKS_MAX = 1 << 18 };

struct gb_tasks {
	struct gb_task *task;
	size_t count, room;
	struct gb_plan *plan; /* of each benchmark */
	size_t plans;
	size_t gpus; /* the number of GPUs for which pairs were made; 0: not yet */
};

/* Make all rows of these benchmarks, in the order of benchmarks, variants and points; points that must come last are at
 * the end. */
int gb_tasks_make(struct gb_tasks *tasks, const struct gb_bench *const *benches, size_t count,
		  enum gb_effort_level effort, const struct gb_choice *choices, size_t choice_count,
		  struct gb_error *error);
/* Make only plans, to which tasks are added one by one. */
int gb_tasks_plan(struct gb_tasks *tasks, const struct gb_bench *const *benches, size_t count,
		  enum gb_effort_level effort, const struct gb_choice *choices, size_t choice_count,
		  struct gb_error *error);
/* Add a row unless there is an equal one. */
int gb_tasks_add(struct gb_tasks *tasks, const struct gb_task *task, struct gb_error *error);
/* Move the points that must come last to the end, without other changes to the order, and renumber all. */
void gb_tasks_order(struct gb_tasks *tasks);
/* Leave out the points that a run of all benchmarks skips, and renumber the others. */
void gb_tasks_leave_deep(struct gb_tasks *tasks);
/* Give the searched axes of every task their values, for a run without a search. It is an error, which names the axis,
 * if one has several. */
int gb_tasks_close(struct gb_tasks *tasks, struct gb_error *error);
/* Call this once the number of GPUs is known: each point of pairs becomes one task for each GPU after the measured one,
 * or only for the next. A second call does nothing. */
int gb_tasks_pair(struct gb_tasks *tasks, size_t gpus, struct gb_error *error);
/* True if GPU number `gpu` of the run, from 0, has this task. */
bool gb_task_is_of(const struct gb_task *task, size_t gpu);
void gb_tasks_free(struct gb_tasks *tasks);

/* True if a task must be measured after all others of the run. */
bool gb_task_comes_last(const struct gb_task *task);

/* Shuffle the points of each variant, in the same way for the same seed. Any influence of the order (heat, the state
 * left by the previous point) then appears as a difference between runs. Variants stay together, so each is set up
 * once. */
void gb_tasks_shuffle(struct gb_tasks *tasks, const char *seed);
