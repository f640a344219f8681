/* history_read.c: reads a history from files. A year of a large fleet has 128 million rows, and most of the time is
 * spent reading them from their store. Therefore each thread reads the rows of different GPUs into its own history. */
#include <pthread.h>
#include <string.h>

#include "base/host.h"
#include "past/history.h"
#include "record/store.h"

enum { THREADS_MAX = 16 };

struct shared {
	const char *file, *gpu, *roof;
	gb_csv_tell_fn *tell;
	void *context;
	pthread_mutex_t lock; /* held by callers of `tell` */
	size_t parts;
};

struct part {
	struct shared *shared;
	size_t number;
	struct gb_history *history, own;
	struct gb_error error;
	int status;
	pthread_t thread;
};

static int add_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	const struct part *part = context;
	const struct shared *shared = part->shared;

	if ((shared->roof != NULL && strcmp(record->roof, shared->roof) != 0) || !gb_gpu_is_of(shared->gpu, record))
		return GB_OK;
	return gb_history_add(part->history, record, error);
}

static void tell_problem(void *context, const char *text)
{
	struct shared *shared = ((struct part *)context)->shared;

	pthread_mutex_lock(&shared->lock);
	shared->tell(shared->context, text);
	pthread_mutex_unlock(&shared->lock);
}

static void *read_part(void *context)
{
	struct part *part = context;
	const struct shared *shared = part->shared;

	part->status = gb_store_scan_part(shared->file, part->number, shared->parts, add_row, tell_problem, part,
					  &part->error);
	return NULL;
}

/* This thread reads the first part, and each part for which no other thread could be created. */
static int read_parts(struct shared *shared, struct gb_history *history, struct gb_error *error)
{
	struct part part[THREADS_MAX];
	bool threaded[THREADS_MAX] = { false };
	int status = GB_OK;

	for (size_t i = 0; i < shared->parts; i++) {
		part[i] = (struct part){ .shared = shared,
					 .number = i,
					 .own = { .with_intervals = history->with_intervals,
						  .with_slopes = history->with_slopes,
						  .since = history->since } };
		part[i].history = &part[i].own;
		threaded[i] = i > 0 && pthread_create(&part[i].thread, NULL, read_part, &part[i]) == 0;
	}
	for (size_t i = 0; i < shared->parts; i++) {
		if (threaded[i])
			pthread_join(part[i].thread, NULL);
		else
			read_part(&part[i]);
	}
	for (size_t i = 0; i < shared->parts; i++) {
		if (part[i].status != GB_OK && status == GB_OK)
			gb_error_write(error, "%s", part[i].error.text);
		if (part[i].status != GB_OK)
			status = part[i].status;
		if (gb_history_join(history, &part[i].own, status == GB_OK ? error : &part[i].error) != GB_OK)
			status = GB_FAILED;
		gb_error_clear(&part[i].error);
	}
	return status;
}

/* Uses threads for a first, complete store: an earlier file may have the same GPUs, and an index finds a single GPU. */
int gb_history_read(struct gb_history *history, const char *file, const char *gpu, const char *roof,
		    gb_csv_tell_fn *tell_it, void *context, struct gb_error *error)
{
	struct shared shared = { .file = file,
				 .gpu = gpu,
				 .roof = roof,
				 .tell = tell_it,
				 .context = context,
				 .lock = PTHREAD_MUTEX_INITIALIZER,
				 .parts = gb_host_processors() };
	struct part one = { .shared = &shared, .history = history };

	shared.parts = shared.parts > THREADS_MAX ? THREADS_MAX : shared.parts;
	const bool apart = history->visits == 0 && gpu == NULL && shared.parts > 1 && gb_store_is(file);
	const int status = apart ? read_parts(&shared, history, error)
				 : gb_store_scan_gpu(file, GB_STORE_ROOFS, gpu, add_row, tell_problem, &one, error);
	pthread_mutex_destroy(&shared.lock);
	return status;
}
