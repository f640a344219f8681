/* ncu_launch.c: the numbers of a launch, their notation, and the counters computed from them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "profile/ncu_reading.h"

/* No unit is busier than this, in percent; a larger number must be in another notation. */
#define PERCENT_MOST 1000

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

static enum gb_number read_number(const struct gb_ncu_metric *metric, const char *text, enum gb_notation notation,
				  double *value)
{
	const enum gb_number kind = gb_number_read(text, notation, value);
	const bool is_percent = metric->scale < 1;

	return kind == GB_NUMBER && is_percent && *value > PERCENT_MOST ? GB_NUMBER_BAD : kind;
}

static void try_notations(struct gb_ncu_reading *r, const struct gb_ncu_metric *metric, const char *text)
{
	bool fits[GB_NOTATIONS];
	double value;

	for (int n = 0; n < GB_NOTATIONS; n++) {
		fits[n] = read_number(metric, text, (enum gb_notation)n, &value) != GB_NUMBER_BAD;
		if (!fits[n] && r->fit[n].bad++ == 0)
			gb_text_add(r->fit[n].first, sizeof r->fit[n].first, "line %zu, '%s': found '%s'", r->number,
				    metric->name, text);
	}
	for (int n = 1; n < GB_NOTATIONS && !fits[GB_NOTATION_ENGLISH] && r->foreign == GB_NOTATION_ENGLISH; n++)
		if (fits[n])
			r->foreign = (enum gb_notation)n;
}

void gb_ncu_take_number(struct gb_ncu_reading *r, size_t place, double unit, const char *text)
{
	const struct gb_ncu_metric *metric = &gb_ncu_metric_table[place];
	char reason[GB_ERROR_TEXT / 2] = "";
	double value;

	if (r->fit != NULL) {
		if (!r->is_torn)
			try_notations(r, metric, text);
		return;
	}
	switch (read_number(metric, text, r->notation, &value)) {
	case GB_NUMBER:
		if (isnan(unit))
			gb_ncu_refuse_file(r, "a launch before the line of units");
		else if (value >= 0)
			r->count[place] = value * unit * metric->scale;
		break;
	case GB_NUMBER_NONE:
		break;
	case GB_NUMBER_BAD:
		gb_text_add(reason, sizeof reason, "'%s': found '%s', expected a number", metric->name, text);
		gb_ncu_refuse_line(r, reason);
		break;
	}
}

double gb_ncu_find_unit(struct gb_ncu_reading *r, size_t place, const char *unit)
{
	const struct gb_ncu_metric *metric = &gb_ncu_metric_table[place];
	const bool is_time = metric->counter == GB_COUNTED_SECONDS;
	const double size = is_time && !gb_number_unit_is_time(unit) ? (double)NAN : gb_number_unit(unit);
	char reason[GB_ERROR_TEXT / 2] = "";

	if (isnan(size)) {
		gb_text_add(reason, sizeof reason, "'%s': found the unit '%s', expected %s", metric->name, unit,
			    is_time ? "ns, us, ms or s" : "one of Nsight Compute, such as byte, Kbyte or Mbyte");
		gb_ncu_refuse_file(r, reason);
	}
	return size;
}

/* A number that is incomplete in C's notation may be damaged. If another notation completes it, the file uses that
 * one. */
int gb_ncu_choose_notation(struct gb_ncu_reading *r, const struct gb_ncu_fit *fit)
{
	enum gb_notation best = GB_NOTATION_ENGLISH;

	for (int n = 1; n < GB_NOTATIONS; n++)
		if (fit[n].bad == 0 && fit[best].bad > 0)
			best = (enum gb_notation)n;
	r->notation = best;
	if (fit[best].bad == 0 || r->foreign == GB_NOTATION_ENGLISH)
		return GB_OK;
	return gb_error_set(
		r->error, "%s: numbers in more than one notation: %s is not valid in %s, and %s is not valid in C",
		r->path, fit[r->foreign].first, gb_notation_locale(r->foreign), fit[GB_NOTATION_ENGLISH].first);
}

const char *gb_ncu_text(char *const *texts, enum gb_ncu_field field)
{
	return texts[field] != NULL ? texts[field] : "";
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

void gb_ncu_clear_counts(struct gb_ncu_reading *r)
{
	for (size_t i = 0; i < gb_ncu_metric_count; i++)
		r->count[i] = NAN;
}

/* The clock converts cycles to time and vice versa: NERSC's recipe for rooflines does not count time. */
static void complete_time(double *value)
{
	if (isnan(value[GB_COUNTED_SECONDS]))
		value[GB_COUNTED_SECONDS] = value[GB_COUNTED_CYCLES] / value[GB_CLOCK];
	if (isnan(value[GB_COUNTED_CYCLES]))
		value[GB_COUNTED_CYCLES] = value[GB_COUNTED_SECONDS] * value[GB_CLOCK];
}

/* L1 may be counted only over the cycles in which its SM is active; over the whole time it is no busier than memory. */
static void limit_busy_l1(double *value)
{
	if (value[GB_BUSY_MEMORY] < value[GB_BUSY_L1])
		value[GB_BUSY_L1] = value[GB_BUSY_MEMORY];
}

static void add_counts(const struct gb_ncu_reading *r, const bool *has, enum gb_metric_per per, double factor,
		       double *value)
{
	for (size_t i = 0; i < gb_ncu_metric_count; i++) {
		double *sum = &value[gb_ncu_metric_table[i].counter];
		if (has[i] && gb_ncu_metric_table[i].per == per)
			*sum = isnan(*sum) ? r->count[i] * factor : *sum + r->count[i] * factor;
	}
}

static void set_values(const struct gb_ncu_reading *r, double *value)
{
	bool *has = gb_heap_array(gb_ncu_metric_count, sizeof *has);

	for (size_t c = 0; c < GB_COUNTERS; c++)
		value[c] = NAN;
	for (size_t i = 0; i < gb_ncu_metric_count; i++)
		has[i] = !isnan(r->count[i]);
	gb_metrics_choose(has);
	add_counts(r, has, GB_PER_LAUNCH, 1, value);
	complete_time(value);
	limit_busy_l1(value);
	add_counts(r, has, GB_PER_CYCLE, value[GB_COUNTED_CYCLES], value);
	add_counts(r, has, GB_PER_SECOND, value[GB_COUNTED_SECONDS], value);
	free(has);
}

int gb_ncu_give_launch(struct gb_ncu_reading *r, char *const *texts)
{
	struct gb_ncu_launch launch = { .kernel = gb_ncu_text(texts, GB_NCU_KERNEL),
					.block = gb_ncu_text(texts, GB_NCU_BLOCK),
					.grid = gb_ncu_text(texts, GB_NCU_GRID),
					.device = gb_ncu_text(texts, GB_NCU_DEVICE),
					.gpu = gb_ncu_text(texts, GB_NCU_GPU),
					.capability = gb_ncu_text(texts, GB_NCU_CAPABILITY) };

	if (r->fit != NULL || r->bad)
		return GB_OK;
	set_values(r, launch.value);
	if (launch.value[GB_COUNTED_SECONDS] > 0)
		return r->take(r->context, &launch, r->error);
	gb_ncu_refuse_line(r, "a launch without its time (gpu__time_duration.sum)");
	return GB_OK;
}

int gb_ncu_end_launch(struct gb_ncu_reading *r)
{
	if (!r->is_open)
		return GB_OK;
	r->is_open = r->bad = false; /* a metric that could not be read was not counted */
	return gb_ncu_give_launch(r, r->open);
}

int gb_ncu_begin_launch(struct gb_ncu_reading *r)
{
	const int status = gb_ncu_end_launch(r);

	for (int t = 0; t < GB_NCU_METRIC; t++) {
		char *last = r->open[t];
		r->open[t] = r->text[t];
		r->text[t] = last;
	}
	gb_ncu_clear_counts(r);
	r->is_open = true;
	return status;
}

/* Returns the index of the metric with this name in ncu's sections. */
static size_t metric_place(const char *name, bool is_percent)
{
	const size_t place = gb_metric_find(name);

	if (place == gb_ncu_metric_count || !is_percent || gb_ncu_metric_table[place].scale < 1)
		return place;
	return gb_ncu_metric_table[place].counter == GB_DRAM_BOTH ? gb_metric_find(GB_METRIC_MEMORY)
								  : gb_ncu_metric_count;
}

void gb_ncu_take_metric(struct gb_ncu_reading *r)
{
	const char *unit = gb_ncu_text(r->text, GB_NCU_UNIT);
	const size_t place = metric_place(gb_ncu_text(r->text, GB_NCU_METRIC), strcmp(unit, "%") == 0);

	if (place < gb_ncu_metric_count)
		gb_ncu_take_number(r, place, gb_ncu_find_unit(r, place, unit), gb_ncu_text(r->text, GB_NCU_VALUE));
}

int gb_ncu_end_metric(struct gb_ncu_reading *r)
{
	int status = GB_OK;

	if (r->bad)
		return GB_OK;
	if (!r->is_open || strcmp(gb_ncu_text(r->open, GB_NCU_ID), gb_ncu_text(r->text, GB_NCU_ID)) != 0)
		status = gb_ncu_begin_launch(r);
	if (status == GB_OK)
		gb_ncu_take_metric(r);
	return status;
}
