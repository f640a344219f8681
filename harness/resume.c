#include "resume.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csv.h"
#include "reader.h"
#include "text.h"

struct reading {
	struct gb_resume *resume;
	const char *path;
	const struct gb_devices *devices;
	const struct gb_tasks *tasks;
	FILE *copy;
};

/* Whether every "axis=value" of `part` is one of the comma-separated words of `whole`. */
static bool has_words(const char *whole, const char *part)
{
	for (const char *word = part; *word != '\0';) {
		const size_t length = strcspn(word, ",");
		bool found = false;
		for (const char *at = whole; *at != '\0' && !found;) {
			const size_t size = strcspn(at, ",");
			found = size == length && memcmp(at, word, length) == 0;
			at += size + (at[size] == ',');
		}
		if (!found)
			return false;
		word += length + (word[length] == ',');
	}
	return true;
}

/* A row's point has the task's reported axes and the searched ones at their best. */
static bool is_task(const struct gb_task *task, const struct gb_record *record)
{
	const struct gb_bench *bench = task->plan->bench;
	char point[GB_POINT_TEXT];

	if (strcmp(bench->name, record->benchmark) != 0 || strcmp(task->variant->name, record->variant) != 0)
		return false;
	gb_point_text(bench->axes, &task->point, -1, point, sizeof point);
	return has_words(record->point, point);
}

static int find_device(const struct reading *r, const struct gb_record *record, size_t line, size_t *device,
		       struct gb_error *error)
{
	for (*device = 0; *device < r->devices->count; ++*device)
		if (strcmp(r->devices->device[*device].uuid, record->gpu_uuid) == 0)
			return GB_OK;
	return gb_error_set(error, "%s: line %zu: measured on %s (%s), expected one of the GPUs of this run", r->path,
			    line, record->gpu_uuid, record->gpu_name);
}

static int take(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct reading *r = context;
	size_t device, task = 0;

	if (find_device(r, record, line, &device, error) != GB_OK)
		return GB_FAILED;
	while (task < r->tasks->count && !is_task(&r->tasks->task[task], record))
		task++;
	if (task == r->tasks->count)
		return gb_error_set(error, "%s: line %zu: %s %s is not a row of this run; resume with the same options",
				    r->path, line, record->benchmark, record->point);
	if (strcmp(record->status, "failed") == 0) {
		r->resume->dropped++;
		return GB_OK;
	}
	bool *done = &r->resume->done[device * r->tasks->count + task];
	if (*done)
		return gb_error_set(error,
				    "%s: line %zu: %s %s is a row this run has once; resume with the same options",
				    r->path, line, record->benchmark, record->point);
	*done = true;
	r->resume->kept++;
	return gb_csv_row(r->copy, record, error);
}

static int rewrite(struct reading *r, struct gb_error *error)
{
	bool torn = false;
	int status = gb_csv_header(r->copy, error);

	if (status == GB_OK)
		status = gb_reader_read(r->path, take, r, &torn, error);
	r->resume->dropped += torn;
	return status;
}

int gb_resume_read(struct gb_resume *resume, const char *path, const struct gb_devices *devices,
		   const struct gb_tasks *tasks, struct gb_error *error)
{
	struct reading r = { resume, path, devices, tasks, NULL };
	char *beside = NULL;
	struct stat st;

	*resume = (struct gb_resume){ .done = calloc(devices->count * tasks->count + 1, sizeof *resume->done) };
	if (resume->done == NULL || asprintf(&beside, "%s.resuming", path) < 0)
		return gb_error_set(error, "out of memory");
	if (stat(path, &st) != 0 || (r.copy = fopen(beside, "w")) == NULL) {
		int status = gb_error_set(error, "%s: cannot be resumed: %s", path, strerror(errno));
		free(beside);
		return status;
	}
	int status = rewrite(&r, error);
	if (fclose(r.copy) != 0 && status == GB_OK)
		status = gb_error_set(error, "%s: cannot write: %s", beside, strerror(errno));
	if (status == GB_OK && rename(beside, path) != 0)
		status = gb_error_set(error, "%s: cannot be replaced: %s", path, strerror(errno));
	if (status != GB_OK)
		unlink(beside);
	free(beside);
	return status;
}

void gb_resume_free(struct gb_resume *resume)
{
	free(resume->done);
	resume->done = NULL;
}
