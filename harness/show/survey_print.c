#include "show/survey_print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/wrap.h"
#include "profile/kernels.h"

enum { NAME_TEXT = 48, SHAPE_TEXT = 64, TEXT = 512 };

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

static void print_kernels(const struct gb_survey *s, enum gb_table_style style, FILE *out)
{
	static const char *const headings[] = { ">#",     "kernel", ">grid x block", ">launches", ">time",
						">share", ">mean",  ">shortest",     ">longest" };
	static const char *const lesser[] = { "shortest", "longest", "grid x block", "mean", "GPU", NULL };
	struct gb_table table = { .lesser = lesser };

	for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
		gb_table_column(&table, headings[i]);
	if (s->gpus > 1)
		gb_table_column(&table, ">GPU");
	for (size_t i = 0; i < s->kernels; i++) {
		const struct gb_survey_kernel *k = &s->kernel[i];
		char name[NAME_TEXT], grid[SHAPE_TEXT], block[SHAPE_TEXT];

		gb_profiled_short_name(k->name, name, sizeof name);
		gb_survey_shape(k->grid, grid, sizeof grid);
		gb_survey_shape(k->block, block, sizeof block);
		gb_table_add(&table, "%zu", i + 1);
		gb_table_add(&table, "%s", name);
		gb_table_add(&table, "%s x %s", grid, block);
		gb_table_add(&table, "%zu", k->launches);
		gb_table_add_si(&table, k->seconds, "s");
		gb_table_add_percent(&table, 1, k->seconds / s->seconds);
		gb_table_add_si(&table, k->seconds / (double)k->launches, "s");
		gb_table_add_si(&table, k->least, "s");
		gb_table_add_si(&table, k->most, "s");
		if (s->gpus > 1)
			gb_table_add(&table, "%s", s->gpu[k->gpu].device);
	}
	gb_table_print(&table, style, out);
	gb_table_free(&table);
}

/* ---- copies ------------------------------------------------------------------------------------------------------ */

static void add_way(struct gb_table *table, const struct gb_survey *s, const struct gb_survey_copy *c)
{
	if (c->from[0] == '\0')
		gb_table_add(table, "fills");
	else if (c->other != GB_SURVEY_NO_GPU && c->other != c->gpu)
		gb_table_add(table, "between GPU %s and GPU %s", s->gpu[c->gpu].device, s->gpu[c->other].device);
	else
		gb_table_add(table, "%s to %s", c->from, c->to);
}

static void print_copies(const struct gb_survey_view *view, enum gb_table_style style, FILE *out)
{
	static const char *const headings[] = { "copies", ">number", ">bytes", ">time", ">rate", "roof", ">of it" };
	const struct gb_survey *s = view->survey;
	struct gb_table table = { .lesser = NULL };

	for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++)
		gb_table_column(&table, headings[i]);
	if (s->gpus > 1)
		gb_table_column(&table, ">GPU");
	for (size_t i = 0; i < s->copies; i++) {
		const struct gb_survey_copy *c = &s->copy[i];
		double work;
		const struct gb_peak *roof = gb_survey_roof_of(view->roofs, c, &work);

		add_way(&table, s, c);
		gb_table_add(&table, "%zu", c->count);
		gb_table_add_si(&table, c->bytes, "B");
		gb_table_add_si(&table, c->seconds, "s");
		gb_table_add_si(&table, c->bytes / c->seconds, "B/s");
		gb_table_add(&table, "%s", roof != NULL ? roof->name : "-");
		gb_table_add_percent(&table, 1, roof != NULL ? work / c->seconds / roof->value : NAN);
		if (s->gpus > 1)
			gb_table_add(&table, "%s", s->gpu[c->gpu].device);
	}
	fputc('\n', out);
	gb_table_print(&table, style, out);
	gb_table_free(&table);
}

/* ---- GPUs -------------------------------------------------------------------------------------------------------- */

static const char *plural(size_t count)
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
		gb_text_si(longer, sizeof longer, above.seconds, "s");
		gb_text_add(text, TEXT, "; idle %s in %zu gap%s", longer, above.count, plural(above.count));
		return;
	}
	gb_text_si(shorter, sizeof shorter, below.seconds, "s");
	gb_text_si(longer, sizeof longer, above.seconds, "s");
	gb_text_si(bound, sizeof bound, launch, "s");
	gb_text_add(text, TEXT,
		    "; idle %s in %zu gap%s shorter than launch.round_trip, %s, and %s in %zu longer one%s: the host "
		    "waits or does something else",
		    shorter, below.count, plural(below.count), bound, longer, above.count, plural(above.count));
}

static void say_phases(const struct gb_survey_view *view, uint32_t gpu, FILE *out)
{
	struct gb_survey_phases phases;
	char seconds[32], busy[32], text[TEXT] = "";

	gb_survey_launch_bound(view->survey, gpu, gb_survey_launch_seconds(view->roofs, gpu), &phases);
	if (phases.count == 0)
		return;
	gb_text_si(seconds, sizeof seconds, phases.seconds, "s");
	gb_text_percent(busy, sizeof busy, phases.busy / phases.seconds, 0);
	gb_text_add(
		text, sizeof text,
		"Bound by launches: %zu phase%s of %s with %zu launches, in which kernels run %s of the time. A graph, "
		"or fewer and larger kernels, would help there.",
		phases.count, plural(phases.count), seconds, phases.launches, busy);
	gb_wrap_line(out, text);
}

static void print_gpus(const struct gb_survey_view *view, FILE *out)
{
	const struct gb_survey *s = view->survey;

	for (uint32_t i = 0; i < s->gpus; i++) {
		const struct gb_survey_gpu *g = &s->gpu[i];
		char span[32], busy[32], text[TEXT] = "";

		if (!(g->span > 0))
			continue;
		gb_text_si(span, sizeof span, g->span, "s");
		gb_text_percent(busy, sizeof busy, g->busy / g->span, 1);
		gb_text_add(text, sizeof text, "GPU %s%s%s: %zu launch%s in %s, at work %s of it", g->device,
			    g->name[0] != '\0' ? ", " : "", g->name, g->launches, g->launches == 1 ? "" : "es", span,
			    busy);
		say_gaps(text, view, i);
		fputc('\n', out);
		gb_wrap_line(out, text);
		say_phases(view, i, out);
	}
}

void gb_survey_print(const struct gb_survey_view *view, enum gb_table_style style, FILE *out)
{
	gb_table_title(style, "Where the time goes", out);
	fputc('\n', out);
	print_kernels(view->survey, style, out);
	if (view->survey->copies > 0)
		print_copies(view, style, out);
	print_gpus(view, out);
}
