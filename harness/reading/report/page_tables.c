/* page_tables.c: the tables of roofs by GPU, of models and outliers, and of how each GPU was measured. */
#include "report/page.h"

#include <math.h>
#include <stdlib.h>

#include "judge/judge_outliers.h"
#include "base/text.h"
#include "report/html.h"
#include "report/report.h"

static void end_row(FILE *out)
{
	gb_html_end(out, "tr");
	fputc('\n', out);
}

/* ---- roofs ------------------------------------------------------------------------------------------------------- */

static void write_gpu_table(FILE *out, const struct gb_gpu_roofs *gpu, const struct gb_report_baseline *baseline)
{
	char against[32] = "";
	const char *names[] = { "roof",
				"value",
				"\xc2\xb1",
				"limit",
				"of limit",
				"limit at the rated clock",
				gb_device_clock(gpu->device),
				"status",
				"throttle",
				"point",
				baseline->is_known ? against : NULL,
				NULL };
	const struct gb_roof *roof;

	gb_text_add(against, sizeof against, "against the %s", gb_report_baseline_word(baseline));
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
		if (baseline->is_known)
			gb_report_baseline_write_cell(out, baseline, gpu, roof);
		end_row(out);
	}
	gb_html_table_end(out);
	if (gpu->roofs == 0)
		gb_html_element(out, "p", "No roof was measured.");
}

/* Tables of few GPUs are open; for many GPUs, the page creates them from its model (page.h) when they are
 * opened. */
static void write_gpu(FILE *out, const struct gb_roofs *roofs, const struct gb_gpu_roofs *gpu,
		      const struct gb_report_baseline *baseline, bool folded, const char *note, const char *worst)
{
	char model[GB_FLEET_TITLE] = "", number[32] = "", off[256] = "";
	const struct gb_verdict_finding *slow = gb_report_baseline_worst(baseline, gpu);

	gb_text_add(model, sizeof model, "%s%s%s", gpu->name, gpu->board[0] != '\0' ? ", board " : "", gpu->board);
	gb_text_add(number, sizeof number, "%zu", (size_t)(gpu - roofs->gpu));
	gb_html_begin_with(out, "details",
			   (const struct gb_html_attribute[]){ { "class", "gpu" },
							       { "data-gpu", number },
							       { "data-key", gpu->key },
							       { "data-host", gpu->host },
							       { "data-model", model },
							       { "data-worst", worst },
							       { "data-below", slow != NULL ? slow->roof : "" },
							       { folded ? NULL : "open", "" },
							       { NULL, NULL } });
	if (slow != NULL)
		gb_text_add(off, sizeof off, "; below its %s, %+.1f\xc2\xa0%% in %s", gb_report_baseline_word(baseline),
			    100 * slow->ruling.part, slow->roof);
	gb_html_format(out, "summary", "%s, %s, %s%s%s", gpu->host, gpu->name, gpu->key, note, off);
	if (!folded)
		write_gpu_table(out, gpu, baseline);
	gb_html_end(out, "details");
	fputc('\n', out);
}

/* Outliers first, the worst at the top, then GPUs below the reference. */
static void write_fleet(FILE *out, const struct gb_roofs *roofs, const struct gb_fleet *fleet,
			const struct gb_report_baseline *baseline)
{
	size_t count;
	struct gb_outlier *list = gb_outliers_find(fleet, &count);
	bool *written = calloc(roofs->count, sizeof *written);
	char note[128];

	for (size_t i = 0; list != NULL && written != NULL && i < count; i++) {
		const struct gb_outlier *o = &list[i];
		const struct gb_gpu_roofs *gpu = &o->model->gpu[o->gpu];
		note[0] = '\0';
		gb_text_add(note, sizeof note, ": %s, %+.1f\xc2\xa0%% in %s", o->standing == GB_SLOW ? "slow" : "fast",
			    100 * o->off, o->model->group[o->group].roof);
		write_gpu(out, roofs, gpu, baseline, true, note, o->model->group[o->group].roof);
		written[gpu - roofs->gpu] = true;
	}
	for (size_t i = 0; i < 2 * roofs->count; i++) {
		const size_t at = i % roofs->count;
		const bool is_below = gb_report_baseline_worst(baseline, &roofs->gpu[at]) != NULL;
		if ((written == NULL || !written[at]) && is_below == (i < roofs->count))
			write_gpu(out, roofs, &roofs->gpu[at], baseline, true, "", "");
	}
	free(written);
	free(list);
}

void gb_page_tables_roofs(FILE *out, const struct gb_roofs *roofs, const struct gb_fleet *fleet,
			  const struct gb_report_baseline *baseline)
{
	if (roofs->count > GB_REPORT_FEW_GPUS)
		write_fleet(out, roofs, fleet, baseline);
	for (size_t i = 0; i < roofs->count && roofs->count <= GB_REPORT_FEW_GPUS; i++)
		write_gpu(out, roofs, &roofs->gpu[i], baseline, false, "", "");
}

/* ---- peers ------------------------------------------------------------------------------------------------------- */

static void write_model(FILE *out, const struct gb_fleet_model *model)
{
	static const char *const names[] = { "roof", "GPUs", "median", "robust sd", "worst",
					     "best", "slow", "fast",   NULL };
	char name[GB_FLEET_TITLE];

	gb_html_format(out, "h3", "%s: %zu GPU%s on %zu host%s", gb_fleet_title(model, name), model->gpus,
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
	static const char *const names[] = { "verdict", "deviation", "z",   "worst roof", "value",
					     "GPU",     "host",      "PCI", "differs in", NULL };
	size_t count;
	struct gb_outlier *list = gb_outliers_find(fleet, &count);
	char why[256], rule[GB_OUTLIERS_RULE];

	gb_html_format(out, "h3", "Outliers: %zu GPU%s", list != NULL ? count : 0, count == 1 ? "" : "s");
	gb_html_format(out, "p", "GPUs %s. Peers are the GPUs of the same model and board.",
		       gb_outliers_rule(fleet, rule));
	if (list == NULL)
		return;
	gb_html_table(out, "Outliers", names);
	for (size_t i = 0; i < count; i++) {
		const struct gb_outlier *o = &list[i];
		const struct gb_group *group = &o->model->group[o->group];
		const struct gb_gpu_roofs *gpu = &o->model->gpu[o->gpu];
		gb_outliers_explain(o->model, o->gpu, o->group, why, sizeof why);
		gb_html_begin(out, "tr");
		gb_html_cell(out, o->standing == GB_SLOW ? "slow" : "fast");
		gb_html_change(out, 1, o->off);
		gb_html_z(out, o->z);
		gb_html_cell(out, group->roof);
		gb_html_number(out, gb_fleet_sample(o->model, o->gpu, o->group).value, group->unit);
		gb_html_cell(out, gpu->key);
		gb_html_cell(out, gpu->host);
		gb_html_cell(out, gpu->pci);
		gb_html_cell(out, why);
		end_row(out);
	}
	gb_html_table_end(out);
	free(list);
}

void gb_page_tables_peers(FILE *out, const struct gb_fleet *fleet)
{
	for (size_t m = 0; m < fleet->models; m++)
		write_model(out, &fleet->model[m]);
	write_outliers(out, fleet);
}

/* ---- origin of the rows ------------------------------------------------------------------------------------------ */

void gb_page_tables_provenance(FILE *out, const struct gb_roofs *roofs)
{
	static const char *const names[] = { "GPU",      "host",        "PCI",           "model", "board",
					     "driver",   "VBIOS",       "ECC",           "MIG",   "power limit",
					     "gpubench", "failed rows", "first failure", NULL };

	gb_html_table(out, "Where each GPU's rows come from", names);
	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_gpu_roofs *gpu = &roofs->gpu[i];
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
