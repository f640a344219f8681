/* supervisor_conclude.c: delivers the rows of workers, and lets a worker draw the conclusions (supervisor.h). */
#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/heap.h"
#include "base/text.h"
#include "workers/gpu_queue.h"
#include "workers/supervisor_parts.h"
#include "workers/validate.h"
#include "workers/worker.h"

/* ---- the records of a message ----------------------------------------------------------------------------------- */

/* `first`: the measurement of the first record, if `*measured`. */
static int unpack_records(const char *payload, size_t left, struct gb_record *records, size_t *count,
			  struct gb_measurement *first, bool *measured, struct gb_error *error)
{
	struct gb_measurement other;
	bool other_measured;

	*measured = false;
	for (*count = 0; left > 0; (*count)++) {
		const bool is_first = *count == 0;
		if (*count == GB_FINDINGS_MAX ||
		    !gb_wire_unpack_row(&payload, &left, &records[*count], is_first ? first : &other,
					is_first ? measured : &other_measured))
			return gb_error_set(error, "a worker's row is incomplete");
	}
	return GB_OK;
}

int gb_supervisor_deliver(struct gb_supervisor *s, const char *payload, size_t left, struct gb_error *error)
{
	/* too large for a small stack */
	struct gb_record *records = gb_heap_array(GB_FINDINGS_MAX, sizeof *records);
	struct gb_measurement first;
	bool measured;
	size_t count;

	int status = unpack_records(payload, left, records, &count, &first, &measured, error);
	if (status == GB_OK && count > 0)
		status = s->deliver(s->context, records, count, measured ? &first : NULL, error);
	free(records);
	return status;
}

/* ---- conclusions ------------------------------------------------------------------------------------------------ */

/* The seconds that a plug-in may take for its conclusions, and that all plug-ins together may take after the deadline
 * of the run. */
#define CONCLUDE_SECONDS      60
#define CONCLUDE_LATE_SECONDS 5

/* The rows of one benchmark on one GPU, from which a worker concludes. */
struct question {
	const struct gb_found_device *on;
	const struct gb_bench *bench;
	size_t plan;
};

static int deliver_failure(struct gb_supervisor *s, const struct question *question, const char *why,
			   struct gb_error *error)
{
	char time[GB_CLOCK_UTC];
	struct gb_device_text text;
	struct gb_record record = gb_worker_base(&s->place, question->on, &text);

	gb_clock_utc(time);
	gb_row_time(&record, time);
	gb_row_benchmark(&record, question->bench);
	gb_row_outcome(&record, GB_ROW_FAILED, why);
	return s->deliver(s->context, &record, 1, NULL, error);
}

/* GB_AGAIN: the answer has not arrived yet. */
static int take_conclusions(struct gb_supervisor *s, struct gb_wire *wire, const struct question *question,
			    char why[GB_ERROR_TEXT], struct gb_error *error)
{
	struct gb_error wrong = { "" };
	struct gb_message message;
	char *payload;
	int status = GB_OK;

	if (!gb_wire_take(wire, &message, &payload))
		return GB_AGAIN;
	if (gb_validate_concluding(&s->place, question->on, question->bench, &message, payload, &wrong) != GB_OK)
		gb_text_add(why, GB_ERROR_TEXT, "the worker sent an invalid message: %s", wrong.text);
	else if (message.type == GB_MESSAGE_ROWS)
		status = gb_supervisor_deliver(s, payload, message.size, error);
	else
		gb_text_copy(why, GB_ERROR_TEXT, payload);
	free(payload);
	return status;
}

static int start_and_ask(struct gb_supervisor *s, struct gb_worker *worker, const struct question *question,
			 struct gb_error *error)
{
	size_t size;
	char *payload = gb_conclude_pack(question->on, question->plan, &size);

	int status = gb_worker_start(worker, &s->place, error);
	if (status == GB_OK && !gb_wire_send(worker->wire.fd, GB_MESSAGE_CONCLUDE, 0, payload, size))
		gb_worker_kill(worker);
	free(payload);
	return status;
}

static int ask_conclusions(struct gb_supervisor *s, const struct question *question, double last,
			   struct gb_error *error)
{
	struct gb_patience patience = gb_patience_begin(s->options.root, CONCLUDE_SECONDS, gb_clock_now());
	char why[GB_ERROR_TEXT] = "", end[128];
	struct gb_error no_worker = { "" };
	struct gb_worker worker;
	bool open = true;
	int status;

	if (start_and_ask(s, &worker, question, &no_worker) != GB_OK)
		return deliver_failure(s, question, no_worker.text, error);
	while ((status = take_conclusions(s, &worker.wire, question, why, error)) == GB_AGAIN && open) {
		const double now = gb_clock_now();
		if (*s->options.interrupted || now >= last || gb_patience_is_over(&patience, worker.pid, now))
			break;
		if (gb_supervisor_poll(worker.wire.fd, last) > 0)
			open = gb_wire_read(&worker.wire);
	}
	/* A worker that has answered ends by itself. */
	if ((open && status == GB_AGAIN) || why[0] != '\0')
		gb_worker_kill(&worker);
	gb_crash_describe(&worker, gb_worker_reap(&worker), end, sizeof end);
	if (status == GB_FAILED)
		return status;
	if (*s->options.interrupted)
		return GB_INTERRUPTED;
	if (status == GB_AGAIN)
		gb_text_add(why, sizeof why, "while it drew conclusions from its rows, %s", end);
	return why[0] != '\0' ? deliver_failure(s, question, why, error) : GB_OK;
}

int gb_supervisor_conclude(struct gb_supervisor *s, const struct gb_devices *on, struct gb_error *error)
{
	const double last = fmax(s->deadline, gb_clock_now() + CONCLUDE_LATE_SECONDS);
	const struct gb_tasks *tasks = s->place.tasks;
	int status = GB_OK;

	for (size_t d = 0; d < on->count; d++)
		for (size_t i = 0; i < tasks->plans && status == GB_OK; i++) {
			const struct question question = { &on->found[d], tasks->plan[i].bench, i };
			if (question.bench->conclude != NULL)
				status = ask_conclusions(s, &question, last, error);
		}
	return status;
}
