/* staged.c: a copy of pageable memory through pinned slots. Threads move chunks between the memory and the slots. The
 * enqueueing thread keeps the copies of the slots in order, and waits for half of the slots while the other half is in
 * flight. */
#include <pthread.h>
#include <stdatomic.h>
#include <sched.h>
#include <stdlib.h>

#include "state.h"

enum { THREADS_MAX = 64, SLOTS_MAX = 4 * THREADS_MAX };

/* The next user of a slot. */
enum { FOR_THREAD, FOR_COPY };

struct slot {
	struct gb_buffer buffer;
	_Atomic uint64_t turn; /* 2 x the chunk for which the slot is ready + the user */
};

struct staged {
	pthread_t thread[THREADS_MAX];
	uint32_t threads, slots;
	uint64_t chunk;
	struct gb_buffer all; /* all slots */
	struct slot slot[SLOTS_MAX];
	pthread_mutex_t lock;
	pthread_cond_t change;
	uint64_t job; /* number of jobs so far; threads sleep between jobs */
	bool end;
	/* The current job. */
	char *host;
	uint64_t bytes, chunks;
	bool to_device;
	_Atomic uint64_t next; /* next chunk that no thread has taken */
	_Atomic uint32_t left; /* threads that have not finished */
};

static uint64_t bytes_of(const struct staged *s, uint64_t c)
{
	return c + 1 < s->chunks ? s->chunk : s->bytes - c * s->chunk;
}

static void wait_until(const struct slot *slot, uint64_t turn)
{
	while (atomic_load_explicit(&slot->turn, memory_order_acquire) != turn)
		sched_yield();
}

static void pass_on(struct slot *slot, uint64_t turn)
{
	atomic_store_explicit(&slot->turn, turn, memory_order_release);
}

static uint64_t turn_of(uint64_t chunk, uint32_t whose)
{
	return 2 * chunk + whose;
}

/* A thread uses a slot before the copy to the device, and after the copy from the device. */
static void move_chunks(struct staged *s)
{
	for (;;) {
		const uint64_t c = atomic_fetch_add(&s->next, 1);
		if (c >= s->chunks)
			break;
		struct slot *slot = &s->slot[c % s->slots];
		char *at = s->host + c * s->chunk;
		wait_until(slot, turn_of(c, FOR_THREAD));
		if (s->to_device)
			memcpy(slot->buffer.at, at, bytes_of(s, c));
		else
			memcpy(at, slot->buffer.at, bytes_of(s, c));
		pass_on(slot, s->to_device ? turn_of(c, FOR_COPY) : turn_of(c + s->slots, FOR_COPY));
	}
}

static void *work(void *context)
{
	struct staged *s = context;
	uint64_t done = 0;

	pthread_mutex_lock(&s->lock);
	for (;;) {
		while (s->job == done && !s->end)
			pthread_cond_wait(&s->change, &s->lock);
		if (s->end)
			break;
		done = s->job;
		pthread_mutex_unlock(&s->lock);
		move_chunks(s);
		atomic_fetch_sub(&s->left, 1);
		pthread_mutex_lock(&s->lock);
	}
	pthread_mutex_unlock(&s->lock);
	return NULL;
}

int staged_open(struct gb_run *run, uint32_t threads, uint64_t chunk, struct staged **out)
{
	struct staged *s = calloc(1, sizeof *s);
	int status = GB_OK;

	if (s == NULL || threads > THREADS_MAX) {
		free(s);
		return gb_fail(run, "out of memory for %u threads", threads);
	}
	s->chunk = chunk;
	s->slots = 4 * threads;
	pthread_mutex_init(&s->lock, NULL);
	pthread_cond_init(&s->change, NULL);
	status = gb_buffer_alloc(run, GB_BUFFER_PINNED, -1, s->slots * chunk, &s->all);
	for (uint32_t i = 0; i < s->slots && status == GB_OK; i++)
		s->slot[i].buffer = (struct gb_buffer){ (char *)s->all.at + i * chunk, s->all.seen + i * chunk, chunk,
							s->all.kind };
	while (s->threads < threads && status == GB_OK)
		if (pthread_create(&s->thread[s->threads], NULL, work, s) == 0)
			s->threads++;
		else
			status = gb_skip(run, "the host starts no more than %u threads", s->threads);
	if (status == GB_OK)
		*out = s;
	else
		staged_close(run, s);
	return status;
}

void staged_close(struct gb_run *run, struct staged *s)
{
	pthread_mutex_lock(&s->lock);
	s->end = true;
	pthread_cond_broadcast(&s->change);
	pthread_mutex_unlock(&s->lock);
	for (uint32_t i = 0; i < s->threads; i++)
		pthread_join(s->thread[i], NULL);
	pthread_mutex_destroy(&s->lock);
	pthread_cond_destroy(&s->change);
	gb_buffer_free(run, &s->all);
	free(s);
}

static void start(struct staged *s, char *host, uint64_t bytes, bool to_device)
{
	s->host = host;
	s->bytes = bytes;
	s->chunks = (bytes + s->chunk - 1) / s->chunk;
	s->to_device = to_device;
	for (uint32_t i = 0; i < s->slots; i++)
		pass_on(&s->slot[i], turn_of(i, to_device ? FOR_THREAD : FOR_COPY));
	atomic_store(&s->next, 0);
	atomic_store(&s->left, s->threads);
	pthread_mutex_lock(&s->lock);
	s->job++;
	pthread_cond_broadcast(&s->change);
	pthread_mutex_unlock(&s->lock);
}

/* Waits for the copy of chunk c. */
static int finish(struct gb_run *run, struct staged *s, uint64_t c)
{
	struct slot *slot = &s->slot[c % s->slots];
	const int status = gb_event_sync(run, (uint32_t)(c % s->slots));

	pass_on(slot, s->to_device ? turn_of(c + s->slots, FOR_THREAD) : turn_of(c, FOR_THREAD));
	return status;
}

int staged_copy(struct gb_run *run, struct staged *s, gb_ptr device, char *host, uint64_t bytes, bool to_device)
{
	const uint64_t ahead = s->slots / 2;
	int status = GB_OK;

	start(s, host, bytes, to_device);
	/* After a failure all chunks are still passed on, because threads wait for them. */
	for (uint64_t c = 0; c < s->chunks; c++) {
		struct slot *slot = &s->slot[c % s->slots];
		const gb_ptr at = device + c * s->chunk;
		wait_until(slot, turn_of(c, FOR_COPY));
		if (status == GB_OK)
			status = to_device ? gb_stream_copy(run, 0, at, slot->buffer.seen, bytes_of(s, c))
					   : gb_stream_copy(run, 0, slot->buffer.seen, at, bytes_of(s, c));
		if (status == GB_OK)
			status = gb_event_record(run, (uint32_t)(c % s->slots), 0);
		if (c >= ahead) {
			const int finished = finish(run, s, c - ahead);
			status = status == GB_OK ? finished : status;
		}
	}
	for (uint64_t c = s->chunks > ahead ? s->chunks - ahead : 0; c < s->chunks; c++) {
		const int finished = finish(run, s, c);
		status = status == GB_OK ? finished : status;
	}
	while (atomic_load(&s->left) > 0)
		sched_yield();
	return status;
}
