#include "report/report.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "base/version.h"

/* ---- parts --------------------------------------------------------------------------------------------------------- */

void gb_report_text(FILE *out, const char *text)
{
	for (; text != NULL && *text != '\0'; text++) {
		switch (*text) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		default:
			fputc(*text, out);
		}
	}
}

static void cell(FILE *out, const char *text)
{
	fputs("<td>", out);
	gb_report_text(out, text);
	fputs("</td>", out);
}

/* A number is sorted by what it is and shown as people read it. */
static void number_cell(FILE *out, double value, const char *unit)
{
	char text[64];

	if (!isfinite(value)) {
		fputs("<td class=n></td>", out);
		return;
	}
	gb_text_si(text, sizeof text, value, unit);
	fprintf(out, "<td class=n data-v=%.9g>", value);
	gb_report_text(out, text);
	fputs("</td>", out);
}

/* Digits behind the point; below 0: as many, with a sign. */
static void percent_cell(FILE *out, int digits, double part)
{
	if (!isfinite(part)) {
		fputs("<td class=n></td>", out);
		return;
	}
	fprintf(out,
		digits < 0 ? "<td class=n data-v=%.9g>%+.*f&nbsp;%%</td>" : "<td class=n data-v=%.9g>%.*f&nbsp;%%</td>",
		part, abs(digits), 100 * part);
}

static void head(FILE *out, const char *const *names)
{
	fputs("<div class=w><table><thead><tr>", out);
	for (size_t i = 0; names[i] != NULL; i++)
		fprintf(out, "<th tabindex=0>%s</th>", names[i]);
	fputs("</tr></thead><tbody>\n", out);
}

static void foot(FILE *out)
{
	fputs("</tbody></table></div>\n", out);
}

/* ---- rows ---------------------------------------------------------------------------------------------------------- */

int gb_report_rows_begin(struct gb_report_rows *rows, struct gb_error *error)
{
	*rows = (struct gb_report_rows){ 0 };
	rows->out = open_memstream(&rows->html, &rows->size);
	return rows->out != NULL ? GB_OK : gb_error_set(error, "out of memory");
}

void gb_report_rows_add(struct gb_report_rows *rows, const struct gb_record *r)
{
	if (rows->count == GB_REPORT_ROWS_MAX) {
		rows->left_out++;
		return;
	}
	rows->count++;
	fprintf(rows->out, "<tr class=%s>", strcmp(r->status, "ok") == 0 ? "o" : "b");
	cell(rows->out, r->host);
	fprintf(rows->out, "<td title=\"");
	gb_report_text(rows->out, r->gpu_uuid);
	fprintf(rows->out, "\">%.12s</td>", r->gpu_uuid);
	cell(rows->out, r->benchmark);
	cell(rows->out, r->variant);
	cell(rows->out, r->point);
	cell(rows->out, r->roof);
	cell(rows->out, r->metric);
	number_cell(rows->out, r->value, r->unit);
	number_cell(rows->out, r->limit, r->unit);
	percent_cell(rows->out, 1, r->fraction);
	number_cell(rows->out, r->sm_clock_hz, "Hz");
	cell(rows->out, r->status);
	cell(rows->out, r->reason);
	fputs("</tr>\n", rows->out);
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
	static const char *const names[] = { "roof",     "value",  "&plusmn;",
					     "limit",    "of it",  "limit at the rated clock",
					     "SM clock", "status", "throttle",
					     "point",    NULL };
	const struct gb_roof *roof;

	fputs("<h3>", out);
	gb_report_text(out, gpu->name);
	fputs(", ", out);
	gb_report_text(out, gpu->key);
	fputs("</h3>\n", out);
	if (gpu->roofs == 0) {
		fputs("<p>No roof was measured.</p>\n", out);
		return;
	}
	head(out, names);
	for (size_t at = 0; (roof = gb_gpu_next(gpu, &at)) != NULL;) {
		fputs("<tr>", out);
		cell(out, roof->name);
		number_cell(out, roof->value, roof->unit);
		percent_cell(out, 2, (roof->hi - roof->lo) / 2 / roof->value);
		number_cell(out, roof->limit, roof->unit);
		percent_cell(out, 1, roof->fraction);
		number_cell(out, roof->limit_rated, roof->unit);
		number_cell(out, roof->sm_clock_hz, "Hz");
		cell(out, roof->status);
		cell(out, roof->throttle);
		cell(out, roof->point);
		fputs("</tr>\n", out);
	}
	foot(out);
}

static void write_model(FILE *out, const struct gb_model *model)
{
	static const char *const names[] = { "roof", "GPUs", "median", "robust sd", "worst",
					     "best", "slow", "fast",   NULL };

	fputs("<h3>", out);
	gb_report_text(out, model->name);
	fprintf(out, ": %zu GPU%s on %zu host%s</h3>\n", model->gpus, model->gpus == 1 ? "" : "s", model->hosts,
		model->hosts == 1 ? "" : "s");
	head(out, names);
	for (size_t i = 0; i < model->groups; i++) {
		const struct gb_group *g = &model->group[i];
		fputs("<tr>", out);
		cell(out, g->roof);
		fprintf(out, "<td class=n>%zu</td>", g->gpus);
		number_cell(out, g->median, g->unit);
		percent_cell(out, 2, g->gpus < GB_PEERS_MIN ? (double)NAN : gb_group_sd(g) / g->median);
		percent_cell(out, -1, g->worst);
		percent_cell(out, -1, g->best);
		fprintf(out, "<td class=n>%zu</td><td class=n>%zu</td></tr>\n", g->slow, g->fast);
	}
	foot(out);
}

static void write_outliers(FILE *out, const struct gb_fleet *fleet)
{
	static const char *const names[] = { "is",  "off",  "z",   "worst roof", "value",
					     "GPU", "host", "PCI", "differs in", NULL };
	size_t count;
	struct gb_outlier *list = gb_compare_outliers(fleet, &count);
	char why[256];

	fprintf(out,
		"<h3>Outliers: %zu GPU%s</h3>\n<p>At least %.3g&nbsp;%% and %.3g robust standard deviations from the median of "
		"their peers, the GPUs of the same model.</p>\n",
		list != NULL ? count : 0, count == 1 ? "" : "s", 100 * fleet->min_off, fleet->min_z);
	if (list == NULL)
		return;
	head(out, names);
	for (size_t i = 0; i < count; i++) {
		const struct gb_outlier *o = &list[i];
		const struct gb_group *group = &o->model->group[o->group];
		const struct gb_gpu *gpu = &o->model->gpu[o->gpu];
		gb_compare_explain(o->model, o->gpu, o->group, why, sizeof why);
		fputs("<tr>", out);
		cell(out, o->verdict == GB_SLOW ? "slow" : "fast");
		percent_cell(out, -1, o->off);
		if (isfinite(o->z))
			fprintf(out, "<td class=n data-v=%.9g>%+.1f</td>", o->z, o->z);
		else
			fputs("<td class=n></td>", out);
		cell(out, group->roof);
		number_cell(out, gb_model_sample(o->model, o->gpu, o->group)->value, group->unit);
		cell(out, gpu->key);
		cell(out, gpu->host);
		cell(out, gpu->pci);
		cell(out, why);
		fputs("</tr>\n", out);
	}
	foot(out);
	free(list);
}

static void write_provenance(FILE *out, const struct gb_roofs *roofs)
{
	static const char *const names[] = { "GPU",         "host",          "PCI", "model",       "driver",
					     "VBIOS",       "ECC",           "MIG", "power limit", "gpubench",
					     "failed rows", "first failure", NULL };

	head(out, names);
	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_gpu *gpu = &roofs->gpu[i];
		const char *const texts[] = { gpu->key,    gpu->host,  gpu->pci, gpu->name,
					      gpu->driver, gpu->vbios, gpu->ecc, gpu->mig };
		fputs("<tr>", out);
		for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++)
			cell(out, texts[t]);
		number_cell(out, gpu->power_limit_w, "W");
		cell(out, gpu->version);
		fprintf(out, "<td class=n>%zu</td>", gpu->failed);
		cell(out, gpu->failure);
		fputs("</tr>\n", out);
	}
	foot(out);
}

static void write_rows(FILE *out, const struct gb_report_rows *rows)
{
	static const char *const names[] = { "host",  "GPU",   "benchmark", "variant",  "point",  "roof",   "metric",
					     "value", "limit", "of it",     "SM clock", "status", "reason", NULL };

	fprintf(out,
		"<p><label>Only rows with <input id=filter type=search placeholder=\"dram read\"></label> "
		"<output id=shown>%zu rows</output>. A click on a heading sorts.</p>\n<div id=rows>",
		rows->count);
	head(out, names);
	fwrite(rows->html, 1, rows->size, out);
	foot(out);
	fputs("</div>\n", out);
	if (rows->left_out > 0)
		fprintf(out, "<p>%zu more rows are left out of this page.</p>\n", rows->left_out);
}

/* ---- the page ------------------------------------------------------------------------------------------------------ */

static const char style[] =
	":root{color-scheme:light}body{font:15px/1.45 system-ui,sans-serif;margin:0 auto;max-width:1200px;padding:1em;color:#222}"
	"h1{font-size:1.5em}h2{font-size:1.2em;margin-top:2em;border-bottom:1px solid #ccc}h3{font-size:1em}"
	".w{overflow-x:auto}#rows .w{max-height:80vh;overflow:auto}table{border-collapse:collapse;font-size:13px;"
	"font-variant-numeric:tabular-nums}th,td{padding:.2em .6em;text-align:left;white-space:nowrap;border-bottom:1px solid #eee}"
	"th{cursor:pointer;background:#f4f4f4;position:sticky;top:0}th[aria-sort=ascending]:after{content:' \\25b2'}"
	"th[aria-sort=descending]:after{content:' \\25bc'}td.n{text-align:right}tr.b td{background:#fff4e5}"
	"figure{margin:1em 0}figure svg{width:100%;height:auto;max-width:900px}input{font:inherit;padding:.2em}"
	"@media print{body{max-width:none}#rows .w{max-height:none}th{position:static}h2{break-after:avoid}figure{break-inside:avoid}"
	"label,output{display:none}}";

static const char script[] =
	"'use strict';\n"
	"const key=(r,i)=>{const c=r.cells[i];return c.dataset.v!==undefined?+c.dataset.v:c.classList.contains('n')?"
	"(c.textContent===''?-Infinity:+c.textContent):c.textContent};\n"
	"const sort=h=>{const t=h.closest('table'),i=h.cellIndex,up=h.getAttribute('aria-sort')!=='ascending';\n"
	" for(const o of t.tHead.rows[0].cells)o.removeAttribute('aria-sort');\n"
	" h.setAttribute('aria-sort',up?'ascending':'descending');\n"
	" const rows=[...t.tBodies[0].rows].map(r=>[key(r,i),r]);\n"
	" rows.sort((a,b)=>{const d=typeof a[0]==='number'&&typeof b[0]==='number'?a[0]-b[0]:"
	"String(a[0]).localeCompare(String(b[0]),undefined,{numeric:true});return up?d:-d});\n"
	" t.tBodies[0].append(...rows.map(r=>r[1]));};\n"
	"for(const h of document.querySelectorAll('th')){h.addEventListener('click',()=>sort(h));"
	"h.addEventListener('keydown',e=>{if(e.key==='Enter')sort(h)});}\n"
	"const box=document.getElementById('filter'),shown=document.getElementById('shown');\n"
	"const all=[...document.querySelectorAll('#rows tbody tr')].map(r=>[r.textContent.toLowerCase(),r]);\n"
	"box.addEventListener('input',()=>{const w=box.value.toLowerCase().split(/\\s+/).filter(x=>x);let n=0;\n"
	" for(const [t,r] of all){const on=w.every(x=>t.includes(x));r.hidden=!on;n+=on;}\n"
	" shown.textContent=n+' rows';});\n";

/* From its <svg> on: a page has neither XML's first line nor its document type. */
static void write_picture(FILE *out, const struct gb_picture *picture)
{
	const char *svg = picture->svg != NULL ? strstr(picture->svg, "<svg") : NULL;

	if (svg == NULL)
		return;
	fprintf(out, "<h3>%c%s</h3>\n<figure>", toupper((unsigned char)picture->heading[0]), picture->heading + 1);
	fputs(svg, out);
	fputs("</figure>\n", out);
}

void gb_report_write(const struct gb_roofs *roofs, const struct gb_comparison *comparison,
		     const struct gb_report_rows *rows, const struct gb_picture *pictures, size_t count, FILE *out)
{
	const struct gb_fleet *fleet = &comparison->fleet;

	fprintf(out,
		"<!doctype html>\n<html lang=en><head><meta charset=utf-8>"
		"<meta name=viewport content=\"width=device-width,initial-scale=1\">"
		"<link rel=icon href=\"data:,\"><title>gpubench report</title>\n<style>%s</style></head><body>\n"
		"<h1>gpubench: %zu GPU%s</h1>\n<p>Made by gpubench %s. Every number was measured; how, is in the table at the end, row by "
		"row.</p>\n",
		style, roofs->count, roofs->count == 1 ? "" : "s", gb_version);
	if (roofs->count <= GPUS_SHOWN)
		fputs("<h2>Roofs</h2>\n", out);
	for (size_t i = 0; i < roofs->count && roofs->count <= GPUS_SHOWN; i++)
		write_gpu(out, &roofs->gpu[i]);
	if (roofs->count > 1) {
		fputs("<h2>GPUs against their peers</h2>\n", out);
		for (size_t m = 0; m < fleet->models; m++)
			write_model(out, &fleet->model[m]);
		write_outliers(out, fleet);
	}
	fputs("<h2>Pictures</h2>\n", out);
	for (size_t i = 0; i < count; i++)
		write_picture(out, &pictures[i]);
	fputs("<h2>Where it comes from</h2>\n", out);
	write_provenance(out, roofs);
	fputs("<h2>Every row</h2>\n", out);
	write_rows(out, rows);
	fprintf(out, "<script>\n%s</script>\n</body></html>\n", script);
}
