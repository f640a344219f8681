#include "run/sweep.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "run/burst.h"
#include "run/ceiling.h"
#include "run/judge.h"
#include "run/sustain.h"
#include "base/text.h"
#include "run/watch.h"

static bool interrupted(const struct gb_sweep *sweep)
{
	return gb_measure_stopped(sweep->options->interrupted);
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

/* A plug-in's metrics and two of our own; and all records of a point. */
enum { ROW_METRICS_MAX = GB_METRICS_MAX + 2, ROW_RECORDS_MAX = 1 + ROW_METRICS_MAX + 2 + GB_SUSTAIN_MAX };

/* Everything of one row. The texts a record points at. */
struct row {
	const struct gb_task *task;
	size_t number; /* of the task */
	struct gb_record record;
	struct gb_point point;
	struct gpu_state before; /* the card's, when the task began */
	int others;              /* other compute processes then */
	double began;            /* host time */
	char time[GB_CLOCK_UTC], text[GB_POINT_TEXT], reason[GB_RECORD_REASON], throttle[96];
	size_t metrics;
	struct gb_metric metric[ROW_METRICS_MAX];
	/* On a card that has rested. */
	bool has_burst;
	char burst_metric[GB_NAME_MAX], burst_roof[GB_NAME_MAX];
	struct gb_burst burst;
	double burst_limit;
	/* Under a load that lasts. */
	char sustained_metric[GB_NAME_MAX];
	double idle_w;
	size_t parts;
	struct gb_sustained part[GB_SUSTAIN_MAX];
	double part_limit[GB_SUSTAIN_MAX];
};

static void start_row(const struct gb_sweep *sweep, const struct gb_tasks *tasks, size_t number, int others,
		      struct row *row)
{
	row->task = &tasks->task[number];
	row->number = number;
	row->record = sweep->base;
	row->point = row->task->point;
	row->reason[0] = row->throttle[0] = '\0';
	row->metrics = row->parts = 0;
	row->has_burst = false;
	row->record.time_utc = row->time;
	row->record.throttle = row->throttle;
	row->record.reason = row->reason;
	gb_task_describe(row->task, &row->point, &row->record, row->text);
	sweep->card->ops->state(sweep->card->gpu, &row->before);
	row->others = others;
	row->began = gb_clock_now();
}

/* The state of the card in a row that was measured at another moment than its point: the memory clock alone is the same. */
static void clear_state(struct gb_record *record)
{
	const double mem_clock_hz = record->mem_clock_hz;

	gb_record_clear(record, GB_COLUMN_STATE);
	record->mem_clock_hz = mem_clock_hz;
}

/* What the card draws with nothing to do. */
static struct gb_record idle_record(const struct row *row, char reason[GB_RECORD_REASON])
{
	struct gb_record record = row->record;

	gb_judge_metric(&record, &(struct gb_metric){ "idle_power", "W", GB_EXACT, row->idle_w, 0 }, reason);
	clear_state(&record);
	return record;
}

/* What the load gives on a card that has rested: a roof of its own. What the card drew then is not known. */
static struct gb_record burst_record(const struct row *row, char reason[GB_RECORD_REASON])
{
	const struct gb_metric metric = { row->burst_metric, row->record.unit, GB_EXACT, row->burst.value, 0 };
	struct gb_record record = row->record;

	gb_judge_metric(&record, &metric, reason);
	record.roof = row->burst_roof;
	record.lo = row->burst.lo;
	record.hi = row->burst.hi;
	record.samples = GB_BURST_BATCHES;
	clear_state(&record);
	record.sm_clock_hz = row->burst.sm_hz;
	record.sm_clock_slowest_hz = row->burst.slowest_hz;
	gb_judge_limit(&record, row->burst_limit, reason);
	return record;
}

/* One part of a load that lasts. */
static struct gb_record sustained_record(const struct row *row, size_t i, char reason[GB_RECORD_REASON])
{
	const struct gb_sustained *part = &row->part[i];
	const struct gb_metric metric = { row->sustained_metric, row->record.unit, GB_EXACT, part->value, 0 };
	struct gb_record record = row->record;

	gb_judge_metric(&record, &metric, reason);
	record.lo = part->lo;
	record.hi = part->hi;
	record.axis = "seconds";
	record.x = part->end;
	clear_state(&record);
	record.sm_clock_hz = part->sm_hz;
	record.mem_clock_hz = part->state.mem_clock_hz;
	record.power_w = part->state.power_w;
	record.temperature_c = part->state.temperature_c;
	record.throttle = part->state.throttle;
	gb_judge_limit(&record, row->part_limit[i], reason);
	return record;
}

/* The main record, one for each metric, and those of a load that lasts. */
static int emit(struct gb_sweep *sweep, struct row *row, const struct gb_measurement *measurement,
		struct gb_error *error)
{
	struct gb_record records[ROW_RECORDS_MAX];
	char reason[ROW_RECORDS_MAX][GB_RECORD_REASON];
	size_t count = 1;

	gb_clock_utc(row->time);
	records[0] = row->record;
	for (size_t i = 0; i < ROW_RECORDS_MAX; i++)
		gb_text_copy(reason[i], sizeof reason[i], row->reason);
	for (size_t i = 0; i < row->metrics; i++, count++) {
		records[count] = row->record;
		gb_judge_metric(&records[count], &row->metric[i], reason[count]);
	}
	if (row->has_burst) {
		records[count] = burst_record(row, reason[count]);
		count++;
	}
	if (row->parts > 0 && !isnan(row->idle_w)) { /* not every card tells its power */
		records[count] = idle_record(row, reason[count]);
		count++;
	}
	for (size_t i = 0; i < row->parts; i++, count++)
		records[count] = sustained_record(row, i, reason[count]);
	return sweep->emit(sweep->context, row->number, records, count, measurement, error);
}

static int emit_without_value(struct gb_sweep *sweep, struct row *row, int status, const struct gb_error *why,
			      struct gb_error *error)
{
	row->record.status = status == GB_SKIPPED ? GB_ROW_SKIPPED : GB_ROW_FAILED;
	gb_text_copy(row->reason, sizeof row->reason, why->text[0] != '\0' ? why->text : "the plug-in gave no reason");
	return emit(sweep, row, NULL, error);
}

/* What a byte or an operation of a roof costs. */
static void add_energy(const struct gb_run *run, double energy_j, struct row *row)
{
	const struct gb_cost cost = run->bench->cost(run);

	if (isnan(energy_j) || gb_run_roof(run) == NULL)
		return;
	switch (gb_run_quantity(run)) {
	case GB_BANDWIDTH:
		row->metric[row->metrics++] =
			(struct gb_metric){ "energy_per_byte", "J/B", GB_EXACT, energy_j / cost.bytes, 0 };
		break;
	case GB_FLOPS:
		row->metric[row->metrics++] =
			(struct gb_metric){ "energy_per_flop", "J/FLOP", GB_EXACT, energy_j / cost.ops, 0 };
		break;
	case GB_OPS:
		row->metric[row->metrics++] =
			(struct gb_metric){ "energy_per_op", "J/OP", GB_EXACT, energy_j / cost.ops, 0 };
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

#define BURST_DIFFERS_BY 0.005

/* A roof whose load holds the clock down has a second one: what the load gives before the card has answered it. */
static int burst_row(const struct gb_sweep *sweep, struct gb_run *run, const struct gb_care *care,
		     const struct gb_measurement *measurement, struct row *row, struct gb_error *why)
{
	const char *roof = gb_run_roof(run);

	if (roof == NULL || !(measurement->sm_hz < GB_HELD_BELOW * sweep->ceiling_hz) || care->rest_seconds <= 0)
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

/* Burst against sustained: keep a point that sets a roof running. */
static int sustain_row(const struct gb_sweep *sweep, struct gb_run *run, double launch_seconds, struct row *row,
		       struct gb_error *why)
{
	const double seconds = sweep->options->sustain_seconds;
	const volatile int *stop = sweep->options->interrupted;

	if (seconds <= 0 || gb_run_roof(run) == NULL)
		return GB_OK;
	row->idle_w = gb_sustain_idle(run->card, IDLE_SECONDS, stop);
	row->parts = seconds < GB_SUSTAIN_MAX ? (size_t)ceil(seconds) : GB_SUSTAIN_MAX;
	int status = gb_sustain(run, seconds, launch_seconds, row->part, row->parts, stop, why);
	if (status != GB_OK)
		return status;
	row->sustained_metric[0] = '\0';
	gb_text_add(row->sustained_metric, sizeof row->sustained_metric, "sustained_%s",
		    gb_quantity_metric(gb_run_quantity(run)));
	for (size_t i = 0; i < row->parts; i++)
		row->part_limit[i] = limit_at(run, row->part[i].state.mem_clock_hz, row->part[i].sm_hz);
	return GB_OK;
}

/* Samples that end in a point's first period may tell of the time before it. A point that is over by then is hardly
 * longer than a process takes to open and leave a GPU: that one is counted before or after. */
static int workers_beside(const struct gb_run *run, const struct row *row)
{
	const double seconds = gb_clock_now() - row->began - GPU_SAMPLING_SECONDS;

	return seconds > 0 ? gb_card_workers(run->card, seconds) : -1;
}

/* The value columns, now that the point is measured, watched and verified. */
static int fill_row(const struct gb_sweep *sweep, const struct gb_run *run, const struct gb_measurement *measurement,
		    const struct gb_watch *watch, struct row *row, const struct gb_error *why)
{
	const double limit = limit_at(run, watch->state.mem_clock_hz, measurement->sm_hz);
	const struct gb_result result = { measurement->value.median, measurement->seconds, measurement->sm_hz };
	if (run->bench->metrics != NULL)
		row->metrics = run->bench->metrics(run, &result, row->metric);
	add_energy(run, watch->energy_j, row);
	/* A pure hook cannot fail; what it asked wrongly was kept as text, and the row stays without a value. */
	if (why->text[0] != '\0')
		return GB_FAILED;

	gb_task_describe(row->task, &row->point, &row->record, row->text);
	const int others = gb_card_others(run->card);
	const struct gb_conditions conditions = {
		.slowdown = watch->state.slowdown,
		.power_cap = strstr(watch->state.throttle, "sw_power_cap") != NULL,
		.others = others > row->others ? others : row->others,
		.workers = workers_beside(run, row),
		.busy = run->card->busy,
		.mem_clock_hz = watch->state.mem_clock_hz,
		.mem_clock_rated_hz = run->card->device.mem_clock_hz,
		.temperature_rise = watch->state.temperature_c - row->before.temperature_c,
		.ecc_errors = watch->state.ecc_errors - row->before.ecc_errors,
		.lost = watch->state.lost,
		.doubt = run->doubt,
	};
	gb_judge(&row->record, gb_run_quantity(run), measurement, limit, &conditions, row->reason);
	if (sweep->beside > 0)
		gb_text_add(row->reason, sizeof row->reason, "%smeasured beside %zu other GPU%s of this host",
			    row->reason[0] ? "; " : "", sweep->beside, sweep->beside == 1 ? "" : "s");
	row->record.roof = gb_record_text(gb_run_roof(run));
	row->record.mem_clock_hz = watch->state.mem_clock_hz;
	row->record.power_w = watch->state.power_w;
	row->record.temperature_c = watch->state.temperature_c;
	row->record.energy_j = watch->energy_j;
	memcpy(row->throttle, watch->state.throttle, sizeof row->throttle);
	return GB_OK;
}

/* A search may warm the card; what counts is how far it warms while it is measured. */
static void note_temperature(const struct gb_run *run, struct row *row)
{
	struct gpu_state now;

	run->card->ops->state(run->card->gpu, &now);
	row->before.temperature_c = now.temperature_c;
}

/* Search, measure, watch, verify. On GB_OK the row is filled and `measurement` is the caller's to free. */
static int measure_row(struct gb_sweep *sweep, struct gb_run *run, const struct gb_plan *plan, struct row *row,
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
	if (sweep->ceiling_hz > 0)
		how.held_below_hz = is_roof ? (double)INFINITY : GB_HELD_BELOW * sweep->ceiling_hz;
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
static int launch_row(struct gb_sweep *sweep, struct gb_run *run, struct row *row, struct gb_error *why)
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
	for (size_t i = 0; i < count && row->metrics < ROW_METRICS_MAX; i++)
		if (metric[i].kind == GB_EXACT)
			row->metric[row->metrics++] = metric[i];
	row->record.status = GB_ROW_SKIPPED;
	gb_text_add(row->reason, sizeof row->reason, "launched %llu times and not measured",
		    (unsigned long long)launches);
	return GB_OK;
}

static int sweep_row(struct gb_sweep *sweep, struct gb_run *run, struct row *row, struct gb_error *error)
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
	int status;                       /* of opening it: what is not GB_OK holds for all of the variant's tasks */
	struct gb_error why;
};

static void leave(struct open_run *open, struct gb_error *error)
{
	if (open->variant != NULL && open->status == GB_OK) {
		open->run.error = error;
		gb_run_close(&open->run);
	}
	open->variant = NULL;
}

static void enter(struct gb_sweep *sweep, const struct gb_task *task, struct open_run *open, struct gb_error *error)
{
	if (open->variant == task->variant && open->plan == task->plan)
		return;
	leave(open, error);
	gb_error_clear(&open->why);
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
	return GB_OK;
}

/* Work that has ended, our own too, is in the figures for a sampling period: a GPU that seems busy is left alone for
 * longer than that, and again every so often, to see whether it still is. */
#define REST_SECONDS       (1.2 * GPU_SAMPLING_SECONDS)
#define REST_EVERY_SECONDS 20

static double waiting_seconds(struct gb_sweep *sweep)
{
	const double wait = sweep->options->idle_seconds, now = gb_clock_now();

	if (!gb_card_is_busy(sweep->card) || now < sweep->rest_at)
		return wait;
	sweep->rest_at = now + REST_EVERY_SECONDS;
	return fmax(wait, REST_SECONDS);
}

/* Give others time to leave the GPU. Those that stay make the row suspect; returns how many processes that are. */
static int wait_idle(struct gb_sweep *sweep)
{
	const struct timespec pause = { 0, 50000000 };
	const double end = gb_clock_now() + waiting_seconds(sweep);

	for (;;) {
		const int others = gb_card_others(sweep->card);
		if (gb_card_is_busy(sweep->card))
			gb_card_look(sweep->card);
		if ((others <= 0 && !gb_card_is_busy(sweep->card)) || gb_clock_now() >= end || interrupted(sweep))
			return others;
		nanosleep(&pause, NULL);
	}
}

/* How long a card has to bring its memory clock up, and the work it does so under. */
#define WAKE_SECONDS 2
#define HOLD_SECONDS 0.005

/* A card that was idle may have let its memory clock down: have it up before anything is searched or timed. If it does
 * not come up, the rows say so. A failure here is the first task's to report. */
static void wake_memory(struct gb_sweep *sweep)
{
	struct gb_card *card = sweep->card;
	const double end = gb_clock_now() + WAKE_SECONDS, rated = card->device.mem_clock_hz;
	struct gb_error ignored = { "" };
	struct gpu_state now;

	if (sweep->awake || sweep->options->launches > 0)
		return;
	sweep->awake = true;
	card->ops->state(card->gpu, &now);
	while (gb_judge_mem_clock_low(now.mem_clock_hz, rated) && gb_clock_now() < end && !interrupted(sweep)) {
		if (gb_timer_hold(&card->timer, HOLD_SECONDS, &ignored) != GB_OK)
			return;
		card->ops->state(card->gpu, &now);
		if (card->ops->sync(card->gpu, &ignored) != GB_OK)
			return;
	}
}

/* Before the first load. */
static int see_ceiling(struct gb_sweep *sweep, struct gb_error *why)
{
	struct gb_card *card = sweep->card;

	if (sweep->ceiling_hz != 0 || card->device.target != GB_CUDA || sweep->options->launches > 0)
		return GB_OK;
	return gb_ceiling_clock(&card->timer, &sweep->ceiling_hz, why);
}

static int sweep_task(struct gb_sweep *sweep, const struct gb_tasks *tasks, size_t number, struct open_run *open,
		      struct gb_error *error)
{
	struct gb_error why = { "" };
	struct row row;

	const int others = wait_idle(sweep);
	wake_memory(sweep);
	int status = see_ceiling(sweep, &why);
	start_row(sweep, tasks, number, others, &row);
	if (status != GB_OK) {
		status = emit_without_value(sweep, &row, status, &why, error);
	} else {
		enter(sweep, row.task, open, error);
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

	sweep->card->memory_most = sweep->options->memory_most;
	sweep->card->work = sweep->options->work;
	for (size_t i = 0; i < count && status == GB_OK; i++) {
		status = interrupted(sweep) ? GB_INTERRUPTED : sweep->begin(sweep->context, order[i]);
		if (status == GB_OK)
			status = sweep_task(sweep, tasks, order[i], &open, error);
	}
	leave(&open, error);
	return status;
}
