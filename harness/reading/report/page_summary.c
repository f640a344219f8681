/* page_summary.c: the list at the top of the page: GPUs, changes, outliers, drops and doubts. */
#include "report/page.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/quantity.h"
#include "base/text.h"
#include "past/finds.h"
#include "report/html.h"
#include "report/report.h"

enum { LINE = 1024, NAMED = 3, FINDS_TOLD = 8 };

/* Writes a question of a reader, and its answer with a link to the details at `target`. */
static void write_answer(FILE *out, const char *question, const char *target, bool is_alarm, const char *text)
{
	char address[48] = "";

	gb_text_add(address, sizeof address, "#%s", target);
	gb_html_begin_with(
		out, "li",
		(const struct gb_html_attribute[]){ { is_alarm ? "class" : NULL, "alarm" }, { NULL, NULL } });
	gb_html_element(out, "b", question);
	fputc(' ', out);
	gb_html_begin_with(out, "a", (const struct gb_html_attribute[]){ { "href", address }, { NULL, NULL } });
	gb_html_text(out, text);
	gb_html_end(out, "a");
	gb_html_end(out, "li");
	fputc('\n', out);
}

/* False for pairs and nodes, which have no rates of arithmetic and no ridge. */
static bool is_single(const struct gb_gpu_roofs *gpu)
{
	return gpu != NULL && gpu->peer[0] == '\0';
}

static void write_models(FILE *out, const struct gb_page_gpus *gpus, const struct gb_fleet *fleet)
{
	const struct gb_gpu_roofs *first = gpus->list[0].gpu;
	char text[LINE] = "", name[GB_FLEET_TITLE];
	size_t single = 0; /* models of single GPUs */

	for (size_t m = 0; m < fleet->models; m++)
		single += is_single(fleet->model[m].gpu);
	for (size_t m = 0; m < fleet->models && m < NAMED; m++)
		gb_text_add(text, sizeof text, "%s%zu \xc3\x97 %s", m > 0 ? "; " : "", fleet->model[m].gpus,
			    gb_fleet_title(&fleet->model[m], name));
	if (fleet->models > NAMED)
		gb_text_add(text, sizeof text, "; %zu more models", fleet->models - NAMED);
	gb_html_format(out, "li", "%s. Driver %s, gpubench %s%s.", text,
		       first->driver[0] != '\0' ? first->driver : "not known", first->version,
		       gpus->count > 1 ? " (of the first)" : "");
	if (single > 1)
		write_answer(out, "How do the models differ?", "side-title", false, "Ratios of all roofs, sorted.");
}

static void write_ridge(FILE *out, const struct gb_fleet_model *model)
{
	static const char *const computes[] = { "fp32", "fp64", "tensor.bf16" };
	const struct gb_group *memory = gb_fleet_group_in(model, "dram.read", "B/s"), *compute = NULL;
	char bytes[64], flops[64], text[LINE] = "";

	for (size_t i = 0; compute == NULL && i < sizeof computes / sizeof computes[0]; i++)
		compute = gb_fleet_group_in(model, computes[i], "FLOP/s");
	if (memory == NULL || compute == NULL) {
		write_answer(out, "What limits a kernel?", "roofs-title", false,
			     "Unknown without roofs of DRAM and of arithmetic.");
		return;
	}
	gb_quantity_write(bytes, sizeof bytes, memory->median, memory->unit);
	gb_quantity_write(flops, sizeof flops, compute->median, compute->unit);
	gb_text_add(text, sizeof text, "On %s a kernel below %.3g FLOP/B is limited by DRAM (%s), above it by %s (%s).",
		    model->name, compute->median / memory->median, bytes, compute->roof, flops);
	write_answer(out, "What limits a kernel?", "live-title", false, text);
}

static void tell_peers(const struct gb_fleet *fleet, const struct gb_page_gpus *gpus, char *text, size_t size)
{
	const struct gb_outlier *worst = gpus->outlier;
	size_t slow = 0;

	for (size_t i = 0; i < gpus->outliers; i++)
		slow += gpus->outlier[i].standing == GB_SLOW;
	if (gb_fleet_largest(fleet)->peers < GB_PEERS_MIN)
		gb_text_add(text, size,
			    "Compared with peers: unknown; at least %d GPUs of a model and board "
			    "are needed.",
			    GB_PEERS_MIN);
	else if (worst == NULL)
		gb_text_add(text, size, "Against peers: no GPU.");
	else
		gb_text_add(text, size,
			    "Against peers: %zu slow and %zu fast GPU%s. The worst is %s on %s, %+.1f\xc2\xa0%% in %s.",
			    slow, gpus->outliers - slow, gb_text_plural(gpus->outliers),
			    worst->model->gpu[worst->gpu].key, worst->model->gpu[worst->gpu].host, 100 * worst->off,
			    worst->model->group[worst->group].roof);
}

/* Returns the slowest GPU among its peers, or else against the baseline; NULL: none. */
static const struct gb_gpu_roofs *find_slowest(const struct gb_page_gpus *gpus,
					       const struct gb_report_baseline *baseline)
{
	const struct gb_outlier *worst = gpus->outlier;

	if (worst != NULL && worst->standing == GB_SLOW)
		return &worst->model->gpu[worst->gpu];
	return baseline->is_known && baseline->verdict.slow > 0 ? baseline->verdict.finding[0].gpu : NULL;
}

static void write_off(FILE *out, const struct gb_report_baseline *baseline, const struct gb_fleet *fleet,
		      const struct gb_page_gpus *gpus)
{
	const struct gb_gpu_roofs *slowest = find_slowest(gpus, baseline);
	char text[LINE] = "", target[32] = "";

	for (size_t i = 0; i < gpus->count && target[0] == '\0'; i++)
		if (gpus->list[i].gpu == slowest)
			gb_text_add(target, sizeof target, "gpu-%zu", i);
	gb_report_baseline_tell(baseline, text, sizeof text);
	gb_text_add(text, sizeof text, " ");
	tell_peers(fleet, gpus, text, sizeof text);
	write_answer(out, "Which GPU deviates?", target[0] != '\0' ? target : "roofs-title", slowest != NULL, text);
}

static void write_doubts(FILE *out, const struct gb_roofs *roofs, const struct gb_report_rows *rows)
{
	const struct gb_roof *roof, *first = NULL;
	size_t doubtful = 0;

	for (size_t i = 0; i < roofs->count; i++)
		for (size_t at = 0; (roof = gb_gpu_next(&roofs->gpu[i], &at)) != NULL;)
			if (roof->row->status != GB_ROW_OK && doubtful++ == 0)
				first = roof;
	if (first == NULL)
		gb_html_format(out, "li", "Suspect: no roof; %zu of %zu rows are suspect, and %zu failed.",
			       rows->suspect, rows->count, rows->failed);
	else
		gb_html_format(out, "li",
			       "Suspect: %zu roof%s, first %s%s%s. %zu of %zu rows are suspect, and %zu failed.",
			       doubtful, gb_text_plural(doubtful), first->row->name, first->row->reason[0] ? ": " : "",
			       first->row->reason, rows->suspect, rows->count, rows->failed);
}

/* Returns the roof of a GPU that is farthest from its limit; NULL: no limit is known. */
static const struct gb_roof *find_farthest(const struct gb_gpu_roofs *gpu)
{
	const struct gb_roof *roof, *least = NULL;

	for (size_t at = 0; is_single(gpu) && (roof = gb_gpu_next(gpu, &at)) != NULL;)
		if (isfinite(gb_roof_fraction(roof)) && !gb_roof_is_aside(roof->row->name) &&
		    (least == NULL || gb_roof_fraction(roof) < gb_roof_fraction(least)))
			least = roof;
	return least;
}

/* Names the roof farthest from its limit: of each GPU if there are few, otherwise of one GPU. */
static void write_farthest(FILE *out, const struct gb_roofs *roofs)
{
	const struct gb_gpu_roofs *gpu = NULL;
	const struct gb_roof *farthest = NULL;
	char text[LINE] = "";
	size_t gpus = 0;

	for (size_t i = 0; i < roofs->count; i++)
		gpus += is_single(&roofs->gpu[i]);
	const bool few = gpus <= GB_REPORT_FEW_GPUS;
	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_roof *roof = find_farthest(&roofs->gpu[i]);
		if (roof != NULL && (few || farthest == NULL || gb_roof_fraction(roof) < gb_roof_fraction(farthest))) {
			farthest = roof;
			gpu = &roofs->gpu[i];
		}
		if (farthest != NULL && (few ? roof != NULL : i + 1 == roofs->count))
			gb_text_add(text, sizeof text, "%s%s %.12s on %s: %s at %.1f\xc2\xa0%%",
				    text[0] != '\0' ? "; " : "", gpu->name, gpu->key, gpu->host, farthest->row->name,
				    100 * gb_roof_fraction(farthest));
	}
	gb_text_add(text, sizeof text, text[0] != '\0' ? "." : "Unknown, as no limit is known.");
	write_answer(out, "Which roof is farthest from its limit?", "roofs-title", false, text);
}

struct change {
	const struct gb_history_series *series;
	const struct gb_history_step *step; /* or drift; NULL: nothing changed */
	bool is_drift;
	size_t changed; /* changed series */
};

static void take_worse(struct change *worst, const struct gb_history_series *series, const struct gb_history_step *step,
		       size_t count, bool is_drift)
{
	for (size_t i = 0; i < count; i++)
		if (worst->step == NULL || step[i].part < worst->step->part) {
			worst->series = series;
			worst->step = &step[i];
			worst->is_drift = is_drift;
		}
}

/* Writes the largest step or drift of one GPU, and the date since when the GPU is slow. */
static void write_worst_change(FILE *out, const struct gb_history *history)
{
	struct change worst = { 0 };
	char day[GB_CLOCK_DAY], why[GB_ERROR_TEXT] = "";

	for (size_t i = 0; history != NULL && i < history->count; i++) {
		const struct gb_history_series *s = &history->series[i];
		take_worse(&worst, s, s->step, s->steps, false);
		take_worse(&worst, s, s->drift, s->drifts, true);
		worst.changed += s->steps + s->drifts > 0;
	}
	if (worst.step == NULL)
		return;
	if (!worst.is_drift)
		gb_history_explain(history, worst.series, worst.step, why, sizeof why);
	gb_html_format(out, "li",
		       "Over time: %zu roof%s of single GPUs changed. %s %s of %s on %s, %+.1f\xc2\xa0%% %s %s%s%s.",
		       worst.changed, gb_text_plural(worst.changed), worst.changed == 1 ? "It is" : "The worst is",
		       worst.series->roof, worst.series->gpu, worst.series->host, 100 * worst.step->part,
		       worst.is_drift ? "in a drift from" : "since",
		       gb_clock_day(gb_history_point(history, worst.series, worst.step->at).seconds, day),
		       why[0] != '\0' ? ", with " : "", why);
}

/* Changes on many GPUs come first, because they are one problem of the whole fleet. */
static void write_finds(FILE *out, const struct gb_history *history)
{
	char text[LINE];

	for (size_t i = 0; history != NULL && i < history->finds && i < FINDS_TOLD; i++) {
		gb_history_tell_find(&history->find[i], text, sizeof text);
		gb_html_format(out, "li", "Over time: %s.", text);
	}
	if (history != NULL && history->finds > FINDS_TOLD)
		gb_html_format(out, "li", "Over time: %zu changes more.", history->finds - FINDS_TOLD);
}

static void write_cohorts(FILE *out, const struct gb_fleet *fleet)
{
	char text[LINE];

	for (size_t i = 0; i < fleet->cohorts && i < FINDS_TOLD; i++) {
		gb_cohort_tell(&fleet->cohort[i], text, sizeof text);
		gb_html_format(out, "li", "Together: %s.", text);
	}
}

/* Writes findings about links, settings and throttled GPUs, whether the GPU is slow or not. */
static void write_findings(FILE *out, const struct gb_verdict *verdict)
{
	char text[LINE];
	size_t count = 0;

	for (size_t i = 0; i < verdict->findings; i++) {
		const enum gb_verdict_finding_kind kind = verdict->finding[i].kind;
		if ((kind != GB_FOUND_THROTTLED && kind != GB_FOUND_LINK && kind != GB_FOUND_DIFFERS) ||
		    ++count > FINDS_TOLD)
			continue;
		gb_verdict_tell_finding(&verdict->finding[i], NULL, text, sizeof text);
		gb_html_format(out, "li", "Finding (%s): %s.", gb_verdict_kind_word(kind), text);
	}
	if (count > FINDS_TOLD)
		gb_html_format(out, "li", "%zu findings more: gpubench compare --judge.", count - FINDS_TOLD);
}

void gb_page_summary_write(FILE *out, const struct gb_history *history, const struct gb_page_gpus *gpus,
			   const struct gb_fleet *fleet, const struct gb_report_baseline *baseline,
			   const struct gb_report_rows *rows)
{
	if (gpus->count == 0)
		return;
	write_finds(out, history);
	write_off(out, baseline, fleet, gpus);
	write_worst_change(out, history);
	write_cohorts(out, fleet);
	write_findings(out, &baseline->verdict);
	write_farthest(out, baseline->roofs);
	for (size_t m = 0, named = 0; m < fleet->models && named < NAMED; m++)
		if (is_single(fleet->model[m].gpu) &&
		    (m == 0 ||
		     strcmp(fleet->model[m].name, fleet->model[m - 1].name) != 0)) { /* not another board of the model
		                                                                                * before */
			write_ridge(out, &fleet->model[m]);
			named++;
		}
	write_models(out, gpus, fleet);
	write_doubts(out, baseline->roofs, rows);
}
