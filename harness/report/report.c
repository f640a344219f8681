#include "report/report.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/label.h"
#include "base/text.h"
#include "base/version.h"
#include "report/html.h"

/* Files of this folder, which the build embeds. The page allows the script and the style with these hashes, and no other. */
extern const char gb_file_page_html[], gb_file_page_css[], gb_file_page_css_sha256[], gb_file_page_js[],
	gb_file_page_js_sha256[];

/* ---- rows ---------------------------------------------------------------------------------------------------------- */

static void end_row(FILE *out)
{
	gb_html_end(out, "tr");
	fputc('\n', out);
}

int gb_report_rows_begin(struct gb_report_rows *rows, struct gb_error *error)
{
	*rows = (struct gb_report_rows){ 0 };
	rows->out = open_memstream(&rows->html, &rows->size);
	return rows->out != NULL ? GB_OK : gb_error_set(error, "out of memory");
}

void gb_report_rows_add(struct gb_report_rows *rows, const struct gb_record *r)
{
	char uuid[13]; /* as much as tells cards apart */

	if (rows->count == GB_REPORT_ROWS_MAX) {
		rows->left_out++;
		return;
	}
	rows->count++;
	gb_html_begin_with(
		rows->out, "tr",
		(const struct gb_html_attribute[]){ { "class", r->status == GB_ROW_OK ? "o" : "b" }, { NULL, NULL } });
	gb_html_cell(rows->out, r->host);
	gb_text_copy(uuid, sizeof uuid, r->gpu_uuid);
	gb_html_begin_with(rows->out, "td",
			   (const struct gb_html_attribute[]){ { "title", r->gpu_uuid }, { NULL, NULL } });
	gb_html_text(rows->out, uuid);
	gb_html_end(rows->out, "td");
	gb_html_cell(rows->out, r->benchmark);
	gb_html_cell(rows->out, r->variant);
	gb_html_cell(rows->out, r->point);
	gb_html_cell(rows->out, r->roof);
	gb_html_cell(rows->out, r->metric);
	gb_html_number(rows->out, r->value, r->unit);
	gb_html_number(rows->out, r->limit, r->unit);
	gb_html_percent(rows->out, 1, r->fraction);
	gb_html_number(rows->out, r->sm_clock_hz, "Hz");
	gb_html_cell(rows->out, gb_row_status_word(r->status));
	gb_html_cell(rows->out, r->reason);
	end_row(rows->out);
}

int gb_report_rows_end(struct gb_report_rows *rows, struct gb_error *error)
{
	const int failed = rows->out == NULL || fclose(rows->out) != 0;

	rows->out = NULL;
	return failed ? gb_error_set(error, "out of memory") : GB_OK;
}

void gb_report_rows_free(struct gb_report_rows *rows)
{
	if (rows->out != NULL)
		fclose(rows->out);
	free(rows->html);
	*rows = (struct gb_report_rows){ 0 };
}

/* ---- sections ------------------------------------------------------------------------------------------------------ */

/* Few GPUs each have their table of roofs; of many there is that of the models. */
enum { GPUS_SHOWN = 8 };

static void write_gpu(FILE *out, const struct gb_gpu *gpu)
{
	const char *const names[] = { "roof",
				      "value",
				      "\xc2\xb1",
				      "limit",
				      "of it",
				      "limit at the rated clock",
				      gb_device_clock(gpu->device),
				      "status",
				      "throttle",
				      "point",
				      NULL };
	const struct gb_roof *roof;

	gb_html_format(out, "h3", "%s, %s", gpu->name, gpu->key);
	if (gpu->roofs == 0) {
		gb_html_element(out, "p", "No roof was measured.");
		return;
	}
	gb_html_table(out, names);
	for (size_t at = 0; (roof = gb_gpu_next(gpu, &at)) != NULL;) {
		gb_html_begin(out, "tr");
		gb_html_cell(out, roof->name);
		gb_html_number(out, roof->value, roof->unit);
		gb_html_percent(out, 2, (roof->hi - roof->lo) / 2 / roof->value);
		gb_html_number(out, roof->limit, roof->unit);
		gb_html_percent(out, 1, roof->fraction);
		gb_html_number(out, roof->limit_rated, roof->unit);
		gb_html_number(out, roof->sm_clock_hz, "Hz");
		gb_html_cell(out, gb_row_status_word(roof->status));
		gb_html_cell(out, roof->throttle);
		gb_html_cell(out, roof->point);
		end_row(out);
	}
	gb_html_table_end(out);
}

static void write_model(FILE *out, const struct gb_model *model)
{
	static const char *const names[] = { "roof", "GPUs", "median", "robust sd", "worst",
					     "best", "slow", "fast",   NULL };
	char name[GB_MODEL_TITLE];

	gb_html_format(out, "h3", "%s: %zu GPU%s on %zu host%s", gb_model_title(model, name), model->gpus,
		       model->gpus == 1 ? "" : "s", model->hosts, model->hosts == 1 ? "" : "s");
	gb_html_table(out, names);
	for (size_t i = 0; i < model->groups; i++) {
		const struct gb_group *g = &model->group[i];
		gb_html_begin(out, "tr");
		gb_html_cell(out, g->roof);
		gb_html_count(out, g->gpus);
		gb_html_number(out, g->median, g->unit);
		gb_html_percent(out, 2, g->gpus < GB_PEERS_MIN ? (double)NAN : gb_group_sd(g) / g->median);
		gb_html_change(out, 1, g->worst);
		gb_html_change(out, 1, g->best);
		gb_html_count(out, g->slow);
		gb_html_count(out, g->fast);
		end_row(out);
	}
	gb_html_table_end(out);
}

static void write_outliers(FILE *out, const struct gb_fleet *fleet)
{
	static const char *const names[] = { "is",  "off",  "z",   "worst roof", "value",
					     "GPU", "host", "PCI", "differs in", NULL };
	size_t count;
	struct gb_outlier *list = gb_compare_outliers(fleet, &count);
	char why[256];

	gb_html_format(out, "h3", "Outliers: %zu GPU%s", list != NULL ? count : 0, count == 1 ? "" : "s");
	gb_html_format(
		out, "p",
		"At least %.3g\xc2\xa0%% (more where a roof scatters more) and %.3g robust standard deviations from "
		"the median of their peers, the GPUs of the same model and board.",
		100 * gb_fleet_least_off(fleet), fleet->min_z);
	if (list == NULL)
		return;
	gb_html_table(out, names);
	for (size_t i = 0; i < count; i++) {
		const struct gb_outlier *o = &list[i];
		const struct gb_group *group = &o->model->group[o->group];
		const struct gb_gpu *gpu = &o->model->gpu[o->gpu];
		gb_compare_explain(o->model, o->gpu, o->group, why, sizeof why);
		gb_html_begin(out, "tr");
		gb_html_cell(out, o->verdict == GB_SLOW ? "slow" : "fast");
		gb_html_change(out, 1, o->off);
		gb_html_z(out, o->z);
		gb_html_cell(out, group->roof);
		gb_html_number(out, gb_model_sample(o->model, o->gpu, o->group)->value, group->unit);
		gb_html_cell(out, gpu->key);
		gb_html_cell(out, gpu->host);
		gb_html_cell(out, gpu->pci);
		gb_html_cell(out, why);
		end_row(out);
	}
	gb_html_table_end(out);
	free(list);
}

static void write_provenance(FILE *out, const struct gb_roofs *roofs)
{
	static const char *const names[] = { "GPU",      "host",        "PCI",           "model", "board",
					     "driver",   "VBIOS",       "ECC",           "MIG",   "power limit",
					     "gpubench", "failed rows", "first failure", NULL };

	gb_html_table(out, names);
	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_gpu *gpu = &roofs->gpu[i];
		const char *const texts[] = { gpu->key,    gpu->host,  gpu->pci, gpu->name, gpu->board,
					      gpu->driver, gpu->vbios, gpu->ecc, gpu->mig };
		gb_html_begin(out, "tr");
		for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++)
			gb_html_cell(out, texts[t]);
		gb_html_number(out, gpu->power_limit_w, "W");
		gb_html_cell(out, gpu->version);
		gb_html_count(out, gpu->failed);
		gb_html_cell(out, gpu->failure);
		end_row(out);
	}
	gb_html_table_end(out);
}

/* ---- the page ------------------------------------------------------------------------------------------------------ */

/* What the slots of page.html are filled from. */
struct page {
	const struct gb_roofs *roofs;
	const struct gb_fleet *fleet;
	const struct gb_report_rows *rows;
	const struct gb_picture *picture;
	size_t pictures;
};

static void put_style(FILE *out, const void *context)
{
	(void)context;
	fputs(gb_file_page_css, out);
}

static void put_style_hash(FILE *out, const void *context)
{
	(void)context;
	fputs(gb_file_page_css_sha256, out);
}

static void put_script(FILE *out, const void *context)
{
	(void)context;
	fputs(gb_file_page_js, out);
}

static void put_script_hash(FILE *out, const void *context)
{
	(void)context;
	fputs(gb_file_page_js_sha256, out);
}

static void put_gpus(FILE *out, const void *context)
{
	const struct page *page = context;

	fprintf(out, "%zu GPU%s", page->roofs->count, page->roofs->count == 1 ? "" : "s");
}

static void put_version(FILE *out, const void *context)
{
	(void)context;
	gb_html_text(out, gb_version);
}

static void put_roofs(FILE *out, const void *context)
{
	const struct page *page = context;

	if (page->roofs->count > GPUS_SHOWN)
		return;
	gb_html_element(out, "h2", "Roofs");
	for (size_t i = 0; i < page->roofs->count; i++)
		write_gpu(out, &page->roofs->gpu[i]);
}

static void put_peers(FILE *out, const void *context)
{
	const struct page *page = context;

	if (page->roofs->count < 2)
		return;
	gb_html_element(out, "h2", "GPUs against their peers");
	for (size_t m = 0; m < page->fleet->models; m++)
		write_model(out, &page->fleet->model[m]);
	write_outliers(out, page->fleet);
}

/* From its <svg> on: a page has neither XML's first line nor its document type. */
static void put_pictures(FILE *out, const void *context)
{
	const struct page *page = context;

	for (size_t i = 0; i < page->pictures; i++) {
		const struct gb_picture *picture = &page->picture[i];
		const char *svg = picture->svg != NULL ? strstr(picture->svg, "<svg") : NULL;
		if (svg == NULL)
			continue;
		gb_html_format(out, "h3", "%c%s", toupper((unsigned char)picture->heading[0]), picture->heading + 1);
		gb_html_begin(out, "figure");
		fputs(svg, out);
		gb_html_end(out, "figure");
	}
}

static void put_provenance(FILE *out, const void *context)
{
	const struct page *page = context;

	write_provenance(out, page->roofs);
}

static void put_row_count(FILE *out, const void *context)
{
	const struct page *page = context;

	fprintf(out, "%zu", page->rows->count);
}

static void put_rows(FILE *out, const void *context)
{
	static const char *const names[] = { "host",  "GPU",   "benchmark", "variant", "point",  "roof",   "metric",
					     "value", "limit", "of it",     "clock",   "status", "reason", NULL };
	const struct page *page = context;

	gb_html_table(out, names);
	fwrite(page->rows->html, 1, page->rows->size, out);
	gb_html_table_end(out);
}

static void put_rows_left_out(FILE *out, const void *context)
{
	const struct page *page = context;

	if (page->rows->left_out > 0)
		gb_html_format(out, "p", "%zu more rows are left out of this page.", page->rows->left_out);
}

void gb_report_write(const struct gb_roofs *roofs, const struct gb_comparison *comparison,
		     const struct gb_report_rows *rows, const struct gb_picture *pictures, size_t count, FILE *out)
{
	static const struct gb_html_slot slots[] = {
		{ "style", put_style },
		{ "style hash", put_style_hash },
		{ "script", put_script },
		{ "script hash", put_script_hash },
		{ "gpus", put_gpus },
		{ "version", put_version },
		{ "roofs", put_roofs },
		{ "peers", put_peers },
		{ "pictures", put_pictures },
		{ "provenance", put_provenance },
		{ "row count", put_row_count },
		{ "rows", put_rows },
		{ "rows left out", put_rows_left_out },
		{ NULL, NULL },
	};
	const struct page page = { roofs, &comparison->fleet, rows, pictures, count };

	gb_html_fill(out, gb_file_page_html, slots, &page);
}
