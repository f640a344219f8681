#include "workers/gpu_queue.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/heap.h"
#include "base/text.h"
#include "engine/peers.h"
#include "workers/supervisor_parts.h"
#include "workers/worker.h"

void gb_gpu_queue_open(struct gb_gpu_queue *queue, const struct gb_devices *all, size_t gpu,
		       const struct gb_tasks *tasks, const bool *skip)
{
	*queue = (struct gb_gpu_queue){
		.on = &all->found[gpu],
		.all = all,
		.gpu = gpu,
		.order = gb_heap_array(tasks->count + 1, sizeof *queue->order),
		.has_row = gb_heap_array(tasks->count + 1, sizeof *queue->has_row),
		.row = gb_heap_array(2 * tasks->count + 1, sizeof *queue->row),
		.row_size = gb_heap_array(2 * tasks->count + 1, sizeof *queue->row_size),
	};
	for (size_t t = 0; t < tasks->count; t++)
		if (gb_task_is_of(&tasks->task[t], gpu) && (skip == NULL || !skip[t]))
			queue->order[queue->count++] = t;
}

void gb_gpu_queue_close(struct gb_gpu_queue *queue)
{
	if (queue->running) {
		gb_worker_kill(&queue->worker);
		gb_worker_reap(&queue->worker);
	}
	for (size_t i = 0; i < queue->count + queue->torn; i++)
		free(queue->row[i]);
	free(queue->order);
	free(queue->has_row);
	free(queue->row);
	free(queue->row_size);
}

static void list_left(const struct gb_gpu_queue *queue, size_t *out)
{
	for (size_t i = 0; i < queue->count; i++)
		if (!queue->has_row[i])
			*out++ = queue->order[i];
}

/* Any message restarts the patience. */
static void be_patient(const struct gb_supervisor *s, struct gb_gpu_queue *queue)
{
	queue->patience = gb_patience_begin(s->options.root, s->options.point_seconds, gb_clock_now());
}

int gb_gpu_queue_start(struct gb_supervisor *s, struct gb_gpu_queue *queue, size_t together, struct gb_error *error)
{
	if (!queue->died)
		queue->started = gb_clock_now();
	const struct gb_job job = {
		.gpu = queue->gpu,
		.together = together,
		.gpus = queue->all->count,
		.count = queue->count - queue->done,
		.spent = gb_clock_now() - queue->started,
		.in_turn = queue->died,
	};
	size_t size;
	char *payload = gb_job_pack(&job, &size);

	/* Registered before the fork: a process that is not yet in its queue would not be reaped. */
	if (s->scout.pid != 0) {
		queue->worker = s->scout;
		s->scout = (struct gb_worker){ 0 };
	} else if (gb_worker_start(&queue->worker, &s->place, error) != GB_OK) {
		free(payload);
		return GB_FAILED;
	}
	memcpy(gb_job_found(payload), queue->all->found, queue->all->count * sizeof *queue->all->found);
	list_left(queue, gb_job_order(payload));
	/* A worker that did not get its job would never answer, and would be waited for. */
	if (!gb_wire_send(queue->worker.wire.fd, GB_MESSAGE_JOB, 0, payload, size))
		gb_worker_kill(&queue->worker);
	free(payload);
	queue->validation = gb_validate_begin(&s->place, queue->all, queue->gpu, job.count);
	queue->broke[0] = '\0';
	queue->running = true;
	queue->busy = queue->begun = queue->leaving = queue->skips = false;
	queue->error[0] = '\0';
	be_patient(s, queue);
	return GB_OK;
}

void gb_gpu_queue_take_row(struct gb_supervisor *s, struct gb_gpu_queue *queue, size_t at, char *payload, size_t size)
{
	queue->has_row[at] = true;
	queue->row_size[queue->done] = size;
	queue->row[queue->done++] = payload;
	s->rows++;
}

/* The index of a task without a row; `count`: none. */
static size_t find_task(const struct gb_gpu_queue *queue, size_t task)
{
	size_t at = 0;

	while (at < queue->count && (queue->has_row[at] || queue->order[at] != task))
		at++;
	return at;
}

/* Take a valid message. A payload that is kept is set to NULL. */
static void take_message(struct gb_supervisor *s, struct gb_gpu_queue *queue, const struct gb_message *message,
			 size_t at, char **payload)
{
	be_patient(s, queue);
	switch (message->type) {
	case GB_MESSAGE_BEGIN:
		queue->busy = queue->begun = true;
		queue->at = at;
		s->begin(s->context, queue->on, &s->place.tasks->task[message->task]);
		break;
	case GB_MESSAGE_ASK:
		queue->at = at;
		break;
	case GB_MESSAGE_ROWS:
		gb_gpu_queue_take_row(s, queue, at, *payload, message->size);
		*payload = NULL;
		queue->busy = false;
		break;
	case GB_MESSAGE_LEAVE:
	case GB_MESSAGE_LEFT:
		queue->leaving = message->type == GB_MESSAGE_LEAVE;
		queue->leaves = message->task;
		break;
	default:
		gb_text_copy(queue->error, sizeof queue->error, *payload);
		queue->skips = message->type == GB_MESSAGE_SKIP;
		break;
	}
}

static void take_messages(struct gb_supervisor *s, struct gb_gpu_queue *queue)
{
	struct gb_message message;
	struct gb_error why = { "" };
	char *payload;

	while (queue->broke[0] == '\0' && gb_wire_take(&queue->worker.wire, &message, &payload)) {
		const size_t at = find_task(queue, message.task);
		if (gb_validate_measuring(&queue->validation, &message, payload, at < queue->count, &why) == GB_OK)
			take_message(s, queue, &message, at, &payload);
		else
			gb_text_add(queue->broke, sizeof queue->broke, "the worker sent an invalid message: %s",
				    why.text);
		free(payload);
	}
}

static void on_worker_gone(struct gb_supervisor *s, struct gb_gpu_queue *queue, const char *because, bool hung)
{
	take_messages(s, queue);
	gb_crash_conclude(s, queue, queue->broke[0] != '\0' ? queue->broke : because, hung);
}

void gb_gpu_queue_tend(struct gb_supervisor *s, struct gb_gpu_queue *queue, bool ready)
{
	struct gb_wire *wire = &queue->worker.wire;
	char why[96] = "";
	bool hung = false;

	if (ready && !gb_wire_read(wire)) {
		on_worker_gone(s, queue, NULL, false);
		return;
	}
	if (ready)
		take_messages(s, queue);
	else if (gb_worker_has_ended(&queue->worker)) {
		/* Children of the worker may keep the connection open. */
		while (gb_supervisor_poll(wire->fd, 0) > 0 && gb_wire_read(wire))
			;
		on_worker_gone(s, queue, NULL, false);
		return;
	}
	if (gb_wire_is_broken(wire))
		gb_text_add(why, sizeof why, "the worker sent bytes that are not a message; it was killed");
	else if ((hung = queue->broke[0] == '\0' &&
			 gb_patience_is_over(&queue->patience, queue->worker.pid, gb_clock_now())))
		gb_text_add(why, sizeof why, "hung: no answer for %.0f s; the worker was killed",
			    s->options.point_seconds);
	else if (queue->broke[0] == '\0')
		return;
	gb_worker_kill(&queue->worker);
	on_worker_gone(s, queue, why, hung);
}
