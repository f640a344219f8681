/* survey_print.c: prints a program's use of time as text. */
#include "tables/tables.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"
#include "base/text.h"
#include "base/wrap.h"
#include "profile/kernel_sums.h"
#include "survey/survey.h"

/* LINES_...: the lines that describe one GPU, and the maximum length of a table of GPUs or copies on a screen. */
enum { SHAPE_TEXT = 64, TEXT = 512, LINES_OF_GPU = 6, LINES_OF_TABLE = 8 };

void gb_survey_shape(const char *shape, char *text, size_t size)
{
	unsigned long long extent[3] = { 0, 0, 0 };
	const char *at = shape;
	char *end;
	int count = 0;

	while (count < 3 && *at != '\0' && (*(at += strspn(at, "(, ")) >= '0' && *at <= '9')) {
		extent[count++] = strtoull(at, &end, 10);
		at = end;
	}
	text[0] = '\0';
	if (count < 3)
		gb_text_add(text, size, "%s", shape);
	else
		gb_text_add(text, size, "%llu", extent[0]);
	if (count == 3 && (extent[1] > 1 || extent[2] > 1))
		gb_text_add(text, size, "x%llu", extent[1]);
	if (count == 3 && extent[2] > 1)
		gb_text_add(text, size, "x%llu", extent[2]);
}

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

static void begin_kernels(struct gb_table *table)
{
	static const char *const headings[] = { ">#",     "kernel", ">grid x block", ">launches", ">time",
						">share", ">mean",  ">shortest",     ">longest" };
	static const char *const lesser[] = { "shortest", "longest", "grid x block", "mean", "GPUs", "on one", NULL };

	*table = (struct gb_table){ .lesser = lesser };
	for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
		gb_table_column(table, headings[i]);
}

static void add_kernel(struct gb_table *table, size_t number, const struct gb_survey_kernel *k, double all)
{
	char grid[SHAPE_TEXT], block[SHAPE_TEXT];

	gb_survey_shape(k->grid, grid, sizeof grid);
	gb_survey_shape(k->block, block, sizeof block);
	gb_table_add(table, "%zu", number);
	gb_table_add(table, "%s", k->name);
	gb_table_add(table, grid[0] != '\0' ? "%s x %s" : "unknown", grid, block);
	gb_table_add(table, "%zu", k->launches);
	gb_table_add_si(table, k->seconds, "s");
	gb_table_add_percent(table, 1, k->seconds / all);
	gb_table_add_si(table, k->seconds / (double)k->launches, "s");
	gb_table_add_si(table, k->least, "s");
	gb_table_add_si(table, k->most, "s");
}

static void print_kernels(const struct gb_survey *s, uint32_t gpu, size_t others, enum gb_table_style style, FILE *out)
{
	const bool all = gb_wrap_rows(out, 0) == SIZE_MAX;
	struct gb_table table;
	size_t number = 0, left_out = 0;
	double seconds = 0;

	begin_kernels(&table);
	table.others = others;
	for (size_t i = 0; i < s->kernels; i++) {
		const bool is_shown = all || seconds < GB_SHOWN_SHARE * s->gpu[gpu].kernels;
		if (s->kernel[i].gpu != gpu)
			continue;
		if (is_shown)
			add_kernel(&table, ++number, &s->kernel[i], s->gpu[gpu].kernels);
		left_out += !is_shown;
		seconds += s->kernel[i].seconds;
	}
	if (left_out > 0)
		gb_wrap_leave_out(left_out);
	gb_table_name_kernels(&table, out);
	gb_table_print(&table, style, out);
	gb_table_free(&table);
}

static void print_together(const struct gb_survey *s, size_t others, enum gb_table_style style, FILE *out)
{
	size_t count;
	struct gb_together *all = gb_survey_together(s, &count);
	struct gb_table table;

	begin_kernels(&table);
	table.others = others;
	gb_table_column(&table, ">GPUs");
	gb_table_column(&table, ">on one");
	for (size_t i = 0; all != NULL && i < count; i++) {
		char least[32], most[32];
		gb_quantity_write(least, sizeof least, all[i].least, "s");
		gb_quantity_write(most, sizeof most, all[i].most, "s");
		add_kernel(&table, i + 1, &all[i].kernel, s->seconds);
		gb_table_add(&table, "%zu", all[i].gpus);
		gb_table_add(&table, "%s to %s", least, most);
	}
	gb_table_name_kernels(&table, out);
	gb_table_print(&table, style, out);
	gb_table_free(&table);
	free(all);
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

static void add_peers(struct gb_table *table, const struct gb_survey *s, const struct gb_survey_copy *c)
{
	char one[GB_SURVEY_LABEL], other[GB_SURVEY_LABEL];

	gb_survey_label(s, c->gpu, one);
	gb_survey_label(s, c->other, other);
	gb_table_add(table, "between GPU %s and GPU %s", one, other);
}

static void add_way(struct gb_table *table, const struct gb_survey *s, const struct gb_survey_copy *c)
{
	if (c->from[0] == '\0')
		gb_table_add(table, "fills");
	else if (c->other != GB_SURVEY_NO_GPU && c->other != c->gpu)
		add_peers(table, s, c);
	else
		gb_table_add(table, "%s to %s", c->from, c->to);
}

static void print_copies(const struct gb_survey_view *view, uint32_t gpu, enum gb_table_style style, FILE *out)
{
	static const char *const headings[] = { "copies", ">number", ">bytes", ">time", ">rate", "roof", ">% of roof" };
	const struct gb_survey *s = view->survey;
	struct gb_table table = { .others = LINES_OF_GPU };
	size_t rows = 0;

	for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
		gb_table_column(&table, headings[i]);
	for (size_t i = 0; i < s->copies; i++) {
		const struct gb_survey_copy *c = &s->copy[i];
		double work;
		if (c->gpu != gpu)
			continue;
		rows++;
		const struct gb_peak *roof = gb_survey_roof_of(view->roofs, c, &work);

		add_way(&table, s, c);
		gb_table_add(&table, "%zu", c->count);
		gb_table_add_si(&table, c->bytes, "B");
		gb_table_add_si(&table, c->seconds, "s");
		gb_table_add_si(&table, c->bytes / c->seconds, "B/s");
		gb_table_add(&table, "%s", roof != NULL ? roof->name : "-");
		gb_table_add_percent(&table, 1, roof != NULL ? work / c->seconds / roof->value : NAN);
	}
	if (rows > 0) {
		gb_wrap_line(out, "");
		gb_table_print(&table, style, out);
	}
	gb_table_free(&table);
}

static size_t lines_of_copies(const struct gb_survey *s)
{
	const size_t lines = s->copies > 0 ? s->copies + 2 : 0;

	return lines > LINES_OF_TABLE ? LINES_OF_TABLE : lines;
}

/* ---- GPUs -------------------------------------------------------------------------------------------------------- */

static const char *plural_ending(size_t count)
{
	return count == 1 ? "" : "s";
}

static void say_gaps(char *text, const struct gb_survey_view *view, uint32_t gpu)
{
	const double launch = gb_survey_launch_seconds(view->roofs, gpu);
	struct gb_survey_gaps below, above;
	char shorter[32], longer[32], bound[32];

	gb_survey_gaps(view->survey, gpu, launch, &below, &above);
	if (isnan(launch)) {
		gb_quantity_write(longer, sizeof longer, above.seconds, "s");
		gb_text_add(text, TEXT, "; idle %s in %zu gap%s", longer, above.count, plural_ending(above.count));
		return;
	}
	gb_quantity_write(shorter, sizeof shorter, below.seconds, "s");
	gb_quantity_write(longer, sizeof longer, above.seconds, "s");
	gb_quantity_write(bound, sizeof bound, launch, "s");
	gb_text_add(text, TEXT,
		    "; idle %s in %zu gap%s shorter than launch.round_trip, %s, and %s in %zu longer one%s: the host "
		    "waits or does something else",
		    shorter, below.count, plural_ending(below.count), bound, longer, above.count,
		    plural_ending(above.count));
}

static void say_phases(const struct gb_survey_view *view, uint32_t gpu, FILE *out)
{
	struct gb_survey_phases phases;
	char seconds[32], busy[32], text[TEXT] = "";

	gb_survey_launch_bound(view->survey, gpu, gb_survey_launch_seconds(view->roofs, gpu), &phases);
	if (phases.count == 0)
		return;
	gb_quantity_write(seconds, sizeof seconds, phases.seconds, "s");
	gb_text_percent(busy, sizeof busy, phases.busy / phases.seconds, 0);
	gb_text_add(text, sizeof text,
		    "Limited by launches: %zu phase%s of %s with %zu launches, in which kernels run %s of the time. A "
		    "graph, or fewer and larger kernels, would help there.",
		    phases.count, plural_ending(phases.count), seconds, phases.launches, busy);
	gb_wrap_line(out, text);
}

static void print_gpu(const struct gb_survey_view *view, uint32_t gpu, FILE *out)
{
	const struct gb_survey_gpu *g = &view->survey->gpu[gpu];
	char span[32], busy[32], label[GB_SURVEY_LABEL], text[TEXT] = "";

	gb_quantity_write(span, sizeof span, g->span, "s");
	gb_text_percent(busy, sizeof busy, g->busy / g->span, 1);
	gb_survey_label(view->survey, gpu, label);
	gb_text_add(text, sizeof text, "GPU %s%s%s: %zu launch%s", label[0] != '\0' ? label : "unknown",
		    g->name[0] != '\0' ? ", " : "", g->name, g->launches, g->launches == 1 ? "" : "es");
	if (view->survey->is_sum) {
		gb_text_add(text, sizeof text, "; span and gaps: unknown");
	} else {
		gb_text_add(text, sizeof text, " in %s, at work %s of it", span, busy);
		say_gaps(text, view, gpu);
	}
	gb_wrap_line(out, "");
	gb_wrap_line(out, text);
	if (!view->survey->is_sum)
		say_phases(view, gpu, out);
}

/* A process may see GPUs that it does not use. */
static bool is_used(const struct gb_survey_gpu *gpu)
{
	return gpu->span > 0 || isnan(gpu->span);
}

/* A screen has a row for each GPU; the least busy ones are removed last. */
static void add_gpu(struct gb_table *table, const struct gb_survey_view *view, uint32_t gpu)
{
	const struct gb_survey_gpu *g = &view->survey->gpu[gpu];
	const double launch = gb_survey_launch_seconds(view->roofs, gpu);
	const bool is_sum = view->survey->is_sum;
	struct gb_survey_phases phases = { .count = 0 };
	char label[GB_SURVEY_LABEL];

	gb_survey_label(view->survey, gpu, label);
	if (!is_sum)
		gb_survey_launch_bound(view->survey, gpu, launch, &phases);
	gb_table_add(table, "%s", label[0] != '\0' ? label : "unknown");
	gb_table_add(table, "%s", g->name);
	gb_table_add(table, "%zu", g->launches);
	gb_table_add_si(table, is_sum ? (double)NAN : g->span, "s");
	gb_table_add_percent(table, 1, is_sum ? (double)NAN : g->busy / g->span);
	if (isnan(launch) || is_sum)
		gb_table_add(table, "%s", "");
	else
		gb_table_add_percent(table, 1, phases.seconds / g->span);
	gb_table_rank(table, is_sum ? 0 : 1 - g->busy / g->span);
}

/* Finds the GPU that was busy for the smallest part of its time; `most`: the largest part. */
static uint32_t find_least_busy(const struct gb_survey *s, double *least, double *most)
{
	uint32_t found = 0;

	*least = INFINITY;
	*most = 0;
	for (uint32_t gpu = 0; gpu < s->gpus; gpu++) {
		const double part = s->gpu[gpu].busy / s->gpu[gpu].span;
		if (!is_used(&s->gpu[gpu]) || !isfinite(part))
			continue;
		found = part < *least ? gpu : found;
		*least = fmin(*least, part);
		*most = fmax(*most, part);
	}
	return found;
}

static void print_gpus(const struct gb_survey_view *view, uint32_t used, FILE *out)
{
	static const char *const headings[] = {
		"GPU", "model", ">launches", ">span", ">at work", ">limited by launches"
	};
	const struct gb_survey *s = view->survey;
	struct gb_table table = { .others = 3 };
	double least, most;
	char from[32], to[32], label[GB_SURVEY_LABEL];

	for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
		gb_table_column(&table, headings[i]);
	for (uint32_t gpu = 0; gpu < s->gpus; gpu++)
		if (is_used(&s->gpu[gpu]))
			add_gpu(&table, view, gpu);
	gb_wrap_line(out, "");
	gb_table_print(&table, GB_TABLE_TEXT, out);
	gb_table_free(&table);
	gb_survey_label(s, find_least_busy(s, &least, &most), label);
	gb_text_percent(from, sizeof from, least, 1);
	gb_text_percent(to, sizeof to, most, 1);
	if (isfinite(least))
		gb_wrap_format(out, "%u GPUs are at work %s to %s of their time, GPU %s the least", (unsigned)used,
			       from, to, label);
	gb_wrap_leave_out(s->kernels + s->copies);
}

static void print_each(const struct gb_survey_view *view, uint32_t used, bool brief, enum gb_table_style style,
		       FILE *out)
{
	const bool is_screen = style == GB_TABLE_TEXT && gb_wrap_rows(out, 0) != SIZE_MAX;
	const struct gb_survey *s = view->survey;

	gb_wrap_format(out, "%u GPUs and %zu process%s together:", (unsigned)used, s->processes,
		       s->processes == 1 ? "" : "es");
	gb_wrap_line(out, "");
	print_together(s, (used < LINES_OF_TABLE ? used : LINES_OF_TABLE) + LINES_OF_GPU, style, out);
	if (is_screen) {
		print_gpus(view, used, out);
		return;
	}
	for (uint32_t gpu = 0; gpu < s->gpus; gpu++) {
		if (!is_used(&s->gpu[gpu]))
			continue;
		print_gpu(view, gpu, out);
		if (brief)
			continue;
		gb_wrap_line(out, "");
		if (s->gpu[gpu].launches > 0)
			print_kernels(s, gpu, 0, style, out);
		print_copies(view, gpu, style, out);
	}
}

static uint32_t used_gpus(const struct gb_survey *s, uint32_t *last)
{
	uint32_t used = 0;

	for (uint32_t gpu = 0; gpu < s->gpus; gpu++)
		if (is_used(&s->gpu[gpu])) {
			*last = gpu;
			used++;
		}
	return used;
}

void gb_survey_print(const struct gb_survey_view *view, bool brief, enum gb_table_style style, FILE *out)
{
	uint32_t last = 0;
	const uint32_t used = used_gpus(view->survey, &last);

	gb_table_title(style, "Where the time goes", out);
	gb_wrap_line(out, "");
	if (used > 1) {
		print_each(view, used, brief, style, out);
	} else if (used == 1) {
		if (view->survey->launches > 0 && !brief)
			print_kernels(view->survey, last, LINES_OF_GPU + lines_of_copies(view->survey), style, out);
		if (!brief)
			print_copies(view, last, style, out);
		print_gpu(view, last, out);
	}
}
