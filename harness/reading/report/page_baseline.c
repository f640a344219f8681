#include "report/page_baseline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fleet_reference.h"
#include "base/heap.h"
#include "base/text.h"
#include "report/html.h"

enum {
	NAMED = 3,      /* drops in the sentence at the top of the page */
	TABLE_MAX = 500 /* and in the table */
};

/* ---- finding ----------------------------------------------------------------------------------------------------- */

void gb_report_baseline_find(struct gb_report_baseline *baseline, const struct gb_roofs *roofs,
			     const struct gb_comparison *comparison)
{
	const struct gb_verdict_options options = { .against = comparison->baseline != NULL ? "baseline" : NULL };

	*baseline = (struct gb_report_baseline){ .comparison = comparison, .roofs = roofs };
	gb_verdict_of(&baseline->verdict, comparison, &options);
	baseline->is_known = comparison->baseline != NULL;
	baseline->worst = gb_heap_array(roofs->count, sizeof *baseline->worst);
	for (size_t i = baseline->is_known ? baseline->verdict.slow : 0; i-- > 0;) /* the slowest comes first */
		baseline->worst[baseline->verdict.finding[i].gpu - roofs->gpu] = &baseline->verdict.finding[i];
}

void gb_report_baseline_free(struct gb_report_baseline *baseline)
{
	gb_verdict_free(&baseline->verdict);
	free(baseline->worst);
	*baseline = (struct gb_report_baseline){ 0 };
}

const struct gb_verdict_finding *gb_report_baseline_worst(const struct gb_report_baseline *baseline,
							  const struct gb_gpu_roofs *gpu)
{
	return baseline->is_known ? baseline->worst[gpu - baseline->roofs->gpu] : NULL;
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

static bool is_reference(const struct gb_report_baseline *baseline)
{
	const char *name = baseline->comparison->baseline_name;

	return name == NULL || strcmp(name, GB_REFERENCE_WORD) == 0;
}

const char *gb_report_baseline_word(const struct gb_report_baseline *baseline)
{
	return is_reference(baseline) ? GB_REFERENCE_WORD : "baseline";
}

const char *gb_report_baseline_name(const struct gb_report_baseline *baseline, char text[GB_REPORT_BASELINE_NAME])
{
	gb_text_write(text, GB_REPORT_BASELINE_NAME, "the %s", gb_report_baseline_word(baseline));
	if (!is_reference(baseline))
		gb_text_add(text, GB_REPORT_BASELINE_NAME, " %s", baseline->comparison->baseline_name);
	return text;
}

/* Returns the model in the baseline for a model of the page; NULL: none. */
static const struct gb_fleet_model *then_of(const struct gb_report_baseline *baseline, size_t model)
{
	const struct gb_fleet_model *now = &baseline->comparison->fleet.model[model];

	return gb_baseline_model(baseline->comparison->baseline, now->name, now->board);
}

/* Returns the number of GPUs in these models of the baseline. */
static size_t count_cards(const struct gb_report_baseline *baseline)
{
	size_t cards = 0;

	for (size_t m = 0; m < baseline->comparison->fleet.models; m++) {
		const struct gb_fleet_model *then = then_of(baseline, m);
		bool is_counted = then == NULL;
		for (size_t i = 0; i < m && !is_counted; i++)
			is_counted = then_of(baseline, i) == then;
		cards += is_counted ? 0 : then->peers;
	}
	return cards;
}

static void tell_strangers(const struct gb_report_baseline *baseline, const char *before, char *text, size_t size)
{
	const struct gb_fleet *fleet = &baseline->comparison->fleet;
	const struct gb_fleet_model *first = NULL;
	char title[GB_FLEET_TITLE];
	size_t more = 0;

	for (size_t m = 0; m < fleet->models; m++) {
		if (baseline->comparison->baseline != NULL && then_of(baseline, m) != NULL)
			continue;
		more += first != NULL;
		first = first == NULL ? &fleet->model[m] : first;
	}
	if (first == NULL)
		return;
	gb_text_add(text, size, "%sthere is none for %s", before, gb_fleet_title(first, title));
	if (isfinite(first->power_limit_w))
		gb_text_add(text, size, ", %.0f W", first->power_limit_w);
	if (more > 0)
		gb_text_add(text, size, " and %zu more model%s", more, gb_text_plural(more));
}

static void tell_drops(const struct gb_report_baseline *baseline, char *text, size_t size)
{
	const struct gb_verdict *verdict = &baseline->verdict;

	gb_text_add(text, size, "%zu roof%s of %zu GPU%s:", verdict->slow, gb_text_plural(verdict->slow),
		    verdict->gpus_slow, gb_text_plural(verdict->gpus_slow));
	for (size_t i = 0; i < verdict->slow && i < NAMED; i++) {
		const struct gb_verdict_finding *slow = &verdict->finding[i];
		gb_text_add(text, size, "%s %s %+.1f\xc2\xa0%%", i > 0 ? "," : "", slow->roof, 100 * slow->ruling.part);
		if (i == 0 || slow->gpu != slow[-1].gpu)
			gb_text_add(text, size, " (%s on %s)", slow->gpu->key, slow->gpu->host);
	}
	if (verdict->slow > NAMED)
		gb_text_add(text, size, " and %zu more", verdict->slow - NAMED);
}

void gb_report_baseline_tell(const struct gb_report_baseline *baseline, char *text, size_t size)
{
	const struct gb_verdict *verdict = &baseline->verdict;
	char name[GB_REPORT_BASELINE_NAME];

	gb_text_add(text, size, "Deviation from %s", gb_report_baseline_name(baseline, name));
	if (baseline->comparison->baseline == NULL) {
		tell_strangers(baseline, ": not known, ", text, size);
		gb_text_add(text, size, " (--baseline takes another result).");
		return;
	}
	const size_t cards = count_cards(baseline);
	gb_text_add(text, size, " (%zu GPU%s): ", cards, gb_text_plural(cards));
	if (verdict->slow > 0)
		tell_drops(baseline, text, size);
	else if (verdict->judged > 0)
		gb_text_add(text, size, "none in %zu value%s", verdict->judged, gb_text_plural(verdict->judged));
	else
		gb_text_add(text, size, "unknown: no roof is in both");
	if (verdict->throttled > 0)
		gb_text_add(text, size, "; %zu GPU%s throttled", verdict->throttled,
			    gb_text_plural(verdict->throttled));
	if (verdict->open > 0)
		gb_text_add(text, size, "; %zu without a verdict", verdict->open);
	tell_strangers(baseline, "; ", text, size);
	gb_text_add(text, size, ".");
}

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static struct gb_sample sample_of(const struct gb_fleet_model *model, const struct gb_gpu_roofs *gpu,
				  const struct gb_group *group)
{
	return gb_fleet_sample(model, (size_t)(gpu - model->gpu), (size_t)(group - model->group));
}

static bool is_slow(const struct gb_report_baseline *baseline, const struct gb_gpu_roofs *gpu, const char *roof)
{
	bool found = false;

	for (size_t i = 0; gb_report_baseline_worst(baseline, gpu) != NULL && i < baseline->verdict.slow && !found; i++)
		found = baseline->verdict.finding[i].gpu == gpu && strcmp(baseline->verdict.finding[i].roof, roof) == 0;
	return found;
}

double gb_report_baseline_change(const struct gb_report_baseline *baseline, const struct gb_gpu_roofs *gpu,
				 const struct gb_roof *roof, bool *is_below)
{
	const struct gb_fleet_model *model = gb_fleet_find_model(&baseline->comparison->fleet, gpu);
	const struct gb_group *group =
		model != NULL ? gb_fleet_group_in(model, roof->row->name, roof->row->unit) : NULL;

	*is_below = false;
	if (group == NULL)
		return NAN;
	const struct gb_sample sample = sample_of(model, gpu, group);
	*is_below = is_slow(baseline, gpu, group->roof);
	return gb_change_of(baseline->comparison->baseline, gpu, group->roof, group->unit, &sample,
			    baseline->comparison->margin)
		.part;
}

static void write_stands(FILE *out, const struct gb_report_baseline *baseline)
{
	const struct gb_fleet *fleet = &baseline->comparison->fleet;
	char stands[GB_ERROR_TEXT], title[GB_FLEET_TITLE];

	for (size_t m = 0; m < fleet->models; m++) {
		gb_baseline_describe(baseline->comparison->baseline, &fleet->model[m].gpu[0], stands, sizeof stands);
		gb_html_format(out, "p", "%s: compared with %s.", gb_fleet_title(&fleet->model[m], title),
			       stands[0] != '\0' ? stands : "nothing, because no result fits");
	}
	gb_html_format(out, "p",
		       "%zu of %zu roofs were judged, in %zu value%s. A roof is listed if it is lower than the "
		       "differences of healthy GPUs explain, as in gpubench check; %zu finding%s no verdict.",
		       baseline->verdict.roofs_judged, baseline->verdict.roofs, baseline->verdict.judged,
		       baseline->verdict.judged == 1 ? "" : "s", baseline->verdict.open,
		       baseline->verdict.open == 1 ? " has" : "s have");
}

static void write_drops(FILE *out, const struct gb_report_baseline *baseline)
{
	static const char *const names[] = { "roof", "off",  "floor", "against", "value",
					     "GPU",  "host", "PCI",   "suspect", NULL };
	const struct gb_verdict *verdict = &baseline->verdict;

	gb_html_table(out, "Roofs that are below", names);
	for (size_t i = 0; i < verdict->slow && i < TABLE_MAX; i++) {
		const struct gb_verdict_finding *slow = &verdict->finding[i];
		const struct gb_fleet_model *model = gb_fleet_find_model(&baseline->comparison->fleet, slow->gpu);
		const struct gb_group *group = model != NULL ? gb_fleet_group(model, slow->roof) : NULL;
		gb_html_begin(out, "tr");
		gb_html_cell(out, slow->roof);
		gb_html_change_below(out, 1, slow->ruling.part);
		gb_html_change(out, 1, -slow->ruling.floor);
		gb_html_cell(out, slow->ruling.by_peers   ? "its peers"
				  : slow->ruling.same_gpu ? "its own earlier value"
							  : "GPUs of its model");
		if (group != NULL)
			gb_html_number(out, sample_of(model, slow->gpu, group).value, group->unit);
		else
			gb_html_cell(out, "");
		gb_html_cell(out, slow->gpu->key);
		gb_html_cell(out, slow->gpu->host);
		gb_html_cell(out, slow->gpu->pci);
		gb_html_cell(out, slow->suspect != NULL ? slow->suspect : "");
		gb_html_end(out, "tr");
		fputc('\n', out);
	}
	gb_html_table_end(out);
	if (verdict->slow > TABLE_MAX)
		gb_html_format(out, "p", "%zu more are left out of this table.", verdict->slow - TABLE_MAX);
}

void gb_report_baseline_write(FILE *out, const struct gb_report_baseline *baseline)
{
	if (!baseline->is_known)
		return;
	write_stands(out, baseline);
	if (baseline->verdict.slow > 0)
		write_drops(out, baseline);
	else
		gb_html_format(out, "p", "No roof is below the %s.", gb_report_baseline_word(baseline));
}
