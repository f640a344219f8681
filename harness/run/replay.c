#include "run/replay.h"

#include <string.h>

#include "record/csv_read.h"

struct replaying {
	const char *path;
	struct gb_tasks *tasks;
};

static const struct gb_plan *find_plan(const struct gb_tasks *tasks, const char *bench)
{
	for (size_t i = 0; i < tasks->plans; i++)
		if (strcmp(tasks->plan[i].bench->name, bench) == 0)
			return &tasks->plan[i];
	return NULL;
}

static const struct gb_variant *find_variant(const struct gb_bench *bench, const char *name)
{
	for (const struct gb_variant *v = bench->variants; v->name != NULL; v++)
		if (strcmp(v->name, name) == 0)
			return v;
	return NULL;
}

static bool in_domain(const struct gb_axis *axis, int64_t value)
{
	struct gb_error error = { "" };
	struct gb_values all;

	if (gb_values_all(axis, &all, &error) != GB_OK)
		return false;
	const bool found = gb_values_have(&all, value);
	gb_values_free(&all);
	return found;
}

/* True if the point has exactly the axes it should have, each with one of its values. */
static bool is_whole(const struct gb_axis *axes, const struct gb_point *point)
{
	for (size_t i = 0; i < gb_axes_count(axes); i++)
		if (gb_axis_exists(axes, i, point) != point->has[i] ||
		    (point->has[i] && !in_domain(&axes[i], point->value[i])))
			return false;
	return true;
}

static int add_task(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	const struct replaying *r = context;
	struct gb_task task = { .plan = find_plan(r->tasks, record->benchmark) };

	/* Without a variant it is a conclusion. */
	if (task.plan == NULL || record->variant[0] == '\0' || !gb_record_is_measured(record) ||
	    strcmp(record->mode, GB_MODE_SDC) == 0)
		return GB_OK;
	task.variant = find_variant(task.plan->bench, record->variant);
	if (task.variant == NULL)
		return gb_error_set(error, "%s: line %zu: %s has no variant '%s' here", r->path, line,
				    record->benchmark, record->variant);
	if (gb_point_read(task.plan->bench->axes, record->point, &task.point, error) != GB_OK)
		return gb_error_prefix(error, "%s: line %zu", r->path, line);
	if (!is_whole(task.plan->bench->axes, &task.point))
		return gb_error_set(error, "%s: line %zu: '%s' is not a complete point of %s here", r->path, line,
				    record->point, record->benchmark);
	return gb_tasks_add(r->tasks, &task, error);
}

int gb_replay_tasks(struct gb_tasks *tasks, const char *path, const struct gb_bench *const *benches, size_t count,
		    struct gb_error *error)
{
	struct replaying r = { path, tasks };
	bool torn;
	/* Nothing is searched: every point is complete. */
	int status = gb_tasks_plan(tasks, benches, count, GB_EVERY, NULL, 0, error);

	if (status != GB_OK)
		return status;
	status = gb_csv_read(path, add_task, &r, &torn, error);
	if (status == GB_OK && tasks->count == 0)
		status = gb_error_set(error, "%s: no point of the benchmarks to run was measured there", path);
	if (status == GB_OK)
		status = gb_tasks_order(tasks, error);
	if (status != GB_OK)
		gb_tasks_free(tasks);
	return status;
}
