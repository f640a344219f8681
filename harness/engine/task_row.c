#include "engine/task_row.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "engine/judge.h"
#include "engine/watch.h"

/* The state of the card in a row that was measured at another time than its point: only the memory clock is the
 * same. */
static void clear_state(struct gb_record *record)
{
	const double mem_clock_hz = record->mem_clock_hz;

	gb_record_clear(record, GB_COLUMN_STATE);
	record->mem_clock_hz = mem_clock_hz;
}

/* The idle power of the card. */
static struct gb_record idle_record(const struct gb_task_row *row, char reason[GB_RECORD_REASON])
{
	struct gb_record record = row->record;

	gb_judge_metric(&record, &(struct gb_metric){ "idle_power", "W", GB_MEASURED, row->idle_w, 0 }, reason);
	clear_state(&record);
	return record;
}

/* The rate of the load on a rested card: a separate roof. The power of the card at that time is not known. */
static struct gb_record burst_record(const struct gb_task_row *row, char reason[GB_RECORD_REASON])
{
	const struct gb_metric metric = { row->burst_metric, row->record.unit, GB_MEASURED, row->burst.value, 0 };
	struct gb_record record = row->record;
	struct gb_clocks clocks = row->clocks;

	clocks.is_burst = true;
	clocks.power_cap = false;
	clocks.power_w = NAN;
	gb_judge_metric(&record, &metric, reason);
	record.roof = row->burst_roof;
	record.lo = row->burst.lo;
	record.hi = row->burst.hi;
	gb_judge_interval(&record, reason);
	record.samples = (double)(GB_BURST_BATCHES * row->bursts);
	clear_state(&record);
	record.sm_clock_hz = row->burst.sm_hz;
	record.sm_clock_slowest_hz = row->burst.slowest_hz;
	gb_judge_limit(&record, row->burst_limit, reason);
	gb_held_judge(&record, &clocks, reason);
	return record;
}

void gb_task_row_state(struct gb_record *record, const struct gpu_state *load)
{
	record->temperature_c = load->temperature_c;
	record->mem_temperature_c = load->mem_temperature_c;
	record->sm_clock_nvml_hz = load->sm_clock_hz;
}

/* One part of a sustained load. */
static struct gb_record sustained_record(const struct gb_task_row *row, size_t i, char reason[GB_RECORD_REASON])
{
	const struct gb_sustained *part = &row->part[i];
	const struct gb_metric metric = { row->sustained_metric, row->record.unit, GB_MEASURED, part->value, 0 };
	struct gb_record record = row->record;
	struct gb_clocks clocks = row->clocks;

	clocks.power_cap = strstr(part->state.throttle, GB_POWER_CAP) != NULL;
	clocks.power_w = part->power_w;
	gb_judge_metric(&record, &metric, reason);
	record.lo = part->lo;
	record.hi = part->hi;
	record.axis = "seconds";
	record.x = part->end;
	clear_state(&record);
	record.sm_clock_hz = part->sm_hz;
	record.mem_clock_hz = part->state.mem_clock_hz;
	record.power_w = part->power_w;
	record.throttle = part->state.throttle;
	if (part->end >= GB_WATCH_TEMPERATURE_SECONDS)
		gb_task_row_state(&record, &part->state);
	gb_judge_limit(&record, row->part_limit[i], reason);
	gb_held_judge(&record, &clocks, reason);
	return record;
}

/* A value this far below its limit needs a reason. */
#define FAR_BELOW 0.5

static void explain(struct gb_record *record, const char *remark, char reason[GB_RECORD_REASON])
{
	if (remark == NULL || !(record->fraction < FAR_BELOW))
		return;
	gb_text_add(reason, GB_RECORD_REASON, "%s%s", reason[0] ? "; " : "", remark);
	record->reason = reason;
}

size_t gb_task_row_records(const struct gb_task_row *row, struct gb_record records[GB_TASK_RECORDS_MAX],
			   char reason[GB_TASK_RECORDS_MAX][GB_RECORD_REASON])
{
	size_t count = 1;

	records[0] = row->record;
	for (size_t i = 0; i < GB_TASK_RECORDS_MAX; i++)
		gb_text_copy(reason[i], GB_RECORD_REASON, row->reason);
	if (row->record.status == GB_ROW_OK || row->record.status == GB_ROW_SUSPECT)
		gb_held_judge(&records[0], &row->clocks, reason[0]);
	for (size_t i = 0; i < row->metrics; i++, count++) {
		records[count] = row->record;
		gb_judge_metric(&records[count], &row->metric[i], reason[count]);
	}
	if (row->has_burst) {
		records[count] = burst_record(row, reason[count]);
		count++;
	}
	if (row->parts > 0 && !isnan(row->idle_w)) { /* not every card reports its power */
		records[count] = idle_record(row, reason[count]);
		count++;
	}
	for (size_t i = 0; i < row->parts; i++, count++)
		records[count] = sustained_record(row, i, reason[count]);
	for (size_t i = 0; i < count; i++)
		explain(&records[i], row->remark, reason[i]);
	return count;
}

void gb_task_row_clear(struct gb_task_row *row, enum gb_row_status status, const char *why)
{
	row->metrics = row->parts = 0;
	row->has_burst = false;
	row->record.status = status;
	row->record.doubts = 0;
	gb_text_copy(row->reason, sizeof row->reason, why[0] != '\0' ? why : "the plug-in gave no reason");
}
