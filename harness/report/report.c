#include "report/report.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/label.h"
#include "base/text.h"
#include "base/version.h"
#include "report/below.h"
#include "report/html.h"
#include "report/page_history.h"
#include "report/top.h"

/* Files of this folder, which the build embeds. The page allows the script and the style with these hashes, and no other. */
extern const char gb_file_page_html[], gb_file_page_css[], gb_file_page_css_sha256[];
#define SCRIPTS(X)    X(chart) X(page) X(page_rows) X(page_roofline) X(page_gpus) X(page_curves) X(page_history)
#define DECLARE(name) extern const char gb_file_##name##_js[], gb_file_##name##_js_sha256[];
SCRIPTS(DECLARE)
#define ENTRY(name) { gb_file_##name##_js, gb_file_##name##_js_sha256 },
/* In the order in which they run. */
static const struct {
	const char *text, *sha256;
} scripts[] = { SCRIPTS(ENTRY) };

/* ---- rows ---------------------------------------------------------------------------------------------------------- */

int gb_report_rows_begin(struct gb_report_rows *rows, struct gb_error *error)
{
	*rows = (struct gb_report_rows){ 0 };
	return gb_page_rows_begin(&rows->all, error) == GB_OK ? gb_page_rows_begin(&rows->brief, error) : GB_FAILED;
}

void gb_report_rows_add(struct gb_report_rows *rows, const struct gb_record *r)
{
	rows->count++;
	rows->suspect += r->status == GB_ROW_SUSPECT;
	rows->failed += r->status == GB_ROW_FAILED;
	gb_page_rows_add(&rows->all, r, GB_REPORT_ROWS_MAX);
	if (r->status != GB_ROW_OK || (r->roof != NULL && r->roof[0] != '\0'))
		gb_page_rows_add(&rows->brief, r, GB_REPORT_ROWS_MAX);
}

int gb_report_rows_end(struct gb_report_rows *rows, struct gb_error *error)
{
	const int all = gb_page_rows_end(&rows->all, error), brief = gb_page_rows_end(&rows->brief, error);

	return all == GB_OK ? brief : all;
}

const struct gb_page_rows *gb_report_rows_of(const struct gb_report_rows *rows, size_t gpus)
{
	return gpus > GB_REPORT_FEW_GPUS ? &rows->brief : &rows->all;
}

void gb_report_rows_free(struct gb_report_rows *rows)
{
	gb_page_rows_free(&rows->all);
	gb_page_rows_free(&rows->brief);
}

/* ---- sections ------------------------------------------------------------------------------------------------------ */

static void end_row(FILE *out)
{
	gb_html_end(out, "tr");
	fputc('\n', out);
}

/* Of few GPUs they are open; of many they are in a template, which costs a browser nothing until it is opened. */
static void write_gpu(FILE *out, const struct gb_gpu *gpu, const struct gb_below *below, bool folded, const char *note,
		      const char *worst)
{
	char model[GB_MODEL_TITLE] = "", against[32] = "", off[256] = "";
	const char *names[] = { "roof",
				"value",
				"\xc2\xb1",
				"limit",
				"of it",
				"limit at the rated clock",
				gb_device_clock(gpu->device),
				"status",
				"throttle",
				"point",
				below->is_known ? against : NULL,
				NULL };
	const struct gb_drop *drop = gb_below_worst(below, gpu);
	const struct gb_roof *roof;

	gb_text_add(against, sizeof against, "against the %s", gb_below_word(below));
	gb_text_add(model, sizeof model, "%s%s%s", gpu->name, gpu->board[0] != '\0' ? ", board " : "", gpu->board);
	gb_html_begin_with(out, "details",
			   (const struct gb_html_attribute[]){ { "class", "gpu" },
							       { "data-key", gpu->key },
							       { "data-host", gpu->host },
							       { "data-model", model },
							       { "data-worst", worst },
							       { "data-below", drop != NULL ? drop->roof : "" },
							       { folded ? NULL : "open", "" },
							       { NULL, NULL } });
	if (drop != NULL)
		gb_text_add(off, sizeof off, "; below its %s, %+.1f\xc2\xa0%% in %s", gb_below_word(below),
			    100 * drop->part, drop->roof);
	gb_html_format(out, "summary", "%s, %s, %s%s%s", gpu->host, gpu->name, gpu->key, note, off);
	if (folded)
		gb_html_begin(out, "template");
	gb_html_table(out, "Roofs of a GPU", names);
	for (size_t at = 0; (roof = gb_gpu_next(gpu, &at)) != NULL;) {
		gb_html_begin(out, "tr");
		gb_html_cell(out, roof->row->name);
		gb_html_number(out, roof->value, roof->row->unit);
		gb_html_percent(out, 2, (roof->hi - roof->lo) / 2 / roof->value);
		gb_html_number(out, roof->limit, roof->row->unit);
		gb_html_percent(out, 1, gb_roof_fraction(roof));
		gb_html_number(out, roof->limit_rated, roof->row->unit);
		gb_html_number(out, roof->sm_clock_hz, "Hz");
		gb_html_cell(out, gb_row_status_word(roof->row->status));
		gb_html_cell(out, roof->row->throttle);
		gb_html_cell(out, roof->row->point);
		if (below->is_known)
			gb_below_write_cell(out, below, gpu, roof);
		end_row(out);
	}
	gb_html_table_end(out);
	if (gpu->roofs == 0)
		gb_html_element(out, "p", "No roof was measured.");
	if (folded)
		gb_html_end(out, "template");
	gb_html_end(out, "details");
	fputc('\n', out);
}

static void write_model(FILE *out, const struct gb_model *model)
{
	static const char *const names[] = { "roof", "GPUs", "median", "robust sd", "worst",
					     "best", "slow", "fast",   NULL };
	char name[GB_MODEL_TITLE];

	gb_html_format(out, "h3", "%s: %zu GPU%s on %zu host%s", gb_model_title(model, name), model->gpus,
		       model->gpus == 1 ? "" : "s", model->hosts, model->hosts == 1 ? "" : "s");
	gb_html_table(out, "Roofs of the GPUs of a model", names);
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
	gb_html_table(out, "Outliers", names);
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
		gb_html_number(out, gb_model_sample(o->model, o->gpu, o->group).value, group->unit);
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

	gb_html_table(out, "Where each GPU's rows come from", names);
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
	const struct gb_history *history;
	const struct gb_fleet *fleet;
	const struct gb_below *below;
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

static void put_scripts(FILE *out, const void *context)
{
	(void)context;
	for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++)
		fprintf(out, "<script>%s</script>\n", scripts[i].text);
}

static void put_script_hashes(FILE *out, const void *context)
{
	(void)context;
	for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++)
		fprintf(out, " 'sha256-%s'", scripts[i].sha256);
}

static void put_gpus(FILE *out, const void *context)
{
	const struct page *page = context;

	fprintf(out, "%zu GPU%s", page->roofs->count, page->roofs->count == 1 ? "" : "s");
}

static void put_top(FILE *out, const void *context)
{
	const struct page *page = context;

	gb_top_write(out, page->roofs, page->fleet, page->below, page->rows);
}

static void put_version(FILE *out, const void *context)
{
	(void)context;
	gb_html_text(out, gb_version);
}

/* The heading names the section, for readers of screens and for links. */
static void begin_section(FILE *out, const char *name, const char *title)
{
	char id[32] = "";

	gb_text_add(id, sizeof id, "%s-title", name);
	gb_html_begin_with(out, "section",
			   (const struct gb_html_attribute[]){ { "aria-labelledby", id }, { NULL, NULL } });
	gb_html_begin_with(out, "h2", (const struct gb_html_attribute[]){ { "id", id }, { NULL, NULL } });
	gb_html_text(out, title);
	gb_html_end(out, "h2");
	fputc('\n', out);
}

/* Outliers first, the worst at the top, then what is below the reference. */
static void write_fleet(FILE *out, const struct gb_roofs *roofs, const struct gb_fleet *fleet,
			const struct gb_below *below)
{
	size_t count;
	struct gb_outlier *list = gb_compare_outliers(fleet, &count);
	bool *written = calloc(roofs->count, sizeof *written);
	char note[128];

	for (size_t i = 0; list != NULL && written != NULL && i < count; i++) {
		const struct gb_outlier *o = &list[i];
		const struct gb_gpu *gpu = &o->model->gpu[o->gpu];
		note[0] = '\0';
		gb_text_add(note, sizeof note, ": %s, %+.1f\xc2\xa0%% in %s", o->verdict == GB_SLOW ? "slow" : "fast",
			    100 * o->off, o->model->group[o->group].roof);
		write_gpu(out, gpu, below, true, note, o->model->group[o->group].roof);
		written[gpu - roofs->gpu] = true;
	}
	for (size_t i = 0; i < 2 * roofs->count; i++) {
		const size_t at = i % roofs->count;
		const bool is_below = gb_below_worst(below, &roofs->gpu[at]) != NULL;
		if ((written == NULL || !written[at]) && is_below == (i < roofs->count))
			write_gpu(out, &roofs->gpu[at], below, true, "", "");
	}
	free(written);
	free(list);
}

static void put_roofs(FILE *out, const void *context)
{
	const struct page *page = context;

	begin_section(out, "roofs", "Roofs");
	if (page->roofs->count > GB_REPORT_FEW_GPUS)
		write_fleet(out, page->roofs, page->fleet, page->below);
	for (size_t i = 0; i < page->roofs->count && page->roofs->count <= GB_REPORT_FEW_GPUS; i++)
		write_gpu(out, &page->roofs->gpu[i], page->below, false, "", "");
	gb_html_end(out, "section");
}

static void put_below(FILE *out, const void *context)
{
	const struct page *page = context;
	char title[GB_BELOW_NAME + 16] = "", name[GB_BELOW_NAME];

	if (!page->below->is_known)
		return;
	gb_text_add(title, sizeof title, "GPUs against %s", gb_below_name(page->below, name));
	begin_section(out, "below", title);
	gb_below_write(out, page->below);
	gb_html_end(out, "section");
}

static void put_peers(FILE *out, const void *context)
{
	const struct page *page = context;

	if (page->roofs->count < 2)
		return;
	begin_section(out, "peers", "GPUs against their peers");
	for (size_t m = 0; m < page->fleet->models; m++)
		write_model(out, &page->fleet->model[m]);
	write_outliers(out, page->fleet);
	gb_html_end(out, "section");
}

static void put_history(FILE *out, const void *context)
{
	const struct page *page = context;

	if (page->history != NULL)
		gb_page_history_write(page->history, out);
}

static void put_pictures(FILE *out, const void *context)
{
	const struct page *page = context;

	if (page->pictures == 0)
		return;
	begin_section(out, "pictures", "Pictures");
	for (size_t i = 0; i < page->pictures; i++) {
		const struct gb_picture *picture = &page->picture[i];
		if (picture->packed == NULL)
			continue;
		gb_html_format(out, "h3", "%c%s", toupper((unsigned char)picture->heading[0]), picture->heading + 1);
		gb_html_begin(out, "figure");
		fprintf(out, "<pre hidden>%s</pre>", picture->packed);
		gb_html_end(out, "figure");
	}
	gb_html_end(out, "section");
}

static void put_provenance(FILE *out, const void *context)
{
	const struct page *page = context;

	write_provenance(out, page->roofs);
}

static void put_row_count(FILE *out, const void *context)
{
	const struct page *page = context;

	fprintf(out, "%zu", gb_report_rows_of(page->rows, page->roofs->count)->count);
}

static void put_rows(FILE *out, const void *context)
{
	const struct page *page = context;
	const struct gb_page_rows *rows = gb_report_rows_of(page->rows, page->roofs->count);

	fputs(rows->packed, out);
}

static void put_rows_left_out(FILE *out, const void *context)
{
	const struct page *page = context;
	const size_t here = gb_report_rows_of(page->rows, page->roofs->count)->count;

	if (page->rows->count > here)
		gb_html_format(out, "p", "%zu more rows are left out of this page%s.", page->rows->count - here,
			       page->roofs->count > GB_REPORT_FEW_GPUS
				       ? ", which has those that set a roof or are not ok"
				       : "");
}

void gb_report_write(const struct gb_roofs *roofs, const struct gb_comparison *comparison,
		     const struct gb_history *history, const struct gb_report_rows *rows,
		     const struct gb_picture *pictures, size_t count, FILE *out)
{
	static const struct gb_html_slot slots[] = {
		{ "style", put_style },
		{ "style hash", put_style_hash },
		{ "scripts", put_scripts },
		{ "script hashes", put_script_hashes },
		{ "gpus", put_gpus },
		{ "top", put_top },
		{ "version", put_version },
		{ "roofs", put_roofs },
		{ "below", put_below },
		{ "peers", put_peers },
		{ "history", put_history },
		{ "pictures", put_pictures },
		{ "provenance", put_provenance },
		{ "row count", put_row_count },
		{ "rows", put_rows },
		{ "rows left out", put_rows_left_out },
		{ NULL, NULL },
	};
	struct gb_below below;
	const struct page page = { roofs, history, &comparison->fleet, &below, rows, pictures, count };

	gb_below_find(&below, roofs, comparison);
	gb_html_fill(out, gb_file_page_html, slots, &page);
	gb_below_free(&below);
}
