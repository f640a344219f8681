#include "engine/resume.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folders.h"
#include "base/heap.h"
#include "base/host.h"
#include "base/text.h"
#include "engine/peers.h"
#include "engine/row.h"
#include "record/csv.h"
#include "record/output.h"
#include "record/record.h"

#define NO_TASK SIZE_MAX

struct reading {
	struct gb_resume *resume;
	const char *path, *mode;
	const struct gb_devices *devices;
	const struct gb_tasks *tasks;
	struct gb_rows *rows;
	size_t file; /* the run's file, whose name is `path` */
	FILE *copy;
	/* The task whose rows are being read: first its main row, then its metrics. */
	size_t last;     /* its index in `done`, or NO_TASK */
	long last_start; /* its offset in the copy */
	size_t last_rows, last_suspect, rows_before;
	char last_metric[GB_NAME_MAX];
	size_t suspect_conclusions;
	/* [device * plans + plan]: true if it has a conclusion; and true if a row differs from the one that this run
	 * would write. */
	bool *concluded, is_other;
};

/* True if the row's point has the task's reported axes, and the searched ones at their best. */
static bool is_task(const struct gb_task *task, const char *peer, const struct gb_record *record)
{
	const struct gb_bench *bench = task->plan->bench;
	char point[GB_POINT_TEXT];

	if (strcmp(bench->name, record->benchmark) != 0 || strcmp(task->variant->name, record->variant) != 0 ||
	    strcmp(peer, record->peer_uuid) != 0)
		return false;
	gb_point_text(bench->axes, &task->point, -1, point, sizeof point);
	return gb_point_has_words(record->point, point);
}

static int find_device(const struct reading *r, const struct gb_record *record, size_t line, size_t *device,
		       struct gb_error *error)
{
	for (*device = 0; *device < r->devices->count; ++*device)
		if (r->resume->file_of[*device] == r->file &&
		    strcmp(r->devices->found[*device].device.uuid, record->gpu_uuid) == 0)
			return GB_OK;
	return gb_error_set(error, "%s: line %zu: measured on %s (%s), expected one of the GPUs of this run%s", r->path,
			    line, record->gpu_uuid, record->gpu_name,
			    r->resume->files > 1 ? " that go to this file" : "");
}

static bool is_metric(const struct reading *r, const struct gb_record *record, size_t place)
{
	return place == r->last && strcmp(r->last_metric, record->metric) != 0;
}

/* A file with two versions or two modes is treated as one run, with a message. Files of older versions have no mode. */
static void compare_run(struct reading *r, const struct gb_record *record)
{
	const bool same_mode = record->mode[0] == '\0' || strcmp(record->mode, r->mode) == 0;
	char *differs = r->resume->differs;

	if (differs[0] != '\0' || (same_mode && strcmp(record->version, gb_version) == 0))
		return;
	gb_text_add(differs, sizeof r->resume->differs,
		    "rows of version %s, mode %s, are kept; this run is version %s, mode %s", record->version,
		    record->mode[0] != '\0' ? record->mode : "not known", gb_version, r->mode);
}

/* `place`: the task's index in `done`. */
static int keep_task_row(struct reading *r, const struct gb_record *record, const struct gb_task *task, size_t place,
			 size_t line, struct gb_error *error)
{
	if (strcmp(record->mode, GB_MODE_SDC) == 0)
		return gb_error_set(error,
				    "%s: line %zu: a row of --sdc, which is not a measurement: name another file",
				    r->path, line);
	if (record->status == GB_ROW_FAILED) {
		r->resume->dropped++;
		return GB_OK;
	}
	if (!is_metric(r, record, place)) {
		if (r->resume->done[place])
			return gb_error_set(
				error,
				"%s: line %zu: %s %s appears a second time, but this run has it once; resume with "
				"the same options",
				r->path, line, record->benchmark, record->point);
		r->resume->done[place] = true;
		r->last = place;
		r->last_start = ftell(r->copy);
		r->last_rows = r->last_suspect = 0;
		r->rows_before = r->rows->count;
		r->resume->kept++;
		gb_text_copy(r->last_metric, sizeof r->last_metric, record->metric);
	}
	const bool is_suspect = record->status == GB_ROW_SUSPECT;
	struct gb_record kept = *record;

	compare_run(r, record);
	/* The file may come from an older version, or from another plan with this point. */
	gb_row_number(&kept, task, place < r->tasks->count);
	r->is_other |= !(fabs(kept.point_number - record->point_number) + fabs(kept.points - record->points) <= 0);
	r->last_rows++;
	r->last_suspect += is_suspect;
	r->resume->suspect += is_suspect;
	int status = gb_csv_write_row(r->copy, &kept, error);
	return status == GB_OK ? gb_rows_keep(r->rows, task->plan->bench, record, error) : status;
}

/* The file ends in an incomplete row. This may be an additional row of the last point, which is then incomplete and is
 * dropped too. No descriptor lists the points with additional rows: those timed by the host, and clocks. */
static int drop_last(struct reading *r, struct gb_error *error)
{
	r->resume->dropped++;
	if (r->last == NO_TASK)
		return GB_OK;
	r->resume->done[r->last] = false;
	r->resume->kept--;
	r->resume->suspect -= r->last_suspect;
	r->resume->dropped += r->last_rows;
	gb_rows_cut(r->rows, r->rows_before);
	if (fflush(r->copy) != 0 || ftruncate(fileno(r->copy), r->last_start) != 0)
		return gb_error_set(error, "%s: cannot be rewritten: %s", r->path, strerror(errno));
	return GB_OK;
}

static const char *peer_name(const struct reading *r, size_t device, size_t task)
{
	return gb_peers_name_on(r->devices->found, r->devices->count, device, &r->tasks->task[task]);
}

/* Failed conclusions, and those of other GPUs and benchmarks, are drawn again. */
static void note_conclusion(struct reading *r, const struct gb_record *record)
{
	bool is_known = false;

	for (size_t d = 0; d < r->devices->count; d++)
		for (size_t i = 0; i < r->tasks->plans; i++)
			if (strcmp(r->devices->found[d].device.uuid, record->gpu_uuid) == 0 &&
			    strcmp(r->tasks->plan[i].bench->name, record->benchmark) == 0)
				is_known = r->concluded[d * r->tasks->plans + i] = true;
	r->is_other |= !is_known || record->status == GB_ROW_FAILED;
	r->suspect_conclusions += record->status == GB_ROW_SUSPECT;
}

static bool is_complete(const struct reading *r)
{
	bool whole = !r->is_other && r->resume->dropped == 0;

	for (size_t d = 0; d < r->devices->count; d++) {
		for (size_t t = 0; t < r->tasks->count; t++)
			whole &= !gb_task_is_of(&r->tasks->task[t], d) || r->resume->done[d * r->tasks->count + t];
		for (size_t i = 0; i < r->tasks->plans; i++)
			whole &= r->tasks->plan[i].bench->conclude == NULL || r->concluded[d * r->tasks->plans + i];
	}
	return whole;
}

static int on_csv_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct reading *r = context;
	size_t device, task = 0;

	if (record->variant[0] == '\0') {
		note_conclusion(r, record);
		return GB_OK;
	}
	GB_TRY(find_device(r, record, line, &device, error));
	while (task < r->tasks->count && !is_task(&r->tasks->task[task], peer_name(r, device, task), record))
		task++;
	if (task == r->tasks->count)
		return gb_error_set(error, "%s: line %zu: %s %s is not a row of this run; resume with the same options",
				    r->path, line, record->benchmark, record->point);
	return keep_task_row(r, record, &r->tasks->task[task], device * r->tasks->count + task, line, error);
}

/* True if the run ended before its header was complete. */
static bool has_only_begun(FILE *file)
{
	struct gb_error none = { "" };
	char *header = NULL;
	size_t size = 0;
	FILE *memory = gb_heap_stream(&header, &size);

	gb_csv_write_header(memory, &none);
	gb_heap_close(memory, &header);
	char *start = gb_heap_array(size, 1);
	const size_t got = fread(start, 1, size, file);
	const bool begun = got < size && feof(file) && memcmp(start, header, got) == 0;
	rewind(file);
	free(start);
	free(header);
	return begun;
}

static int rewrite_file(struct reading *r, FILE *file, struct gb_error *error)
{
	const bool begun = has_only_begun(file);
	bool torn = false;
	int status = gb_csv_write_header(r->copy, error);

	if (status == GB_OK && !begun)
		status = gb_csv_read_open(file, r->path, on_csv_row, r, &torn, error);
	return status == GB_OK && torn ? drop_last(r, error) : status;
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

/* Find the file of a device among those of earlier devices, or add one. */
static int find_file(struct gb_resume *resume, const char *pattern, const struct gb_host *host, size_t device,
		     const struct gb_devices *devices, struct gb_error *error)
{
	char path[GB_PATH_TEXT];
	size_t at = 0;

	GB_TRY(gb_pattern_fill(pattern, host, devices->found[device].device.uuid, path, error));
	while (at < resume->files && strcmp(resume->file[at].path, path) != 0)
		at++;
	if (at == resume->files) {
		resume->file[at].path = gb_heap_text(path);
		resume->files++;
	}
	resume->file_of[device] = at;
	return GB_OK;
}

/* True if a file opened before is the same under another name. This process holds its lock, so the lock would not
 * reveal that. */
static bool is_open_twice(const struct gb_resume *resume, size_t at)
{
	struct stat mine, other;

	if (fstat(fileno(resume->file[at].was), &mine) != 0)
		return false;
	for (size_t i = 0; i < at; i++)
		if (fstat(fileno(resume->file[i].was), &other) == 0 && gb_folders_is_same(&mine, &other))
			return true;
	return false;
}

static int read_file(struct reading *r, size_t at, struct gb_error *error)
{
	struct gb_resume_file *file = &r->resume->file[at];
	const size_t kept_before = r->resume->kept;

	GB_TRY(gb_resume_file_open(file, error));
	if (is_open_twice(r->resume, at))
		return gb_error_set(error, "%s: cannot be resumed: two GPUs would go to the same file", file->path);
	r->file = at;
	r->path = file->path;
	r->copy = file->copy;
	r->last = NO_TASK;
	int status = rewrite_file(r, file->was, error);
	file->kept = r->resume->kept - kept_before;
	return status;
}

/* No file is replaced before all files have been read. */
static int read_files(struct reading *r, struct gb_error *error)
{
	int status = GB_OK;

	for (size_t i = 0; i < r->resume->files && status == GB_OK; i++)
		status = read_file(r, i, error);
	r->resume->is_complete = status == GB_OK && is_complete(r);
	if (r->resume->is_complete)
		r->resume->suspect += r->suspect_conclusions;
	for (size_t i = 0; i < r->resume->files && status == GB_OK && !r->resume->is_complete; i++)
		status = gb_resume_file_replace(&r->resume->file[i], error);
	return status;
}

int gb_resume_read(struct gb_resume *resume, const char *pattern, const struct gb_host *host, const char *mode,
		   const struct gb_devices *devices, const struct gb_tasks *tasks, struct gb_rows *rows,
		   struct gb_error *error)
{
	struct reading r = { .resume = resume, .mode = mode, .devices = devices, .tasks = tasks, .rows = rows };
	int status = GB_OK;

	*resume = (struct gb_resume){
		.done = gb_heap_array(devices->count * tasks->count + 1, sizeof *resume->done),
		.file = gb_heap_array(devices->count + 1, sizeof *resume->file),
		.file_of = gb_heap_array(devices->count + 1, sizeof *resume->file_of),
	};
	r.concluded = gb_heap_array(devices->count * tasks->plans + 1, sizeof *r.concluded);
	for (size_t i = 0; i < devices->count && status == GB_OK; i++) {
		status = find_file(resume, pattern, host, i, devices, error);
		for (size_t t = 0; t < tasks->count; t++)
			resume->file[resume->file_of[i]].points += gb_task_is_of(&tasks->task[t], i);
	}
	if (status == GB_OK)
		status = read_files(&r, error);
	free(r.concluded);
	return status;
}

void gb_resume_free(struct gb_resume *resume)
{
	for (size_t i = 0; i < resume->files; i++)
		gb_resume_file_close(&resume->file[i]);
	free(resume->file);
	free(resume->file_of);
	free(resume->done);
	*resume = (struct gb_resume){ 0 };
}

/* ---- the points of a file as a run ------------------------------------------------------------------------------- */

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

/* True if the point has exactly its axes, each with one of the axis's values. */
static bool is_whole(const struct gb_axis *axes, const struct gb_point *point)
{
	for (size_t i = 0; i < gb_axes_count(axes); i++)
		if (gb_axis_exists(axes, i, point) != point->has[i] ||
		    (point->has[i] && !in_domain(&axes[i], point->value[i])))
			return false;
	return true;
}

static int on_replayed_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	const struct replaying *r = context;
	struct gb_task task = { .plan = find_plan(r->tasks, record->benchmark) };

	/* A row without a variant is a conclusion. */
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
	/* Nothing is searched: every point is given completely. */
	int status = gb_tasks_plan(tasks, benches, count, GB_EVERY, NULL, 0, error);

	if (status != GB_OK)
		return status;
	status = gb_csv_read(path, on_replayed_row, &r, &torn, error);
	if (status == GB_OK && tasks->count == 0)
		status = gb_error_set(error, "%s: has no measured point of the benchmarks to run", path);
	if (status == GB_OK)
		gb_tasks_order(tasks);
	if (status != GB_OK)
		gb_tasks_free(tasks);
	return status;
}
