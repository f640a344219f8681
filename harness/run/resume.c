#include "run/resume.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/csv.h"
#include "record/lock.h"
#include "record/publish.h"
#include "record/reader.h"
#include "base/text.h"
#include "base/version.h"

#define NO_TASK SIZE_MAX

struct reading {
	struct gb_resume *resume;
	const char *path, *mode;
	const struct gb_devices *devices;
	const struct gb_tasks *tasks;
	struct gb_rows *rows;
	FILE *copy;
	/* The task whose rows are being read: its own row comes first, its metrics behind it. */
	size_t last;     /* its place in `done`, or NO_TASK */
	long last_start; /* in the copy */
	size_t last_rows, last_suspect, rows_before;
	bool last_has_more; /* or may have: it has metrics, or a roof, which has those of energy and of --sustained */
	char last_metric[GB_NAME_MAX];
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
		if (strcmp(r->devices->found[*device].device.uuid, record->gpu_uuid) == 0)
			return GB_OK;
	return gb_error_set(error, "%s: line %zu: measured on %s (%s), expected one of the GPUs of this run", r->path,
			    line, record->gpu_uuid, record->gpu_name);
}

/* Whether a row is a further metric of the point before it. */
static bool is_metric(const struct reading *r, const struct gb_record *record, size_t place)
{
	return place == r->last && strcmp(r->last_metric, record->metric) != 0;
}

/* A file of two versions or two modes is read as one run: who resumes it is to know. Files of older versions have no mode. */
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

/* A row of a task; `place` in `done`. */
static int keep_row_of(struct reading *r, const struct gb_record *record, const struct gb_task *task, size_t place,
		       size_t line, struct gb_error *error)
{
	if (record->status == GB_ROW_FAILED) {
		r->resume->dropped++;
		return GB_OK;
	}
	if (!is_metric(r, record, place)) {
		if (r->resume->done[place])
			return gb_error_set(
				error, "%s: line %zu: %s %s is a row this run has once; resume with the same options",
				r->path, line, record->benchmark, record->point);
		r->resume->done[place] = true;
		r->last = place;
		r->last_start = ftell(r->copy);
		r->last_rows = r->last_suspect = 0;
		r->rows_before = r->rows->count;
		r->resume->kept++;
		r->last_has_more = task->plan->bench->metrics != NULL || record->roof[0] != '\0';
		gb_text_copy(r->last_metric, sizeof r->last_metric, record->metric);
	}
	const bool is_suspect = record->status == GB_ROW_SUSPECT;
	struct gb_record kept = *record;

	compare_run(r, record);
	gb_task_number(task, &kept); /* the file may be of an older version, or of another plan that has this point */
	r->last_rows++;
	r->last_suspect += is_suspect;
	r->resume->suspect += is_suspect;
	int status = gb_csv_row(r->copy, &kept, error);
	return status == GB_OK ? gb_rows_keep(r->rows, task->plan->bench, record, error) : status;
}

/* The file ends in a torn row. It may be a further row of the last point, which then is not whole: it goes too. */
static int drop_last(struct reading *r, struct gb_error *error)
{
	r->resume->dropped++;
	if (r->last == NO_TASK || !r->last_has_more)
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

static int keep_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct reading *r = context;
	size_t device, task = 0;

	if (record->variant[0] == '\0') /* a conclusion */
		return GB_OK;
	if (find_device(r, record, line, &device, error) != GB_OK)
		return GB_FAILED;
	while (task < r->tasks->count && !is_task(&r->tasks->task[task], record))
		task++;
	if (task == r->tasks->count)
		return gb_error_set(error, "%s: line %zu: %s %s is not a row of this run; resume with the same options",
				    r->path, line, record->benchmark, record->point);
	return keep_row_of(r, record, &r->tasks->task[task], device * r->tasks->count + task, line, error);
}

/* Whether a run was ended before its header was whole. */
static int has_only_begun(FILE *file, bool *begun, struct gb_error *error)
{
	char *header = NULL, *start = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&header, &size);

	if (memory == NULL)
		return gb_error_set(error, "out of memory");
	int status = gb_csv_header(memory, error);
	if (fclose(memory) != 0 || status != GB_OK || (start = malloc(size)) == NULL) {
		free(header);
		return gb_error_set(error, "out of memory");
	}
	const size_t got = fread(start, 1, size, file);
	*begun = got < size && feof(file) && memcmp(start, header, got) == 0;
	rewind(file);
	free(start);
	free(header);
	return GB_OK;
}

static int rewrite(struct reading *r, FILE *file, struct gb_error *error)
{
	bool begun, torn = false;
	int status = has_only_begun(file, &begun, error);

	if (status == GB_OK)
		status = gb_csv_header(r->copy, error);
	if (status == GB_OK && !begun)
		status = gb_reader_read_open(file, r->path, keep_row, r, &torn, error);
	return status == GB_OK && torn ? drop_last(r, error) : status;
}

/* The copy takes the place of the file when it is on the disk. */
static int replace(FILE *copy, const char *beside, const char *path, struct gb_error *error)
{
	if (fflush(copy) != 0 || ferror(copy) || fsync(fileno(copy)) != 0)
		return gb_error_set(error, "%s: cannot write: %s", path, strerror(errno));
	if (rename(beside, path) != 0)
		return gb_error_set(error, "%s: cannot be replaced: %s", path, strerror(errno));
	return GB_OK;
}

/* Open the copy next to the file, with its permissions. It is locked before it has the file's name, and stays so for as long
 * as this run appends to it. */
static int open_copy(struct reading *r, const char *real, int file, char **beside, struct gb_error *error)
{
	struct stat st;
	const int copy = fstat(file, &st) == 0 ? gb_publish_beside(real, st.st_mode & 07777, beside) : -1;

	if (copy >= 0 && gb_lock_take(copy))
		r->copy = r->resume->copy = fdopen(copy, "w");
	return r->copy != NULL ? GB_OK : gb_error_set(error, "%s: cannot be resumed: %s", r->path, strerror(errno));
}

/* The file stays open until the copy is in its place: closing it would free it to others. */
static int replace_by_copy(struct reading *r, const char *real, FILE *file, struct gb_error *error)
{
	char *beside = NULL;
	int status = open_copy(r, real, fileno(file), &beside, error);

	if (status == GB_OK)
		status = rewrite(r, file, error);
	if (status == GB_OK)
		status = replace(r->copy, beside, real, error);
	if (status != GB_OK && beside != NULL)
		unlink(beside);
	free(beside);
	return status;
}

static int resume_file(struct reading *r, const char *real, struct gb_error *error)
{
	struct stat st;

	if (stat(real, &st) != 0 || !S_ISREG(st.st_mode))
		return gb_error_set(error, "%s: cannot be resumed: it is no regular file", r->path);
	const int fd = gb_lock_open(real, O_RDWR | O_NOFOLLOW);
	FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
	if (file == NULL)
		return gb_error_set(error, "%s: cannot be resumed: %s", r->path,
				    errno == EBUSY ? "another run writes it" : strerror(errno));
	int status = replace_by_copy(r, real, file, error);
	fclose(file);
	return status;
}

int gb_resume_read(struct gb_resume *resume, const char *path, const char *mode, const struct gb_devices *devices,
		   const struct gb_tasks *tasks, struct gb_rows *rows, struct gb_error *error)
{
	struct reading r = { .resume = resume,
			     .path = path,
			     .mode = mode,
			     .devices = devices,
			     .tasks = tasks,
			     .rows = rows,
			     .last = NO_TASK };

	*resume = (struct gb_resume){ .done = calloc(devices->count * tasks->count + 1, sizeof *resume->done) };
	if (resume->done == NULL)
		return gb_error_set(error, "out of memory");
	char *real = realpath(path, NULL); /* a link stays one */
	if (real == NULL)
		return gb_error_set(error, "%s: cannot be resumed: %s", path, strerror(errno));
	int status = resume_file(&r, real, error);
	free(real);
	return status;
}

void gb_resume_free(struct gb_resume *resume)
{
	if (resume->copy != NULL)
		fclose(resume->copy);
	free(resume->done);
	*resume = (struct gb_resume){ 0 };
}
