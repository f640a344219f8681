/* session_sdc.c: the table and the outcome of a watch for silent data corruption. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/session.h"
#include "cli/signals.h"

void gb_session_watch_begin(struct gb_session *s)
{
	static const char *const lesser[] = { "words", "GPU time", NULL };

	s->watch.lesser = lesser;
	gb_table_column(&s->watch, s->supervisor.place.ops->target == GB_CUDA ? "GPU" : "device");
	gb_table_columns(&s->watch, "benchmark|unit|>passes|>words|>GPU time|>errors");
	for (size_t i = 0; i < GB_SDC_METRIC_COUNT; i++)
		s->sum.metric[i] = NAN;
	s->watched = gb_heap_array(s->devices.count + 1, sizeof *s->watched);
}

static double metric_value(const struct gb_record *records, size_t count, enum gb_sdc_metric metric)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(records[i].metric, gb_sdc_metric_name(metric)) == 0)
			return records[i].value;
	return NAN;
}

static bool has_variants(const struct gb_session *s, const char *benchmark)
{
	for (size_t b = 0; b < s->benches; b++)
		if (strcmp(s->bench[b]->name, benchmark) == 0)
			return s->bench[b]->variants[1].name != NULL;
	return false;
}

/* The name of a unit: the reported axes of a point, because its launch shape says nothing about the unit; and the
 * variant, if the unit has several. */
static void write_unit(const struct gb_session *s, const struct gb_record *record, char text[GB_POINT_TEXT])
{
	struct gb_error ignored = { "" };
	struct gb_point point;

	gb_text_copy(text, GB_POINT_TEXT, record->point);
	for (size_t b = 0; b < s->benches; b++) {
		const struct gb_axis *axes = s->bench[b]->axes;
		if (strcmp(s->bench[b]->name, record->benchmark) != 0 ||
		    gb_point_read(axes, record->point, &point, &ignored) != GB_OK)
			continue;
		for (size_t i = 0; i < gb_axes_count(axes); i++)
			point.has[i] &= axes[i].kind == GB_REPORTED;
		gb_point_text(axes, &point, -1, text, GB_POINT_TEXT);
	}
	if (has_variants(s, record->benchmark))
		gb_text_add(text, GB_POINT_TEXT, ",%s", record->variant);
	for (char *comma = strchr(text, ','); comma != NULL; comma = strchr(comma, ','))
		*comma = ' ';
}

static void add_count(struct gb_table *table, double count)
{
	if (isnan(count))
		gb_table_add(table, "-");
	else
		gb_table_add(table, count < 1e6 ? "%.0f" : "%.3g", count);
}

void gb_session_watch_take(struct gb_session *s, const struct gb_record *records, size_t count)
{
	double value[GB_SDC_METRIC_COUNT];
	char unit[GB_POINT_TEXT];
	bool is_corrupt = false;

	for (size_t i = 0; i < GB_SDC_METRIC_COUNT; i++) {
		value[i] = metric_value(records, count, (enum gb_sdc_metric)i);
		if (!isnan(value[i]))
			s->sum.metric[i] = (isnan(s->sum.metric[i]) ? 0 : s->sum.metric[i]) + value[i];
	}
	for (size_t d = 0; d < s->devices.count && value[GB_SDC_PASSES] > 0; d++)
		s->watched[d] |= strcmp(s->devices.found[d].device.uuid, records->gpu_uuid) == 0;
	write_unit(s, records, unit);
	is_corrupt = value[GB_SDC_ERRORS] > 0;
	for (size_t i = 0; i < GPU_COUNTERS; i++)
		is_corrupt |= gpu_counter_text[i].fails && value[GB_SDC_COUNTERS + i] > 0;
	s->corrupt += is_corrupt;
	s->failed += records->status == GB_ROW_FAILED;
	if (records->status == GB_ROW_FAILED || (records->status == GB_ROW_SKIPPED && s->options->verbose))
		gb_session_tell_reason(records, unit); /* print this above the table */
	if (records->status == GB_ROW_SKIPPED && !s->options->verbose)
		return;
	gb_table_add(&s->watch, "%s", records->device);
	gb_table_add(&s->watch, "%s", records->benchmark);
	gb_table_add(&s->watch, "%s", unit);
	add_count(&s->watch, value[GB_SDC_PASSES]);
	add_count(&s->watch, value[GB_SDC_WORDS]);
	gb_table_add_percent(&s->watch, 0, value[GB_SDC_DEVICE] / value[GB_SDC_SECONDS]);
	if (records->status == GB_ROW_SKIPPED)
		gb_table_add(&s->watch, "skipped");
	else if (isnan(value[GB_SDC_ERRORS]))
		gb_table_add(&s->watch, "failed");
	else
		add_count(&s->watch, value[GB_SDC_ERRORS]);
}

static void tell_events(const struct gb_session *s, char *text, size_t size)
{
	for (size_t i = 0; i < GPU_COUNTERS; i++) {
		const double count = s->sum.metric[GB_SDC_COUNTERS + i];
		gb_text_add(text, size, "%s%s ", i > 0 ? ", " : "", gpu_counter_text[i].words);
		if (isnan(count))
			gb_text_add(text, size, "not available");
		else
			gb_text_add(text, size, "%.0f", count);
	}
}

/* A GPU on which nothing was checked must not pass for a healthy GPU. */
static void tell_unwatched(struct gb_session *s)
{
	for (size_t d = 0; d < s->devices.count && !gb_interrupted; d++) {
		char title[GB_DEVICE_LABEL];
		if (s->watched[d])
			continue;
		gb_complain_format(0, "%s: nothing was checked; --verbose shows why units were skipped",
				   gb_device_title(&s->devices.found[d].device, title));
		s->failed++;
	}
}

void gb_session_watch_tell(struct gb_session *s)
{
	const double passes = s->sum.metric[GB_SDC_PASSES], words = s->sum.metric[GB_SDC_WORDS];
	char events[GB_ERROR_TEXT] = "";

	if (s->watch.cells > s->watch.columns)
		gb_table_print(&s->watch, GB_TABLE_TEXT, stderr);
	tell_events(s, events, sizeof events);
	const double errors = fmax(s->sum.metric[GB_SDC_ERRORS], 0); /* NAN: 0 */
	gb_complain_format(0, "%.0f wrong result%s in %.0f passes, %.3g words checked; %s", errors,
			   errors == 1 ? "" : "s", fmax(passes, 0), fmax(words, 0), events);
	tell_unwatched(s);
}
