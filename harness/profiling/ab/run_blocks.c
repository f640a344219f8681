#include "ab/run_blocks.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/hash.h"
#include "base/heap.h"
#include "base/text.h"

/* Bytes of a command's output, and of its last line in messages. */
enum { PRINTED_MAX = 64 << 20, WORDS_MAX = 200 };
enum { BLOCK_RUNS = 4 };

struct measuring {
	const struct gb_ab_job *job;
	struct gb_ab_runs *runs;
	struct gb_taker taker;
	uint64_t coins;
};

/* ---- output of a command ----------------------------------------------------------------------------------------- */

/* Kept in memory, because writing to a disk might disturb the measurement. */
static int open_memory(const char *name, struct gb_error *error)
{
	const int file = memfd_create(name, MFD_CLOEXEC);

	if (file < 0)
		gb_error_write(error, "no memory for the output of commands:  %s", strerror(errno));
	return file;
}

/* Returns the text from offset `from` on, terminated by a 0; the caller frees it. */
static char *read_memory(int file, off_t from, size_t *size, struct gb_error *error)
{
	const off_t end = lseek(file, 0, SEEK_END);
	size_t used = 0;
	ssize_t got = 1;

	if (end - from > PRINTED_MAX) {
		gb_error_write(error, "it prints more than %d MiB", PRINTED_MAX >> 20);
		return NULL;
	}
	char *text = gb_heap_array((size_t)(end - from) + 1, 1);
	while (got > 0 && (off_t)used < end - from) {
		got = pread(file, text + used, (size_t)(end - from) - used, from + (off_t)used);
		used += got > 0 ? (size_t)got : 0;
	}
	if (got < 0) {
		gb_error_write(error, "its output cannot be read: %s", strerror(errno));
		free(text);
		return NULL;
	}
	text[used] = '\0';
	*size = used;
	return text;
}

/* The last line that is not empty; only its end if it is long. */
static void last_words(int file, char words[WORDS_MAX])
{
	struct gb_error ignored = { "" };
	const off_t end = lseek(file, 0, SEEK_END), from = end > WORDS_MAX ? end - WORDS_MAX : 0;
	size_t size = 0;
	char *text = read_memory(file, from, &size, &ignored);

	words[0] = '\0';
	if (text == NULL)
		return;
	while (size > 0 && (text[size - 1] == '\n' || text[size - 1] == '\r'))
		text[--size] = '\0';
	const char *line = memrchr(text, '\n', size);
	gb_text_copy(words, WORDS_MAX, line != NULL ? line + 1 : text);
	free(text);
}

static void log_file(FILE *log, int file)
{
	char part[1 << 14];
	off_t at = 0;
	ssize_t got;

	while ((got = pread(file, part, sizeof part, at)) > 0) {
		fwrite(part, 1, (size_t)got, log);
		at += got;
	}
}

static int log_run(const struct measuring *m, const struct gb_ab_run *run, const struct gb_child_end *end, int out,
		   int err, struct gb_error *error)
{
	FILE *log = m->job->log;

	if (log == NULL)
		return GB_OK;
	fprintf(log, "==== run %zu: %s, pair %zu, status %d, %.6g s\n", m->runs->count + 1, gb_ab_names[run->side],
		run->pair, end->status, end->seconds);
	log_file(log, out);
	log_file(log, err);
	return fflush(log) == 0 ? GB_OK : gb_error_set(error, "the log cannot be written: %s", strerror(errno));
}

/* ---- one run ----------------------------------------------------------------------------------------------------- */

static int refuse_end(const struct gb_child_end *end, int err, struct gb_error *error)
{
	char words[WORDS_MAX];

	last_words(err, words);
	return gb_error_set(error, "ended %s %d%s%s", end->killed ? "by signal" : "with status",
			    end->status - (end->killed ? 128 : 0), words[0] != '\0' ? ": " : "", words);
}

static int run_with(struct measuring *m, struct gb_ab_run *run, struct gb_child_streams streams, struct gb_error *error)
{
	/* execvp() takes pointers without const but does not change the arguments. */
	char *const *argv = (char *const *)(void *)m->job->command[run->side];
	struct gb_child_end end = { .status = 0 };
	struct gb_child child;
	size_t size = 0;
	char *text = NULL;

	GB_TRY(gb_child_start(&child, argv, streams, error));
	int status = gb_child_wait(&child, m->job->stop, &end, error);
	gb_cleanup_kill_left(); /* a child of the command would keep running during the next one */
	if (status == GB_OK)
		status = log_run(m, run, &end, streams.out, streams.err, error);
	if (status == GB_OK && end.status != 0)
		status = refuse_end(&end, streams.err, error);
	if (status == GB_OK && gb_taker_reads(&m->job->wish) &&
	    (text = read_memory(streams.out, 0, &size, error)) == NULL)
		status = GB_FAILED;
	if (status == GB_OK)
		status = gb_taker_take(&m->taker, &end, text, size, &run->value, error);
	free(text);
	run->seconds = end.seconds;
	run->processor_seconds = end.processor_seconds;
	return status == GB_FAILED ? gb_error_prefix(error, "%s", argv[0]) : status;
}

static int run_one(struct measuring *m, size_t pair, int side, struct gb_error *error)
{
	struct gb_ab_run run = { .pair = pair, .side = side };
	const bool keeps = gb_taker_reads(&m->job->wish) || m->job->log != NULL;
	struct gb_child_streams streams = { open("/dev/null", O_RDONLY | O_CLOEXEC), -1, -1 };
	int status = GB_FAILED;

	streams.out = keeps ? open_memory("output", error) : open("/dev/null", O_WRONLY | O_CLOEXEC);
	streams.err = open_memory("errors", error);
	if (streams.in < 0 || streams.out < 0)
		gb_error_write(error, "/dev/null: %s", strerror(errno));
	else if (streams.err >= 0)
		status = run_with(m, &run, streams, error);
	for (size_t i = 0; i < 3; i++) {
		const int file = i == 0 ? streams.in : i == 1 ? streams.out : streams.err;
		if (file >= 0)
			close(file);
	}
	if (status == GB_FAILED)
		return gb_error_prefix(error, "%s, run %zu", gb_ab_names[side], m->runs->count + 1);
	if (status == GB_OK)
		gb_ab_runs_add(m->runs, &run);
	return status;
}

/* ---- all runs ---------------------------------------------------------------------------------------------------- */

/* The order within a block: A B B A or B A A B. */
static int run_block(struct measuring *m, struct gb_error *error)
{
	const int first = gb_hash_next(&m->coins) >> 63 ? GB_AB_B : GB_AB_A;
	const size_t pair = 2 * m->runs->test.count + 1;
	int status = GB_OK;

	for (int i = 0; i < BLOCK_RUNS && status == GB_OK; i++) {
		const bool is_outer = i == 0 || i == BLOCK_RUNS - 1;
		status = run_one(m, pair + (size_t)(i / 2), is_outer ? first : GB_AB_SIDES - 1 - first, error);
	}
	return status;
}

static int run_all(struct measuring *m, struct gb_error *error)
{
	int status = run_one(m, 0, GB_AB_A, error);

	if (status == GB_OK)
		status = run_one(m, 0, GB_AB_B, error);
	while (status == GB_OK && m->runs->is == GB_SEQUENTIAL_OPEN &&
	       2 * m->runs->test.count < m->runs->question->pairs) {
		status = run_block(m, error);
		if (status == GB_OK && gb_ab_runs_judge(m->runs))
			m->job->tell(m->job->context, m->runs);
	}
	return status;
}

int gb_ab_measure(const struct gb_ab_job *job, struct gb_ab_runs *runs, struct gb_error *error)
{
	struct measuring m = { .job = job,
			       .runs = runs,
			       .coins = gb_hash_finish(gb_hash_mix(GB_HASH_BEGIN, job->seed, strlen(job->seed))) };

	GB_TRY(gb_taker_open(&m.taker, &job->wish, error));
	const int status = run_all(&m, error);
	gb_taker_close(&m.taker);
	return status;
}
