#include "engine/row.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/quantity.h"
#include "base/text.h"

/* ---- which row --------------------------------------------------------------------------------------------------- */

struct gb_record gb_row_begin(const struct gb_host *host, const char *mode, const struct gb_found_device *on,
			      struct gb_device_text *text)
{
	const struct gb_device *device = &on->device;
	const struct gpu_identity *id = &on->identity;
	struct gb_record r = gb_record_empty();

	gb_device_label(device, text->index);
	text->capability[0] = '\0';
	if (device->target == GB_CUDA)
		gb_text_add(text->capability, sizeof text->capability, "%d.%d", device->cc_major, device->cc_minor);
	r.version = gb_version;
	r.run_id = host->run_id;
	r.host = host->name;
	r.job_id = host->job_id;
	r.rank = host->rank;
	r.mode = mode;
	r.device = text->index;
	r.gpu_name = device->name;
	r.gpu_uuid = device->uuid;
	r.pci_bus_id = device->pci_bus_id;
	r.compute_capability = text->capability;
	r.driver = id->driver;
	r.cuda = id->cuda;
	r.vbios = id->vbios;
	r.board = id->board;
	r.ecc = id->ecc;
	r.mig = id->mig;
	r.power_limit_w = id->power_limit_w;
	r.sm_clock_rated_hz = device->sm_clock_max_hz;
	r.memory_bytes = device->memory_bytes > 0 ? (double)device->memory_bytes : (double)NAN;
	r.sms = device->sm_count > 0 && device->target == GB_CUDA ? (double)device->sm_count : (double)NAN;
	r.pcie_lanes = id->pcie_lanes > 0 ? id->pcie_lanes : (double)NAN;
	r.numa_node = id->numa_node >= 0 ? id->numa_node : (double)NAN;
	return r;
}

/* The primary reported axis: the first numeric one, or else the first. */
static void set_axis(struct gb_record *record, const struct gb_bench *bench, const struct gb_point *point)
{
	record->x = NAN;
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

void gb_row_number(struct gb_record *record, const struct gb_task *task, bool first)
{
	record->point_number = (double)task->number;
	record->points = (double)(first ? task->points_first : task->points);
}

void gb_row_identify(struct gb_record *record, const struct gb_task *task, bool first, const struct gb_point *point,
		     const char *peer, char text[GB_POINT_TEXT])
{
	const struct gb_bench *bench = task->plan->bench;

	record->benchmark = bench->name;
	record->variant = task->variant->name;
	record->point = text;
	record->peer_uuid = peer;
	gb_row_number(record, task, first);
	set_axis(record, bench, point);
	gb_point_text(bench->axes, point, -1, text, GB_POINT_TEXT);
}

void gb_row_time(struct gb_record *record, const char *time)
{
	record->time_utc = time;
}

/* ---- what was measured ------------------------------------------------------------------------------------------- */

static const char *stop_word(enum gb_stop stop)
{
	static const char *const words[] = {
		[GB_STOP_CONVERGED] = "converged",
		[GB_STOP_BUDGET] = "budget",
		[GB_STOP_INTERRUPTED] = "interrupted",
	};

	return words[stop];
}

static const char *origin_word(enum gb_metric_kind kind)
{
	static const char *const words[] = {
		[GB_EXACT] = "modelled",    [GB_TIMES] = "derived",   [GB_OVER] = "derived",
		[GB_MEASURED] = "measured", [GB_DERIVED] = "derived",
	};

	return words[kind];
}

void gb_row_interval(struct gb_record *record, const struct gb_measurement *measurement)
{
	record->lo = measurement->value.lo;
	record->hi = measurement->value.hi;
	record->per_clock_lo = measurement->per_clock.lo;
	record->per_clock_hi = measurement->per_clock.hi;
	record->stop = stop_word(measurement->stop);
}

void gb_row_measurement(struct gb_record *record, const char *roof, enum gb_quantity quantity,
			const struct gb_measurement *measurement, char reason[GB_RECORD_REASON])
{
	const struct gb_summary *v = &measurement->value;

	reason[0] = '\0';
	gb_row_outcome(record, GB_ROW_OK, reason);
	record->roof = roof;
	record->origin = origin_word(GB_MEASURED);
	record->metric = gb_quantity_metric(quantity);
	record->unit = gb_quantity_unit(quantity);
	record->value = v->median;
	record->min = v->min;
	record->max = v->max;
	record->samples = (double)v->count;
	record->spread = v->spread;
	record->per_clock = measurement->per_clock.median;
	gb_row_interval(record, measurement);
	record->sm_clock_hz = measurement->sm_hz;
	record->sm_clock_slowest_hz = measurement->slowest_hz;
}

static void turn_over(double number, double *low, double *high)
{
	const double kept = *low;

	*low = number / *high;
	*high = number / kept;
}

void gb_row_metric(struct gb_record *record, const struct gb_metric *metric, char reason[GB_RECORD_REASON])
{
	double *const columns[] = { &record->value, &record->lo, &record->hi, &record->min, &record->max };

	record->roof = "";
	record->reason = reason;
	record->per_clock = record->per_clock_lo = record->per_clock_hi = NAN; /* these belong to the main value */
	switch (metric->kind) {
	case GB_EXACT: /* not sampled */
	case GB_MEASURED:
	case GB_DERIVED:
		gb_record_clear(record, GB_COLUMN_VALUE);
		record->value = metric->number;
		break;
	case GB_TIMES:
		for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
			*columns[i] *= metric->number;
		break;
	case GB_OVER:
		record->value = metric->number / record->value;
		turn_over(metric->number, &record->lo, &record->hi);
		turn_over(metric->number, &record->min, &record->max);
		break;
	}
	record->origin = origin_word(metric->kind);
	record->metric = gb_record_text(metric->name);
	record->unit = gb_record_text(metric->unit);
	gb_record_clear(record, GB_COLUMN_LIMIT);
}

/* Keep only the memory clock: the row was measured at a different time from its point. */
static void clear_state(struct gb_record *record)
{
	const double mem_clock_hz = record->mem_clock_hz;

	gb_record_clear(record, GB_COLUMN_STATE);
	record->mem_clock_hz = mem_clock_hz;
}

void gb_row_idle(struct gb_record *record, double idle_w, char reason[GB_RECORD_REASON])
{
	gb_row_metric(record, &(struct gb_metric){ "idle_power", "W", GB_MEASURED, idle_w, 0 }, reason);
	clear_state(record);
}

void gb_row_burst(struct gb_record *record, const char *metric, const char *roof, const struct gb_burst *burst,
		  size_t count, char reason[GB_RECORD_REASON])
{
	gb_row_metric(record, &(struct gb_metric){ metric, record->unit, GB_MEASURED, burst->value, 0 }, reason);
	clear_state(record);
	record->roof = roof;
	record->lo = burst->lo;
	record->hi = burst->hi;
	record->samples = (double)(GB_BURST_BATCHES * count);
	record->sm_clock_hz = burst->sm_hz;
	record->sm_clock_slowest_hz = burst->slowest_hz;
}

static void set_load(struct gb_record *record, const struct gpu_state *load)
{
	record->temperature_c = load->temperature_c;
	record->mem_temperature_c = load->mem_temperature_c;
	record->sm_clock_nvml_hz = load->sm_clock_hz;
}

void gb_row_sustained(struct gb_record *record, const char *metric, const struct gb_sustained *part,
		      char reason[GB_RECORD_REASON])
{
	gb_row_metric(record, &(struct gb_metric){ metric, record->unit, GB_MEASURED, part->value, 0 }, reason);
	clear_state(record);
	record->lo = part->lo;
	record->hi = part->hi;
	record->axis = "seconds";
	record->x = part->end;
	record->sm_clock_hz = part->sm_hz;
	record->mem_clock_hz = part->state.mem_clock_hz;
	record->power_w = part->power_w;
	record->throttle = part->state.throttle;
	if (part->end >= GB_WATCH_TEMPERATURE_SECONDS)
		set_load(record, &part->state);
}

void gb_row_count(struct gb_record *record, const char *metric, const char *unit, double value)
{
	record->origin = origin_word(GB_MEASURED);
	record->metric = metric;
	record->unit = unit;
	record->value = value;
}

void gb_row_limit(struct gb_record *record, double limit)
{
	gb_record_clear(record, GB_COLUMN_LIMIT);
	if (!(limit > 0 && isfinite(limit)))
		return;
	record->limit = limit;
	record->fraction = gb_record_fraction(record, limit);
}

void gb_row_rated(struct gb_record *record, double limit)
{
	record->fraction_rated = gb_record_fraction(record, limit);
}

void gb_row_matrix(struct gb_record *record, double matrix_hz, double limit)
{
	record->matrix_clock_hz = matrix_hz;
	record->fraction_matrix = gb_record_fraction(record, limit);
}

void gb_row_state(struct gb_record *record, const struct gb_watch *watch, double energy_j)
{
	set_load(record, &watch->load);
	record->mem_clock_hz = watch->state.mem_clock_hz;
	record->power_w = watch->power_w;
	record->energy_j = energy_j;
	record->throttle = watch->throttle;
}

/* ---- what became of it ------------------------------------------------------------------------------------------- */

void gb_row_outcome(struct gb_record *record, enum gb_row_status status, const char *reason)
{
	record->status = status;
	record->doubts = 0;
	record->reason = reason;
}

GB_PRINTF(3, 0)
static void add_reason(struct gb_record *record, char reason[GB_RECORD_REASON], const char *format, va_list args)
{
	char why[GB_ERROR_TEXT];

	vsnprintf(why, sizeof why, format, args);
	record->reason = reason;
	gb_text_add(reason, GB_RECORD_REASON, "%s%s", reason[0] ? "; " : "", why);
}

void gb_row_remark(struct gb_record *record, char reason[GB_RECORD_REASON], const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_reason(record, reason, format, args);
	va_end(args);
}

void gb_row_doubt(struct gb_record *record, char reason[GB_RECORD_REASON], enum gb_doubt kind, const char *format, ...)
{
	va_list args;

	record->status = GB_ROW_SUSPECT;
	record->doubts |= GB_DOUBT_BIT(kind);
	va_start(args, format);
	add_reason(record, reason, format, args);
	va_end(args);
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

void gb_row_benchmark(struct gb_record *record, const struct gb_bench *bench)
{
	record->benchmark = bench->name;
	record->variant = record->point = "";
}

struct gb_record gb_row_finding(const struct gb_record *base, const struct gb_bench *bench, const struct gb_finding *f,
				char reason[GB_RECORD_REASON])
{
	struct gb_record record = *base;

	gb_text_copy(reason, GB_RECORD_REASON, f->remark);
	gb_row_outcome(&record, GB_ROW_OK, reason);
	gb_row_benchmark(&record, bench);
	record.point = f->point;
	record.metric = gb_record_text(f->metric);
	record.unit = gb_record_text(f->unit);
	record.origin = GB_ORIGIN_CONCLUDED;
	record.value = f->value;
	record.lo = f->lo;
	record.hi = f->hi;
	record.roof = gb_record_text(f->roof);
	record.axis = gb_record_text(f->axis);
	record.x = f->axis != NULL ? f->x : (double)NAN;
	return record;
}

void gb_row_state_of(struct gb_record *record, const struct gb_record *from, const char *throttle)
{
	gb_record_copy(record, from, GB_COLUMN_STATE);
	record->energy_j = NAN; /* a launch has this, a conclusion does not */
	record->throttle = throttle;
}
