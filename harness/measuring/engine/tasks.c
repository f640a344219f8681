#include "engine/tasks.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/heap.h"

int gb_tasks_plan(struct gb_tasks *tasks, const struct gb_bench *const *benches, size_t count,
		  enum gb_effort_level effort, const struct gb_choice *choices, size_t choice_count,
		  struct gb_error *error)
{
	int status = GB_OK;

	*tasks = (struct gb_tasks){ .plan = gb_heap_array(count + 1, sizeof *tasks->plan) };
	for (size_t i = 0; i < count && status == GB_OK; i++) {
		status = gb_plan_make(benches[i], effort, choices, choice_count, &tasks->plan[i], error);
		tasks->plans += status == GB_OK;
	}
	if (status != GB_OK)
		gb_tasks_free(tasks);
	return status;
}

static int append_task(struct gb_tasks *tasks, const struct gb_task *task, struct gb_error *error)
{
	if (tasks->count == GB_TASKS_MAX)
		return gb_error_set(error, "the plan has more than %d points: choose fewer values with -a",
				    GB_TASKS_MAX);
	tasks->task = gb_array_grow(tasks->task, tasks->count, &tasks->room, sizeof *tasks->task);
	tasks->task[tasks->count++] = *task;
	return GB_OK;
}

static bool same_point(const struct gb_point *a, const struct gb_point *b)
{
	for (size_t i = 0; i < GB_AXES_MAX; i++)
		if (a->has[i] != b->has[i] || (a->has[i] && a->value[i] != b->value[i]))
			return false;
	return true;
}

int gb_tasks_add(struct gb_tasks *tasks, const struct gb_task *task, struct gb_error *error)
{
	for (size_t i = tasks->count; i-- > 0;) /* the latest is the most likely */
		if (tasks->task[i].variant == task->variant && tasks->task[i].plan == task->plan &&
		    same_point(&tasks->task[i].point, &task->point))
			return GB_OK;
	return append_task(tasks, task, error);
}

static int add_rows(struct gb_tasks *tasks, const struct gb_plan *plan, struct gb_error *error)
{
	struct gb_task task = { .plan = plan };
	int status = GB_OK;

	for (task.variant = plan->bench->variants; task.variant->name != NULL; task.variant++)
		for (bool more = gb_plan_first(plan, &task.point); more && status == GB_OK;
		     more = gb_plan_next(plan, &task.point))
			if (gb_plan_has(plan, task.variant, &task.point))
				status = append_task(tasks, &task, error);
	return status;
}

bool gb_task_comes_last(const struct gb_task *task)
{
	const struct gb_bench *bench = task->plan->bench;

	return bench->last != NULL && gb_point_is(bench->axes, bench->last, &task->point);
}

void gb_tasks_order(struct gb_tasks *tasks)
{
	struct gb_task *late = gb_heap_array(tasks->count + 1, sizeof *late);
	size_t kept = 0, held = 0;

	for (size_t i = 0; i < tasks->count; i++)
		if (gb_task_comes_last(&tasks->task[i]))
			late[held++] = tasks->task[i];
		else
			tasks->task[kept++] = tasks->task[i];
	memcpy(tasks->task + kept, late, held * sizeof *late);
	free(late);
	for (size_t i = 0; i < tasks->count; i++) {
		tasks->task[i].number = i + 1;
		tasks->task[i].points = tasks->task[i].points_first = tasks->count;
	}
}

int gb_tasks_make(struct gb_tasks *tasks, const struct gb_bench *const *benches, size_t count,
		  enum gb_effort_level effort, const struct gb_choice *choices, size_t choice_count,
		  struct gb_error *error)
{
	int status = gb_tasks_plan(tasks, benches, count, effort, choices, choice_count, error);

	if (status != GB_OK)
		return status;
	for (size_t i = 0; i < tasks->plans && status == GB_OK; i++)
		status = add_rows(tasks, &tasks->plan[i], error);
	if (status == GB_OK)
		gb_tasks_order(tasks);
	else
		gb_tasks_free(tasks);
	return status;
}

static bool is_deep(const struct gb_task *task)
{
	const struct gb_bench *bench = task->plan->bench;

	return bench->deep != NULL && gb_point_is(bench->axes, bench->deep, &task->point);
}

void gb_tasks_leave_deep(struct gb_tasks *tasks)
{
	size_t kept = 0;

	for (size_t i = 0; i < tasks->count; i++)
		if (!is_deep(&tasks->task[i]))
			tasks->task[kept++] = tasks->task[i];
	tasks->count = kept;
	gb_tasks_order(tasks);
}

/* True if the two tasks may change places. */
static bool is_same_group(const struct gb_task *a, const struct gb_task *b)
{
	return a->variant == b->variant && a->plan == b->plan && gb_task_comes_last(a) == gb_task_comes_last(b);
}

void gb_tasks_shuffle(struct gb_tasks *tasks, const char *seed)
{
	uint64_t state = gb_hash_mix(GB_HASH_BEGIN, seed, strlen(seed));
	size_t end;

	for (size_t start = 0; start < tasks->count; start = end) {
		struct gb_task *group = tasks->task + start;
		for (end = start; end < tasks->count && is_same_group(&tasks->task[end], group);)
			end++;
		for (size_t i = end - start; i > 1; i--) {
			const size_t other = gb_hash_next(&state) % i;
			const struct gb_task kept = group[i - 1];
			group[i - 1] = group[other];
			group[other] = kept;
		}
	}
}

/* In a quick plan, the single value at which a search would start is enough. */
static int close_task(struct gb_task *task, struct gb_error *error)
{
	const struct gb_plan *plan = task->plan;
	const struct gb_axis *axes = plan->bench->axes;
	const struct gb_values *values = plan->effort == GB_QUICK ? plan->coarse : plan->fine;

	for (size_t i = 0; i < plan->axes; i++) {
		if (gb_plan_reports(plan, i) || !gb_axis_exists(axes, i, &task->point))
			continue;
		if (values[i].count > 1)
			return gb_error_set(error, "%s: axis '%s' has %zu values, but this run searches nothing",
					    plan->bench->name, axes[i].name, values[i].count);
		task->point.has[i] = true;
		task->point.value[i] = values[i].value[0];
	}
	return GB_OK;
}

int gb_tasks_close(struct gb_tasks *tasks, struct gb_error *error)
{
	for (size_t i = 0; i < tasks->count; i++)
		if (close_task(&tasks->task[i], error) != GB_OK)
			return GB_FAILED;
	return GB_OK;
}

/* ---- several GPUs ------------------------------------------------------------------------------------------------ */

static bool is_of_all(const struct gb_task *task)
{
	return task->plan->bench->gpus == GB_ALL_GPUS;
}

bool gb_task_is_of(const struct gb_task *task, size_t gpu)
{
	return gpu == 0 || !is_of_all(task);
}

/* The number of peers with which a point is measured. Each makes a task. */
static size_t peer_count(const struct gb_task *task, size_t gpus)
{
	const struct gb_bench *bench = task->plan->bench;

	if (bench->gpus != GB_GPU_PAIRS)
		return 1;
	return bench->every_pair == NULL || task->plan->effort == GB_EVERY ||
			       gb_point_is(bench->axes, bench->every_pair, &task->point)
		       ? gpus - 1
		       : 1;
}

/* Renumber the tasks by their places in the plan, those of all GPUs last. first[n] is the new number of the first task
 * made from number n. */
static void number_pairs(const struct gb_tasks *from, size_t gpus, size_t *first, size_t *of_all)
{
	const struct gb_task **at = gb_heap_array(from->count + 1, sizeof *at);
	size_t next = 1;

	*of_all = 0;
	for (size_t i = 0; i < from->count; i++)
		at[from->task[i].number] = &from->task[i];
	for (size_t n = 1; n <= from->count; n++)
		if (!is_of_all(at[n])) {
			first[n] = next;
			next += peer_count(at[n], gpus);
		}
	for (size_t n = 1; n <= from->count; n++)
		if (is_of_all(at[n])) {
			first[n] = next++;
			++*of_all;
		}
	free(at);
}

/* Append the tasks of a group, which belongs to one variant, peer by peer, so that each pair is set up once. */
static int append_pairs(struct gb_tasks *out, const struct gb_task *group, size_t count, size_t gpus,
			const size_t *first, struct gb_error *error)
{
	const bool pairs = group->plan->bench->gpus == GB_GPU_PAIRS;
	int status = GB_OK;

	for (size_t peer = 1; peer < (pairs ? gpus : 2); peer++)
		for (size_t i = 0; i < count && status == GB_OK; i++) {
			struct gb_task task = group[i];
			if (peer > peer_count(&task, gpus))
				continue;
			task.peer = pairs ? peer : 0;
			task.number = first[task.number] + peer - 1;
			status = append_task(out, &task, error);
		}
	return status;
}

int gb_tasks_pair(struct gb_tasks *tasks, size_t gpus, struct gb_error *error)
{
	struct gb_tasks out = { 0 };
	size_t end, of_all, *first;
	int status = GB_OK;

	if (tasks->gpus > 0 || gpus < 2)
		return GB_OK;
	first = gb_heap_array(tasks->count + 1, sizeof *first);
	number_pairs(tasks, gpus, first, &of_all);
	for (size_t start = 0; start < tasks->count && status == GB_OK; start = end) {
		const struct gb_task *group = tasks->task + start;
		for (end = start; end < tasks->count && is_same_group(&tasks->task[end], group);)
			end++;
		status = append_pairs(&out, group, end - start, gpus, first, error);
	}
	free(first);
	if (status != GB_OK) {
		free(out.task);
		return status;
	}
	for (size_t i = 0; i < out.count; i++) {
		out.task[i].points_first = out.count;
		out.task[i].points = out.count - of_all;
	}
	free(tasks->task);
	tasks->task = out.task;
	tasks->count = out.count;
	tasks->room = out.room;
	tasks->gpus = gpus;
	return GB_OK;
}

void gb_tasks_free(struct gb_tasks *tasks)
{
	for (size_t i = 0; i < tasks->plans; i++)
		gb_plan_free(&tasks->plan[i]);
	free(tasks->plan);
	free(tasks->task);
	*tasks = (struct gb_tasks){ 0 };
}
