#include "inject/trace.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { FILES_OF_A_PID = 1000 };

static struct {
	pthread_mutex_t lock;
	FILE *file;
	pid_t owner;
} trace = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* A child of fork() that calls exit() would write once more what its parent has not handed to the system yet. */
static void forget(void)
{
	if (trace.file != NULL)
		__fpurge(trace.file);
}

/* A process that called exec() keeps its number. */
bool gb_trace_open(const char *folder)
{
	char path[PATH_MAX];
	int fd = -1;

	trace.owner = getpid();
	for (int n = 0; n < FILES_OF_A_PID && fd < 0; n++) {
		const int length =
			snprintf(path, sizeof path, "%s/%ld.%d" GB_TRACE_SUFFIX, folder, (long)trace.owner, n);
		if (length < 0 || (size_t)length >= sizeof path)
			return false;
		fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	}
	trace.file = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (trace.file == NULL && fd >= 0)
		close(fd);
	if (trace.file != NULL)
		pthread_atfork(NULL, NULL, forget);
	return trace.file != NULL;
}

static bool is_ours(void)
{
	return trace.file != NULL && getpid() == trace.owner;
}

void gb_trace_add(const char *format, ...)
{
	va_list args;

	if (!is_ours())
		return;
	va_start(args, format);
	pthread_mutex_lock(&trace.lock);
	vfprintf(trace.file, format, args);
	putc('\n', trace.file);
	pthread_mutex_unlock(&trace.lock);
	va_end(args);
}

void gb_trace_block(const char *text, size_t size)
{
	if (!is_ours())
		return;
	pthread_mutex_lock(&trace.lock);
	fwrite(text, 1, size, trace.file);
	pthread_mutex_unlock(&trace.lock);
}

const char *gb_trace_text(char *to, size_t size, const char *text)
{
	size_t used = 0;

	for (; text != NULL && text[used] != '\0' && used + 1 < size; used++) {
		const bool is_control = (unsigned char)text[used] < ' ' || text[used] == 127;
		to[used] = text[used];
		if (is_control)
			to[used] = '?';
	}
	to[used] = '\0';
	return to;
}

void gb_trace_flush(void)
{
	if (!is_ours())
		return;
	pthread_mutex_lock(&trace.lock);
	fflush(trace.file);
	pthread_mutex_unlock(&trace.lock);
}

void gb_trace_close(void)
{
	if (!is_ours())
		return;
	pthread_mutex_lock(&trace.lock);
	fclose(trace.file);
	trace.file = NULL;
	pthread_mutex_unlock(&trace.lock);
}

/* ---- records by the thousand ------------------------------------------------------------------------------------- */

void gb_lines_word(struct gb_lines *l, const char *word)
{
	const size_t length = strlen(word);

	memcpy(l->text + l->used, word, length);
	l->used += length;
}

void gb_lines_text(struct gb_lines *l, const char *text)
{
	l->text[l->used++] = '\t';
	gb_lines_word(l, text);
}

void gb_lines_number(struct gb_lines *l, uint64_t number)
{
	char digits[20];
	size_t at = sizeof digits;

	do {
		digits[--at] = (char)('0' + number % 10);
		number /= 10;
	} while (number > 0);
	l->text[l->used++] = '\t';
	memcpy(l->text + l->used, digits + at, sizeof digits - at);
	l->used += sizeof digits - at;
}

void gb_lines_end(struct gb_lines *l)
{
	l->text[l->used++] = '\n';
	if (l->used > GB_LINES - GB_LINES_RECORD)
		gb_lines_hand_over(l);
}

void gb_lines_hand_over(struct gb_lines *l)
{
	gb_trace_block(l->text, l->used);
	l->used = 0;
}

/* ---- a thread that asks CUPTI for its records -------------------------------------------------------------------- */

static struct {
	pthread_mutex_t lock;
	pthread_cond_t ends;
	pthread_t thread;
	bool is_running, is_ending;
	unsigned milliseconds;
	gb_flusher_fn *flush;
} flusher = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct timespec later(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	at.tv_sec += flusher.milliseconds / 1000;
	at.tv_nsec += (long)(flusher.milliseconds % 1000) * 1000000;
	at.tv_sec += at.tv_nsec / 1000000000;
	at.tv_nsec %= 1000000000;
	return at;
}

static void *run(void *nothing)
{
	(void)nothing;
	pthread_mutex_lock(&flusher.lock);
	while (!flusher.is_ending) {
		const struct timespec at = later();
		if (pthread_cond_timedwait(&flusher.ends, &flusher.lock, &at) == 0)
			continue;
		pthread_mutex_unlock(&flusher.lock);
		flusher.flush();
		pthread_mutex_lock(&flusher.lock);
	}
	pthread_mutex_unlock(&flusher.lock);
	return NULL;
}

/* Signals are for the program's own threads. */
static bool start(void)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	const bool started = pthread_create(&flusher.thread, NULL, run, NULL) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return started;
}

void gb_flusher_start(unsigned milliseconds, gb_flusher_fn *flush)
{
	pthread_condattr_t clock;

	flusher.milliseconds = milliseconds;
	flusher.flush = flush;
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&flusher.ends, &clock);
	pthread_condattr_destroy(&clock);
	flusher.is_running = start();
}

void gb_flusher_stop(void)
{
	if (!flusher.is_running)
		return;
	pthread_mutex_lock(&flusher.lock);
	flusher.is_ending = true;
	pthread_cond_signal(&flusher.ends);
	pthread_mutex_unlock(&flusher.lock);
	pthread_join(flusher.thread, NULL);
	flusher.is_running = false;
}
