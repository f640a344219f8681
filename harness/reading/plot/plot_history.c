/* plot_history.c: draws roofs of the same GPUs over time: a panel for each roof that changed, with its steps, their
 * certainty, and other changes at the same time. If none changed, the first roofs are shown. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "past/history.h"
#include "plot/kinds.h"

enum { PANELS_MAX = 6, LINE = 512 };

/* Returns the largest step or drift, with its sign; 0: none. */
static double largest_part(const struct gb_history_series *s)
{
	double largest = 0;

	for (size_t i = 0; i < s->steps; i++)
		largest = fabs(s->step[i].part) > fabs(largest) ? s->step[i].part : largest;
	for (size_t i = 0; i < s->drifts; i++)
		largest = fabs(s->drift[i].part) > fabs(largest) ? s->drift[i].part : largest;
	return largest;
}

static double largest_of(const struct gb_history_series *s)
{
	return fabs(largest_part(s));
}

/* Finds the series with the largest steps, or else the first ones. `*changed`: the number of series with a change. */
static size_t find_panels(const struct gb_history *history, const struct gb_history_series *found[PANELS_MAX],
			  size_t *changed)
{
	size_t count = 0;

	*changed = 0;
	for (size_t i = 0; i < history->count; i++)
		*changed += largest_of(&history->series[i]) > 0;
	for (size_t i = 0; i < history->count; i++) {
		const struct gb_history_series *s = &history->series[i];
		size_t at = count;
		if (s->points < 2 || (*changed > 0 && largest_of(s) == 0))
			continue;
		while (at > 0 && largest_of(found[at - 1]) < largest_of(s))
			at--;
		if (at == PANELS_MAX)
			continue;
		count += count < PANELS_MAX;
		memmove(&found[at + 1], &found[at], (count - 1 - at) * sizeof(const struct gb_history_series *));
		found[at] = s;
	}
	return count;
}

/* Writes one run per line: time, value, ends of the interval. Runs that are not ok are in a separate block. */
static void put_points(FILE *data, const struct gb_history *h, const struct gb_history_series *s, bool ok,
		       size_t number)
{
	fprintf(data, "# %s%zu\n", ok ? "runs" : "suspect", number);
	for (size_t i = 0; i < s->points; i++) {
		const struct gb_history_point p = gb_history_point(h, s, i);
		if (p.ok != ok)
			continue;
		fprintf(data, "%.0f %.6g %.6g %.6g\n", p.seconds, p.value, isfinite(p.lo) ? p.lo : p.value,
			isfinite(p.hi) ? p.hi : p.value);
	}
	fputs("\n\n", data);
}

static double point_time(const struct gb_history *h, const struct gb_history_series *s, size_t at)
{
	return gb_history_point(h, s, at).seconds;
}

/* Returns the drift among points from..to; NULL: there is none. */
static const struct gb_history_step *drift_in(const struct gb_history_series *s, size_t from, size_t to)
{
	for (size_t i = 0; i < s->drifts; i++)
		if (s->drift[i].at >= from && s->drift[i].at < to)
			return &s->drift[i];
	return NULL;
}

/* Writes medians between steps, and drifts: from, to, value, rise. */
static void put_medians(FILE *data, const struct gb_history *h, const struct gb_history_series *s, size_t number)
{
	fprintf(data, "# medians%zu\n", number);
	for (size_t i = 0; i <= s->steps; i++) {
		const size_t from = i > 0 ? s->step[i - 1].at : 0, to = i < s->steps ? s->step[i].at : s->points - 1;
		const struct gb_history_step *drift = drift_in(s, from, to);
		const double level = i < s->steps ? s->step[i].before : i > 0 ? s->step[i - 1].after : NAN;
		fprintf(data, "%.0f %.0f %.6g %.6g\n", point_time(h, s, from), point_time(h, s, to),
			drift != NULL ? drift->before : level, drift != NULL ? drift->after - drift->before : 0);
	}
	fputs("\n\n", data);
}

static void put_change(FILE *data, const struct gb_history *h, const struct gb_history_series *s,
		       const struct gb_history_step *change, bool is_drift)
{
	char text[LINE] = "", why[GB_ERROR_TEXT] = "";

	gb_text_add(text, sizeof text, "%+.1f %%, %.2f %% certain", 100 * change->part, 100 * change->confidence);
	if (is_drift)
		gb_text_add(text, sizeof text, "; %+.1f %% a year", 100 * change->a_year);
	else
		gb_history_explain(h, s, change, why, sizeof why);
	gb_text_add(text, sizeof text, "%s%s", why[0] != '\0' ? "; " : "", why);
	fprintf(data, "%.0f ", point_time(h, s, change->at));
	gb_plot_put_text(data, text);
	fputc('\n', data);
}

static void put_steps(FILE *data, const struct gb_history *h, const struct gb_history_series *s, size_t number)
{
	fprintf(data, "# steps%zu\n", number);
	for (size_t i = 0; i < s->steps; i++)
		put_change(data, h, s, &s->step[i], false);
	for (size_t i = 0; i < s->drifts; i++)
		put_change(data, h, s, &s->drift[i], true);
	fputs("\n\n", data);
}

/* All panels have the same range of days. */
static void set_days(struct gb_plot *plot, const struct gb_history *h, const struct gb_history_series *const *found,
		     size_t count)
{
	double first = INFINITY, last = -INFINITY;

	for (size_t k = 0; k < count; k++) {
		first = fmin(first, point_time(h, found[k], 0));
		last = fmax(last, point_time(h, found[k], found[k]->points - 1));
	}
	gb_plot_set(plot, "first", first);
	gb_plot_set(plot, "last", last);
}

/* Sets an element of an array over all panels. */
static void set_of(struct gb_plot *plot, const char *array, size_t number, double value)
{
	char setting[32] = "";

	gb_text_add(setting, sizeof setting, "%s[%zu]", array, number);
	gb_plot_set(plot, setting, value);
}

static void set_counts(struct gb_plot *plot, const struct gb_history *h, const struct gb_history_series *s,
		       size_t number)
{
	double low = INFINITY, high = -INFINITY;

	for (size_t i = 0; i < s->points; i++) {
		const struct gb_history_point p = gb_history_point(h, s, i);
		low = fmin(fmin(low, p.value), p.lo); /* fmin() ignores NAN */
		high = fmax(fmax(high, p.value), p.hi);
	}
	set_of(plot, "low", number, low);
	set_of(plot, "high", number, high);
	set_of(plot, "steps", number, (double)(s->steps + s->drifts));
	set_of(plot, "fine", number, (double)s->ok);
	set_of(plot, "doubts", number, (double)(s->points - s->ok));
}

static void put_panel(struct gb_plot *plot, const struct gb_history *h, const struct gb_history_series *s,
		      size_t number)
{
	char setting[32] = "", title[LINE] = "";

	if (s->ok > 0)
		put_points(plot->data, h, s, true, number);
	if (s->ok < s->points)
		put_points(plot->data, h, s, false, number);
	if (s->steps + s->drifts > 0) {
		put_medians(plot->data, h, s, number);
		put_steps(plot->data, h, s, number);
	}
	gb_text_add(setting, sizeof setting, "panel[%zu]", number);
	gb_text_add(title, sizeof title, "%s  %s  %s", s->roof, s->host, s->gpu);
	gb_plot_set_text(plot, setting, title);
	gb_text_write(setting, sizeof setting, "unit[%zu]", number);
	gb_plot_set_text(plot, setting, strcmp(s->unit, "1") == 0 ? "" : s->unit);
	set_counts(plot, h, s, number);
}

static int write_plot(struct gb_plot *plot, const struct gb_history *history, struct gb_error *error)
{
	static const char *const arrays[] = { "panel", "unit", "low", "high", "steps", "fine", "doubts" };
	const struct gb_history_series *found[PANELS_MAX + 1];
	char title[LINE] = "";
	size_t changed;
	const size_t count = find_panels(history, found, &changed);

	if (count == 0)
		return gb_error_set(error, "no GPU of these files was measured more than once");
	for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
		gb_plot_array(plot, arrays[i], count);
	for (size_t k = 0; k < count; k++)
		put_panel(plot, history, found[k], k + 1);
	gb_text_add(title, sizeof title, "%zu of %zu roofs changed", changed, history->count);
	if (changed > 0)
		gb_text_add(title, sizeof title, ", %s most: %+.1f %%%s", found[0]->roof, 100 * largest_part(found[0]),
			    changed > count ? "; the largest changes" : "");
	gb_plot_set_text(plot, "title", title);
	gb_plot_set(plot, "panels", (double)count);
	set_days(plot, history, found, count);
	return GB_OK;
}

const struct gb_plot_kind gb_plot_history = {
	.name = "history",
	.help = "roofs of the same GPUs over time, with their steps",
	.write_history = write_plot,
};
