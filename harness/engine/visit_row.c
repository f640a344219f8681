/* visit_row.c: the row of a task, from its joined visits. */
#include "engine/visit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "engine/tune.h"
#include "measure/ceiling.h"

/* ---- limits ------------------------------------------------------------------------------------------------------ */

/* The device at the memory clock under the load, if the card reports it: the basis of a limit of memory. */
static struct gb_device device_at(const struct gb_run *run, double mem_clock_hz)
{
	struct gb_device device = run->card->device;

	if (mem_clock_hz > 0)
		device.mem_clock_hz = mem_clock_hz;
	return device;
}

double gb_visit_limit(const struct gb_run *run, double mem_clock_hz, double sm_hz)
{
	const struct gb_device device = device_at(run, mem_clock_hz);

	return run->bench->limit(run, &device, sm_hz);
}

/* The clock that the card is rated for under the current point. */
static double rated_clock(const struct gb_run *run)
{
	const struct gb_device *device = &run->card->device;

	return gb_run_is_matrix(run) ? fmin(device->matrix_clock_max_hz, device->sm_clock_max_hz)
				     : device->sm_clock_max_hz;
}

/* ---- the burst --------------------------------------------------------------------------------------------------- */

/* A burst that is better by less than this is not a separate roof. */
#define BURST_BETTER_BY 0.005

/* True if a burst is clearly above the settled value: their intervals do not overlap. A single look has no interval,
 * and counts as its value. */
static bool is_above(const struct gb_burst *burst, const struct gb_summary *settled)
{
	const double least = isnan(burst->lo) ? burst->value : burst->lo;
	const double most = isnan(settled->hi) ? settled->median : settled->hi;

	return least > most && burst->value > (1 + BURST_BETTER_BY) * settled->median;
}

static void tell_burst(struct gb_visited *v, const struct gb_run *run)
{
	struct gb_task_row *row = &v->row;

	if (v->bursts == 0)
		return;
	gb_burst_join(v->burst, v->bursts, &row->burst);
	row->bursts = v->bursts;
	/* A memory load may hold the SM clock down without being slower for it. */
	row->has_burst = is_above(&row->burst, &v->all.value);
	snprintf(row->burst_metric, sizeof row->burst_metric, "burst_%s", gb_quantity_metric(gb_run_quantity(run)));
	snprintf(row->burst_roof, sizeof row->burst_roof, "%s" GB_ROOF_BURST, gb_run_roof(run));
	row->burst_limit = gb_visit_limit(run, NAN, row->burst.sm_hz);
}

/* ---- the row ----------------------------------------------------------------------------------------------------- */

/* The energy of a byte, an operation or an access of a roof, with the idle power of the card and above it. */
static const struct {
	const char *name, *above_idle, *unit;
} energies[] = {
	[GB_BANDWIDTH] = { "energy_per_byte", "energy_per_byte_above_idle", "J/B" },
	[GB_FLOPS] = { "energy_per_flop", "energy_per_flop_above_idle", "J/FLOP" },
	[GB_OPS] = { "energy_per_op", "energy_per_op_above_idle", "J/OP" },
	[GB_ACCESSES] = { "energy_per_access", "energy_per_access_above_idle", "J/access" },
	[GB_SECONDS] = { NULL, NULL, NULL },
	[GB_CYCLES] = { NULL, NULL, NULL },
	[GB_HERTZ] = { NULL, NULL, NULL },
	[GB_JOULES] = { NULL, NULL, NULL },
	[GB_INSTRUCTIONS] = { "energy_per_instruction", "energy_per_instruction_above_idle", "J/inst" },
};

static void add_energy(const struct gb_run *run, double energy_j, double idle_j, struct gb_task_row *row)
{
	const enum gb_quantity quantity = gb_run_quantity(run);
	const struct gb_cost cost = run->bench->cost(run);
	const double amount = quantity == GB_BANDWIDTH ? cost.bytes : cost.ops;
	const char *unit = energies[quantity].unit;

	if (isnan(energy_j) || gb_run_roof(run) == NULL || unit == NULL)
		return;
	row->metric[row->metrics++] =
		(struct gb_metric){ energies[quantity].name, unit, GB_DERIVED, energy_j / amount, 0 };
	if (!isnan(idle_j))
		row->metric[row->metrics++] = (struct gb_metric){ energies[quantity].above_idle, unit, GB_DERIVED,
								  (energy_j - idle_j) / amount, 0 };
}

/* The power of a point in GB_JOULES, from its visits; NAN in all others. */
static struct gb_energy mean_power(const struct gb_visited *v, const struct gb_run *run)
{
	struct gb_energy mean = { 0 };

	if (gb_run_quantity(run) != GB_JOULES)
		return (struct gb_energy){ NAN, NAN };
	for (size_t i = 0; i < v->visits; i++) {
		mean.load_w += v->power[i].load_w / (double)v->visits;
		mean.waiting_w += v->power[i].waiting_w / (double)v->visits;
	}
	return mean;
}

static void add_power(const struct gb_energy *power, struct gb_task_row *row)
{
	if (isnan(power->load_w))
		return;
	row->metric[row->metrics++] = (struct gb_metric){ "load_power", "W", GB_MEASURED, power->load_w, 0 };
	row->metric[row->metrics++] = (struct gb_metric){ "waiting_power", "W", GB_MEASURED, power->waiting_w, 0 };
}

/* The conditions of the row's numbers, if they are not obvious: a remark. */
static void tell_circumstances(const struct gb_sweep *sweep, const struct gb_run *run, struct gb_task_row *row)
{
	const struct gb_device *device = &run->card->device;
	const int code = gb_run_foreign_code(run);

	if (sweep->together > 0)
		gb_text_add(row->reason, sizeof row->reason, "%smeasured together with %zu other GPU%s of this host",
			    row->reason[0] ? "; " : "", sweep->together, sweep->together == 1 ? "" : "s");
	if (code > 0)
		gb_text_add(row->reason, sizeof row->reason,
			    "%smachine code of sm_%d: the GPU's own comes with make ARCHS=\"%d%d\"",
			    row->reason[0] ? "; " : "", code, device->cc_major, device->cc_minor);
}

/* A clock compared with NVML's reading for the same load. */
static void add_of_nvml(const struct gb_run *run, double nvml_hz, struct gb_task_row *row)
{
	if (gb_run_quantity(run) == GB_HERTZ && nvml_hz > 0)
		row->metric[row->metrics++] = (struct gb_metric){ "of_nvml", "1", GB_TIMES, 1 / nvml_hz, 0 };
}

static struct gb_clocks clocks_of(const struct gb_visited *v, const struct gb_sweep *sweep, const struct gb_run *run)
{
	const double matrix_hz = gb_run_is_matrix(run) ? sweep->precondition.matrix_hz : (double)NAN;

	return (struct gb_clocks){ .limit_rated = gb_visit_limit(run, NAN, rated_clock(run)),
				   .limit_matrix = isnan(matrix_hz) ? (double)NAN : gb_visit_limit(run, NAN, matrix_hz),
				   .matrix_hz = matrix_hz,
				   .power_cap = v->seen.power_cap,
				   .power_w = v->watch.power_w,
				   .power_limit_w = run->card->identity.power_limit_w };
}

/* The value columns, now that the point is measured, watched and verified. */
static int fill_row(struct gb_visited *v, const struct gb_sweep *sweep, const struct gb_run *run,
		    const struct gb_error *why)
{
	const struct gb_watch *watch = &v->watch;
	const struct gb_measurement *all = &v->all;
	struct gb_task_row *row = &v->row;

	const double limit = gb_visit_limit(run, watch->state.mem_clock_hz, all->sm_hz);
	row->remark = run->bench->remark != NULL ? run->bench->remark(run) : NULL;
	row->clocks = clocks_of(v, sweep, run);
	const struct gb_device device = device_at(run, watch->state.mem_clock_hz);
	const struct gb_energy power = mean_power(v, run);
	const struct gb_result result = { all->value.median, all->seconds, all->sm_hz, &device,
					  power.load_w * all->seconds };
	if (run->bench->metrics != NULL)
		row->metrics = run->bench->metrics(run, &result, row->metric);
	row->metrics += gb_run_host_metrics(run, &row->metric[row->metrics]);
	add_energy(run, watch->energy_j, sweep->idle_w * all->seconds, row);
	add_power(&power, row);
	add_of_nvml(run, watch->load.sm_clock_hz, row);
	tell_burst(v, run);
	/* A pure hook cannot fail; an invalid request was kept as text, and the row has no value. */
	if (why->text[0] != '\0')
		return GB_FAILED;

	gb_task_describe(row->task, sweep->first, &row->point, &row->record, row->text);
	v->seen.over_a_link = run->bench->subject == GB_SUBJECT_LINKS;
	v->seen.power_w = watch->power_w;
	v->seen.power_limit_w = run->card->identity.power_limit_w;
	v->seen.busy = run->card->busy;
	v->seen.mem_clock_hz = watch->state.mem_clock_hz;
	v->seen.mem_clock_rated_hz = run->card->device.mem_clock_hz;
	v->seen.doubt = run->doubt;
	row->record.roof = gb_record_text(gb_run_roof(run));
	gb_judge(&row->record, gb_run_quantity(run), all, limit, &v->seen, row->reason);
	tell_circumstances(sweep, run, row);
	gb_judge_interval(&row->record, row->reason);
	row->record.mem_clock_hz = watch->state.mem_clock_hz;
	gb_task_row_state(&row->record, &watch->load);
	row->record.power_w = watch->power_w;
	row->record.energy_j = isnan(result.energy_j) ? watch->energy_j : result.energy_j;
	memcpy(row->throttle, watch->throttle, sizeof row->throttle);
	return GB_OK;
}

static void widen(struct gb_visited *v, const struct gb_prior *scatter, const struct gb_sweep *sweep)
{
	gb_measure_between(v->visit, v->visits, scatter, v->effort->measure.max_noise, &v->all);
	if (v->is_roof && gb_plan_searches(v->row.task->plan, &v->row.point)) {
		gb_stats_widen(v->all.value.median, GB_SHAPE_SCATTER, &v->all.value.lo, &v->all.value.hi);
		gb_stats_widen(v->all.per_clock.median, GB_SHAPE_SCATTER, &v->all.per_clock.lo, &v->all.per_clock.hi);
	}
	if (!v->is_roof)
		gb_stats_widen(v->all.value.median, GB_CURVE_SCATTER, &v->all.value.lo, &v->all.value.hi);
	/* A clock is at one step in this run, and may be at the adjacent one in the next. */
	if (v->is_roof && v->row.task->plan->bench->quantity == GB_HERTZ)
		gb_stats_widen(v->all.value.median, GB_CLOCK_STEP_HZ / v->all.value.median, &v->all.value.lo,
			       &v->all.value.hi);
	if (gb_visit_is_held(v, sweep))
		gb_ceiling_widen(v->all.value.median, v->all.sm_hz, &v->all.value.lo, &v->all.value.hi);
}

int gb_visit_join(struct gb_visited *v, const struct gb_sweep *sweep, struct gb_error *why)
{
	gb_measurement_free(&v->all);
	int status = gb_measure_join(v->visit, v->visits, &v->all, why);
	if (status == GB_OK && !gb_visit_is_open(v))
		widen(v, &(struct gb_prior){ 0 }, sweep);
	return status;
}

bool gb_visit_needs_more(const struct gb_visited *v)
{
	return v->is_roof && gb_stats_noise(&v->all.value) > GB_WIDE_INTERVAL &&
	       gb_stats_noise(&v->all.per_clock) > GB_KNOWN_INTERVAL;
}

int gb_visit_judge(struct gb_visited *v, const struct gb_sweep *sweep, struct gb_run *run, struct gb_error *why)
{
	run->error = why;
	int status = gb_run_verify(run);
	return status == GB_OK ? fill_row(v, sweep, run, why) : status;
}

bool gb_visit_is_open(const struct gb_visited *v)
{
	return !v->is_roof && v->visits > 1;
}

void gb_visit_settle(struct gb_visited *v, const struct gb_prior *scatter, const struct gb_sweep *sweep)
{
	double least = INFINITY, most = -INFINITY;

	widen(v, scatter, sweep);
	for (size_t i = 0; i < v->visits; i++) {
		least = fmin(least, v->visit[i].value.median);
		most = fmax(most, v->visit[i].value.median);
	}
	gb_judge_visits(&v->row.record, &v->all, least, most, v->row.reason);
}
