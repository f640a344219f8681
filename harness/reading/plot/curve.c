#include "plot/curve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "plot/finding.h"
#include "plot/kinds.h"

enum { NAME = GB_CURVE_NAME, TITLE = 256 }; /* sizes of texts */

/* ---- points ------------------------------------------------------------------------------------------------------ */

static bool is_words(const struct gb_plot_panel *shown)
{
	return strchr(shown->x, '{') != NULL;
}

/* Disjoint pairs of GPUs are drawn in one direction: directions and pairs are alike, and plot pairs shows all. */
static bool is_of_other_pair(const struct gb_curve_gpu *gpu, const char *key, const char *peer)
{
	return peer[0] != '\0' && gpu->peer[0] != '\0' &&
	       (strcmp(gpu->key, key) == 0 ? strcmp(gpu->peer, peer) != 0
					   : strcmp(gpu->peer, key) == 0 || strcmp(gpu->key, peer) == 0);
}

/* GB_CURVE_GPUS: there is no room for the GPU, or it is not drawn. */
static size_t find_gpu(struct gb_curve *curve, const struct gb_record *record)
{
	char made[GB_GPU_KEY];
	const char *key = gb_gpu_key(record, made), *peer = gb_record_text(record->peer_uuid);
	size_t i = 0;

	while (i < curve->gpus && strcmp(curve->gpu[i].key, key) != 0 && !is_of_other_pair(&curve->gpu[i], key, peer))
		i++;
	if (i < curve->gpus && is_of_other_pair(&curve->gpu[i], key, peer))
		return GB_CURVE_GPUS;
	if (i == curve->gpus && i < GB_CURVE_GPUS) {
		gb_text_copy(curve->gpu[i].key, sizeof curve->gpu[i].key, key);
		gb_text_copy(curve->gpu[i].peer, sizeof curve->gpu[i].peer, peer);
		gb_text_copy(curve->gpu[i].model, sizeof curve->gpu[i].model, record->gpu_name);
		curve->gpus++;
	}
	curve->more |= i == GB_CURVE_GPUS;
	return i;
}

/* Returns the point of a row. The metrics of a point are adjacent. */
static struct gb_curve_point *find_point(struct gb_curve_panel *panel, size_t gpu, const char *series,
					 const struct gb_record *record)
{
	if (panel->count > 0) {
		struct gb_curve_point *last = &panel->point[panel->count - 1];
		if (last->gpu == gpu && strcmp(last->series, series) == 0 && strcmp(last->point, record->point) == 0)
			return last;
	}
	panel->point = gb_array_grow(panel->point, panel->count, &panel->room, sizeof *panel->point);
	struct gb_curve_point *p = &panel->point[panel->count];
	*p = (struct gb_curve_point){
		.gpu = gpu, .order = panel->count++, .x = NAN, .y = NAN, .lo = NAN, .hi = NAN, .limit = NAN
	};
	gb_text_copy(p->series, sizeof p->series, series);
	gb_text_copy(p->point, sizeof p->point, record->point);
	return p;
}

/* Returns the number of a word, from 1, in the order of first occurrence. */
static double word_number(const struct gb_curve_panel *panel, const char *word)
{
	double most = 0;

	for (size_t i = 0; i < panel->count; i++) {
		if (strcmp(panel->point[i].word, word) == 0)
			return panel->point[i].x;
		most = panel->point[i].x > most ? panel->point[i].x : most;
	}
	return most + 1;
}

static double x_of(const struct gb_plot_panel *shown, const struct gb_record *record)
{
	size_t length;
	const char *value = gb_axis_value(record, shown->x, strlen(shown->x), &length);

	if (record->axis != NULL && strcmp(record->axis, shown->x) == 0)
		return record->x;
	return value != NULL && strchr("0123456789", value[0]) != NULL ? strtod(value, NULL) : NAN;
}

static void add_to(struct gb_curve_panel *panel, size_t gpu, const struct gb_record *record)
{
	const struct gb_plot_panel *shown = panel->shown;
	const bool is_y = gb_axis_is_one_of(record->metric, strlen(record->metric), shown->metric,
					    shown->metric + strlen(shown->metric)),
		   is_x = strcmp(record->metric, shown->x) == 0;
	char series[NAME], word[NAME] = "";

	if ((!is_x && !is_y) || !gb_axis_fits(record, shown->points) ||
	    !gb_axis_fill_in(record, shown->lines, series, sizeof series) ||
	    (is_words(shown) && !gb_axis_fill_in(record, shown->x, word, sizeof word)))
		return;
	const double number = is_words(shown) ? word_number(panel, word) : NAN;
	struct gb_curve_point *p = find_point(panel, gpu, series, record);
	gb_text_copy(p->word, sizeof p->word, word);
	if (is_words(shown))
		p->x = number;
	if (is_x) {
		p->x = record->value;
		gb_text_copy(p->x_unit, sizeof p->x_unit, record->unit != NULL ? record->unit : "");
	}
	if (!is_y)
		return;
	if (isnan(p->x))
		p->x = x_of(shown, record);
	p->y = record->value;
	gb_text_copy(p->unit, sizeof p->unit, record->unit != NULL ? record->unit : "");
	p->lo = record->lo;
	p->hi = record->hi;
	p->limit = record->limit;
}

static void note_when(struct gb_curve_gpu *gpu, const struct gb_record *record)
{
	if (record->time_utc != NULL && strncmp(record->time_utc, gpu->day, sizeof gpu->day - 1) > 0)
		gb_text_copy(gpu->day, sizeof gpu->day, record->time_utc);
	gpu->clock = gb_device_clock(record->device != NULL ? record->device : "");
	if (!(record->sm_clock_hz > 0))
		return;
	gpu->fastest_hz = fmax(gpu->fastest_hz, record->sm_clock_hz);
	gpu->slowest_hz = gpu->slowest_hz > 0 ? fmin(gpu->slowest_hz, record->sm_clock_hz) : record->sm_clock_hz;
}

void gb_curve_add(struct gb_curve *curve, const struct gb_record *record)
{
	const struct gb_plot_kind *kind = curve->kind;

	if (record->metric == NULL || record->point == NULL || !isfinite(record->value) ||
	    strcmp(record->benchmark, kind->name) != 0)
		return;
	const size_t gpu = find_gpu(curve, record);
	if (gpu == GB_CURVE_GPUS)
		return;
	for (size_t i = 0; i < kind->panels; i++) {
		curve->panel[i].shown = &kind->panel[i];
		add_to(&curve->panel[i], gpu, record);
	}
	note_when(&curve->gpu[gpu], record);
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* Names are sorted by the numbers in them: "16 B" after "4 B". */
static int compare_points(const void *left, const void *right)
{
	const struct gb_curve_point *a = left, *b = right;
	int order = a->gpu < b->gpu ? -1 : a->gpu > b->gpu;

	if (order == 0)
		order = strverscmp(a->series, b->series);
	if (order == 0)
		order = (a->x > b->x) - (a->x < b->x);
	return order != 0 ? order : a->order < b->order ? -1 : 1;
}

static int compare_names(const void *left, const void *right)
{
	const struct gb_curve_point *const *a = left, *const *b = right;

	return strverscmp((*a)->series, (*b)->series);
}

static bool same_line(const struct gb_curve_point *a, const struct gb_curve_point *b)
{
	return a->gpu == b->gpu && strcmp(a->series, b->series) == 0;
}

static void put_point(FILE *data, const struct gb_curve_point *p)
{
	const double number[] = { p->x, p->y, p->lo, p->hi, p->limit };

	for (size_t i = 0; i < sizeof number / sizeof number[0]; i++)
		if (isfinite(number[i]))
			fprintf(data, "%s%.9g", i ? " " : "", number[i]);
		else
			fputs(" NaN", data);
	if (p->word[0] != '\0') {
		fputc(' ', data);
		gb_plot_put_text(data, p->word);
	}
	fputc('\n', data);
}

/* A name has the same number on every GPU. */
static size_t series_number(const struct gb_curve_point *const *name, size_t count, const char *series)
{
	size_t number = 1;

	for (size_t i = 0; i < count && strcmp(name[i]->series, series) != 0; i++)
		number += i + 1 == count || strcmp(name[i]->series, name[i + 1]->series) != 0;
	return number;
}

static void set_of_line(struct gb_plot *plot, const char *panel, const char *what, size_t line, double value,
			const char *text)
{
	char name[NAME] = "";

	gb_text_add(name, sizeof name, "%s_%s[%zu]", panel, what, line);
	if (text != NULL)
		gb_plot_set_text(plot, name, text);
	else
		gb_plot_set(plot, name, value);
}

/* If a point was measured twice, the later run is drawn. */
static bool is_drawn(const struct gb_curve_point *p, bool last)
{
	return isfinite(p->x) && isfinite(p->y) && (last || !same_line(p, p + 1) || p->x != p[1].x);
}

static void settle_panel(struct gb_curve_panel *panel)
{
	if (panel->count > 0)
		qsort(panel->point, panel->count, sizeof *panel->point, compare_points);
	for (size_t i = 0; i < panel->count; i++)
		panel->point[i].drawn = is_drawn(&panel->point[i], i + 1 == panel->count);
}

void gb_curve_settle(struct gb_curve *curve)
{
	for (size_t i = 0; i < curve->kind->panels; i++)
		settle_panel(&curve->panel[i]);
}

static size_t count_lines(const struct gb_curve_panel *panel)
{
	const struct gb_curve_point *line = NULL;
	size_t lines = 0;

	for (size_t i = 0; i < panel->count; i++) {
		const struct gb_curve_point *p = &panel->point[i];
		if (!p->drawn)
			continue;
		lines += line == NULL || !same_line(line, p);
		line = p;
	}
	return lines;
}

static void begin_panel(struct gb_plot *plot, const char *name, size_t lines, size_t first)
{
	static const char *const arrays[] = { "name", "series", "gpu" };
	char setting[NAME] = "";

	gb_text_add(setting, sizeof setting, "%s_lines", name);
	gb_plot_set(plot, setting, (double)lines);
	gb_text_write(setting, sizeof setting, "%s_first", name);
	gb_plot_set(plot, setting, (double)first);
	for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++) {
		gb_text_write(setting, sizeof setting, "%s_%s", name, arrays[i]);
		gb_plot_array(plot, setting, lines);
	}
}

/* Sets the words of the panel as PANEL_words, PANEL_word[1] and so on. */
static void set_words(struct gb_plot *plot, const struct gb_curve_panel *panel, const char *name)
{
	char setting[NAME] = "";
	size_t words = 0;

	for (size_t i = 0; i < panel->count; i++)
		if (panel->point[i].word[0] != '\0' && panel->point[i].x > (double)words)
			words = (size_t)panel->point[i].x;
	if (words == 0)
		return;
	gb_text_add(setting, sizeof setting, "%s_words", name);
	gb_plot_set(plot, setting, (double)words);
	gb_text_write(setting, sizeof setting, "%s_word", name);
	gb_plot_array(plot, setting, words);
	for (size_t w = 1; w <= words; w++)
		for (size_t i = 0; i < panel->count; i++)
			if (panel->point[i].word[0] != '\0' && panel->point[i].x == (double)w) {
				gb_text_write(setting, sizeof setting, "%s_word[%zu]", name, w);
				gb_plot_set_tick(plot, setting, panel->point[i].word);
				break;
			}
}

/* A line has a name and a number. The panel's setting `line`, such as "2 bytes spilled", replaces both. */
static void name_line(struct gb_plot *plot, const struct gb_plot_kind *kind, const struct gb_plot_panel *shown,
		      size_t line, const char *series, size_t number)
{
	const char *all = shown->setting[GB_PANEL_LINE], *text = series;

	for (size_t i = 0; i < kind->aliases; i++)
		if (strcmp(kind->alias[i].line, series) == 0)
			text = kind->alias[i].text;
	if (all != NULL && all[1] == ' ')
		text = all + 2;
	set_of_line(plot, shown->name, "name", line, 0, text);
	set_of_line(plot, shown->name, "series", line, all != NULL ? all[0] - '0' : (double)number, NULL);
}

/* Returns the number of lines; `first`: number of blocks before them. */
static size_t write_panel(struct gb_curve_panel *panel, const struct gb_plot_kind *kind,
			  const struct gb_plot_panel *shown, size_t first, struct gb_plot *plot)
{
	const char *name = shown->name;
	const struct gb_curve_point *line = NULL, **names = gb_heap_array(panel->count + 1, sizeof *names);
	size_t lines = 0;

	for (size_t i = 0; i < panel->count; i++)
		names[i] = &panel->point[i];
	if (panel->count > 0)
		qsort(names, panel->count, sizeof *names, compare_names);
	begin_panel(plot, name, count_lines(panel), first);
	for (size_t i = 0; i < panel->count; i++) {
		const struct gb_curve_point *p = &panel->point[i];
		if (!p->drawn)
			continue;
		if (line == NULL || !same_line(line, p)) {
			fprintf(plot->data, "%s# %s: %s, GPU %zu\n", first + lines > 0 ? "\n\n" : "", name, p->series,
				p->gpu + 1);
			lines++;
			name_line(plot, kind, shown, lines, p->series, series_number(names, panel->count, p->series));
			set_of_line(plot, name, "gpu", lines, (double)p->gpu + 1, NULL);
		}
		line = p;
		put_point(plot->data, p);
	}
	free(names);
	set_words(plot, panel, name);
	return lines;
}

/* Sets a name from the file as a label, such as "instruction rate". */
static void set_label(struct gb_plot *plot, const char *panel, const char *which, const char *name, const char *unit)
{
	char setting[NAME] = "", text[TITLE] = "";

	gb_text_add(setting, sizeof setting, "%s_%s", panel, which);
	gb_text_add(text, sizeof text, "%s", name);
	for (char *c = text; *c != '\0'; c++)
		if (*c == '_')
			*c = ' ';
	gb_plot_set_text(plot, setting, text);
	gb_text_write(setting, sizeof setting, "%s_%s_unit", panel, which);
	gb_plot_set_text(plot, setting, unit);
}

static void set_look(struct gb_plot *plot, const struct gb_plot_kind *kind, const struct gb_plot_panel *shown)
{
	for (size_t i = 0; i < GB_PANEL_SETTINGS; i++) {
		const char *text = shown->setting[i] != NULL ? shown->setting[i] : kind->setting[i];
		char setting[NAME] = "";
		gb_text_add(setting, sizeof setting, "%s_%s", shown->name, gb_panel_setting_name[i]);
		if (text != NULL)
			gb_plot_set_text(plot, setting, text);
	}
}

/* For scripts that draw any panels, sets the names of the panels and the axes that they have in common. */
static void set_panels(const struct gb_curve *curve, struct gb_plot *plot)
{
	char names[TITLE] = "";
	double places = 0;

	for (size_t i = 0; i < curve->kind->panels; i++) {
		const struct gb_curve_panel *panel = &curve->panel[i];
		const struct gb_plot_panel *shown = &curve->kind->panel[i];
		set_look(plot, curve->kind, shown);
		places += shown->setting[GB_PANEL_OVER] == NULL;
		if (panel->count == 0)
			continue;
		gb_text_add(names, sizeof names, "%s%s", names[0] ? " " : "", shown->name);
		set_label(plot, shown->name, "x", shown->x, panel->point[0].x_unit);
		set_label(plot, shown->name, "y", shown->metric, panel->point[0].unit);
	}
	gb_plot_set_text(plot, "panels", names);
	gb_plot_set(plot, "places", places);
	if (curve->kind->columns > 0)
		gb_plot_set(plot, "columns", curve->kind->columns);
	if (curve->kind->width > 0) {
		gb_plot_set(plot, "width", curve->kind->width);
		gb_plot_set(plot, "height", curve->kind->height);
	}
}

/* The model and, if several GPUs share it, the beginning of the UUID. */
static void name_gpu(const struct gb_curve *curve, size_t gpu, char *text, size_t size)
{
	size_t alike = 0;

	for (size_t i = 0; i < curve->gpus; i++)
		alike += strcmp(curve->gpu[i].model, curve->gpu[gpu].model) == 0;
	gb_text_write(text, size, "%s", curve->gpu[gpu].model);
	if (alike > 1)
		gb_text_add(text, size, "%s%.12s", text[0] ? ", " : "", curve->gpu[gpu].key);
}

/* Writes "NVIDIA H200, 2026-11-24, SM clock 1.57 to 1.98 GHz". */
static void title_of(const struct gb_curve_gpu *gpu, char *text, size_t size)
{
	char slowest[NAME], fastest[NAME];

	gb_text_write(text, size, "%s%s%s", gpu->model, gpu->day[0] != '\0' ? ", " : "", gpu->day);
	if (!(gpu->slowest_hz > 0))
		return;
	slowest[0] = fastest[0] = '\0';
	gb_text_add(slowest, sizeof slowest, "%.2f", 1e-9 * gpu->slowest_hz);
	gb_text_add(fastest, sizeof fastest, "%.2f", 1e-9 * gpu->fastest_hz);
	gb_text_add(text, size, ", %s ", gpu->clock);
	if (strcmp(slowest, fastest) != 0)
		gb_text_add(text, size, "%s to ", slowest);
	gb_text_add(text, size, "%s GHz", fastest);
}

/* Sets the element of a GPU in an array. */
static void set_of_gpu(struct gb_plot *plot, const char *array, size_t gpu, const char *text)
{
	char setting[NAME] = "";

	gb_text_add(setting, sizeof setting, "%s[%zu]", array, gpu + 1);
	gb_plot_set_text(plot, setting, text);
}

static void set_gpus(const struct gb_curve *curve, struct gb_plot *plot)
{
	char text[TITLE] = "";

	gb_plot_set(plot, "gpus", (double)curve->gpus);
	gb_plot_array(plot, "gpu_name", GB_CURVE_GPUS);
	gb_plot_array(plot, "finding", GB_CURVE_GPUS);
	for (size_t i = 0; i < curve->gpus; i++) {
		name_gpu(curve, i, text, sizeof text);
		set_of_gpu(plot, "gpu_name", i, text);
		gb_finding_of(curve, i, text, sizeof text);
		set_of_gpu(plot, "finding", i, text);
	}
	text[0] = '\0';
	if (curve->gpus == 1)
		title_of(&curve->gpu[0], text, sizeof text);
	gb_plot_set_text(plot, "title", text);
}

size_t gb_curve_write(struct gb_curve *curve, struct gb_plot *plot)
{
	const struct gb_plot_kind *kind = curve->kind;
	size_t lines = 0;

	gb_curve_settle(curve);
	for (size_t i = 0; i < kind->panels; i++)
		lines += write_panel(&curve->panel[i], kind, &kind->panel[i], lines, plot);
	gb_plot_set(plot, "lines", (double)lines);
	set_panels(curve, plot);
	set_gpus(curve, plot);
	return lines;
}

void gb_curve_free(struct gb_curve *curve)
{
	for (size_t i = 0; i < GB_PLOT_PANELS; i++)
		free(curve->panel[i].point);
	*curve = (struct gb_curve){ 0 };
}
