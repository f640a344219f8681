/* page_history.c: the section of roofs over time: steps and drifts as a table, and the input of its script. */
#include "report/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/escape.h"
#include "base/heap.h"
#include "base/text.h"
#include "report/html.h"

extern const char gb_file_page_history_html[];

/* After escaping, no text contains a tab. */
static void put_field(FILE *out, const char *text)
{
	fputc('\t', out);
	gb_escape_put(out, GB_ESCAPE_LINE, text);
}

static void put_number(FILE *out, double value)
{
	fputc('\t', out);
	if (isfinite(value))
		fprintf(out, "%.6g", value);
}

static void put_series(FILE *out, const struct gb_history *h, const struct gb_history_series *s)
{
	char why[GB_ERROR_TEXT];

	fputc('s', out);
	put_field(out, s->gpu);
	put_field(out, s->host);
	put_field(out, s->roof);
	put_field(out, s->unit);
	for (size_t i = 0; i < s->points; i++) {
		const struct gb_history_point p = gb_history_point(h, s, i);
		fprintf(out, "\np\t%.0f", p.seconds);
		put_number(out, p.value);
		put_number(out, p.lo);
		put_number(out, p.hi);
		fputs(p.ok ? "\t1" : "\t0", out);
		put_field(out, p.visit->driver);
		put_field(out, p.visit->version);
	}
	for (size_t i = 0; i < s->steps; i++) {
		const struct gb_history_step *step = &s->step[i];
		fprintf(out, "\nc\t%zu", step->at);
		put_number(out, step->before);
		put_number(out, step->after);
		put_number(out, step->part);
		put_number(out, step->confidence);
		gb_history_explain(h, s, step, why, sizeof why);
		put_field(out, why);
	}
	for (size_t i = 0; i < s->drifts; i++) {
		const struct gb_history_step *drift = &s->drift[i];
		fprintf(out, "\nd\t%zu\t%zu", drift->at, drift->to);
		put_number(out, drift->before);
		put_number(out, drift->after);
		put_number(out, drift->part);
		put_number(out, drift->a_year);
	}
	fputc('\n', out);
}

/* Returns the number of series left out. */
static size_t put_all(FILE *out, const struct gb_history *history)
{
	size_t points = 0, left_out = 0;

	for (int steady = 0; steady < 2; steady++)
		for (size_t i = 0; i < history->count; i++) {
			const struct gb_history_series *s = &history->series[i];
			if (s->points < 2 || (s->steps + s->drifts == 0) != steady)
				continue;
			if (points + s->points > GB_PAGE_HISTORY_POINTS_MAX) {
				left_out++;
				continue;
			}
			points += s->points;
			put_series(out, history, s);
		}
	return left_out;
}

static void write_packed(const struct gb_history *history, FILE *out)
{
	char *text = NULL;
	size_t size = 0;
	FILE *lines = gb_heap_stream(&text, &size);
	const size_t left_out = put_all(lines, history);

	gb_heap_close(lines, &text);
	char *packed = gb_compress(text, size);
	fprintf(out, "<pre id=\"series\" hidden>%s</pre>\n", packed);
	if (left_out > 0)
		gb_html_format(out, "p", "%zu series are in the table and not in the picture.", left_out);
	free(packed);
	free(text);
}

/* The columns that steps and drifts have in common. A drift has no date and no related changes. */
static void write_change(FILE *out, const struct gb_history *h, const struct gb_history_series *s,
			 const struct gb_history_step *change, bool is_drift)
{
	char day[GB_CLOCK_DAY], from[GB_CLOCK_DAY + 16] = "", why[GB_ERROR_TEXT] = "";

	gb_text_add(from, sizeof from, "%s%s", is_drift ? "drift from " : "",
		    gb_clock_day(gb_history_point(h, s, change->at).seconds, day));
	gb_html_begin(out, "tr");
	gb_html_cell(out, s->gpu);
	gb_html_cell(out, s->host);
	gb_html_cell(out, s->roof);
	gb_html_count(out, s->ok);
	gb_html_cell(out, from);
	gb_html_number(out, change->before, s->unit);
	gb_html_number(out, change->after, s->unit);
	gb_html_change(out, 1, change->part);
	gb_html_percent(out, 2, change->confidence);
	gb_html_change(out, 1, is_drift ? change->a_year : s->a_year);
	if (!is_drift)
		gb_history_explain(h, s, change, why, sizeof why);
	gb_html_cell(out, why);
	gb_html_end(out, "tr");
	fputc('\n', out);
}

static void write_changes(FILE *out, const struct gb_history *h, const struct gb_history_series *s)
{
	for (size_t k = 0; k < s->steps; k++)
		write_change(out, h, s, &s->step[k], false);
	for (size_t k = 0; k < s->drifts; k++)
		write_change(out, h, s, &s->drift[k], true);
}

static void write_table(const struct gb_history *history, size_t several, size_t changed, FILE *out)
{
	static const char *const names[] = { "GPU",   "host",   "roof",    "runs",         "step",    "before",
					     "after", "change", "certain", "drift a year", "with it", NULL };

	gb_html_format(out, "p",
		       "%zu of %zu roofs that were measured more than once changed: random orders of the same values "
		       "show a step as large in fewer than 1 of 100 cases, and healthy cards differ less from run to "
		       "run.",
		       changed, several);
	if (changed == 0)
		return;
	gb_html_table(out, "Steps and drifts", names);
	for (size_t i = 0; i < history->count; i++)
		write_changes(out, history, &history->series[i]);
	gb_html_table_end(out);
}

void gb_page_history_write(const struct gb_history *history, FILE *out)
{
	size_t several = 0, changed = 0;

	for (size_t i = 0; i < history->count; i++) {
		several += history->series[i].points > 1;
		changed += history->series[i].steps + history->series[i].drifts > 0;
	}
	if (several == 0)
		return;
	gb_html_begin_with(out, "section",
			   (const struct gb_html_attribute[]){ { "aria-labelledby", "past-title" }, { NULL, NULL } });
	fputc('\n', out);
	fputs(gb_file_page_history_html, out);
	write_table(history, several, changed, out);
	write_packed(history, out);
	gb_html_end(out, "section");
	fputc('\n', out);
}
