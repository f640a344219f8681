#include "run/sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "measure/ceiling.h"
#include "run/judge.h"
#include "run/peers.h"
#include "run/task_row.h"
#include "run/watch.h"

static bool interrupted(const struct gb_sweep *sweep)
{
	return gb_measure_stopped(sweep->options->interrupted);
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static void start_row(const struct gb_sweep *sweep, const struct gb_tasks *tasks, size_t number, int others,
		      struct gb_task_row *row)
{
	row->task = &tasks->task[number];
	row->number = number;
	row->record = sweep->base;
	row->point = row->task->point;
	row->reason[0] = row->throttle[0] = '\0';
	row->metrics = row->parts = 0;
	row->has_burst = false;
	row->remark = NULL;
	row->record.time_utc = row->time;
	row->record.throttle = row->throttle;
	row->record.reason = row->reason;
	gb_task_describe(row->task, sweep->first, &row->point, &row->record, row->text);
	row->record.peer_uuid = gb_peers_name(sweep->card->peers, row->task);
	sweep->card->ops->state(sweep->card->gpu, &row->before);
	row->others = others;
	row->began = gb_clock_now();
}

static int emit(struct gb_sweep *sweep, struct gb_task_row *row, const struct gb_measurement *measurement,
		struct gb_error *error)
{
	struct gb_record records[GB_TASK_RECORDS_MAX];
	char reason[GB_TASK_RECORDS_MAX][GB_RECORD_REASON];

	gb_clock_utc(row->time);
	const size_t count = gb_task_row_records(row, records, reason);
	return sweep->emit(sweep->context, row->number, records, count, measurement, error);
}

static int emit_without_value(struct gb_sweep *sweep, struct gb_task_row *row, int status, const struct gb_error *why,
			      struct gb_error *error)
{
	gb_task_row_clear(row, status == GB_SKIPPED ? GB_ROW_SKIPPED : GB_ROW_FAILED, why->text);
	return emit(sweep, row, NULL, error);
}

/* What a byte or an operation of a roof costs. */
static void add_energy(const struct gb_run *run, double energy_j, struct gb_task_row *row)
{
	const struct gb_cost cost = run->bench->cost(run);

	if (isnan(energy_j) || gb_run_roof(run) == NULL)
		return;
	switch (gb_run_quantity(run)) {
	case GB_BANDWIDTH:
		row->metric[row->metrics++] =
			(struct gb_metric){ "energy_per_byte", "J/B", GB_DERIVED, energy_j / cost.bytes, 0 };
		break;
	case GB_FLOPS:
		row->metric[row->metrics++] =
			(struct gb_metric){ "energy_per_flop", "J/FLOP", GB_DERIVED, energy_j / cost.ops, 0 };
		break;
	case GB_OPS:
		row->metric[row->metrics++] =
			(struct gb_metric){ "energy_per_op", "J/OP", GB_DERIVED, energy_j / cost.ops, 0 };
		break;
	case GB_SECONDS:
	case GB_CYCLES:
		break;
	}
}

/* The limit of the current point at these clocks, NAN where not known. The memory clock under the load, where the card tells
 * it, is what a limit of memory follows from. */
static double limit_at(const struct gb_run *run, double mem_clock_hz, double sm_hz)
{
	struct gb_device device = run->card->device;

	if (mem_clock_hz > 0)
		device.mem_clock_hz = mem_clock_hz;
	return run->bench->limit(run, &device, sm_hz);
}

/* A burst that differs by less from the settled value is no roof of its own. */
#define BURST_DIFFERS_BY 0.005

/* A roof whose load holds the clock down has a second one: what the load gives before the card has answered it. */
static int burst_row(const struct gb_sweep *sweep, struct gb_run *run, const struct gb_care *care,
		     const struct gb_measurement *measurement, struct gb_task_row *row, struct gb_error *why)
{
	const char *roof = gb_run_roof(run);

	if (roof == NULL || !(measurement->sm_hz < GB_HELD_BELOW * sweep->ready.ceiling_hz) || care->rest_seconds <= 0)
		return GB_OK;
	int status = gb_burst_measure(run, care->rest_seconds, measurement->seconds, &row->burst,
				      sweep->options->interrupted, why);
	if (status != GB_OK)
		return status;
	/* A load of memory may hold the clock of the SMs down and not be slower for it. */
	if (!(fabs(row->burst.value / measurement->value.median - 1) > BURST_DIFFERS_BY))
		return GB_OK;
	row->has_burst = true;
	snprintf(row->burst_metric, sizeof row->burst_metric, "burst_%s", gb_quantity_metric(gb_run_quantity(run)));
	snprintf(row->burst_roof, sizeof row->burst_roof, "%s" GB_ROOF_BURST, roof);
	row->burst_limit = limit_at(run, NAN, row->burst.sm_hz);
	return GB_OK;
}

/* How long a card is left alone before a load that lasts. */
#define IDLE_SECONDS 3

/* For heat and the power cap: keep a point that sets a roof running. */
static int sustain_row(const struct gb_sweep *sweep, struct gb_run *run, double launch_seconds, struct gb_task_row *row,
		       struct gb_error *why)
{
	const double seconds = sweep->options->sustain_seconds;
	const volatile int *stop = sweep->options->interrupted;

	if (seconds <= 0 || gb_run_roof(run) == NULL)
		return GB_OK;
	row->idle_w = gb_sustain_idle(run->card, IDLE_SECONDS, stop);
	const size_t parts = seconds < GB_SUSTAIN_MAX ? (size_t)ceil(seconds) : GB_SUSTAIN_MAX;
	int status = gb_sustain(run, seconds, launch_seconds, row->part, parts, stop, why);
	if (status != GB_OK)
		return status;
	row->parts = parts;
	row->sustained_metric[0] = '\0';
	gb_text_add(row->sustained_metric, sizeof row->sustained_metric, "sustained_%s",
		    gb_quantity_metric(gb_run_quantity(run)));
	for (size_t i = 0; i < row->parts; i++)
		row->part_limit[i] = limit_at(run, row->part[i].state.mem_clock_hz, row->part[i].sm_hz);
	return GB_OK;
}

/* Samples that end in a point's first period may tell of the time before it. A point that is over by then is hardly
 * longer than a process takes to open and leave a GPU: that one is counted before or after. */
static int workers_of_others(const struct gb_run *run, const struct gb_task_row *row)
{
	const double seconds = gb_clock_now() - row->began - GPU_SAMPLING_SECONDS;

	return seconds > 0 ? gb_card_workers(run->card, seconds) : -1;
}

/* The value columns, now that the point is measured, watched and verified. */
static int fill_row(const struct gb_sweep *sweep, const struct gb_run *run, const struct gb_measurement *measurement,
		    const struct gb_watch *watch, struct gb_task_row *row, const struct gb_error *why)
{
	const double limit = limit_at(run, watch->state.mem_clock_hz, measurement->sm_hz);
	row->remark = run->bench->remark != NULL ? run->bench->remark(run) : NULL;
	row->limit_rated = limit_at(run, NAN, run->card->device.sm_clock_max_hz);
	const struct gb_result result = { measurement->value.median, measurement->seconds, measurement->sm_hz };
	if (run->bench->metrics != NULL)
		row->metrics = run->bench->metrics(run, &result, row->metric);
	row->metrics += gb_run_host_metrics(run, &row->metric[row->metrics]);
	add_energy(run, watch->energy_j, row);
	/* A pure hook cannot fail; what it asked wrongly was kept as text, and the row stays without a value. */
	if (why->text[0] != '\0')
		return GB_FAILED;

	gb_task_describe(row->task, sweep->first, &row->point, &row->record, row->text);
	const int others = gb_run_others(run);
	const struct gb_conditions conditions = {
		.slowdown = watch->state.slowdown,
		.power_cap = strstr(watch->state.throttle, "sw_power_cap") != NULL,
		.others = others > row->others ? others : row->others,
		.workers = workers_of_others(run, row),
		.busy = run->card->busy,
		.mem_clock_hz = watch->state.mem_clock_hz,
		.mem_clock_rated_hz = run->card->device.mem_clock_hz,
		.temperature_rise = watch->state.temperature_c - row->before.temperature_c,
		.ecc_errors = watch->state.ecc_errors - row->before.ecc_errors,
		.lost = watch->state.lost,
		.doubt = run->doubt,
	};
	gb_judge(&row->record, gb_run_quantity(run), measurement, limit, &conditions, row->reason);
	gb_judge_rated(&row->record, row->limit_rated);
	if (sweep->together > 0)
		gb_text_add(row->reason, sizeof row->reason, "%smeasured together with %zu other GPU%s of this host",
			    row->reason[0] ? "; " : "", sweep->together, sweep->together == 1 ? "" : "s");
	row->record.roof = gb_record_text(gb_run_roof(run));
	row->record.mem_clock_hz = watch->state.mem_clock_hz;
	row->record.power_w = watch->state.power_w;
	row->record.temperature_c = watch->state.temperature_c;
	row->record.energy_j = watch->energy_j;
	memcpy(row->throttle, watch->state.throttle, sizeof row->throttle);
	return GB_OK;
}

/* A search may warm the card; what counts is how far it warms while it is measured. */
static void note_temperature(const struct gb_run *run, struct gb_task_row *row)
{
	struct gpu_state now;

	run->card->ops->state(run->card->gpu, &now);
	row->before.temperature_c = now.temperature_c;
}

/* Search, measure, watch, verify. On GB_OK the row is filled and `measurement` is the caller's to free. */
static int measure_row(struct gb_sweep *sweep, struct gb_run *run, const struct gb_plan *plan, struct gb_task_row *row,
		       struct gb_measurement *measurement, struct gb_error *why)
{
	struct gb_watch watch;
	int status = GB_OK;

	run->error = why;
	run->point = row->point;
	const bool is_roof = gb_run_roof(run) != NULL;
	const struct gb_care *care = is_roof ? &sweep->options->roof : &sweep->options->curve;
	struct gb_measure_options how = care->measure;
	if (plan->effort != GB_EVERY)
		status = gb_best_point(run, care, plan, sweep->options->interrupted, &row->point, why);
	run->error = why;
	note_temperature(run, row);
	if (status == GB_OK)
		status = gb_run_point(run, &row->point);
	/* Every roof settles. A point of a curve does so where its load is seen to hold the clock down. */
	how.held_below_hz = NAN;
	if (sweep->ready.ceiling_hz > 0)
		how.held_below_hz = is_roof ? (double)INFINITY : GB_HELD_BELOW * sweep->ready.ceiling_hz;
	if (status == GB_OK)
		status = gb_measure(gb_run_batch, run, &how, measurement, why);
	if (status != GB_OK)
		return status;
	status = gb_watch_load(run, measurement->seconds, care->watch_seconds, &watch);
	if (status == GB_OK)
		status = sustain_row(sweep, run, measurement->seconds, row, why);
	if (status == GB_OK)
		status = burst_row(sweep, run, care, measurement, row, why);
	if (status == GB_OK)
		status = gb_run_verify(run);
	if (status == GB_OK)
		status = fill_row(sweep, run, measurement, &watch, row, why);
	if (status != GB_OK)
		gb_measurement_free(measurement);
	return status;
}

/* For a profiler that looks on: the launches alone, and what one of them does. */
static int launch_row(struct gb_sweep *sweep, struct gb_run *run, struct gb_task_row *row, struct gb_error *why)
{
	const uint64_t launches = sweep->options->launches;

	run->error = why;
	int status = gb_run_point(run, &row->point);
	for (uint64_t i = 0; i < launches && status == GB_OK; i++)
		status = run->bench->launch(run);
	if (status == GB_OK)
		status = gb_sync(run);
	if (status != GB_OK)
		return status;
	const struct gb_cost cost = run->bench->cost(run);
	row->metric[row->metrics++] = (struct gb_metric){ "launch_bytes", "B", GB_EXACT, cost.bytes, 0 };
	row->metric[row->metrics++] = (struct gb_metric){ "launch_ops", "1", GB_EXACT, cost.ops, 0 };
	struct gb_metric metric[GB_METRICS_MAX];
	const struct gb_result none = { NAN, NAN, NAN };
	const size_t count = run->bench->metrics != NULL ? run->bench->metrics(run, &none, metric) : 0;
	for (size_t i = 0; i < count && row->metrics < GB_TASK_METRICS_MAX; i++)
		if (metric[i].kind != GB_TIMES && metric[i].kind != GB_OVER)
			row->metric[row->metrics++] = metric[i];
	row->record.status = GB_ROW_SKIPPED;
	gb_text_add(row->reason, sizeof row->reason, "launched %llu times and not measured",
		    (unsigned long long)launches);
	return GB_OK;
}

static int sweep_row(struct gb_sweep *sweep, struct gb_run *run, struct gb_task_row *row, struct gb_error *error)
{
	struct gb_measurement measurement = { 0 };
	struct gb_error why = { "" };

	int status = sweep->options->launches > 0 ? launch_row(sweep, run, row, &why)
						  : measure_row(sweep, run, row->task->plan, row, &measurement, &why);
	run->error = error; /* `why` ends here */
	if (interrupted(sweep))
		status = GB_INTERRUPTED;
	else if (status == GB_OK)
		status = emit(sweep, row, measurement.batches != NULL ? &measurement : NULL, error);
	else
		status = emit_without_value(sweep, row, status, &why, error);
	gb_measurement_free(&measurement);
	return status;
}

/* ---- tasks ------------------------------------------------------------------------------------------------------ */

/* The run the last task left open, for the next one of the same variant. */
struct open_run {
	struct gb_run run;
	const struct gb_plan *plan;
	const struct gb_variant *variant; /* NULL: none */
	size_t peer;
	int status; /* of opening it: what is not GB_OK holds for all of the variant's tasks */
	struct gb_error why;
};

static void leave_run(struct open_run *open, struct gb_error *error)
{
	if (open->variant != NULL && open->status == GB_OK) {
		open->run.error = error;
		gb_run_close(&open->run);
	}
	open->variant = NULL;
}

static void enter_run(struct gb_sweep *sweep, const struct gb_task *task, struct open_run *open, struct gb_error *error)
{
	if (open->variant == task->variant && open->plan == task->plan && open->peer == task->peer)
		return;
	leave_run(open, error);
	gb_error_clear(&open->why);
	sweep->card->peer = open->peer = task->peer;
	open->status = gb_run_open(&open->run, sweep->card, task->plan->bench, task->variant, &open->why);
	open->run.error = error;
	open->plan = task->plan;
	open->variant = task->variant;
}

/* After a failure: does the card still answer? An error that sticks to the context spoils all that comes after it. */
static int check_card(const struct gb_sweep *sweep, struct gb_error *error)
{
	const struct gb_card *card = sweep->card;
	uint64_t available;

	if (card->ops->sync(card->gpu, error) != GB_OK || card->ops->memory_free(card->gpu, &available, error) != GB_OK)
		return gb_error_prefix(error, "the card no longer answers");
	return gb_peers_check(card->peers, error);
}

static int sweep_task(struct gb_sweep *sweep, const struct gb_tasks *tasks, size_t number, struct open_run *open,
		      struct gb_error *error)
{
	struct gb_error why = { "" };
	struct gb_task_row row;

	const volatile int *stop = sweep->options->interrupted;
	const int others = gb_ready_wait(&sweep->ready, sweep->card, sweep->options->idle_seconds, stop);
	int status = sweep->options->launches > 0 ? GB_OK : gb_ready_clocks(&sweep->ready, sweep->card, stop, &why);
	start_row(sweep, tasks, number, others, &row);
	if (status != GB_OK) {
		status = emit_without_value(sweep, &row, status, &why, error);
	} else {
		enter_run(sweep, row.task, open, error);
		status = open->status == GB_OK ? sweep_row(sweep, &open->run, &row, error)
					       : emit_without_value(sweep, &row, open->status, &open->why, error);
	}
	if (status == GB_OK && row.record.status == GB_ROW_FAILED)
		status = check_card(sweep, error);
	return status;
}

double gb_sweep_task_seconds(const struct gb_sweep_options *options)
{
	return options->roof.measure.budget_seconds + options->roof.measure.min_seconds + options->idle_seconds +
	       options->sustain_seconds;
}

int gb_sweep_tasks(struct gb_sweep *sweep, const struct gb_tasks *tasks, const size_t *order, size_t count,
		   struct gb_error *error)
{
	struct open_run open = { 0 };
	int status = GB_OK;

	sweep->ready = gb_ready_begin();
	sweep->card->memory_most = sweep->options->memory_most;
	sweep->card->work = sweep->options->work;
	for (size_t i = 0; i < count && status == GB_OK; i++) {
		status = interrupted(sweep) ? GB_INTERRUPTED : sweep->begin(sweep->context, order[i]);
		if (status == GB_OK)
			status = sweep_task(sweep, tasks, order[i], &open, error);
	}
	leave_run(&open, error);
	return status;
}
