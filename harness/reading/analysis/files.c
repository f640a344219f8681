#include "analysis/files.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/twins.h"
#include "base/clock.h"
#include "base/host.h"
#include "base/text.h"
#include "record/csv.h"
#include "record/identity.h"
#include "record/store.h"

enum { THREADS_MAX = 16, FILES_A_THREAD = 8, TOLD_MAX = 5 };

/* State shared by the threads. `lock` guards the members below it. */
struct shared {
	const char *const *file;
	size_t count;
	gb_files_tell_fn *tell;
	gb_files_row_fn *row; /* NULL: there is no other reader of rows */
	void *context;
	pthread_mutex_t lock;
	struct gb_roofs *roofs;
	struct gb_identities seen; /* of the rows that set a roof */
	size_t next, wrong, otherwise;
};

struct source {
	struct shared *shared;
	char known[64], run[64]; /* of the last row that was added to the collection */
	struct gb_runs runs;
	const char *file;
	size_t rows;
};

/* The caller must hold the lock. */
static void tell_locked(struct shared *shared, const char *text)
{
	shared->wrong++;
	shared->tell(text);
}

static void tell_problem(void *context, const char *text)
{
	struct source *source = context;

	pthread_mutex_lock(&source->shared->lock);
	tell_locked(source->shared, text);
	pthread_mutex_unlock(&source->shared->lock);
}

/* True if the collection needs the row. Most rows set no roof and belong to a known run, and need no lock. */
static bool is_row_for_roofs(const struct source *source, const struct gb_record *record)
{
	if (record->roof != NULL && record->roof[0] != '\0')
		return true;
	return record->status == GB_ROW_FAILED || source->known[0] == '\0' ||
	       strcmp(source->known, record->gpu_uuid) != 0 || strcmp(source->run, record->run_id) != 0;
}

/* If two files or lines have different values for the same row, it is unknown which one is correct, so no verdict uses
 * them. The caller must hold the lock. */
static void check_identity(struct source *source, const struct gb_record *record, size_t line)
{
	char name[GB_IDENTITY_TEXT];
	struct gb_error text = { "" };

	if (gb_record_text(record->roof)[0] == '\0')
		return;
	const enum gb_seen seen = gb_identities_see(&source->shared->seen, record);
	if (seen != GB_SEEN_OTHERWISE || source->shared->otherwise++ >= TOLD_MAX)
		return;
	gb_error_write(&text, "%s: line %zu: repeats an earlier row with other values: %.300s",
		       gb_text_input(source->file), line, gb_identity_text(record, name));
	tell_locked(source->shared, text.text);
}

static int add_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct source *source = context;
	char key[GB_GPU_KEY];

	source->rows++;
	gb_runs_add(&source->runs, gb_gpu_key(record, key), record);
	const bool counts = is_row_for_roofs(source, record);
	if (!counts && source->shared->row == NULL)
		return GB_OK;
	pthread_mutex_lock(&source->shared->lock);
	int status = GB_OK;
	if (counts) {
		check_identity(source, record, line);
		gb_roofs_add(source->shared->roofs, record);
	}
	if (source->shared->row != NULL)
		status = source->shared->row(source->shared->context, record, error);
	pthread_mutex_unlock(&source->shared->lock);
	gb_text_copy(source->known, sizeof source->known, record->gpu_uuid);
	gb_text_copy(source->run, sizeof source->run, record->run_id);
	return status;
}

/* False: no file is left. */
static bool next_file(struct shared *shared, size_t *number)
{
	pthread_mutex_lock(&shared->lock);
	const bool is_there = shared->next < shared->count;
	if (is_there)
		*number = shared->next++;
	pthread_mutex_unlock(&shared->lock);
	return is_there;
}

static void end_file(struct source *source, const char *file)
{
	pthread_mutex_lock(&source->shared->lock);
	gb_roofs_add_file(source->shared->roofs, file, source->rows);
	gb_runs_merge(&source->shared->roofs->runs, &source->runs);
	pthread_mutex_unlock(&source->shared->lock);
}

int64_t gb_files_written(const char *file)
{
	char now[GB_CLOCK_UTC];
	struct stat st;

	gb_clock_utc(now);
	if (stat(file, &st) != 0 || !S_ISREG(st.st_mode) || st.st_mtim.tv_sec * INT64_C(1000) > gb_time_read(now))
		return gb_time_read(now);
	return st.st_mtim.tv_sec * INT64_C(1000) + st.st_mtim.tv_nsec / 1000000;
}

static void *read_files(void *context)
{
	struct shared *shared = context;
	size_t number;

	while (next_file(shared, &number)) {
		const char *file = shared->file[number];
		struct source source = { .shared = shared, .file = file };
		source.runs.file = number;
		source.runs.written = gb_files_written(file);
		struct gb_error error = { "" };
		if (gb_store_scan(file, GB_STORE_NEWEST, add_row, tell_problem, &source, &error) != GB_OK)
			tell_problem(&source, error.text);
		end_file(&source, file);
		gb_runs_free(&source.runs);
	}
	return NULL;
}

static size_t threads_for(size_t files)
{
	size_t threads = gb_host_processors();

	if (threads > (files + FILES_A_THREAD - 1) / FILES_A_THREAD)
		threads = (files + FILES_A_THREAD - 1) / FILES_A_THREAD;
	return threads < 1 ? 1 : threads > THREADS_MAX ? THREADS_MAX : threads;
}

size_t gb_files_end(struct gb_roofs *roofs, const char *const *file, size_t count, gb_files_tell_fn *tell_it)
{
	struct gb_error error = { "" };
	const struct gb_break *change = NULL;
	struct gb_older older;

	gb_runs_settle(&roofs->runs);
	const size_t twins = gb_twins_find(&roofs->runs, tell_it);
	gb_roofs_keep_newest(roofs, &older, tell_it);
	gb_older_tell(&older, error.text, sizeof error.text);
	if (error.text[0] != '\0') {
		(void)gb_error_prefix(&error, "%s", count == 1 ? gb_text_input(file[0]) : "these files");
		tell_it(error.text);
	}
	const size_t dropped = roofs->current ? gb_roofs_drop_older(roofs, &change) : 0;
	if (dropped > 0) {
		char text[GB_ERROR_TEXT];
		snprintf(text, sizeof text,
			 "%zu older row%s left out: the benchmark has changed, as that of %s in %s (%s)", dropped,
			 dropped == 1 ? " is" : "s are", change->roofs, change->commit, change->what);
		tell_it(text);
	}
	gb_roofs_sort(roofs);
	return twins;
}

size_t gb_files_read_rows(struct gb_roofs *roofs, const char *const *file, size_t count, gb_files_tell_fn *tell_it,
			  gb_files_row_fn *row, void *context)
{
	struct shared shared = { .file = file,
				 .count = count,
				 .tell = tell_it,
				 .row = row,
				 .context = context,
				 .lock = PTHREAD_MUTEX_INITIALIZER,
				 .roofs = roofs };
	const size_t wanted = threads_for(count);
	pthread_t thread[THREADS_MAX];
	size_t threads = 0;

	roofs->apart = true;
	/* The calling thread is one of them, and works alone if no other thread can be created. */
	while (threads + 1 < wanted && pthread_create(&thread[threads], NULL, read_files, &shared) == 0)
		threads++;
	read_files(&shared);
	while (threads > 0)
		pthread_join(thread[--threads], NULL);
	pthread_mutex_destroy(&shared.lock);
	gb_identities_free(&shared.seen);
	return shared.wrong + gb_files_end(roofs, file, count, tell_it);
}

size_t gb_files_read(struct gb_roofs *roofs, const char *const *file, size_t count, gb_files_tell_fn *tell_it)
{
	return gb_files_read_rows(roofs, file, count, tell_it, NULL, NULL);
}
