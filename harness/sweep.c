#include "sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "clock.h"
#include "search.h"
#include "text.h"
#include "watch.h"

/* How far a value may pass its limit before it is not believed: the uncertainty of the clocks. */
#define LIMIT_TOLERANCE 0.003
/* How far the SM clock may move between the batches of one measurement. */
#define CLOCK_TOLERANCE 0.02

static bool interrupted(const struct gb_sweep *sweep)
{
	const volatile int *flag = sweep->options->measure.interrupted;

	return flag != NULL && *flag != 0;
}

/* ---- outcome ---------------------------------------------------------------------------------------------------- */

static const char *stop_word(enum gb_stop stop)
{
	static const char *const words[] = {
		[GB_STOP_CONVERGED] = "converged",
		[GB_STOP_BUDGET] = "budget",
		[GB_STOP_INTERRUPTED] = "interrupted",
	};

	return words[stop];
}

static void suspect(struct gb_record *record, char reason[GB_RECORD_REASON], const char *why)
{
	record->status = "suspect";
	gb_text_add(reason, GB_RECORD_REASON, "%s%s", reason[0] ? "; " : "", why);
}

void gb_sweep_judge(struct gb_record *record, enum gb_quantity quantity, const struct gb_measurement *measurement,
		    double limit, bool slowdown, char reason[GB_RECORD_REASON])
{
	const struct gb_summary *v = &measurement->value;
	char why[128];

	reason[0] = '\0';
	record->metric = gb_quantity_metric(quantity);
	record->unit = gb_quantity_unit(quantity);
	record->value = v->median;
	record->lo = v->lo;
	record->hi = v->hi;
	record->min = v->min;
	record->max = v->max;
	record->samples = (double)v->count;
	record->spread = v->spread;
	record->stop = stop_word(measurement->stop);
	record->sm_clock_hz = measurement->sm_hz;
	if (limit > 0) {
		record->limit = limit;
		record->fraction = gb_quantity_lower_is_better(quantity) ? limit / v->median : v->median / limit;
	}
	record->status = "ok";
	record->reason = reason;
	if (limit > 0 && record->fraction > 1 + LIMIT_TOLERANCE) {
		snprintf(why, sizeof why, "%.2f %% better than the physical limit", 100 * (record->fraction - 1));
		suspect(record, reason, why);
	}
	if (measurement->sm_hz_spread > CLOCK_TOLERANCE) {
		snprintf(why, sizeof why, "the SM clock moved by %.1f %% between samples",
			 100 * measurement->sm_hz_spread);
		suspect(record, reason, why);
	}
	if (slowdown)
		suspect(record, reason, "hardware or thermal slowdown");
	if (!measurement->steady)
		suspect(record, reason, "times were never steady in the warm-up");
}

/* ---- search ----------------------------------------------------------------------------------------------------- */

static double score_of(const struct gb_bench *bench, double value)
{
	return gb_quantity_lower_is_better(bench->quantity) ? 1 / value : value;
}

struct judge_context {
	struct gb_sweep *sweep;
	struct gb_run *run;
};

/* One launch to warm up, then one batch. */
static int judge(void *context, const struct gb_point *point, double *score, struct gb_error *error)
{
	struct judge_context *c = context;
	struct gb_batch batch;

	if (interrupted(c->sweep))
		return gb_error_set(error, "interrupted");
	c->run->error = error;
	int status = gb_run_point(c->run, point);
	if (status == GB_OK)
		status = gb_run_batch(c->run, 1, &batch, error);
	if (status != GB_OK)
		return status;
	double launches = ceil(c->sweep->options->judge_seconds / batch.seconds);
	status = gb_run_batch(c->run, launches < 1 ? 1 : launches > 1e4 ? 10000 : (uint64_t)launches, &batch, error);
	if (status == GB_OK)
		*score = score_of(c->run->bench, batch.value);
	return status;
}

/* Batches of a finalist in the heat: enough that a lucky one does not win. */
enum { HEAT_BATCHES = 5 };

/* The median score of a finalist, after one batch to warm up. */
static int heat(struct gb_sweep *sweep, struct gb_run *run, const struct gb_point *point, double *score,
		struct gb_error *error)
{
	double scores[HEAT_BATCHES], scratch[HEAT_BATCHES];
	struct judge_context context = { sweep, run };

	for (size_t i = 0; i < HEAT_BATCHES; i++) {
		int status = judge(&context, point, &scores[i], error);
		if (status != GB_OK)
			return status;
	}
	*score = gb_stats_median(scores, HEAT_BATCHES, scratch);
	return GB_OK;
}

/* A search judges by one batch, so its best few are within its noise of each other: let them meet, and leave the winner
 * first. */
static int choose_finalist(struct gb_sweep *sweep, struct gb_run *run, struct gb_search_result *finalist, size_t count,
			   struct gb_error *error)
{
	size_t best = 0;

	for (size_t i = 0; i < count && count > 1; i++) {
		int status = heat(sweep, run, &finalist[i].point, &finalist[i].score, error);
		if (status != GB_OK)
			return status;
		if (finalist[i].score > finalist[best].score)
			best = i;
	}
	finalist[0] = finalist[best];
	return GB_OK;
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

/* The primary reported axis: the first with numbers, else the first. */
static void primary_axis(const struct gb_bench *bench, const struct gb_point *point, struct gb_record *record)
{
	for (size_t i = gb_axes_count(bench->axes); i-- > 0;) {
		const struct gb_axis *axis = &bench->axes[i];
		if (!point->has[i] || axis->kind != GB_REPORTED)
			continue;
		if (axis->names == NULL || isnan(record->x)) {
			record->axis = axis->name;
			record->x = axis->names == NULL ? (double)point->value[i] : (double)NAN;
		}
	}
}

/* Everything of one row. The texts a record points at. */
struct row {
	struct gb_record record;
	struct gb_point point;
	char time[GB_CLOCK_UTC], text[GB_POINT_TEXT], reason[GB_RECORD_REASON], throttle[96];
};

static void start_row(const struct gb_sweep *sweep, const struct gb_run *run, const struct gb_point *point,
		      struct row *row)
{
	row->record = sweep->base;
	row->point = *point;
	row->reason[0] = row->throttle[0] = '\0';
	row->record.time_utc = row->time;
	row->record.benchmark = run->bench->name;
	row->record.variant = run->variant->name;
	row->record.point = row->text;
	row->record.throttle = row->throttle;
	row->record.reason = row->reason;
	primary_axis(run->bench, point, &row->record);
	gb_point_text(run->bench->axes, point, -1, row->text, sizeof row->text);
}

static int emit(struct gb_sweep *sweep, struct row *row, const struct gb_measurement *measurement,
		struct gb_error *error)
{
	gb_clock_utc(row->time);
	sweep->rows++;
	sweep->failed += strcmp(row->record.status, "failed") == 0;
	return sweep->emit(sweep->context, &row->record, measurement, error);
}

static int emit_without_value(struct gb_sweep *sweep, struct row *row, int status, const struct gb_error *why,
			      struct gb_error *error)
{
	row->record.status = status == GB_SKIPPED ? "skipped" : "failed";
	gb_text_copy(row->reason, sizeof row->reason, why->text);
	return emit(sweep, row, NULL, error);
}

/* The best point for the searched axes of a row. */
static int search_row(struct gb_sweep *sweep, struct gb_run *run, const struct gb_plan *plan, struct row *row,
		      struct gb_error *why)
{
	struct judge_context context = { sweep, run };
	struct gb_search_result finalist[GB_SEARCH_KEEP];
	size_t found;

	int status = gb_search(plan, &row->point, sweep->options->search_most, judge, &context, finalist, &found, why);
	if (status != GB_OK)
		return status;
	if (found > sweep->options->finalists)
		found = sweep->options->finalists;
	status = choose_finalist(sweep, run, finalist, found, why);
	if (status == GB_OK)
		row->point = finalist[0].point;
	return status;
}

/* The value columns, now that the point is measured, watched and verified. */
static int fill_row(const struct gb_run *run, const struct gb_measurement *measurement, const struct gb_watch *watch,
		    struct row *row, const struct gb_error *why)
{
	/* The memory clock under this load, where the card tells it, is what its limit follows from. */
	struct gb_device device = run->card->device;
	if (watch->state.mem_clock_hz > 0)
		device.mem_clock_hz = watch->state.mem_clock_hz;
	const double limit = run->bench->limit(run, &device, isnan(measurement->sm_hz) ? 0 : measurement->sm_hz);

	gb_point_text(run->bench->axes, &row->point, -1, row->text, sizeof row->text);
	gb_sweep_judge(&row->record, run->bench->quantity, measurement, limit, watch->state.slowdown, row->reason);
	row->record.roof = run->bench->roof != NULL ? run->bench->roof(run) : NULL;
	row->record.mem_clock_hz = watch->state.mem_clock_hz;
	row->record.power_w = watch->state.power_w;
	row->record.temperature_c = watch->state.temperature_c;
	row->record.energy_j = watch->energy_j;
	memcpy(row->throttle, watch->state.throttle, sizeof row->throttle);
	/* A pure hook cannot fail; what it asked wrongly was kept as text. */
	return why->text[0] == '\0' ? GB_OK : GB_FAILED;
}

/* Search, measure, watch, verify. On GB_OK the row is filled and `measurement` is the caller's to free. */
static int measure_row(struct gb_sweep *sweep, struct gb_run *run, const struct gb_plan *plan, struct row *row,
		       struct gb_measurement *measurement, struct gb_error *why)
{
	struct gb_watch watch;
	int status = GB_OK;

	if (plan->effort != GB_EVERY)
		status = search_row(sweep, run, plan, row, why);
	run->error = why;
	if (status == GB_OK)
		status = gb_run_point(run, &row->point);
	if (status == GB_OK)
		status = gb_measure(gb_run_batch, run, &sweep->options->measure, measurement, why);
	if (status != GB_OK)
		return status;
	status = gb_watch_load(run, measurement->seconds, sweep->options->watch_seconds, &watch);
	if (status == GB_OK)
		status = gb_run_verify(run);
	if (status == GB_OK)
		status = fill_row(run, measurement, &watch, row, why);
	if (status != GB_OK)
		gb_measurement_free(measurement);
	return status;
}

static int sweep_row(struct gb_sweep *sweep, struct gb_run *run, const struct gb_plan *plan,
		     const struct gb_point *point, struct gb_error *error)
{
	struct gb_measurement measurement = { 0 };
	struct gb_error why = { "" };
	struct row row;

	start_row(sweep, run, point, &row);
	sweep->progress(sweep->context, run->bench, row.text);
	int status = measure_row(sweep, run, plan, &row, &measurement, &why);
	run->error = error; /* `why` ends here */
	if (interrupted(sweep)) {
		gb_measurement_free(&measurement);
		return GB_SKIPPED;
	}
	if (status != GB_OK)
		return emit_without_value(sweep, &row, status, &why, error);
	status = emit(sweep, &row, &measurement, error);
	gb_measurement_free(&measurement);
	return status;
}

/* A variant that could not be set up: each of its points says why. */
static int refuse_rows(struct gb_sweep *sweep, struct gb_run *run, const struct gb_plan *plan, int status,
		       const struct gb_error *why, struct gb_error *error)
{
	struct gb_point point;
	struct row row;

	for (bool more = gb_plan_first(plan, &point); more; more = gb_plan_next(plan, &point)) {
		start_row(sweep, run, &point, &row);
		int delivered = emit_without_value(sweep, &row, status, why, error);
		if (delivered != GB_OK)
			return delivered;
	}
	return GB_OK;
}

static int sweep_variant(struct gb_sweep *sweep, const struct gb_plan *plan, const struct gb_variant *variant,
			 struct gb_error *error)
{
	struct gb_error why = { "" };
	struct gb_point point;
	struct gb_run run;

	int status = gb_run_open(&run, sweep->card, plan->bench, variant, &why);
	if (status != GB_OK)
		return refuse_rows(sweep, &run, plan, status, &why, error);
	for (bool more = gb_plan_first(plan, &point); more && status == GB_OK; more = gb_plan_next(plan, &point))
		status = sweep_row(sweep, &run, plan, &point, error);
	gb_run_close(&run);
	return status;
}

int gb_sweep_bench(struct gb_sweep *sweep, const struct gb_bench *bench, struct gb_error *error)
{
	struct gb_plan plan;
	int status = gb_plan_make(bench, sweep->options->effort, sweep->options->choices, sweep->options->choice_count,
				  &plan, error);

	if (status != GB_OK)
		return status;
	for (const struct gb_variant *v = bench->variants; v->name != NULL && status == GB_OK; v++)
		status = interrupted(sweep) ? GB_SKIPPED : sweep_variant(sweep, &plan, v, error);
	gb_plan_free(&plan);
	return status;
}
