#include "report/report.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/host.h"
#include "base/text.h"
#include "report/page_baseline.h"
#include "report/html.h"
#include "report/page.h"

/* Files of this folder, which the build embeds. The page allows only its scripts, and a style with these hashes. */
extern const char gb_file_page_html[], gb_file_page_css[], gb_file_page_css_sha256[];
#define DECLARE(name) extern const char gb_file_##name##_js[], gb_file_##name##_js_sha256[];
GB_PAGE_SCRIPTS(DECLARE)
#define ENTRY(name) { gb_file_##name##_js, gb_file_##name##_js_sha256 },
static const struct {
	const char *text, *sha256;
} scripts[] = { GB_PAGE_SCRIPTS(ENTRY) };

/* ---- rows -------------------------------------------------------------------------------------------------------- */

void gb_report_rows_begin(struct gb_report_rows *rows)
{
	*rows = (struct gb_report_rows){ 0 };
	gb_page_rows_begin(&rows->all);
	gb_page_rows_begin(&rows->brief);
}

static void note_gpu(struct gb_report_rows *rows, const char *key)
{
	for (size_t i = 0; i < rows->gpus && i < GB_REPORT_FEW_GPUS; i++)
		if (strcmp(rows->gpu[i], key) == 0)
			return;
	if (rows->gpus < GB_REPORT_FEW_GPUS)
		gb_text_copy(rows->gpu[rows->gpus], GB_GPU_KEY, key);
	rows->gpus += rows->gpus <= GB_REPORT_FEW_GPUS;
}

void gb_report_rows_add(struct gb_report_rows *rows, const struct gb_record *r)
{
	char key[GB_GPU_KEY];

	rows->count++;
	rows->suspect += r->status == GB_ROW_SUSPECT;
	rows->failed += r->status == GB_ROW_FAILED;
	note_gpu(rows, gb_gpu_key(r, key));
	if (gb_report_rows_are_all(rows))
		gb_page_rows_add(&rows->all, r, GB_REPORT_ROWS_MAX);
	if (r->status != GB_ROW_OK || (r->roof != NULL && r->roof[0] != '\0'))
		gb_page_rows_add(&rows->brief, r, GB_REPORT_ROWS_MAX);
}

void gb_report_rows_end(struct gb_report_rows *rows)
{
	gb_page_rows_end(gb_report_rows_are_all(rows) ? &rows->all : &rows->brief);
}

bool gb_report_rows_are_all(const struct gb_report_rows *rows)
{
	return rows->gpus <= GB_REPORT_FEW_GPUS;
}

const struct gb_page_rows *gb_report_rows_of(const struct gb_report_rows *rows)
{
	return gb_report_rows_are_all(rows) ? &rows->all : &rows->brief;
}

void gb_report_rows_free(struct gb_report_rows *rows)
{
	gb_page_rows_free(&rows->all);
	gb_page_rows_free(&rows->brief);
	free(rows->views);
	rows->views = NULL;
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

/* The contents of page.html's slots. */
struct page {
	const struct gb_roofs *roofs;
	const struct gb_history *history;
	const struct gb_fleet *fleet;
	const struct gb_report_baseline *baseline;
	const struct gb_page_gpus *gpus;
	const struct gb_report_rows *rows;
	const struct gb_picture *picture;
	size_t pictures;
};

static void put_style(FILE *out, const void *context)
{
	fputs(gb_file_page_css, out);
}

static void put_style_hash(FILE *out, const void *context)
{
	fputs(gb_file_page_css_sha256, out);
}

static void put_scripts(FILE *out, const void *context)
{
	for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++)
		fprintf(out, "<script>%s</script>\n", scripts[i].text);
}

static void put_script_hashes(FILE *out, const void *context)
{
	for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++)
		fprintf(out, " 'sha256-%s'", scripts[i].sha256);
}

static void put_gpus(FILE *out, const void *context)
{
	static const char *const words[] = { "GPU", "processor", "pair of GPUs", "node" };
	static const char *const several[] = { "GPUs", "processors", "pairs of GPUs", "nodes" };
	const struct page *page = context;
	size_t count[4] = { 0 };
	const char *before = "";

	for (size_t i = 0; i < page->roofs->count; i++) {
		const struct gb_gpu_roofs *gpu = &page->roofs->gpu[i];
		count[gb_devices_mean_host(gpu->device)     ? 1
		      : gpu->peer[0] == '\0'                ? 0
		      : strstr(gpu->device, " to ") != NULL ? 2
							    : 3]++;
	}
	for (size_t i = 0; i < 4; i++)
		if (count[i] > 0 || (i == 0 && page->roofs->count == 0)) {
			fprintf(out, "%s%zu %s", before, count[i], count[i] == 1 ? words[i] : several[i]);
			before = ", ";
		}
}

static void put_top(FILE *out, const void *context)
{
	const struct page *page = context;

	gb_page_summary_write(out, page->history, page->gpus, page->fleet, page->baseline, page->rows);
	if (page->gpus->count < page->roofs->count)
		gb_html_format(out, "li",
			       "This page has %d of %zu GPUs, deviating ones listed first; --gpu GPU shows others.",
			       GB_PAGE_GPUS_MAX, page->roofs->count);
}

static void put_version(FILE *out, const void *context)
{
	gb_html_text(out, gb_version);
}

/* For screen readers and links, the heading names the section. */
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

static void put_roofs(FILE *out, const void *context)
{
	const struct page *page = context;

	begin_section(out, "roofs", "Roofs");
	gb_page_tables_roofs(out, page->gpus, page->baseline);
	gb_html_end(out, "section");
}

static void put_model(FILE *out, const void *context)
{
	const struct page *page = context;

	gb_page_model_write(out, page->gpus, page->fleet, page->baseline);
}

static void put_below(FILE *out, const void *context)
{
	const struct page *page = context;
	char title[GB_REPORT_BASELINE_NAME + 16] = "", name[GB_REPORT_BASELINE_NAME];

	if (!page->baseline->is_known)
		return;
	gb_text_add(title, sizeof title, "GPUs against %s", gb_report_baseline_name(page->baseline, name));
	begin_section(out, "below", title);
	gb_report_baseline_write(out, page->baseline);
	gb_html_end(out, "section");
}

static void put_peers(FILE *out, const void *context)
{
	const struct page *page = context;

	if (gb_fleet_largest(page->fleet)->peers < GB_PEERS_MIN)
		return;
	begin_section(out, "peers", "GPUs against their peers");
	gb_page_tables_peers(out, page->fleet, page->gpus);
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

	gb_page_tables_provenance(out, page->gpus);
}

static void put_row_count(FILE *out, const void *context)
{
	const struct page *page = context;

	fprintf(out, "%zu", gb_report_rows_of(page->rows)->count);
}

static void put_rows(FILE *out, const void *context)
{
	const struct page *page = context;
	const struct gb_page_rows *rows = gb_report_rows_of(page->rows);

	fputs(rows->packed, out);
}

static void put_views(FILE *out, const void *context)
{
	const struct page *page = context;

	fputs(page->rows->views != NULL ? page->rows->views : "", out);
}

static void put_rows_left_out(FILE *out, const void *context)
{
	const struct page *page = context;
	const size_t here = gb_report_rows_of(page->rows)->count;

	if (page->rows->count > here)
		gb_html_format(out, "p", "%zu more rows are left out of this page%s.", page->rows->count - here,
			       !gb_report_rows_are_all(page->rows) ? ", which has those that set a roof or are not ok"
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
		{ "model", put_model },
		{ "below", put_below },
		{ "peers", put_peers },
		{ "history", put_history },
		{ "pictures", put_pictures },
		{ "provenance", put_provenance },
		{ "row count", put_row_count },
		{ "rows", put_rows },
		{ "views", put_views },
		{ "rows left out", put_rows_left_out },
		{ NULL, NULL },
	};
	struct gb_report_baseline baseline;
	struct gb_page_gpus gpus;
	const struct page page = { roofs, history, &comparison->fleet, &baseline, &gpus, rows, pictures, count };

	gb_report_baseline_find(&baseline, roofs, comparison);
	gb_page_gpus_find(&gpus, roofs, &comparison->fleet, &baseline);
	gb_html_fill(out, gb_file_page_html, slots, &page);
	gb_page_gpus_free(&gpus);
	gb_report_baseline_free(&baseline);
}
