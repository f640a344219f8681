#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/heap.h"
#include "base/text.h"
#include "workers/gpu_queue.h"
#include "workers/supervisor_parts.h"
#include "workers/validate.h"

/* Deliver the rows that have arrived, in order. Only the first incomplete queue may deliver; later queues wait, except
 * at the `end`, after which nothing more arrives. */
static int deliver_rows(struct gb_supervisor *s, struct gb_gpu_queue *queues, size_t count, bool end,
			struct gb_error *error)
{
	for (size_t i = 0; i < count; i++) {
		struct gb_gpu_queue *queue = &queues[i];
		const size_t torn = queue->done == queue->count ? queue->torn : 0;
		for (; queue->written < queue->done + torn; queue->written++) {
			const size_t at = queue->written;
			GB_TRY(gb_supervisor_deliver(s, queue->row[at], queue->row_size[at], error));
			free(queue->row[at]);
			queue->row[at] = NULL;
		}
		if (queue->done < queue->count && !end)
			break;
	}
	return GB_OK;
}

/* If the host has no process or file left for a worker, the queue's remaining tasks fail, and other queues continue. */
static void start_or_fail(struct gb_supervisor *s, struct gb_gpu_queue *queue, size_t together)
{
	struct gb_error why = { "" };

	if (gb_gpu_queue_start(s, queue, together, &why) != GB_OK)
		gb_crash_fail_rest(s, queue, why.text);
}

/* False: every queue is done. */
static bool start_queues(struct gb_supervisor *s, struct gb_gpu_queue *queues, size_t count)
{
	size_t running = 0, open = 0, taken = 0;

	for (size_t i = 0; i < count; i++) {
		taken += queues[i].count > 0; /* a GPU whose rows all exist has no worker */
		running += queues[i].running;
		open += queues[i].done < queues[i].count;
	}
	for (size_t i = 0; i < count; i++) {
		if (queues[i].running || queues[i].done == queues[i].count || (running > 0 && !s->options.concurrent))
			continue;
		start_or_fail(s, &queues[i], s->options.concurrent ? taken - 1 : 0);
		running += queues[i].running;
	}
	return open > 0 || running > 0;
}

/* If more than one interval has passed since the last check, this process was stopped along with its workers (Ctrl-Z),
 * or was kept from running. The workers get that much more time. */
static void extend_patience(struct gb_gpu_queue *queues, size_t count, double late)
{
	for (size_t i = 0; i < count && late > LOOK_SECONDS; i++)
		gb_patience_extend(&queues[i].patience, late);
}

/* Wait for events, and tend every running queue. `looked`: the time of the last check. */
static void tend_queues(struct gb_supervisor *s, struct gb_gpu_queue *queues, size_t count, double *looked)
{
	struct pollfd *p = gb_heap_array(count, sizeof *p);
	nfds_t running = 0;

	/* Only open connections: poll() rejects more entries than a process may have files, even ignored ones. */
	for (size_t i = 0; i < count; i++)
		if (queues[i].running)
			p[running++] = (struct pollfd){ queues[i].worker.wire.fd, POLLIN, 0 };
	poll(p, running, (int)(1000 * LOOK_SECONDS));
	const double now = gb_clock_now();
	extend_patience(queues, count, now - *looked - LOOK_SECONDS);
	*looked = now;
	running = 0;
	for (size_t i = 0; i < count; i++)
		if (queues[i].running)
			gb_gpu_queue_tend(s, &queues[i], p[running++].revents != 0);
	free(p);
}

/* Send SIGTERM to the running workers, because the signal that interrupted this process may not have reached them. */
static void stop_workers(const struct gb_supervisor *s, struct gb_gpu_queue *queues, size_t count)
{
	const double seconds = s->place.options->sdc_seconds > 0 ? GB_WORKER_KILL_SECONDS : GB_WORKER_STOP_SECONDS;

	for (size_t i = 0; i < count; i++)
		if (queues[i].running) {
			kill(queues[i].worker.pid, SIGTERM);
			queues[i].patience = gb_patience_begin(s->options.root, seconds, gb_clock_now());
		}
}

static void miss_deadline(struct gb_supervisor *s, struct gb_gpu_queue *queues, size_t count)
{
	char why[96] = "";

	gb_text_add(why, sizeof why, GB_LATE ", %g s, passed before this was measured", s->options.deadline_seconds);
	for (size_t i = 0; i < count; i++) {
		if (queues[i].running) {
			gb_worker_kill(&queues[i].worker);
			gb_worker_reap(&queues[i].worker);
			queues[i].running = false;
		}
		gb_crash_fail_rest(s, &queues[i], why);
	}
}

static int run_queues(struct gb_supervisor *s, struct gb_gpu_queue *queues, size_t count, struct gb_error *error)
{
	double looked = gb_clock_now();
	bool stopping = false, finished = false;

	while (!finished) {
		if (*s->options.interrupted && !stopping) {
			stop_workers(s, queues, count);
			stopping = true;
		}
		bool any = false;
		for (size_t i = 0; i < count; i++)
			any |= queues[i].running;
		if (stopping && !any)
			return deliver_rows(s, queues, count, true, error) == GB_OK ? GB_INTERRUPTED : GB_FAILED;
		if (!stopping && gb_clock_now() > s->deadline)
			miss_deadline(s, queues, count);
		finished = !stopping && !start_queues(s, queues, count);
		if (!finished)
			tend_queues(s, queues, count, &looked);
		GB_TRY(deliver_rows(s, queues, count, false, error));
	}
	return GB_OK;
}

int gb_supervisor_run(struct gb_supervisor *s, const struct gb_devices *on, const bool *skip, struct gb_error *error)
{
	const size_t tasks = s->place.tasks->count;
	struct gb_gpu_queue *queues = gb_heap_array(on->count + 1, sizeof *queues);

	for (size_t i = 0; i < on->count; i++)
		gb_gpu_queue_open(&queues[i], on, i, s->place.tasks, skip != NULL ? skip + i * tasks : NULL);
	const int status = run_queues(s, queues, on->count, error);
	for (size_t i = 0; i < on->count; i++)
		gb_gpu_queue_close(&queues[i]);
	free(queues);
	gb_supervisor_dismiss(s);
	return status;
}

/* ---- finding the devices ----------------------------------------------------------------------------------------- */

/* The seconds that a driver may take to list its devices. */
#define FIND_SECONDS 60

int gb_supervisor_poll(int fd, double until)
{
	struct pollfd p = { fd, POLLIN, 0 };
	double left = until - gb_clock_now();

	left = left < 0 ? 0 : left > LOOK_SECONDS ? LOOK_SECONDS : left;
	return poll(&p, 1, (int)ceil(1000 * left));
}

/* Take the scout's answer; GB_AGAIN: it has not arrived yet. */
static int take_found(struct gb_supervisor *s, struct gb_devices *devices, struct gb_error *error)
{
	struct gb_message message;
	char *payload;

	if (!gb_wire_take(&s->scout.wire, &message, &payload))
		return GB_AGAIN;
	struct gb_error why = { "" };
	int status = GB_FAILED;
	if (message.type != GB_MESSAGE_ERROR)
		status = gb_validate_found(&s->place, &message, payload, devices, &why);
	else if (gb_validate_text(&message, payload, &why) == GB_OK)
		gb_error_write(error, "%s", payload);
	if (why.text[0] != '\0')
		gb_error_write(error, "the worker that looks for devices sent an invalid message: %s", why.text);
	free(payload);
	return status;
}

int gb_supervisor_find(struct gb_supervisor *s, struct gb_devices *devices, struct gb_error *error)
{
	const double bound = fmin(FIND_SECONDS, s->options.deadline_seconds), now = gb_clock_now();
	struct gb_patience patience = gb_patience_begin(s->options.root, bound, now);
	char end[128];
	int status = gb_worker_start(&s->scout, &s->place, error);

	s->deadline = now + s->options.deadline_seconds;
	if (status != GB_OK)
		return status;
	if (!gb_wire_send(s->scout.wire.fd, GB_MESSAGE_FIND, 0, NULL, 0))
		gb_worker_kill(&s->scout);
	while ((status = take_found(s, devices, error)) == GB_AGAIN) {
		if (*s->options.interrupted) {
			gb_worker_kill(&s->scout);
			status = GB_INTERRUPTED;
			break;
		}
		if (gb_clock_now() >= s->deadline || gb_patience_is_over(&patience, s->scout.pid, gb_clock_now())) {
			gb_worker_kill(&s->scout);
			status = gb_error_set(error, "the driver did not list its devices within %g s", bound);
			break;
		}
		if (gb_supervisor_poll(s->scout.wire.fd, s->deadline) > 0 && !gb_wire_read(&s->scout.wire)) {
			gb_crash_describe(&s->scout, gb_worker_reap(&s->scout), end, sizeof end);
			return gb_error_set(error, "while the devices were listed, %s", end);
		}
	}
	if (status != GB_OK)
		gb_supervisor_dismiss(s);
	return status;
}

void gb_supervisor_dismiss(struct gb_supervisor *s)
{
	if (s->scout.pid != 0)
		gb_worker_reap(&s->scout);
}
