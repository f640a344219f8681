/* page_model.c: the input of the page's scripts: models, GPUs and their roofs, one per line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/escape.h"
#include "base/heap.h"
#include "base/text.h"
#include "plot/finding.h"
#include "report/html.h"
#include "report/page.h"

enum { FIELDS = 11, NUMBER = 32 };

struct model {
	const struct gb_page_gpus *gpus;
	const struct gb_fleet *fleet;
	const struct gb_report_baseline *baseline;
};

/* The fields of a roof; `made` holds generated texts. */
struct fields {
	const char *text[FIELDS];
	char made[FIELDS][NUMBER];
};

static void put_line(FILE *out, const char *kind, const char *const *fields, size_t count)
{
	fputs(kind, out);
	for (size_t i = 0; i < count; i++) {
		fputc('\t', out);
		gb_html_text(out, fields[i]);
	}
	fputc('\n', out);
}

static const char *number_text(double value, char text[NUMBER])
{
	text[0] = '\0';
	if (isfinite(value))
		gb_text_add(text, NUMBER, "%.6g", value);
	return text;
}

/* ---- models ------------------------------------------------------------------------------------------------------ */

static void put_group(FILE *out, const struct gb_group *group)
{
	char median[NUMBER], sd[NUMBER];
	const char *const fields[] = { group->roof, group->unit, group->lower ? "1" : "",
				       number_text(group->median, median),
				       number_text(group->gpus < GB_PEERS_MIN ? (double)NAN : gb_group_sd(group), sd) };

	put_line(out, "r", fields, sizeof fields / sizeof fields[0]);
}

static void put_model(FILE *out, const struct gb_fleet_model *model)
{
	char name[GB_FLEET_TITLE];
	const char *const title = gb_fleet_title(model, name);

	put_line(out, "m", &title, 1);
	for (size_t i = 0; i < model->groups; i++)
		if (!model->group[i].derived)
			put_group(out, &model->group[i]);
}

/* ---- GPUs -------------------------------------------------------------------------------------------------------- */

static const char *standing_of(const struct gb_fleet *fleet, const struct gb_gpu_roofs *gpu, const struct gb_roof *roof)
{
	const struct gb_fleet_model *model = gb_fleet_find_model(fleet, gpu);
	const struct gb_group *group =
		model != NULL ? gb_fleet_group_in(model, roof->row->name, roof->row->unit) : NULL;

	if (group == NULL)
		return "";
	const enum gb_standing standing =
		gb_outliers_standing(model, (size_t)(gpu - model->gpu), (size_t)(group - model->group));
	return standing == GB_SLOW ? "slow" : standing == GB_FAST ? "fast" : "";
}

static void fill_in(struct fields *f, const struct model *m, const struct gb_gpu_roofs *gpu, const struct gb_roof *roof)
{
	bool is_below = false;
	const double change =
		m->baseline->is_known ? gb_report_baseline_change(m->baseline, gpu, roof, &is_below) : (double)NAN;
	const char *const text[FIELDS] = { number_text(roof->value, f->made[0]),
					   number_text((roof->hi - roof->lo) / 2 / roof->value, f->made[1]),
					   number_text(roof->limit, f->made[2]),
					   number_text(roof->limit_rated, f->made[3]),
					   number_text(roof->sm_clock_hz, f->made[4]),
					   gb_row_status_word(roof->row->status),
					   roof->row->throttle,
					   roof->row->point,
					   standing_of(m->fleet, gpu, roof),
					   number_text(change, f->made[9]),
					   is_below ? "1" : "" };

	memcpy(f->text, text, sizeof text);
}

/* `other`: the roof at the same place of the previous GPU, or NULL. */
static void put_roof(FILE *out, const struct model *m, const struct gb_gpu_roofs *gpu,
		     const struct gb_gpu_roofs *before, const struct gb_roof *roof, const struct gb_roof *other)
{
	struct fields now = { .made = { "" } }, then = now;
	char bits[NUMBER] = "";
	const char *fields[3 + FIELDS] = { roof->row->name, roof->row->unit, bits };
	unsigned int changed = 0;
	size_t count = 3;

	if (other != NULL &&
	    (strcmp(other->row->name, roof->row->name) != 0 || strcmp(other->row->unit, roof->row->unit) != 0))
		other = NULL;
	fill_in(&now, m, gpu, roof);
	if (other != NULL) {
		fill_in(&then, m, before, other);
		fields[0] = fields[1] = "";
	}
	for (size_t i = 0; i < FIELDS; i++)
		if (strcmp(now.text[i], other != NULL ? then.text[i] : "") != 0) {
			changed |= 1U << i;
			fields[count++] = now.text[i];
		}
	gb_text_add(bits, sizeof bits, "%x", changed);
	put_line(out, "v", fields, count);
}

static void put_gpu(FILE *out, const struct model *m, size_t number_of_gpu)
{
	const struct gb_gpu_roofs *gpu = m->gpus->list[number_of_gpu].gpu,
				  *before = number_of_gpu > 0 ? m->gpus->list[number_of_gpu - 1].gpu : NULL;
	const struct gb_fleet_model *model = gb_fleet_find_model(m->fleet, gpu);
	char place[NUMBER] = "", day[GB_CLOCK_DAY] = "";
	const char *const fields[] = { gpu->key, gpu->host, gpu->pci, place, gb_device_clock(gpu->device), day };
	const struct gb_roof *roof;

	if (model != NULL)
		gb_text_add(place, sizeof place, "%zu", (size_t)(model - m->fleet->model));
	if (gpu->newest > 0)
		gb_clock_day(gpu->newest, day);
	put_line(out, "g", fields, sizeof fields / sizeof fields[0]);
	for (size_t at = 0, then = 0; (roof = gb_gpu_next(gpu, &at)) != NULL;)
		put_roof(out, m, gpu, before, roof, before != NULL ? gb_gpu_next(before, &then) : NULL);
}

void gb_page_model_write(FILE *out, const struct gb_page_gpus *gpus, const struct gb_fleet *fleet,
			 const struct gb_report_baseline *baseline)
{
	const struct model m = { gpus, fleet, baseline };
	const char *const word = baseline->is_known ? gb_report_baseline_word(baseline) : "";

	put_line(out, "a", &word, 1);
	for (size_t i = 0; i < fleet->models; i++)
		put_model(out, &fleet->model[i]);
	for (size_t i = 0; i < gpus->count; i++)
		put_gpu(out, &m, i);
}

/* ---- views ------------------------------------------------------------------------------------------------------- */

/* Plug-ins may come from anyone, so a field is one line, and a tab in it is written as \t. */
static void put_view_line(FILE *out, char kind, const char *const *fields, size_t count)
{
	fputc(kind, out);
	for (size_t i = 0; i < count; i++) {
		fputc('\t', out);
		gb_escape_put(out, GB_ESCAPE_LINE, fields[i]);
	}
	fputc('\n', out);
}

static void put_kind(FILE *out, const struct gb_plot_kind *kind, struct gb_curve *curve)
{
	char finding[256];
	const char *const fields[] = { kind->name, kind->help };

	put_view_line(out, 'k', fields, 2);
	for (size_t i = 0; i < kind->panels; i++) {
		const struct gb_plot_panel *p = &kind->panel[i];
		const char *const panel[] = { p->metric, p->x, p->points, p->lines };
		put_view_line(out, 'p', panel, 4);
	}
	if (curve->gpus > 0)
		gb_curve_settle(curve);
	for (size_t i = 0; i < curve->gpus; i++) {
		gb_finding_of(curve, i, finding, sizeof finding);
		const char *const found[] = { curve->gpu[i].key, finding };
		if (finding[0] != '\0')
			put_view_line(out, 'f', found, 2);
	}
}

char *gb_page_views(const struct gb_plot_kinds *kinds, struct gb_curve *curve)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = gb_heap_stream(&text, &size);

	for (size_t i = 0; i < kinds->count; i++)
		if (kinds->kind[i].wrong == NULL && kinds->kind[i].panels > 0)
			put_kind(out, &kinds->kind[i], &curve[i]);
	gb_heap_close(out, &text);
	char *packed = gb_compress(text, size);
	free(text);
	return packed;
}
