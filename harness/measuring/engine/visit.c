#include "engine/visit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "engine/peers.h"
#include "engine/row.h"
#include "engine/shape_search.h"
#include "timing/ceiling.h"

/* ---- begin and end ----------------------------------------------------------------------------------------------- */

void gb_visit_init(struct gb_visited *v, const struct gb_sweep *sweep, const struct gb_tasks *tasks, size_t number,
		   size_t planned)
{
	struct gb_task_row *row = &v->row;

	memset(v, 0, sizeof *v);
	v->planned = planned;
	v->load.seen =
		(struct gb_conditions){ .others = -1, .workers = -1, .temperature_rise = NAN, .ecc_errors = NAN };
	row->task = &tasks->task[number];
	row->number = number;
	row->record = sweep->base;
	row->point = row->task->point;
	gb_row_time(&row->record, row->time);
	gb_row_outcome(&row->record, GB_ROW_UNKNOWN, row->reason);
	gb_row_identify(&row->record, row->task, sweep->first, &row->point,
			gb_peers_name(sweep->card->peers, row->task), row->text);
}

void gb_visit_begin(struct gb_visited *v, const struct gb_sweep *sweep, int others)
{
	sweep->card->ops->state(sweep->card->gpu, &v->row.before);
	v->load.seen.others = others > v->load.seen.others ? others : v->load.seen.others;
	v->row.began = gb_clock_now();
}

/* Samples that end in a visit's first period may include work from before it. A visit that ends by then is hardly
 * longer than a process takes to open and leave a GPU; such a process is counted before or after the visit. */
static int workers_of_others(const struct gb_run *run, const struct gb_task_row *row)
{
	const double seconds = gb_clock_now() - row->began - GPU_SAMPLING_SECONDS;

	return seconds > 0 ? gb_device_workers(run->card, seconds) : -1;
}

static void note_conditions(struct gb_visited *v, const struct gb_run *run, const struct gpu_state *now)
{
	const double ecc = now->ecc_errors - v->row.before.ecc_errors;
	struct gb_conditions *seen = &v->load.seen;
	const int workers = workers_of_others(run, &v->row), others = gb_run_others(run);

	seen->temperature_rise = fmax(seen->temperature_rise, now->temperature_c - v->row.before.temperature_c);
	seen->ecc_errors = isnan(seen->ecc_errors) ? ecc : seen->ecc_errors + (isnan(ecc) ? 0 : ecc);
	seen->workers = workers > seen->workers ? workers : seen->workers;
	seen->others = others > seen->others ? others : seen->others;
	seen->slowdown |= now->slowdown;
	if (now->slowdown)
		gb_watch_merge(v->load.slowdowns, sizeof v->load.slowdowns, now->throttle);
	gb_watch_merge(v->load.watch.throttle, sizeof v->load.watch.throttle, v->load.slowdowns);
	seen->power_cap |= strstr(now->throttle, GB_POWER_CAP) != NULL;
	seen->lost = fmax(seen->lost, now->lost);
}

/* ---- one visit --------------------------------------------------------------------------------------------------- */

/* Note the temperature after the search, because only warming during the measurement counts. */
static void note_temperature(const struct gb_run *run, struct gb_task_row *row)
{
	struct gpu_state now;

	run->card->ops->state(run->card->gpu, &now);
	row->before.temperature_c = now.temperature_c;
}

/* A clock below this fraction of the ceiling may still be moving, down to what the load allows, or up after the
 * previous load. */
#define AT_THE_CEILING 0.998

/* A later visit has as many launches per batch as the first. */
static struct gb_measure_options visit_options(const struct gb_visited *v, const struct gb_sweep *sweep)
{
	struct gb_measure_options how = gb_effort_of_visit(v->samples.effort, v->planned);

	how.held_below_hz = (v->samples.is_roof ? AT_THE_CEILING : GB_HELD_BELOW) * sweep->precondition.ceiling_hz;
	if (v->samples.visits > 0) {
		how.launches = v->samples.visit[0].launches;
		how.look_seconds = v->samples.effort->look_again_seconds;
		if (v->samples.effort->warm_again_seconds > 0)
			how.warmup_seconds = v->samples.effort->warm_again_seconds;
	}
	return how;
}

/* Keep a roof's point running, to show the effects of heat and the power cap. */
static int sustain_row(const struct gb_sweep *sweep, struct gb_run *run, double launch_seconds, struct gb_task_row *row,
		       struct gb_error *why)
{
	const double seconds = sweep->options->sustain_seconds;
	const volatile int *stop = sweep->options->interrupted;

	if (seconds <= 0 || gb_run_roof(run) == NULL)
		return GB_OK;
	row->idle_w = gb_sustain_idle(run->card, GB_IDLE_SECONDS_SUSTAIN, stop);
	const size_t parts = seconds < GB_SUSTAIN_MAX ? (size_t)ceil(seconds) : GB_SUSTAIN_MAX;
	GB_TRY(gb_sustain(run, seconds, launch_seconds, row->part, parts, stop, why));
	row->parts = parts;
	gb_text_write(row->sustained_metric, sizeof row->sustained_metric, "sustained_%s",
		      gb_quantity_metric(gb_run_quantity(run)));
	for (size_t i = 0; i < row->parts; i++)
		row->part_limit[i] = gb_task_row_limit(run, row->part[i].state.mem_clock_hz, row->part[i].sm_hz);
	return GB_OK;
}

/* The last planned visit watches the card under the load, which `began` with the visit. For the others, the state at
 * their end is enough. */
static int look_at_card(struct gb_visited *v, struct gb_sweep *sweep, struct gb_run *run, double began,
			struct gb_error *why)
{
	const double seconds = v->samples.visit[v->samples.visits - 1].seconds;
	struct gpu_state now;

	if (v->samples.visits != v->planned) {
		run->card->ops->state(run->card->gpu, &now);
		note_conditions(v, run, &now);
		return GB_OK;
	}
	const double window = gb_sampled_is_held(&v->samples) && v->samples.effort->held_watch_seconds > 0
				      ? v->samples.effort->held_watch_seconds
				      : v->samples.effort->watch_seconds;
	int status = gb_watch_load(run, seconds, window, began, &v->load.watch);
	if (status == GB_OK)
		status = sustain_row(sweep, run, seconds, &v->row, why);
	if (status == GB_OK)
		note_conditions(v, run, &v->load.watch.state);
	return status;
}

/* Sample a visit. The load began with the samples, or at `began` if it is set. */
static int take_samples(struct gb_visited *v, const struct gb_sweep *sweep, struct gb_run *run, double *began,
			struct gb_error *why)
{
	struct gb_measurement *visit = &v->samples.visit[v->samples.visits];

	*began = gb_clock_now();
	if (gb_run_quantity(run) == GB_JOULES)
		return gb_energy_measure(run, v->samples.effort->watch_seconds, sweep->options->interrupted, visit,
					 &v->load.power[v->samples.visits], began, why);
	const struct gb_measure_options how = visit_options(v, sweep);
	return gb_measure(gb_run_batch, run, &how, visit, why);
}

int gb_visit_measure(struct gb_visited *v, struct gb_sweep *sweep, struct gb_run *run, struct gb_error *why)
{
	const struct gb_plan *plan = v->row.task->plan;
	struct gb_sampled *s = &v->samples;
	const bool is_first = s->visits == 0;
	int status = GB_OK;

	run->error = why;
	run->point = v->row.point;
	if (is_first) {
		const enum gb_clock clock = gb_run_timing(run).clock;
		s->bench = plan->bench->name;
		s->by_host = clock == GB_CLOCK_ENQUEUE || clock == GB_CLOCK_ROUND_TRIP;
		s->is_roof = gb_run_roof(run) != NULL;
		s->is_clock = s->is_roof && plan->bench->quantity == GB_HERTZ;
		s->held_below_hz = GB_HELD_BELOW * sweep->precondition.ceiling_hz;
		s->effort = s->is_roof ? &sweep->options->roof : &sweep->options->curve;
	}
	gb_precondition_memory(run->card, sweep->options->interrupted);
	if (gb_run_is_matrix(run))
		status = gb_precondition_matrix(&sweep->precondition, run->card, sweep->options->interrupted, why);
	if (status == GB_OK && is_first && plan->effort != GB_EVERY)
		status = gb_shape_search(run, s->effort, plan, s->held_below_hz, sweep->options->interrupted,
					 &v->row.point, why);
	run->error = why;
	if (is_first) {
		s->has_shape = s->is_roof && gb_plan_searches(plan, &v->row.point);
		note_temperature(run, &v->row);
	}
	if (status == GB_OK)
		status = gb_run_point(run, &v->row.point);
	if (status == GB_OK && s->is_roof)
		gb_precondition_power(run->card, sweep->options->interrupted);
	double began;
	if (status == GB_OK)
		status = take_samples(v, sweep, run, &began, why);
	if (status != GB_OK)
		return status;
	s->visits++;
	status = look_at_card(v, sweep, run, began, why);
	sweep->precondition.loaded_at = gb_clock_now();
	return status;
}

/* ---- bursts ------------------------------------------------------------------------------------------------------ */

bool gb_visit_has_burst(const struct gb_sampled *samples)
{
	return samples->is_roof && samples->visits > 0 && gb_sampled_is_held(samples);
}

static int measure_burst(struct gb_visited *v, struct gb_sweep *sweep, struct gb_run *run, struct gb_error *why)
{
	const volatile int *stop = sweep->options->interrupted;

	gb_precondition_burst(&sweep->precondition, v->samples.effort, stop);
	int status = gb_burst_measure(run, v->samples.visit[0].seconds, &v->burst[v->bursts], stop, why);
	sweep->precondition.burst_at = gb_clock_now();
	return status;
}

int gb_visit_burst(struct gb_visited *v, struct gb_sweep *sweep, struct gb_run *run, struct gb_error *why)
{
	struct gb_batch first;

	run->error = why;
	int status = gb_run_point(run, &v->row.point);
	if (status == GB_OK) /* the first launch also loads code */
		status = gb_run_batch(run, 1, &first, why);
	/* Drop the first look of a round unless it is the only one. */
	if (status == GB_OK && v->samples.effort->bursts > 1 && gb_precondition_has_rested(&sweep->precondition))
		status = measure_burst(v, sweep, run, why);
	if (status == GB_OK)
		status = measure_burst(v, sweep, run, why);
	v->bursts += status == GB_OK;
	return status;
}
