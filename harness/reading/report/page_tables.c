/* page_tables.c: the tables of roofs by GPU, of models and outliers, and of how each GPU was measured. */
#include "report/page.h"

#include <math.h>
#include <stdlib.h>

#include "base/heap.h"
#include "base/text.h"
#include "report/html.h"
#include "report/report.h"

static void end_row(FILE *out)
{
	gb_html_end(out, "tr");
	fputc('\n', out);
}

static void add_gpu(struct gb_page_gpus *gpus, const struct gb_gpu_roofs *gpu, const struct gb_outlier *outlier)
{
	if (gpus->count < GB_PAGE_GPUS_MAX)
		gpus->list[gpus->count++] = (struct gb_page_gpu){ gpu, outlier };
}

void gb_page_gpus_find(struct gb_page_gpus *gpus, const struct gb_roofs *roofs, const struct gb_fleet *fleet,
		       const struct gb_report_baseline *baseline)
{
	const bool few = roofs->count <= GB_REPORT_FEW_GPUS;
	bool *added = gb_heap_array(roofs->count, sizeof *added);

	*gpus = (struct gb_page_gpus){ .list = gb_heap_array(roofs->count, sizeof *gpus->list) };
	gpus->outlier = gb_outliers_find(fleet, &gpus->outliers);
	for (size_t i = 0; !few && i < gpus->outliers; i++) {
		const struct gb_gpu_roofs *gpu = &gpus->outlier[i].model->gpu[gpus->outlier[i].gpu];
		add_gpu(gpus, gpu, &gpus->outlier[i]);
		added[gpu - roofs->gpu] = true;
	}
	for (size_t i = few ? roofs->count : 0; i < 2 * roofs->count; i++) {
		const struct gb_gpu_roofs *gpu = &roofs->gpu[i % roofs->count];
		const bool is_below = gb_report_baseline_worst(baseline, gpu) != NULL;
		if (few || (!added[i % roofs->count] && is_below == (i < roofs->count)))
			add_gpu(gpus, gpu, NULL);
	}
	free(added);
}

void gb_page_gpus_free(struct gb_page_gpus *gpus)
{
	free(gpus->list);
	free(gpus->outlier);
}

/* The page creates the table from its model (page.h) when it is opened. The tables of a few GPUs are open. */
static void write_gpu(FILE *out, size_t place, const struct gb_page_gpu *of, const struct gb_report_baseline *baseline,
		      bool folded)
{
	char model[GB_FLEET_TITLE] = "", number[32] = "", id[32] = "", note[128] = "", off[256] = "";
	const struct gb_gpu_roofs *gpu = of->gpu;
	const struct gb_outlier *o = of->outlier;
	const char *worst = o != NULL ? o->model->group[o->group].roof : "";
	const struct gb_verdict_finding *slow = gb_report_baseline_worst(baseline, gpu);

	gb_text_add(model, sizeof model, "%s%s%s", gpu->name, gpu->board[0] != '\0' ? ", board " : "", gpu->board);
	gb_text_add(number, sizeof number, "%zu", place);
	gb_text_add(id, sizeof id, "gpu-%zu", place);
	if (o != NULL)
		gb_text_add(note, sizeof note, ": %s, %+.1f\xc2\xa0%% in %s", o->standing == GB_SLOW ? "slow" : "fast",
			    100 * o->off, worst);
	gb_html_begin_with(out, "details",
			   (const struct gb_html_attribute[]){ { "class", "gpu" },
							       { "id", id },
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
	gb_html_end(out, "details");
	fputc('\n', out);
}

void gb_page_tables_roofs(FILE *out, const struct gb_page_gpus *gpus, const struct gb_report_baseline *baseline)
{
	for (size_t i = 0; i < gpus->count; i++)
		write_gpu(out, i, &gpus->list[i], baseline, gpus->count > GB_REPORT_FEW_GPUS);
}

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

static void write_outliers(FILE *out, const struct gb_fleet *fleet, const struct gb_page_gpus *gpus)
{
	static const char *const names[] = { "verdict", "deviation", "z",   "worst roof", "value",
					     "GPU",     "host",      "PCI", "differs in", NULL };
	char why[256], rule[GB_OUTLIERS_RULE];

	gb_html_format(out, "h3", "Outliers: %zu GPU%s", gpus->outliers, gb_text_plural(gpus->outliers));
	gb_html_format(out, "p", "GPUs %s. Peers are the GPUs of the same model and board.",
		       gb_outliers_rule(fleet, rule));
	if (gpus->outlier == NULL)
		return;
	gb_html_table(out, "Outliers", names);
	for (size_t i = 0; i < gpus->outliers && i < GB_PAGE_GPUS_MAX; i++) {
		const struct gb_outlier *o = &gpus->outlier[i];
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
}

void gb_page_tables_peers(FILE *out, const struct gb_fleet *fleet, const struct gb_page_gpus *gpus)
{
	for (size_t m = 0; m < fleet->models; m++)
		if (fleet->model[m].peers >= GB_PEERS_MIN)
			write_model(out, &fleet->model[m]);
	write_outliers(out, fleet, gpus);
}

void gb_page_tables_provenance(FILE *out, const struct gb_page_gpus *gpus)
{
	static const char *const names[] = { "GPU",      "host",        "PCI",           "model", "board",
					     "driver",   "VBIOS",       "ECC",           "MIG",   "power limit",
					     "gpubench", "failed rows", "first failure", NULL };

	gb_html_table(out, "Where each GPU's rows come from", names);
	for (size_t i = 0; i < gpus->count; i++) {
		const struct gb_gpu_roofs *gpu = gpus->list[i].gpu;
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
