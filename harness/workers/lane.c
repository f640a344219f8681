#include "workers/lane.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "run/peers.h"
#include "workers/jobs.h"
#include "workers/supervisor_parts.h"
#include "workers/death.h"

int gb_lane_open(struct gb_lane *lane, const struct gb_devices *all, size_t gpu, const struct gb_tasks *tasks,
		 const bool *skip, struct gb_error *error)
{
	*lane = (struct gb_lane){
		.on = &all->found[gpu],
		.all = all,
		.gpu = gpu,
		.order = calloc(tasks->count + 1, sizeof *lane->order),
		.has_row = calloc(tasks->count + 1, sizeof *lane->has_row),
		.row = calloc(tasks->count + 1, sizeof *lane->row),
		.row_size = calloc(tasks->count + 1, sizeof *lane->row_size),
	};
	if (lane->order == NULL || lane->has_row == NULL || lane->row == NULL || lane->row_size == NULL)
		return gb_error_set(error, "out of memory for %zu rows", tasks->count);
	for (size_t t = 0; t < tasks->count; t++)
		if (gb_task_is_of(&tasks->task[t], gpu) && (skip == NULL || !skip[t]))
			lane->order[lane->count++] = t;
	return GB_OK;
}

void gb_lane_close(struct gb_lane *lane)
{
	if (lane->running) {
		gb_worker_kill(&lane->worker);
		gb_worker_reap(&lane->worker);
	}
	for (size_t i = 0; i < lane->count; i++)
		free(lane->row[i]);
	free(lane->order);
	free(lane->has_row);
	free(lane->row);
	free(lane->row_size);
}

/* The tasks without a row. */
static void list_left(const struct gb_lane *lane, size_t *out)
{
	for (size_t i = 0; i < lane->count; i++)
		if (!lane->has_row[i])
			*out++ = lane->order[i];
}

/* Restart the patience after any message. */
static void be_patient(const struct gb_supervisor *s, struct gb_lane *lane)
{
	lane->patience = gb_patience_begin(s->options.root, s->options.point_seconds, gb_clock_now());
}

int gb_lane_start(struct gb_supervisor *s, struct gb_lane *lane, size_t together, struct gb_error *error)
{
	if (!lane->died)
		lane->started = gb_clock_now();
	const struct gb_job job = {
		.gpu = lane->gpu,
		.together = together,
		.gpus = lane->all->count,
		.count = lane->count - lane->done,
		.spent = gb_clock_now() - lane->started,
		.in_turn = lane->died,
	};
	size_t size;
	char *payload = gb_job_pack(&job, &size);

	/* Before the fork: a process that is not yet in its lane would not be reaped. */
	if (payload == NULL)
		return gb_error_set(error, "out of memory");
	if (s->scout.pid != 0) {
		lane->worker = s->scout;
		s->scout = (struct gb_worker){ 0 };
	} else if (gb_worker_start(&lane->worker, &s->place, error) != GB_OK) {
		free(payload);
		return GB_FAILED;
	}
	memcpy(gb_job_found(payload), lane->all->found, lane->all->count * sizeof *lane->all->found);
	list_left(lane, gb_job_order(payload));
	/* A worker without a job would be waited for. */
	if (!gb_wire_send(lane->worker.wire.fd, GB_MESSAGE_JOB, 0, payload, size))
		gb_worker_kill(&lane->worker);
	free(payload);
	lane->trust = gb_trust_begin(&s->place, lane->all, lane->gpu, job.count);
	lane->broke[0] = '\0';
	lane->running = true;
	lane->busy = lane->begun = lane->skips = false;
	lane->error[0] = '\0';
	be_patient(s, lane);
	return GB_OK;
}

void gb_lane_take_row(struct gb_supervisor *s, struct gb_lane *lane, size_t at, char *payload, size_t size)
{
	lane->has_row[at] = true;
	lane->row_size[lane->done] = size;
	lane->row[lane->done++] = payload;
	s->rows++;
}

/* The index of a task that has no row yet; `count` if it is not among these. */
static size_t place_of(const struct gb_lane *lane, size_t task)
{
	size_t at = 0;

	while (at < lane->count && (lane->has_row[at] || lane->order[at] != task))
		at++;
	return at;
}

/* Process a valid message. A payload that is kept is set to NULL. */
static void take_message(struct gb_supervisor *s, struct gb_lane *lane, const struct gb_message *message, size_t at,
			 char **payload)
{
	be_patient(s, lane);
	switch (message->type) {
	case GB_MESSAGE_BEGIN:
		lane->busy = lane->begun = true;
		lane->at = at;
		s->begin(s->context, lane->on, &s->place.tasks->task[message->task]);
		break;
	case GB_MESSAGE_ROWS:
		gb_lane_take_row(s, lane, at, *payload, message->size);
		*payload = NULL;
		lane->busy = false;
		break;
	default:
		gb_text_copy(lane->error, sizeof lane->error, *payload);
		lane->skips = message->type == GB_MESSAGE_SKIP;
		break;
	}
}

static void take_messages(struct gb_supervisor *s, struct gb_lane *lane)
{
	struct gb_message message;
	struct gb_error why = { "" };
	char *payload;

	while (lane->broke[0] == '\0' && gb_wire_take(&lane->worker.wire, &message, &payload)) {
		const size_t at = place_of(lane, message.task);
		if (gb_trust_measuring(&lane->trust, &message, payload, at < lane->count, &why) == GB_OK)
			take_message(s, lane, &message, at, &payload);
		else
			gb_text_add(lane->broke, sizeof lane->broke, "the worker sent an invalid message: %s",
				    why.text);
		free(payload);
	}
}

/* The worker closed its end. */
static int gone(struct gb_supervisor *s, struct gb_lane *lane, const char *because, bool hung, struct gb_error *error)
{
	take_messages(s, lane);
	return gb_death_conclude(s, lane, lane->broke[0] != '\0' ? lane->broke : because, hung, error);
}

int gb_lane_tend(struct gb_supervisor *s, struct gb_lane *lane, bool ready, struct gb_error *error)
{
	struct gb_wire *wire = &lane->worker.wire;
	char why[96] = "";
	bool hung = false;

	if (ready && !gb_wire_read(wire))
		return gone(s, lane, NULL, false, error);
	if (ready)
		take_messages(s, lane);
	else if (gb_worker_has_ended(&lane->worker)) {
		/* It may have left child processes, which keep the connection open. */
		while (gb_supervisor_poll(wire->fd, 0) > 0 && gb_wire_read(wire))
			;
		return gone(s, lane, NULL, false, error);
	}
	if (gb_wire_is_broken(wire))
		gb_text_add(why, sizeof why, "the worker sent bytes that are not a message; it was killed");
	else if ((hung = lane->broke[0] == '\0' &&
			 gb_patience_is_over(&lane->patience, lane->worker.pid, gb_clock_now())))
		gb_text_add(why, sizeof why, "hung: no answer for %.0f s; the worker was killed",
			    s->options.point_seconds);
	else if (lane->broke[0] == '\0')
		return GB_OK;
	gb_worker_kill(&lane->worker);
	return gone(s, lane, why, hung, error);
}
