#include "engine/task_row.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "device/rates.h"
#include "engine/doubts_remarks.h"
#include "engine/row.h"
#include "engine/sweep.h"

/* ---- limits ------------------------------------------------------------------------------------------------------ */

/* The device at the memory clock under the load, on which a memory limit depends, if the card reports that clock. */
static struct gb_device device_at(const struct gb_run *run, double mem_clock_hz)
{
	struct gb_device device = run->card->device;

	if (mem_clock_hz > 0)
		device.mem_clock_hz = mem_clock_hz;
	return device;
}

double gb_task_row_limit(const struct gb_run *run, double mem_clock_hz, double sm_hz)
{
	const struct gb_device device = device_at(run, mem_clock_hz);

	return run->bench->limit(run, &device, sm_hz);
}

/* ---- the burst --------------------------------------------------------------------------------------------------- */

/* A burst that is better by less than this is not a roof of its own. */
#define BURST_BETTER_BY 0.005

/* True if the intervals of the burst and of the settled value do not overlap. A single look has no interval; its value
 * counts. */
static bool is_above(const struct gb_burst *burst, const struct gb_summary *settled)
{
	const double least = isnan(burst->lo) ? burst->value : burst->lo;
	const double most = isnan(settled->hi) ? settled->median : settled->hi;

	return least > most && burst->value > (1 + BURST_BETTER_BY) * settled->median;
}

void gb_task_row_burst(struct gb_task_row *row, const struct gb_burst *burst, size_t count,
		       const struct gb_measurement *all, const struct gb_run *run)
{
	if (count == 0)
		return;
	gb_burst_join(burst, count, &row->burst);
	row->bursts = count;
	/* A memory load may lower the SM clock without becoming slower. */
	row->has_burst = is_above(&row->burst, &all->value);
	snprintf(row->burst_metric, sizeof row->burst_metric, "burst_%s", gb_quantity_metric(gb_run_quantity(run)));
	snprintf(row->burst_roof, sizeof row->burst_roof, "%s" GB_ROOF_BURST, gb_run_roof(run));
	row->burst_limit = gb_task_row_limit(run, NAN, row->burst.sm_hz);
}

/* ---- the row ----------------------------------------------------------------------------------------------------- */

/* The energy per byte, operation or access of a roof, with and without the card's idle power. */
static const struct {
	const char *name, *above_idle, *unit;
} energies[] = {
	[GB_BANDWIDTH] = { "energy_per_byte", "energy_per_byte_above_idle", "J/B" },
	[GB_FLOPS] = { "energy_per_flop", "energy_per_flop_above_idle", "J/FLOP" },
	[GB_OPS] = { "energy_per_op", "energy_per_op_above_idle", "J/OP" },
	[GB_ACCESSES] = { "energy_per_access", "energy_per_access_above_idle", "J/access" },
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

/* The mean power of a GB_JOULES point over its visits; NAN in all other points. */
static struct gb_energy mean_power(const struct gb_load *load, size_t visits, const struct gb_run *run)
{
	struct gb_energy mean = { 0 };

	if (gb_run_quantity(run) != GB_JOULES)
		return (struct gb_energy){ NAN, NAN };
	for (size_t i = 0; i < visits; i++) {
		mean.load_w += load->power[i].load_w / (double)visits;
		mean.waiting_w += load->power[i].waiting_w / (double)visits;
	}
	return mean;
}

static struct gb_clocks known_clocks(const struct gb_load *load, const struct gb_sweep *sweep, const struct gb_run *run)
{
	const struct gb_device *device = &run->card->device;
	const bool is_matrix = gb_run_is_matrix(run);
	const double matrix_hz = is_matrix ? sweep->precondition.matrix_hz : (double)NAN;
	/* The card's rated clock under the current point. */
	const double rated_hz =
		is_matrix ? fmin(device->matrix_clock_max_hz, device->sm_clock_max_hz) : device->sm_clock_max_hz;

	return (struct gb_clocks){ .limit_rated = gb_task_row_limit(run, NAN, rated_hz),
				   .limit_matrix =
					   isnan(matrix_hz) ? (double)NAN : gb_task_row_limit(run, NAN, matrix_hz),
				   .matrix_hz = matrix_hz,
				   .power_cap = load->seen.power_cap,
				   .power_w = load->watch.power_w,
				   .power_limit_w = run->card->identity.power_limit_w };
}

/* An arithmetic rate has no limit if the table lacks the board. */
static void remark_unknown_limit(const struct gb_run *run, struct gb_task_row *row)
{
	const enum gb_quantity quantity = gb_run_quantity(run);

	if (isnan(row->record.limit) && (quantity == GB_FLOPS || quantity == GB_OPS) &&
	    gb_rates_are_withheld(&run->card->device))
		gb_row_remark(&row->record, row->reason, "%s", GB_RATES_WITHHELD);
}

int gb_task_row_fill(struct gb_task_row *row, const struct gb_measurement *all, size_t visits,
		     const struct gb_load *load, const struct gb_sweep *sweep, const struct gb_run *run)
{
	const struct gb_watch *watch = &load->watch;
	struct gb_conditions seen = load->seen;

	const double limit = gb_task_row_limit(run, watch->state.mem_clock_hz, all->sm_hz);
	row->remark = run->bench->remark != NULL ? run->bench->remark(run) : NULL;
	row->clocks = known_clocks(load, sweep, run);
	const struct gb_device device = device_at(run, watch->state.mem_clock_hz);
	const struct gb_energy power = mean_power(load, visits, run);
	const struct gb_result result = { all->value.median, all->seconds, all->sm_hz, &device,
					  power.load_w * all->seconds };
	if (gb_run_metrics(run, &result, row->metric, &row->metrics) != GB_OK)
		return GB_FAILED;
	row->metrics += gb_run_host_metrics(run, &row->metric[row->metrics]);
	add_energy(run, watch->energy_j, sweep->idle_w * all->seconds, row);
	if (!isnan(power.load_w)) {
		row->metric[row->metrics++] = (struct gb_metric){ "load_power", "W", GB_MEASURED, power.load_w, 0 };
		row->metric[row->metrics++] =
			(struct gb_metric){ "waiting_power", "W", GB_MEASURED, power.waiting_w, 0 };
	}
	if (gb_run_quantity(run) == GB_HERTZ && watch->load.sm_clock_hz > 0)
		row->metric[row->metrics++] =
			(struct gb_metric){ "of_nvml", "1", GB_TIMES, 1 / watch->load.sm_clock_hz, 0 };
	/* A pure hook cannot fail. If it asked for something invalid, the error has a text, and the row no value. */
	if (run->error->text[0] != '\0')
		return GB_FAILED;

	gb_row_identify(&row->record, row->task, sweep->first, &row->point, row->record.peer_uuid, row->text);
	seen.over_a_link = run->bench->subject == GB_SUBJECT_LINKS;
	seen.power_w = watch->power_w;
	seen.power_limit_w = run->card->identity.power_limit_w;
	seen.busy = run->card->busy;
	seen.mem_clock_hz = watch->state.mem_clock_hz;
	seen.mem_clock_rated_hz = run->card->device.mem_clock_hz;
	seen.doubt = run->doubt;
	gb_row_measurement(&row->record, gb_record_text(gb_run_roof(run)), gb_run_quantity(run), all, row->reason);
	gb_doubts_measurement(&row->record, all, limit, &seen, row->reason);
	remark_unknown_limit(run, row);
	gb_remarks_circumstances(&row->record, sweep->together, run, row->reason);
	gb_doubts_interval(&row->record, row->reason);
	gb_row_state(&row->record, watch, isnan(result.energy_j) ? watch->energy_j : result.energy_j);
	return GB_OK;
}

/* ---- records ----------------------------------------------------------------------------------------------------- */

static void make_burst(const struct gb_task_row *row, struct gb_record *record, char reason[GB_RECORD_REASON])
{
	struct gb_clocks clocks = row->clocks;

	clocks.is_burst = true;
	clocks.power_cap = false;
	clocks.power_w = NAN;
	gb_row_burst(record, row->burst_metric, row->burst_roof, &row->burst, row->bursts, reason);
	gb_doubts_interval(record, reason);
	gb_doubts_limit(record, row->burst_limit, reason);
	gb_remarks_clocks(record, &clocks, reason);
}

static void make_sustained(const struct gb_task_row *row, size_t i, struct gb_record *record,
			   char reason[GB_RECORD_REASON])
{
	const struct gb_sustained *part = &row->part[i];
	struct gb_clocks clocks = row->clocks;

	clocks.power_cap = strstr(part->state.throttle, GB_POWER_CAP) != NULL;
	clocks.power_w = part->power_w;
	gb_row_sustained(record, row->sustained_metric, part, reason);
	gb_doubts_limit(record, row->part_limit[i], reason);
	gb_remarks_clocks(record, &clocks, reason);
}

size_t gb_task_row_records(const struct gb_task_row *row, struct gb_records *out)
{
	struct gb_record *record = out->record;
	size_t count = 1;

	for (size_t i = 0; i < GB_TASK_RECORDS_MAX; i++) {
		record[i] = row->record;
		gb_text_copy(out->reason[i], GB_RECORD_REASON, row->reason);
	}
	if (gb_record_is_measured(&row->record))
		gb_remarks_clocks(&record[0], &row->clocks, out->reason[0]);
	for (size_t i = 0; i < row->metrics; i++, count++) {
		gb_row_metric(&record[count], &row->metric[i], out->reason[count]);
		gb_doubts_limit(&record[count], row->metric[i].limit, out->reason[count]);
	}
	if (row->has_burst) {
		make_burst(row, &record[count], out->reason[count]);
		count++;
	}
	if (row->parts > 0 && !isnan(row->idle_w)) { /* not every card reports its power */
		gb_row_idle(&record[count], row->idle_w, out->reason[count]);
		count++;
	}
	for (size_t i = 0; i < row->parts; i++, count++)
		make_sustained(row, i, &record[count], out->reason[count]);
	for (size_t i = 0; i < count; i++)
		gb_remarks_far_below(&record[i], row->remark, out->reason[i]);
	return count;
}

void gb_task_row_clear(struct gb_task_row *row, enum gb_row_status status, const char *why)
{
	row->metrics = row->parts = 0;
	row->has_burst = false;
	gb_text_copy(row->reason, sizeof row->reason, why[0] != '\0' ? why : "the plug-in gave no reason");
	gb_row_outcome(&row->record, status, row->reason);
}
