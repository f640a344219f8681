#include "workers/supervisor_parts.h"

#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "run/peers.h"

/* The tasks of one GPU. */
struct lane {
	const struct gb_found *on;
	const struct gb_devices *all; /* the GPUs of the run */
	size_t gpu;                   /* of them, this one */
	size_t *order;                /* tasks to do */
	size_t count;
	bool *has_row;  /* of each of them */
	size_t done;    /* rows received or made up, in the order they came */
	size_t written; /* of them, rows delivered */
	char **row;     /* payload of each that is not delivered */
	size_t *row_size;
	struct gb_worker worker;
	bool running;
	bool busy;                 /* the worker is at a task */
	size_t at;                 /* the place of that task in `order` */
	bool begun;                /* it has been at one */
	bool died;                 /* an earlier one has died */
	double kill_at;            /* host time */
	char error[GB_ERROR_TEXT]; /* why it cannot go on; "": it can */
	bool skips;                /* and that this is no failure */
};

/* ---- lanes ------------------------------------------------------------------------------------------------------ */

static int open_lane(struct lane *lane, const struct gb_devices *all, size_t gpu, const struct gb_tasks *tasks,
		     const bool *skip, struct gb_error *error)
{
	*lane = (struct lane){
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

static void close_lane(struct lane *lane)
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

/* The place of the first task without a row. */
static size_t first_left(const struct lane *lane)
{
	size_t at = 0;

	while (at + 1 < lane->count && lane->has_row[at])
		at++;
	return at;
}

/* The tasks without a row. */
static void list_left(const struct lane *lane, size_t *out)
{
	for (size_t i = 0; i < lane->count; i++)
		if (!lane->has_row[i])
			*out++ = lane->order[i];
}

/* Start a worker, or take the scout, and give it what is left of the lane. */
static int start_worker(struct gb_supervisor *s, struct lane *lane, size_t together, struct gb_error *error)
{
	const size_t left = lane->count - lane->done, gpus = lane->all->count * sizeof *lane->all->found,
		     size = sizeof(struct gb_job) + gpus + left * sizeof(size_t);
	char *payload = calloc(1, size); /* padding is sent as well */

	/* Before the process: one that is not yet in its lane would not be reaped. */
	if (payload == NULL)
		return gb_error_set(error, "out of memory");
	if (s->scout.pid != 0) {
		lane->worker = s->scout;
		s->scout = (struct gb_worker){ 0 };
	} else if (gb_worker_start(&lane->worker, &s->place, error) != GB_OK) {
		free(payload);
		return GB_FAILED;
	}
	struct gb_job *job = (void *)payload;
	job->gpu = lane->gpu;
	job->together = together;
	job->gpus = lane->all->count;
	job->count = left;
	job->in_turn = lane->died;
	memcpy(payload + sizeof *job, lane->all->found, gpus);
	list_left(lane, (size_t *)(void *)(payload + sizeof *job + gpus));
	gb_wire_send(lane->worker.wire.fd, GB_MESSAGE_JOB, 0, payload, size);
	free(payload);
	lane->running = true;
	lane->busy = lane->begun = lane->skips = false;
	lane->error[0] = '\0';
	lane->kill_at = gb_clock_now() + s->options.point_seconds;
	return GB_OK;
}

static void take_row(struct gb_supervisor *s, struct lane *lane, size_t at, char *payload, size_t size)
{
	lane->has_row[at] = true;
	lane->row_size[lane->done] = size;
	lane->row[lane->done++] = payload;
	s->rows++;
}

/* A row nobody measured, for the task at this place. */
static int make_row(struct gb_supervisor *s, struct lane *lane, size_t at, const char *why, struct gb_error *error)
{
	const struct gb_task *task = &s->place.tasks->task[lane->order[at]];
	char time[GB_CLOCK_UTC], point[GB_POINT_TEXT];
	struct gb_device_text text;
	struct gb_record record = gb_worker_base(&s->place, lane->on, &text);
	size_t size;

	gb_clock_utc(time);
	record.time_utc = time;
	gb_task_describe(task, lane->gpu == 0, &task->point, &record, point);
	record.peer_uuid = gb_peers_name_on(lane->all->found, lane->all->count, lane->gpu, task);
	record.status = lane->skips ? GB_ROW_SKIPPED : GB_ROW_FAILED;
	record.reason = why;
	char *payload = gb_wire_pack_rows(&record, 1, NULL, &size);
	if (payload == NULL)
		return gb_error_set(error, "out of memory for a row");
	take_row(s, lane, at, payload, size);
	return GB_OK;
}

static int make_rest(struct gb_supervisor *s, struct lane *lane, const char *why, struct gb_error *error)
{
	int status = GB_OK;

	for (size_t i = 0; i < lane->count && status == GB_OK; i++)
		if (!lane->has_row[i])
			status = make_row(s, lane, i, why, error);
	return status;
}

/* Whether the payload of GB_MESSAGE_ROWS is one row or more, and all of them whole. */
static bool are_rows(const char *payload, size_t left)
{
	struct gb_measurement measurement;
	struct gb_record record;
	bool measured;
	size_t count = 0;

	while (left > 0 && count <= GB_FINDINGS_MAX &&
	       gb_wire_unpack_row(&payload, &left, &record, &measurement, &measured))
		count++;
	return left == 0 && count > 0 && count <= GB_FINDINGS_MAX;
}

/* The place of a task that has no row yet; `count` when it is none of these. */
static size_t place_of(const struct lane *lane, size_t task)
{
	size_t at = 0;

	while (at < lane->count && (lane->has_row[at] || lane->order[at] != task))
		at++;
	return at;
}

static void take_messages(struct gb_supervisor *s, struct lane *lane)
{
	struct gb_message message;
	char *payload;

	while (gb_wire_take(&lane->worker.wire, &message, &payload)) {
		lane->kill_at = gb_clock_now() + s->options.point_seconds;
		const size_t at = place_of(lane, message.task);
		if (message.type == GB_MESSAGE_BEGIN && at < lane->count) {
			lane->busy = lane->begun = true;
			lane->at = at;
			s->begin(s->context, lane->on, &s->place.tasks->task[message.task]);
		} else if ((message.type == GB_MESSAGE_ERROR || message.type == GB_MESSAGE_SKIP) && payload != NULL) {
			gb_text_copy(lane->error, sizeof lane->error, payload);
			lane->skips = message.type == GB_MESSAGE_SKIP;
		}
		if (message.type == GB_MESSAGE_ROWS && at < lane->count && are_rows(payload, message.size)) {
			take_row(s, lane, at, payload, message.size);
			lane->busy = false;
		} else {
			free(payload);
		}
	}
}

/* A peer that hangs would do so at every point, and each costs the patience of a whole one. */
static int give_up_peer(struct gb_supervisor *s, struct lane *lane, size_t at, struct gb_error *error)
{
	const size_t peer = s->place.tasks->task[lane->order[at]].peer;
	int status = GB_OK;

	for (size_t i = 0; i < lane->count && peer > 0 && status == GB_OK; i++)
		if (!lane->has_row[i] && s->place.tasks->task[lane->order[i]].peer == peer)
			status = make_row(s, lane, i, "not tried: a point before this one hung with the same peer",
					  error);
	return status;
}

/* The worker's end of the line is closed. The task it was at failed, unless it said that nothing can be done at all. Those
 * that it had visited and was not through with are measured anew. */
static int worker_gone(struct gb_supervisor *s, struct lane *lane, const char *because, struct gb_error *error)
{
	char death[GB_ERROR_TEXT];

	take_messages(s, lane);
	gb_worker_death(&lane->worker, gb_worker_reap(&lane->worker), death, sizeof death);
	lane->running = false;
	lane->died = true;
	if (lane->done == lane->count || *s->options.interrupted)
		return GB_OK;
	if (lane->error[0] != '\0')
		return make_rest(s, lane, lane->error, error);
	/* A worker that gives up its card has told of its task before: the next one starts with a new context. */
	if (lane->begun && !lane->busy)
		return GB_OK;
	const size_t at = lane->begun ? lane->at : first_left(lane);
	int status = make_row(s, lane, at, because != NULL ? because : death, error);
	return status == GB_OK && because != NULL ? give_up_peer(s, lane, at, error) : status;
}

/* Look after one running lane: `ready` says that there is something to read. */
static int tend(struct gb_supervisor *s, struct lane *lane, bool ready, struct gb_error *error)
{
	struct gb_wire *wire = &lane->worker.wire;
	char why[96] = "";

	if (ready && !gb_wire_read(wire))
		return worker_gone(s, lane, NULL, error);
	if (ready)
		take_messages(s, lane);
	else if (gb_worker_has_ended(&lane->worker)) {
		/* And left processes of its own, which keep the line open. */
		while (gb_supervisor_poll(wire->fd, 0) > 0 && gb_wire_read(wire))
			;
		return worker_gone(s, lane, NULL, error);
	}
	if (gb_wire_is_broken(wire))
		gb_text_add(why, sizeof why, "the worker said what is no message; it was killed");
	else if (gb_clock_now() >= lane->kill_at)
		gb_text_add(why, sizeof why, "hung: no answer for %.0f s; the worker was killed",
			    s->options.point_seconds);
	else
		return GB_OK;
	gb_worker_kill(&lane->worker);
	return worker_gone(s, lane, why, error);
}

/* Deliver the rows that came, in their order. Only the first lane that is not complete may: those after it wait, unless
 * this is the `end`, when nothing more comes. */
static int deliver_rows(struct gb_supervisor *s, struct lane *lanes, size_t count, bool end, struct gb_error *error)
{
	for (size_t i = 0; i < count; i++) {
		struct lane *lane = &lanes[i];
		for (; lane->written < lane->done; lane->written++) {
			const size_t at = lane->written;
			int status = gb_supervisor_deliver(s, lane->row[at], lane->row_size[at], error);
			if (status != GB_OK)
				return status;
			free(lane->row[at]);
			lane->row[at] = NULL;
		}
		if (lane->done < lane->count && !end)
			break;
	}
	return GB_OK;
}

/* ---- the run ---------------------------------------------------------------------------------------------------- */

/* A host that has no process or no file left for a worker: what the lane has left has failed, and the others go on. */
static int start_or_fail(struct gb_supervisor *s, struct lane *lane, size_t together, struct gb_error *error)
{
	struct gb_error why = { "" };

	return start_worker(s, lane, together, &why) == GB_OK ? GB_OK : make_rest(s, lane, why.text, error);
}

/* GB_END: every lane is done. */
static int start_lanes(struct gb_supervisor *s, struct lane *lanes, size_t count, struct gb_error *error)
{
	size_t running = 0, open = 0, taken = 0;

	for (size_t i = 0; i < count; i++) {
		taken += lanes[i].count > 0; /* a GPU whose rows are all there already is with nobody */
		running += lanes[i].running;
		open += lanes[i].done < lanes[i].count;
	}
	for (size_t i = 0; i < count; i++) {
		if (lanes[i].running || lanes[i].done == lanes[i].count || (running > 0 && !s->options.concurrent))
			continue;
		if (start_or_fail(s, &lanes[i], s->options.concurrent ? taken - 1 : 0, error) != GB_OK)
			return GB_FAILED;
		running += lanes[i].running;
	}
	return open > 0 || running > 0 ? GB_OK : GB_END;
}

/* When longer than a look passed since the last one, this process was stopped, and its workers with it (Ctrl-Z), or it was
 * kept from looking: the workers have that time more. */
static void forgive(struct lane *lanes, size_t count, double late)
{
	for (size_t i = 0; i < count && late > LOOK_SECONDS; i++)
		lanes[i].kill_at += late;
}

/* Wait for something to happen, and look after every running lane. `looked` is when that was done last. */
static int tend_lanes(struct gb_supervisor *s, struct lane *lanes, size_t count, double *looked, struct gb_error *error)
{
	struct pollfd *p = calloc(count, sizeof *p);
	nfds_t running = 0;
	int status = GB_OK;

	if (p == NULL)
		return gb_error_set(error, "out of memory");
	/* Those alone: poll() refuses more than there may be files, whether it looks at them or not. */
	for (size_t i = 0; i < count; i++)
		if (lanes[i].running)
			p[running++] = (struct pollfd){ lanes[i].worker.wire.fd, POLLIN, 0 };
	poll(p, running, (int)(1000 * LOOK_SECONDS));
	const double now = gb_clock_now();
	forgive(lanes, count, now - *looked - LOOK_SECONDS);
	*looked = now;
	running = 0;
	for (size_t i = 0; i < count && status == GB_OK; i++)
		if (lanes[i].running)
			status = tend(s, &lanes[i], p[running++].revents != 0, error);
	free(p);
	return status;
}

/* Workers hear of it too, whether the signal went to the whole process group or to the supervisor alone. */
static void stop_workers(struct lane *lanes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (lanes[i].running) {
			kill(lanes[i].worker.pid, SIGTERM);
			lanes[i].kill_at = fmin(lanes[i].kill_at, gb_clock_now() + GB_WORKER_KILL_SECONDS);
		}
}

static int miss_deadline(struct gb_supervisor *s, struct lane *lanes, size_t count, struct gb_error *error)
{
	char why[96] = "";
	int status = GB_OK;

	gb_text_add(why, sizeof why, "the deadline of the run, %g s, passed before this was measured",
		    s->options.deadline_seconds);
	for (size_t i = 0; i < count && status == GB_OK; i++) {
		if (lanes[i].running) {
			gb_worker_kill(&lanes[i].worker);
			gb_worker_reap(&lanes[i].worker);
			lanes[i].running = false;
		}
		status = make_rest(s, &lanes[i], why, error);
	}
	return status;
}

static int run_lanes(struct gb_supervisor *s, struct lane *lanes, size_t count, struct gb_error *error)
{
	double looked = gb_clock_now();
	bool stopping = false;
	int status = GB_OK;

	while (status == GB_OK) {
		if (*s->options.interrupted && !stopping) {
			stop_workers(lanes, count);
			stopping = true;
		}
		bool any = false;
		for (size_t i = 0; i < count; i++)
			any |= lanes[i].running;
		if (stopping && !any)
			return deliver_rows(s, lanes, count, true, error) == GB_OK ? GB_INTERRUPTED : GB_FAILED;
		if (!stopping && gb_clock_now() > s->deadline)
			status = miss_deadline(s, lanes, count, error);
		if (!stopping && status == GB_OK)
			status = start_lanes(s, lanes, count, error);
		const bool finished = status == GB_END;
		if (status == GB_OK)
			status = tend_lanes(s, lanes, count, &looked, error);
		if (status != GB_FAILED && deliver_rows(s, lanes, count, false, error) != GB_OK)
			return GB_FAILED;
		if (finished)
			return GB_OK;
	}
	return status;
}

int gb_supervisor_run(struct gb_supervisor *s, const struct gb_devices *on, const bool *skip, struct gb_error *error)
{
	const size_t tasks = s->place.tasks->count;
	struct lane *lanes = calloc(on->count + 1, sizeof *lanes);
	int status = lanes != NULL ? GB_OK : gb_error_set(error, "out of memory");
	size_t opened = 0;

	for (; opened < on->count && status == GB_OK; opened++)
		status = open_lane(&lanes[opened], on, opened, s->place.tasks,
				   skip != NULL ? skip + opened * tasks : NULL, error);
	if (status == GB_OK)
		status = run_lanes(s, lanes, on->count, error);
	for (size_t i = 0; i < opened; i++)
		close_lane(&lanes[i]);
	free(lanes);
	gb_supervisor_dismiss(s);
	return status;
}
