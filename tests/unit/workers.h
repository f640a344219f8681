/* workers.h: a benchmark whose tasks do what a test requires, measured in worker processes on the fake device. */
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "base/clock.h"
#include "bench.h"
#include "workers/worker.h"

enum deed {
	FINE,
	SLOW, /* and fine */
	ABORT,
	RELAPSE, /* aborts when it is visited for the second time */
	CRASH,
	EXIT,
	HANG,     /* asleep */
	STARVED,  /* takes STARVED_SECONDS, while the kernel reports that it was waiting for a processor */
	BABBLE,   /* sends its supervisor bytes that are not a message, and hangs */
	VOID,     /* reports that it is done, without any row, and aborts */
	FORGE,    /* reports that it is done, with a row of another GPU, and hangs */
	BEGINNER, /* endlessly reports that it begins */
	DEAF,     /* hangs, and ignores SIGTERM */
	LOST,     /* an error that sticks to the context */
	ABSENT,   /* skipped */
	DOUBTED   /* suspect, according to the plug-in */
};

enum { TASKS = 6, DEVICES = 3, STARVED_SECONDS = 4 };
static enum deed deeds[DEVICES][TASKS];
static bool abort_in_teardown;
static int visits_of[TASKS]; /* in this process */

static const struct gb_axis work_axes[] = {
	{ GB_AXIS(task), .help = "h", .values = "0:5" },
	{ GB_AXIS(block), .help = "h", .kind = GB_SEARCHED, .values = "32" },
	{ .name = NULL },
};

static inline enum deed work_deed(struct gb_run *run)
{
	return deeds[gb_device(run)->index][gb_value(run, task)];
}

static inline void work_hang(void)
{
	for (;;)
		pause();
}

/* Prefixed to /proc if a task is STARVED. */
static char work_root[64];

/* The entries of a process: its one thread as it is, since the machine may be loaded, and a second simulated one. */
static inline void work_have_threads(pid_t pid)
{
	char path[128], thread[64];
	size_t used = strlen(work_root);

	memcpy(path, work_root, used + 1);
	snprintf(path + used, sizeof path - used, "/proc/%d/task/made/", (int)pid);
	for (char *at = path + used + 1; (at = strchr(at, '/')) != NULL; *at++ = '/') {
		*at = '\0';
		mkdir(path, 0700);
	}
	snprintf(path + used, sizeof path - used, "/proc/%d/task/%d", (int)pid, (int)pid);
	snprintf(thread, sizeof thread, "/proc/%d/task/%d", (int)pid, (int)pid);
	if (symlink(thread, path) != 0)
		abort();
}

/* The kernel's entry for the second thread: ten times the true value, because this process may write it late. */
static inline void work_say_starved(double seconds)
{
	char path[128], whole[128];

	snprintf(whole, sizeof whole, "%.63s/proc/%d/task/made/schedstat", work_root, (int)getpid());
	snprintf(path, sizeof path, "%.63s/proc/%d/task/new", work_root, (int)getpid());
	FILE *file = fopen(path, "w");
	if (file == NULL)
		abort();
	fprintf(file, "0 %.0f 0\n", 1e10 * seconds);
	/* Renamed into place when complete: a reader of a half-written file would conclude that nothing waited. */
	if (fclose(file) != 0 || rename(path, whole) != 0)
		abort();
}

static inline void work_starve(void)
{
	const struct timespec pause = { 0, 20000000 };
	const double began = gb_clock_now();

	while (gb_clock_now() - began < STARVED_SECONDS) {
		work_say_starved(gb_clock_now() - began);
		nanosleep(&pause, NULL);
	}
}

/* To everything that is a socket, including the supervisor's. */
static inline void work_say(const void *bytes, size_t size)
{
	for (int fd = 0; fd < 256; fd++)
		send(fd, bytes, size, MSG_NOSIGNAL);
}

static inline void work_babble(void)
{
	char noise[4096];

	memset(noise, 'Z', sizeof noise);
	work_say(noise, sizeof noise);
	work_hang();
}

static inline void work_say_void(struct gb_run *run)
{
	const struct gb_message message = { GB_MESSAGE_ROWS, gb_value(run, task), 0 };

	work_say(&message, sizeof message);
	abort();
}

static inline void work_forge(struct gb_run *run)
{
	struct gb_record record = gb_record_empty();
	struct gb_message message = { GB_MESSAGE_ROWS, gb_value(run, task), 0 };

	record.gpu_uuid = "GPU-of-somebody-else";
	char *payload = gb_wire_pack_rows(&record, 1, NULL, &message.size);
	work_say(&message, sizeof message);
	work_say(payload, message.size);
	free(payload);
	work_hang();
}

static inline void work_begin_for_ever(struct gb_run *run)
{
	const struct gb_message message = { GB_MESSAGE_BEGIN, gb_value(run, task), 0 };
	const struct timespec pause = { 0, 1000000 };

	for (;;) {
		work_say(&message, sizeof message);
		nanosleep(&pause, NULL);
	}
}

static inline int work_prepare(struct gb_run *run)
{
	if (++visits_of[gb_value(run, task)] == 2 && work_deed(run) == RELAPSE)
		abort();
	if (work_deed(run) == DOUBTED)
		gb_suspect(run, "half of it is missing");
	return work_deed(run) == ABSENT ? gb_skip(run, "not here") : GB_OK;
}

static inline int work_launch(struct gb_run *run)
{
	const struct timespec pause = { 0, 20000000 };

	switch (work_deed(run)) {
	case SLOW:
		nanosleep(&pause, NULL);
		break;
	case ABORT:
		abort();
	case CRASH:
		signal(SIGSEGV, SIG_DFL); /* a sanitizer's handler would turn this into an exit */
		raise(SIGSEGV);
		break;
	case EXIT:
		_exit(3);
	case DEAF:
		signal(SIGTERM, SIG_IGN);
		work_hang();
		break;
	case HANG:
		work_hang();
		break;
	case BABBLE:
		work_babble();
		break;
	case VOID:
		work_say_void(run);
		break;
	case FORGE:
		work_forge(run);
		break;
	case BEGINNER:
		work_begin_for_ever(run);
		break;
	case LOST:
		fake_fail("sync", 1, true);
		break;
	default:
		break;
	}
	return bench_launch(run);
}

static inline int work_verify(struct gb_run *run)
{
	if (work_deed(run) == STARVED)
		work_starve();
	return bench_verify(run);
}

static inline void work_teardown(struct gb_run *run)
{
	if (abort_in_teardown)
		abort();
}

static inline struct gb_bench work_bench(void)
{
	struct gb_bench bench = bench_good();

	bench.axes = work_axes;
	bench.prepare = work_prepare;
	bench.launch = work_launch;
	bench.verify = work_verify;
	bench.teardown = work_teardown;
	return bench;
}

static volatile int stop;
#define CARE                                                    \
	{                                                       \
		.watch_seconds = 1e-6, .measure = BENCH_MEASURE \
	}
static const struct gb_sweep_options work_options = {
	.effort = GB_EVERY, .roof = CARE, .curve = CARE, .interrupted = &stop
};
static const struct gb_host work_host = { .name = "node1", .run_id = "0123", .job_id = "4711", .rank = "" };

/* True if every child of this process has ended and been waited for. */
static inline bool no_children(void)
{
	return waitpid(-1, NULL, WNOHANG) == -1;
}

static inline int open_files(void)
{
	int count = 0;

	for (int fd = 0; fd < 256; fd++)
		count += fcntl(fd, F_GETFD) >= 0;
	return count;
}
