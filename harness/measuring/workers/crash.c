/* crash.c: the rows of tasks whose worker crashed, hung or never started (gpu_queue.h). */
#include "workers/gpu_queue.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/host_memory.h"
#include "base/quantity.h"
#include "base/text.h"
#include "engine/peers.h"

/* ---- in words ---------------------------------------------------------------------------------------------------- */

/* For a SIGKILL that did not come from here. */
static bool was_out_of_memory(const struct gb_worker *worker, char *text, size_t size)
{
	struct gb_host_memory memory;

	gb_host_memory_read("", &memory);
	if (memory.kills > worker->kills && memory.limit != GB_NO_LIMIT) {
		char limit[32];
		gb_quantity_write(limit, sizeof limit, (double)memory.limit, "B");
		gb_text_add(text, size, "killed for memory: the limit of control group %s is %s", memory.group, limit);
	} else if (memory.kills > worker->kills || memory.host_kills > worker->host_kills) {
		gb_text_add(text, size, "killed for memory: the host has run out of memory");
	}
	return text[0] != '\0';
}

void gb_crash_describe(const struct gb_worker *worker, int status, char *text, size_t size)
{
	text[0] = '\0';
	if (status == -1)
		gb_text_add(text, size, "the worker cannot be killed: it hangs in the driver");
	else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !worker->killed &&
		 was_out_of_memory(worker, text, size))
		return;
	else if (WIFSIGNALED(status))
		gb_text_add(text, size, "the worker was ended by signal %d (%s)", WTERMSIG(status),
			    strsignal(WTERMSIG(status)));
	else
		gb_text_add(text, size, "the worker ended with status %d", WEXITSTATUS(status));
}

/* ---- as rows ----------------------------------------------------------------------------------------------------- */

static size_t first_left(const struct gb_gpu_queue *queue)
{
	size_t at = 0;

	while (at + 1 < queue->count && queue->has_row[at])
		at++;
	return at;
}

static void make_row(struct gb_supervisor *s, struct gb_gpu_queue *queue, size_t at, const char *why)
{
	const struct gb_task *task = &s->place.tasks->task[queue->order[at]];
	char time[GB_CLOCK_UTC], point[GB_POINT_TEXT];
	struct gb_device_text text;
	struct gb_record record = gb_worker_base(&s->place, queue->on, &text);
	size_t size;

	gb_clock_utc(time);
	gb_row_time(&record, time);
	gb_row_identify(&record, task, queue->gpu == 0, &task->point,
			gb_peers_name_on(queue->all->found, queue->all->count, queue->gpu, task), point);
	gb_row_outcome(&record, queue->skips ? GB_ROW_SKIPPED : GB_ROW_FAILED, why);
	char *payload = gb_wire_pack_rows(&record, 1, NULL, &size);
	gb_gpu_queue_take_row(s, queue, at, payload, size);
}

void gb_crash_fail_rest(struct gb_supervisor *s, struct gb_gpu_queue *queue, const char *why)
{
	for (size_t i = 0; i < queue->count; i++)
		if (!queue->has_row[i])
			make_row(s, queue, i, why);
}

/* A hanging peer would hang at every point, each time until the patience runs out. */
static void give_up_peer(struct gb_supervisor *s, struct gb_gpu_queue *queue, size_t at)
{
	const size_t peer = s->place.tasks->task[queue->order[at]].peer;

	for (size_t i = 0; i < queue->count && peer > 0; i++)
		if (!queue->has_row[i] && s->place.tasks->task[queue->order[i]].peer == peer)
			make_row(s, queue, i, "not tried: a point before this one hung with the same peer");
}

/* Fail the benchmark in a row of its own, after the rows of all tasks. A variant is left for the last time only
 * once. */
static void blame_benchmark(struct gb_supervisor *s, struct gb_gpu_queue *queue, const struct gb_bench *bench,
			    const char *why)
{
	const size_t at = queue->count + queue->torn;
	char time[GB_CLOCK_UTC];
	struct gb_device_text text;
	struct gb_record record = gb_worker_base(&s->place, queue->on, &text);

	if (queue->torn == queue->count)
		return;
	gb_clock_utc(time);
	gb_row_time(&record, time);
	gb_row_benchmark(&record, bench);
	gb_row_outcome(&record, GB_ROW_FAILED, why);
	queue->row[at] = gb_wire_pack_rows(&record, 1, NULL, &queue->row_size[at]);
	queue->torn++;
}

/* Fail the other tasks of the variant, because each would end in the same way. */
static void blame_teardown(struct gb_supervisor *s, struct gb_gpu_queue *queue, const char *because)
{
	const struct gb_task *left = &s->place.tasks->task[queue->leaves];
	const size_t done = queue->done;
	char why[GB_ERROR_TEXT] = "";

	gb_text_add(why, sizeof why, "in teardown(), %s", because);
	for (size_t i = 0; i < queue->count; i++) {
		const struct gb_task *task = &s->place.tasks->task[queue->order[i]];
		if (!queue->has_row[i] && task->plan == left->plan && task->variant == left->variant)
			make_row(s, queue, i, why);
	}
	if (queue->done == done)
		blame_benchmark(s, queue, left->plan->bench, why);
}

void gb_crash_conclude(struct gb_supervisor *s, struct gb_gpu_queue *queue, const char *because, bool hung)
{
	char end[GB_ERROR_TEXT - 32];

	gb_crash_describe(&queue->worker, gb_worker_reap(&queue->worker), end, sizeof end);
	queue->running = false;
	queue->died = true;
	if (*s->options.interrupted)
		return;
	const bool is_broken = queue->broke[0] != '\0', has_left = !is_broken && queue->begun && !queue->busy;
	if (queue->leaving && !is_broken)
		blame_teardown(s, queue, because != NULL ? because : end);
	else if (queue->done < queue->count && queue->error[0] != '\0' && !is_broken)
		gb_crash_fail_rest(s, queue, queue->error);
	/* A worker that gives up its card has already reported its task, and the next worker starts with a new
	 * context. */
	else if (queue->done < queue->count && !has_left) {
		const size_t at = queue->busy ? queue->at : first_left(queue);
		make_row(s, queue, at, because != NULL ? because : end);
		if (hung)
			give_up_peer(s, queue, at);
	}
}
