#include "inject/flusher.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>

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
