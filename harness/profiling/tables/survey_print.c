/* survey_print.c: a program's use of time, for people. */
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

enum { SHAPE_TEXT = 64, TEXT = 512 };

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

static void print_kernels(const struct gb_survey *s, uint32_t gpu, enum gb_table_style style, FILE *out)
{
	const bool all = gb_wrap_rows(out, 0) == SIZE_MAX;
	struct gb_table table;
	size_t number = 0, left_out = 0;
	double seconds = 0;

	begin_kernels(&table);
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

static void print_together(const struct gb_survey *s, enum gb_table_style style, FILE *out)
{
	size_t count;
	struct gb_together *all = gb_survey_together(s, &count);
	struct gb_table table;

	begin_kernels(&table);
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
	struct gb_table table = { .lesser = NULL };
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
		fputc('\n', out);
		gb_table_print(&table, style, out);
	}
	gb_table_free(&table);
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
	fputc('\n', out);
	gb_wrap_line(out, text);
	if (!view->survey->is_sum)
		say_phases(view, gpu, out);
}

/* Processes may see GPUs that they do not use. */
static bool is_used(const struct gb_survey_gpu *gpu)
{
	return gpu->span > 0 || isnan(gpu->span);
}

/* All processes together, then a part for each. */
static void print_each(const struct gb_survey_view *view, uint32_t used, bool brief, enum gb_table_style style,
		       FILE *out)
{
	const struct gb_survey *s = view->survey;

	gb_wrap_format(out, "%u GPUs and %zu process%s together:", (unsigned)used, s->processes,
		       s->processes == 1 ? "" : "es");
	fputc('\n', out);
	print_together(s, style, out);
	for (uint32_t gpu = 0; gpu < s->gpus; gpu++) {
		if (!is_used(&s->gpu[gpu]))
			continue;
		print_gpu(view, gpu, out);
		if (brief)
			continue;
		fputc('\n', out);
		if (s->gpu[gpu].launches > 0)
			print_kernels(s, gpu, style, out);
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
	fputc('\n', out);
	if (used > 1) {
		print_each(view, used, brief, style, out);
	} else if (used == 1) {
		if (view->survey->launches > 0 && !brief)
			print_kernels(view->survey, last, style, out);
		if (!brief)
			print_copies(view, last, style, out);
		print_gpu(view, last, out);
	}
}
