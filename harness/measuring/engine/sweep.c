#include "engine/sweep.h"

#include <math.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/heap.h"
#include "base/text.h"
#include "engine/doubts_remarks.h"
#include "engine/peers.h"
#include "engine/row.h"
#include "engine/visit.h"
#include "engine/watch.h"
#include "plan/description.h"
#include "plan/schedule.h"

static bool is_interrupted(const struct gb_sweep *sweep)
{
	return gb_measure_stopped(sweep->options->interrupted);
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static int emit_row(struct gb_sweep *sweep, struct gb_task_row *row, const struct gb_measurement *measurement,
		    struct gb_error *error)
{
	struct gb_records *records = gb_heap_array(1, sizeof *records);
	const size_t count = gb_task_row_records(row, records);
	const int status = sweep->emit(sweep->context, row->number, records->record, count, measurement, error);
	free(records);
	return status;
}

static int emit_without_value(struct gb_sweep *sweep, struct gb_task_row *row, int status, const struct gb_error *why,
			      struct gb_error *error)
{
	gb_clock_utc(row->time);
	gb_task_row_clear(row, status == GB_SKIPPED ? GB_ROW_SKIPPED : GB_ROW_FAILED, why->text);
	return emit_row(sweep, row, NULL, error);
}

/* For a profiler: only launches, and the work of one launch. */
static int launch_row(struct gb_sweep *sweep, struct gb_run *run, struct gb_task_row *row, struct gb_error *why)
{
	const uint64_t launches = sweep->options->launches;

	run->error = why;
	int status = gb_run_point(run, &row->point);
	for (uint64_t i = 0; i < launches && status == GB_OK; i++)
		status = gb_run_launch(run);
	if (status == GB_OK)
		status = gb_sync(run);
	if (status != GB_OK)
		return status;
	const struct gb_cost cost = run->bench->cost(run);
	row->metric[row->metrics++] = (struct gb_metric){ "launch_bytes", "B", GB_EXACT, cost.bytes, 0 };
	row->metric[row->metrics++] = (struct gb_metric){ "launch_ops", "1", GB_EXACT, cost.ops, 0 };
	struct gb_metric metric[GB_METRICS_MAX];
	const struct gb_result none = { NAN, NAN, NAN, &run->card->device, NAN };
	const size_t count = run->bench->metrics != NULL ? run->bench->metrics(run, &none, metric) : 0;
	for (size_t i = 0; i < count && row->metrics < GB_TASK_METRICS_MAX; i++)
		if (metric[i].kind != GB_TIMES && metric[i].kind != GB_OVER)
			row->metric[row->metrics++] = metric[i];
	gb_row_outcome(&row->record, GB_ROW_SKIPPED, row->reason);
	gb_text_add(row->reason, sizeof row->reason, "launched %llu times and not measured",
		    (unsigned long long)launches);
	return GB_OK;
}

/* ---- tasks ------------------------------------------------------------------------------------------------------ */

/* The run that the last task left open for the next task of the same variant. */
struct open_run {
	struct gb_run run;
	const struct gb_plan *plan;
	const struct gb_variant *variant; /* NULL: none */
	size_t peer, task;                /* `task`: the number of one of its tasks */
	int status; /* of opening the run; any result but GB_OK holds for all tasks of the variant */
	struct gb_error why;
};

void gb_sweep_close_run(const struct gb_sweep *sweep, struct gb_run *run, size_t task)
{
	if (sweep->leave != NULL)
		sweep->leave(sweep->context, task, false);
	gb_run_close(run);
	if (sweep->leave != NULL)
		sweep->leave(sweep->context, task, true);
}

static void leave_run(const struct gb_sweep *sweep, struct open_run *open, struct gb_error *error)
{
	if (open->variant != NULL && open->status == GB_OK) {
		open->run.error = error;
		gb_sweep_close_run(sweep, &open->run, open->task);
	}
	open->variant = NULL;
}

static bool is_open_for(const struct open_run *open, const struct gb_task *task)
{
	return open->variant == task->variant && open->plan == task->plan && open->peer == task->peer;
}

static void enter_run(struct gb_sweep *sweep, const struct gb_task_row *row, struct open_run *open,
		      struct gb_error *error)
{
	const struct gb_task *task = row->task;

	if (is_open_for(open, task))
		return;
	leave_run(sweep, open, error);
	open->task = row->number;
	gb_error_clear(&open->why);
	sweep->card->peer = open->peer = task->peer;
	open->status = gb_run_open(&open->run, sweep->card, task->plan->bench, task->variant, &open->why);
	open->run.error = error;
	open->plan = task->plan;
	open->variant = task->variant;
}

int gb_sweep_check_card(const struct gb_open_device *card, struct gb_error *error)
{
	uint64_t available;

	if (card->ops->sync(card->gpu, error) != GB_OK || card->ops->memory_free(card->gpu, &available, error) != GB_OK)
		return gb_error_prefix(error, "the card no longer answers");
	return gb_peers_check(card->peers, error);
}

/* ---- visits ------------------------------------------------------------------------------------------------------ */

struct round {
	struct gb_sweep *sweep;
	const struct gb_tasks *tasks;
	const size_t *order;
	struct gb_stop_at *point; /* indexed as `order`, like all arrays below */
	struct open_run open;
	struct gb_visited **visited; /* NULL: not yet, or no longer */
	bool *done;                  /* only its row is still to be delivered */
	/* Points of the open run whose intervals wait for each other: their places in `order`, and their visits. */
	size_t *open_row;
	struct gb_sampled **curve;
	size_t open_rows;
	bool is_pass; /* a pass has begun, so the next step sets its benchmark up again */
};

/* The point's row has been delivered, or never will be. */
static void forget_point(struct round *round, size_t at)
{
	if (round->visited[at] == NULL)
		return;
	gb_sampled_free(&round->visited[at]->samples);
	free(round->visited[at]);
	round->visited[at] = NULL;
}

/* True if this step may complete the point, whose visits are then joined and checked. */
static bool ends_here(const struct gb_step *step)
{
	return step->may_end || step->is_extra;
}

static int verify_and_fill(const struct gb_sweep *sweep, struct gb_run *run, struct gb_visited *v, struct gb_error *why)
{
	const struct gb_sampled *s = &v->samples;

	run->error = why;
	GB_TRY(gb_run_verify(run));
	gb_task_row_burst(&v->row, v->burst, v->bursts, &s->all, run);
	return gb_task_row_fill(&v->row, &s->all, s->visits, &v->load, sweep, run);
}

static int take_step(struct round *round, const struct gb_step *step, struct gb_visited *v, struct gb_error *why)
{
	struct gb_run *run = &round->open.run;
	int status;

	v->is_complete = step->is_last;
	if (round->sweep->options->launches > 0)
		return launch_row(round->sweep, run, &v->row, why);
	if (step->kind == GB_STEP_VISIT)
		status = gb_visit_measure(v, round->sweep, run, why);
	else
		status = gb_visit_has_burst(&v->samples) ? gb_visit_burst(v, round->sweep, run, why) : GB_OK;
	if (status != GB_OK || !ends_here(step))
		return status;
	gb_sampled_join(&v->samples);
	v->is_complete |= status != GB_OK || !gb_sampled_needs_more(&v->samples);
	if (status == GB_OK && v->is_complete)
		status = verify_and_fill(round->sweep, run, v, why);
	return status;
}

static int prepare_and_step(struct round *round, const struct gb_step *step, struct gb_visited *v, struct gb_error *why,
			    struct gb_error *error)
{
	struct gb_sweep *sweep = round->sweep;
	const volatile int *stop = sweep->options->interrupted;

	const int others = gb_precondition_wait(&sweep->precondition, sweep->card, sweep->options->idle_seconds, stop);
	int status = sweep->options->launches > 0
			     ? GB_OK
			     : gb_precondition_clocks(&sweep->precondition, sweep->card, stop, why);
	gb_visit_begin(v, sweep, others);
	if (status != GB_OK)
		return status;
	enter_run(sweep, &v->row, &round->open, error);
	if (round->open.status != GB_OK) {
		*why = round->open.why;
		return round->open.status;
	}
	status = take_step(round, step, v, why);
	round->open.run.error = error; /* `why` goes out of scope */
	return status;
}

static int emit_measured(struct round *round, size_t at, struct gb_error *error)
{
	struct gb_visited *v = round->visited[at];
	const int status =
		emit_row(round->sweep, &v->row, v->samples.all.batches != NULL ? &v->samples.all : NULL, error);

	forget_point(round, at);
	return status;
}

/* Deliver the waiting rows, because all points of a variant are complete, or no more will come. */
static int settle_rows(struct round *round, struct gb_error *error)
{
	struct gb_sweep *sweep = round->sweep;
	int status = GB_OK;

	if (round->open_rows > 0)
		gb_sampled_settle(round->curve, round->open_rows);
	for (size_t i = 0; i < round->open_rows && status == GB_OK; i++) {
		const size_t at = round->open_row[i];
		struct gb_task_row *row = &round->visited[at]->row;
		gb_row_interval(&row->record, &round->curve[i]->all);
		gb_doubts_visits(&row->record, round->curve[i]->visit, round->curve[i]->visits, row->reason);
		status = sweep->begin(sweep->context, round->order[at]);
		if (status == GB_OK)
			status = emit_measured(round, at, error);
	}
	round->open_rows = 0;
	return status;
}

static int end_step(struct round *round, const struct gb_step *step, struct gb_visited *v, int status,
		    const struct gb_error *why, struct gb_error *error)
{
	if (is_interrupted(round->sweep))
		return GB_INTERRUPTED;
	if (status == GB_OK && !v->is_complete)
		return GB_OK;
	round->done[step->at] = true;
	gb_clock_utc(v->row.time);
	if (status == GB_OK && gb_sampled_is_open(&v->samples)) {
		round->curve[round->open_rows] = &v->samples;
		round->open_row[round->open_rows++] = step->at;
		return GB_OK;
	}
	if (status == GB_OK)
		return emit_measured(round, step->at, error);
	status = emit_without_value(round->sweep, &v->row, status, why, error);
	if (status == GB_OK && v->row.record.status == GB_ROW_FAILED)
		status = gb_sweep_check_card(round->sweep->card, error);
	forget_point(round, step->at);
	return status;
}

static bool is_idle(const struct round *round, const struct gb_step *step)
{
	const struct gb_visited *v = round->visited[step->at];

	return round->done[step->at] ||
	       (step->kind == GB_STEP_BURST && !ends_here(step) && !gb_visit_has_burst(&v->samples));
}

static int sweep_step(struct round *round, const struct gb_step *step, struct gb_error *error)
{
	struct gb_sweep *sweep = round->sweep;
	const size_t number = round->order[step->at];
	struct gb_error why = { "" };

	round->is_pass |= step->is_pass;
	if (is_idle(round, step))
		return GB_OK;
	const bool stays = is_open_for(&round->open, &round->tasks->task[number]) && !round->is_pass;
	int status = stays ? GB_OK : settle_rows(round, error);
	if (round->is_pass)
		leave_run(sweep, &round->open, error);
	round->is_pass = false;
	if (status == GB_OK)
		status = is_interrupted(sweep) ? GB_INTERRUPTED : sweep->begin(sweep->context, number);
	if (status != GB_OK)
		return status;
	if (round->visited[step->at] == NULL) {
		round->visited[step->at] = gb_heap_array(1, sizeof **round->visited);
		gb_visit_init(round->visited[step->at], sweep, round->tasks, number,
			      gb_sweep_visits(sweep->options, round->point[step->at].is_roof));
	}
	status = prepare_and_step(round, step, round->visited[step->at], &why, error);
	return end_step(round, step, round->visited[step->at], status, &why, error);
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

size_t gb_sweep_visits(const struct gb_sweep_options *options, bool sets_roof)
{
	const size_t visits = sets_roof ? options->roof.visits : options->curve.visits;

	return options->launches > 0 || visits == 0 ? 1 : visits;
}

size_t gb_sweep_extra_visits(const struct gb_sweep_options *options)
{
	return options->launches > 0 ? 0 : options->roof.extra_visits;
}

size_t gb_sweep_bursts(const struct gb_sweep_options *options)
{
	if (options->launches > 0 || !(options->roof.rest_seconds > 0))
		return 0;
	return options->roof.bursts == 0 ? 1 : options->roof.bursts;
}

double gb_sweep_task_seconds(const struct gb_sweep_options *options)
{
	const struct gb_effort *roof = &options->roof;

	return roof->measure.budget_seconds + roof->measure.min_seconds +
	       fmax(roof->watch_seconds, roof->held_watch_seconds) + options->idle_seconds + options->sustain_seconds;
}

int gb_sweep_sets_roof(struct gb_open_device *card, const struct gb_task *task, bool *sets_roof, struct gb_error *error)
{
	const struct gb_bench *bench = task->plan->bench;
	struct gb_error ignored = { "" };
	struct gb_run run = {
		.card = card, .bench = bench, .variant = task->variant, .point = task->point, .error = &ignored
	};

	if (gb_description_attach(bench, error) != GB_OK)
		return GB_FAILED;
	card->peer = task->peer;
	run.state = calloc(1, bench->state_size + 1);
	if (run.state == NULL)
		return gb_error_set(error, "out of memory");
	*sets_roof = gb_run_roof(&run) != NULL;
	free(run.state);
	return GB_OK;
}

static int make_schedule(struct round *round, size_t count, struct gb_schedule *schedule, struct gb_error *error)
{
	const struct gb_sweep *sweep = round->sweep;
	const struct gb_visits visits = { .roof = gb_sweep_visits(sweep->options, true),
					  .curve = gb_sweep_visits(sweep->options, false),
					  .bursts = gb_sweep_bursts(sweep->options),
					  .extra = gb_sweep_extra_visits(sweep->options),
					  .in_turn = sweep->in_turn };

	for (size_t i = 0; i < count; i++) {
		const struct gb_task *task = &round->tasks->task[round->order[i]];
		struct gb_error later = { "" }; /* the error appears again when the benchmark is opened */
		if (sweep->ask != NULL)
			sweep->ask(sweep->context, round->order[i]);
		round->point[i].is_late = gb_task_comes_last(task);
		if (gb_description_attach(task->plan->bench, &later) == GB_OK &&
		    gb_sweep_sets_roof(sweep->card, task, &round->point[i].is_roof, error) != GB_OK)
			return GB_FAILED;
	}
	gb_schedule_make(schedule, round->point, count, &visits);
	return GB_OK;
}

/* The card's power before the first load. Measuring it takes time, so this happens only if energy is read and power is
 * reported. */
static double idle_power(const struct gb_sweep *sweep)
{
	const struct gb_open_device *card = sweep->card;
	const double now = gb_clock_now();

	if (sweep->options->launches > 0 || sweep->options->roof.watch_seconds < GB_WATCH_ENERGY_SECONDS ||
	    isnan(card->ops->power(card->gpu, now - 1, now)))
		return NAN;
	return gb_sustain_idle(card, GB_IDLE_SECONDS_FIRST, sweep->options->interrupted);
}

int gb_sweep_tasks(struct gb_sweep *sweep, const struct gb_tasks *tasks, const size_t *order, size_t count,
		   struct gb_error *error)
{
	struct round round = {
		.sweep = sweep,
		.tasks = tasks,
		.order = order,
		.point = gb_heap_array(count + 1, sizeof *round.point),
		.visited = gb_heap_array(count + 1, sizeof *round.visited),
		.done = gb_heap_array(count + 1, sizeof *round.done),
		.open_row = gb_heap_array(count + 1, sizeof *round.open_row),
		.curve = gb_heap_array(count + 1, sizeof(*round.curve)),
	};
	struct gb_schedule schedule = { 0 };
	struct gb_error ignored = { "" };

	sweep->precondition = gb_precondition_begin();
	sweep->idle_w = idle_power(sweep);
	sweep->card->memory_most = sweep->options->memory_most;
	sweep->card->work = sweep->options->work;
	int status = make_schedule(&round, count, &schedule, error);
	for (size_t i = 0; i < schedule.count && status == GB_OK; i++)
		status = sweep_step(&round, &schedule.step[i], error);
	/* Complete rows are delivered, however the sweep ended. */
	const int settled = settle_rows(&round, status == GB_OK ? error : &ignored);
	status = status == GB_OK ? settled : status;
	leave_run(sweep, &round.open, error);
	for (size_t i = 0; i < count; i++)
		forget_point(&round, i);
	gb_schedule_free(&schedule);
	free(round.point);
	free(round.visited);
	free(round.done);
	free(round.open_row);
	free(round.curve);
	return status;
}
