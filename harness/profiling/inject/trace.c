#include "inject/trace.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FILES_OF_A_PID = 1000, DESCRIPTOR_MOST = 1 << 16 };

static struct {
	pthread_mutex_t lock;
	FILE *file;
	pid_t owner;
	int fd;
	struct stat is; /* of the opened file */
	char path[PATH_MAX];
} trace = { .lock = PTHREAD_MUTEX_INITIALIZER };

static bool is_trace(int fd)
{
	struct stat is;

	return fd >= 0 && fstat(fd, &is) == 0 && is.st_dev == trace.is.st_dev && is.st_ino == trace.is.st_ino;
}

/* Moves the descriptor out of the way of the program's, which count from 0. */
static int lift_descriptor(int fd)
{
	struct rlimit most;
	int high = -1;

	for (rlim_t at = getrlimit(RLIMIT_NOFILE, &most) == 0 ? most.rlim_cur : 0; at > 16 && high < 0; at /= 2)
		high = fcntl(fd, F_DUPFD_CLOEXEC, (int)((at < DESCRIPTOR_MOST ? at : DESCRIPTOR_MOST) / 2));
	if (high < 0)
		return fd;
	close(fd);
	return high;
}

/* A program may close all descriptors that it did not open. Its next file then gets the descriptor of the trace. */
static ssize_t write_trace(void *nothing, const char *text, size_t size)
{
	size_t written = 0;
	ssize_t got = 1;

	if (!is_trace(trace.fd))
		trace.fd = lift_descriptor(open(trace.path, O_WRONLY | O_APPEND | O_CLOEXEC));
	while (is_trace(trace.fd) && written < size && got > 0) {
		got = write(trace.fd, text + written, size - written);
		written += got > 0 ? (size_t)got : 0;
	}
	return (ssize_t)written;
}

static int close_trace(void *nothing)
{
	return is_trace(trace.fd) ? close(trace.fd) : 0;
}

/* A child of fork() that calls exit() would otherwise write the parent's buffered text again. */
static void forget_unwritten(void)
{
	if (trace.file != NULL)
		__fpurge(trace.file);
}

/* The file has a number, because a process keeps its pid after exec(). */
bool gb_trace_open(const char *folder)
{
	int fd = -1;

	trace.owner = getpid();
	for (int n = 0; n < FILES_OF_A_PID && fd < 0; n++) {
		const int length = snprintf(trace.path, sizeof trace.path, "%s/%ld.%d" GB_TRACE_SUFFIX, folder,
					    (long)trace.owner, n);
		if (length < 0 || (size_t)length >= sizeof trace.path)
			return false;
		fd = open(trace.path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
	}
	trace.fd = fd >= 0 && fstat(fd, &trace.is) == 0 ? lift_descriptor(fd) : -1;
	trace.file = trace.fd >= 0 ? fopencookie(NULL, "w",
						 (cookie_io_functions_t){ .write = write_trace, .close = close_trace })
				   : NULL;
	if (trace.file == NULL && fd >= 0)
		close_trace(NULL);
	if (trace.file != NULL)
		pthread_atfork(NULL, NULL, forget_unwritten);
	return trace.file != NULL;
}

static bool is_own_trace(void)
{
	return trace.file != NULL && getpid() == trace.owner;
}

void gb_trace_add(const char *format, ...)
{
	va_list args;

	if (!is_own_trace())
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
	if (!is_own_trace())
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
	if (!is_own_trace())
		return;
	pthread_mutex_lock(&trace.lock);
	fflush(trace.file);
	pthread_mutex_unlock(&trace.lock);
}

void gb_trace_close(void)
{
	if (!is_own_trace())
		return;
	pthread_mutex_lock(&trace.lock);
	fclose(trace.file);
	trace.file = NULL;
	pthread_mutex_unlock(&trace.lock);
}

/* ---- many records at once ---------------------------------------------------------------------------------------- */

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

/* ---- flushing ---------------------------------------------------------------------------------------------------- */

static struct {
	pthread_mutex_t lock;
	pthread_cond_t ends;
	pthread_t thread;
	bool is_running, is_ending;
	unsigned milliseconds;
	gb_flusher_fn *flush;
} flusher = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct timespec next_flush_time(void)
{
	struct timespec at;

	clock_gettime(CLOCK_MONOTONIC, &at);
	at.tv_sec += flusher.milliseconds / 1000;
	at.tv_nsec += (long)(flusher.milliseconds % 1000) * 1000000;
	at.tv_sec += at.tv_nsec / 1000000000;
	at.tv_nsec %= 1000000000;
	return at;
}

static void *run_flusher(void *nothing)
{
	pthread_mutex_lock(&flusher.lock);
	while (!flusher.is_ending) {
		const struct timespec at = next_flush_time();
		if (pthread_cond_timedwait(&flusher.ends, &flusher.lock, &at) == 0)
			continue;
		pthread_mutex_unlock(&flusher.lock);
		flusher.flush();
		pthread_mutex_lock(&flusher.lock);
	}
	pthread_mutex_unlock(&flusher.lock);
	return NULL;
}

/* Signals must reach the program's own threads. */
static bool start_flusher(void)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	const bool started = pthread_create(&flusher.thread, NULL, run_flusher, NULL) == 0;
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
	flusher.is_running = start_flusher();
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
