/* history_print.c: prints steps, drifts and series of roofs over time, as tables, CSV and JSON. */
#include "show/print.h"

#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "base/wrap.h"
#include "past/finds.h"
#include "past/trend.h"
#include "show/data.h"

/* ---- text -------------------------------------------------------------------------------------------------------- */

static void begin_line(struct gb_table *table, const struct gb_history_series *s)
{
	gb_table_add(table, "%s", s->gpu);
	gb_table_add(table, "%s", s->host);
	gb_table_add(table, "%s", s->roof);
	gb_table_add(table, "%zu", s->ok);
}

/* Adds the columns that steps and drifts have in common; `began` is the day, `why` the related change. */
static void add_change(struct gb_table *table, const struct gb_history_series *s, const struct gb_history_step *change,
		       double a_year, const char *began, const char *why)
{
	begin_line(table, s);
	gb_table_add(table, "%s", began);
	gb_table_add_si(table, change->before, s->unit);
	gb_table_add_si(table, change->after, s->unit);
	gb_table_add_better(table, 1, change->part);
	gb_table_add_percent(table, 2, change->confidence);
	gb_table_add_better(table, 1, a_year);
	gb_table_add(table, "%s", why);
}

static void add_step(struct gb_table *table, const struct gb_history *h, const struct gb_history_series *s,
		     const struct gb_history_step *step)
{
	char day[GB_CLOCK_DAY], why[GB_ERROR_TEXT];

	gb_history_explain(h, s, step, why, sizeof why);
	add_change(table, s, step, s->a_year, gb_clock_day(gb_history_point(h, s, step->at).seconds, day), why);
}

/* A drift has no date and no related change. */
static void add_drift(struct gb_table *table, const struct gb_history *h, const struct gb_history_series *s,
		      const struct gb_history_step *drift)
{
	char day[GB_CLOCK_DAY], began[GB_CLOCK_DAY + 16] = "";

	gb_text_add(began, sizeof began, "%s drift", gb_clock_day(gb_history_point(h, s, drift->at).seconds, day));
	add_change(table, s, drift, drift->a_year, began, "");
}

static bool is_steady(const struct gb_history_series *s)
{
	return s->steps + s->drifts == 0;
}

static void add_steady(struct gb_table *table, const struct gb_history_series *s)
{
	begin_line(table, s);
	gb_table_add(table, "none");
	gb_table_add_si(table, s->value[0], s->unit);
	gb_table_add_si(table, s->value[s->points - 1], s->unit);
	gb_table_add_better(table, 1, NAN);
	gb_table_add_percent(table, 1, NAN);
	gb_table_add_better(table, 1, s->a_year);
	gb_table_add(table, "%s", "");
}

static size_t count_gpus(const struct gb_history *history)
{
	size_t count = 0;

	for (size_t i = 0; i < history->count; i++)
		count += i == 0 || strcmp(history->series[i - 1].gpu, history->series[i].gpu) != 0;
	return count;
}

/* Returns the number of roofs without a change of which there are too few runs to show one. */
static size_t count_short(const struct gb_history *history)
{
	size_t count = 0;

	for (size_t i = 0; i < history->count; i++)
		count += is_steady(&history->series[i]) && history->series[i].points < GB_TREND_CERTAIN_MIN;
	return count;
}

static size_t count_worse(const struct gb_history_series *s)
{
	size_t count = 0;

	for (size_t k = 0; k < s->steps; k++)
		count += s->step[k].part < 0;
	for (size_t k = 0; k < s->drifts; k++)
		count += s->drift[k].part < 0;
	return count;
}

static void print_totals(const struct gb_history *history, size_t changed, FILE *out)
{
	const size_t gpus = count_gpus(history);
	size_t changes = 0, worse = 0;
	double first = INFINITY, last = -INFINITY;
	char from[GB_CLOCK_DAY], to[GB_CLOCK_DAY], text[GB_ERROR_TEXT] = "", how[64] = "";
	const size_t few = count_short(history);

	for (size_t i = 0; i < history->count; i++) {
		const struct gb_history_series *s = &history->series[i];
		first = fmin(first, gb_history_point(history, s, 0).seconds);
		last = fmax(last, gb_history_point(history, s, s->points - 1).seconds);
		changes += s->steps + s->drifts;
		worse += count_worse(s);
	}
	if (changes > 0)
		gb_text_add(how, sizeof how, " (%zu for the worse, %zu for the better)", worse, changes - worse);
	if (few > 0)
		gb_text_add(text, sizeof text, "; %zu have fewer than %d runs: a step may be missed", few,
			    GB_TREND_CERTAIN_MIN);
	gb_wrap_format(out, "%zu of %zu roof%s of %zu GPU%s changed%s, %s to %s%s", changed, history->count,
		       history->count == 1 ? "" : "s", gpus, gpus == 1 ? "" : "s", how, gb_clock_day(first, from),
		       gb_clock_day(last, to), text);
}

/* Below the table, a screen has room for a few changes of several GPUs. */
enum { TOTAL_LINES = 3, FIND_LINES = 3, FINDS_MOST = 3 };

static size_t count_finds(const struct gb_history *history, bool is_screen)
{
	return is_screen && history->finds > FINDS_MOST ? FINDS_MOST : history->finds;
}

static void print_finds(const struct gb_history *history, bool is_screen, FILE *out)
{
	const size_t count = count_finds(history, is_screen);
	char text[2 * GB_ERROR_TEXT];

	if (is_screen && count > 0)
		gb_wrap_line(out, "");
	for (size_t i = 0; i < count; i++) {
		gb_history_tell_find(&history->find[i], text, sizeof text);
		gb_wrap_line(out, text);
	}
	if (!is_screen && count > 0)
		gb_wrap_line(out, "");
	if (count < history->finds)
		gb_wrap_leave_out(history->finds - count);
}

/* Changes for the worse come first. */
static void rank_change(struct gb_table *table, double part)
{
	gb_table_rank(table, part < 0 ? 1 - part : part);
}

void gb_history_print(const struct gb_history *history, bool all, enum gb_table_style style, FILE *out)
{
	static const char *const heading[] = { "GPU",    "host",    ">roof",    "runs",          "step",   ">before",
					       ">after", ">change", ">certain", ">drift a year", "with it" };
	static const char *const lesser[] = { "runs", "certain", "drift a year", "before", "after", NULL };
	const bool is_screen = style == GB_TABLE_TEXT && gb_wrap_rows(out, 0) != SIZE_MAX;
	struct gb_table table = { .lesser = lesser,
				  .keeps_last = true,
				  .others = TOTAL_LINES + FIND_LINES * count_finds(history, is_screen) };
	size_t changed = 0, lines = 0;

	for (size_t i = 0; i < sizeof heading / sizeof heading[0]; i++)
		gb_table_column(&table, heading[i][0] == '>' && i == 2 ? heading[i] + 1 : heading[i]);
	for (size_t i = 0; i < history->count; i++) {
		const struct gb_history_series *s = &history->series[i];
		changed += !is_steady(s);
		for (size_t k = 0; k < s->steps; k++)
			add_step(&table, history, s, &s->step[k]);
		for (size_t k = 0; k < s->steps; k++)
			rank_change(&table, s->step[k].part);
		for (size_t k = 0; k < s->drifts; k++)
			add_drift(&table, history, s, &s->drift[k]);
		for (size_t k = 0; k < s->drifts; k++)
			rank_change(&table, s->drift[k].part);
		if (is_steady(s) && all) {
			add_steady(&table, s);
			gb_table_rank(&table, 0);
		}
		lines += s->steps + s->drifts + (is_steady(s) && all);
	}
	if (!is_screen)
		print_finds(history, false, out);
	if (lines > 0)
		gb_table_print(&table, style, out);
	gb_table_free(&table);
	if (is_screen)
		print_finds(history, true, out);
	print_totals(history, changed, out);
}

/* ---- CSV and JSON ------------------------------------------------------------------------------------------------ */

static json_t *name_series(const struct gb_history_series *s)
{
	json_t *object = json_object();

	gb_data_text(object, "gpu", s->gpu);
	gb_data_text(object, "gpu_name", s->name);
	gb_data_text(object, "host", s->host);
	gb_data_text(object, "roof", s->roof);
	gb_data_text(object, "unit", s->unit);
	return object;
}

static json_t *point_object(const struct gb_history *h, const struct gb_history_series *s, size_t at)
{
	const struct gb_history_point point = gb_history_point(h, s, at);
	json_t *object = name_series(s);
	char day[GB_CLOCK_DAY];
	const char *change = "";

	for (size_t i = 0; i < s->drifts; i++)
		change = at >= s->drift[i].at && at <= s->drift[i].to ? "drift" : change;
	for (size_t i = 0; i < s->steps; i++)
		change = s->step[i].at == at ? "step" : change;
	gb_data_text(object, "day", gb_clock_day(point.seconds, day));
	gb_data_number(object, "seconds", point.seconds);
	gb_data_number(object, "value", point.value);
	gb_data_number(object, "lo", point.lo);
	gb_data_number(object, "hi", point.hi);
	gb_data_text(object, "status", point.ok ? "ok" : "suspect");
	gb_data_text(object, "step", change);
	gb_data_text(object, "run", point.visit->run);
	gb_data_text(object, "driver", point.visit->driver);
	gb_data_text(object, "version", point.visit->version);
	gb_data_number(object, "clock_hz", point.state.clock_mhz > 0 ? 1e6 * point.state.clock_mhz : (double)NAN);
	gb_data_number(object, "temperature_c", point.state.celsius > 0 ? point.state.celsius : (double)NAN);
	return object;
}

int gb_history_write_csv(const struct gb_history *history, FILE *out, struct gb_error *error)
{
	static const char *const columns[] = { "gpu",     "gpu_name", "host",    "roof",     "unit",          "day",
					       "seconds", "value",    "lo",      "hi",       "status",        "step",
					       "run",     "driver",   "version", "clock_hz", "temperature_c", NULL };

	gb_data_header(out, columns);
	for (size_t i = 0; i < history->count; i++) {
		json_t *rows = json_array();
		for (size_t at = 0; at < history->series[i].points; at++)
			json_array_append_new(rows, point_object(history, &history->series[i], at));
		gb_data_rows(out, columns, NULL, rows);
		json_decref(rows);
	}
	return gb_data_end(out, error);
}

static json_t *step_object(const struct gb_history *h, const struct gb_history_series *s,
			   const struct gb_history_step *step)
{
	json_t *object = json_object();
	char day[GB_CLOCK_DAY], why[GB_ERROR_TEXT];

	gb_history_explain(h, s, step, why, sizeof why);
	gb_data_text(object, "day", gb_clock_day(gb_history_point(h, s, step->at).seconds, day));
	gb_data_text(object, "run", gb_history_point(h, s, step->at).visit->run);
	gb_data_number(object, "before", step->before);
	gb_data_number(object, "after", step->after);
	gb_data_number(object, "change", step->part);
	gb_data_number(object, "confidence", step->confidence);
	gb_data_text(object, "with_it", why);
	return object;
}

static json_t *drift_object(const struct gb_history *h, const struct gb_history_series *s,
			    const struct gb_history_step *drift)
{
	json_t *object = json_object();
	char day[GB_CLOCK_DAY];

	gb_data_text(object, "from", gb_clock_day(gb_history_point(h, s, drift->at).seconds, day));
	gb_data_text(object, "to", gb_clock_day(gb_history_point(h, s, drift->to).seconds, day));
	gb_data_number(object, "before", drift->before);
	gb_data_number(object, "after", drift->after);
	gb_data_number(object, "change", drift->part);
	gb_data_number(object, "a_year", drift->a_year);
	gb_data_number(object, "confidence", drift->confidence);
	return object;
}

static json_t *series_object(const struct gb_history *h, const struct gb_history_series *s)
{
	json_t *object = name_series(s), *steps = json_array(), *drifts = json_array();

	gb_data_number(object, "runs", (double)s->ok);
	gb_data_number(object, "drift_a_year", s->a_year);
	for (size_t k = 0; k < s->steps; k++)
		json_array_append_new(steps, step_object(h, s, &s->step[k]));
	for (size_t k = 0; k < s->drifts; k++)
		json_array_append_new(drifts, drift_object(h, s, &s->drift[k]));
	json_object_set_new(object, "steps", steps);
	json_object_set_new(object, "drifts", drifts);
	return object;
}

static json_t *find_object(const struct gb_history_find *find)
{
	json_t *object = json_object();
	char day[GB_CLOCK_DAY], text[2 * GB_ERROR_TEXT], value[GB_ERROR_TEXT] = "";

	if (find->value != NULL)
		gb_text_add(value, sizeof value, "%.*s", (int)find->length, find->value);
	gb_history_tell_find(find, text, sizeof text);
	gb_data_text(object, "text", text);
	gb_data_text(object, "kind", find->is_drift ? "drift" : "step");
	gb_data_text(object, "gpu_name", find->name);
	gb_data_text(object, "board", find->board);
	gb_data_text(object, "roof", find->roof);
	gb_data_text(object, "unit", find->unit);
	gb_data_number(object, "roofs", (double)find->roofs);
	gb_data_text(object, "what", find->what != NULL ? find->what : "");
	gb_data_text(object, "cause", value);
	gb_data_text(object, "from", gb_clock_day(find->first, day));
	gb_data_text(object, "to", gb_clock_day(find->last, day));
	gb_data_number(object, "change", find->part);
	gb_data_number(object, "lo", find->lo);
	gb_data_number(object, "hi", find->hi);
	gb_data_number(object, "a_year", find->a_year);
	gb_data_number(object, "gpus_changed", (double)find->moved);
	gb_data_number(object, "gpus", (double)find->of);
	return object;
}

int gb_history_write_json(const struct gb_history *history, FILE *out, struct gb_error *error)
{
	json_t *document = json_object(), *finds = json_array(), *series = json_array();

	for (size_t i = 0; i < history->finds; i++)
		json_array_append_new(finds, find_object(&history->find[i]));
	for (size_t i = 0; i < history->count; i++)
		json_array_append_new(series, series_object(history, &history->series[i]));
	json_object_set_new(document, "finds", finds);
	json_object_set_new(document, "series", series);
	return gb_data_document(out, document, error);
}
