/* judge_findings.c: sorts the findings of a verdict and writes them as text. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge_verdict.h"
#include "base/text.h"

const char *gb_verdict_kind_word(enum gb_verdict_finding_kind kind)
{
	static const char *const words[GB_FOUND_KINDS] = {
		[GB_FOUND_SLOW] = "slow",       [GB_FOUND_THROTTLED] = "throttled",
		[GB_FOUND_LINK] = "link",       [GB_FOUND_UNEXPECTED] = "not as expected",
		[GB_FOUND_OPEN] = "no verdict", [GB_FOUND_DIFFERS] = "differs",
		[GB_FOUND_NOTE] = "note",
	};

	return words[kind];
}

/* Adds "its reference", "its peers" or "its own value in the baseline". */
static void add_against(const struct gb_ruling *ruling, const char *against, char *text, size_t size)
{
	if (ruling->by_peers)
		gb_text_add(text, size, "its peers");
	else
		gb_text_add(text, size, "%s%s", ruling->same_gpu ? "its own value in the " : "its ",
			    against != NULL ? against : "baseline");
}

/* Adds "tensor.fp16", or "tensor.fp16, work per clock,". */
static void add_roof(const char *roof, char *text, size_t size)
{
	const size_t length = strcspn(roof, "/");

	gb_text_add(text, size, "%.*s%s", (int)length, roof, roof[length] != '\0' ? ", work per clock," : "");
}

/* Adds "-4.8 % from", or "4.8 % worse than" if less is better. */
static void add_off(const struct gb_verdict_finding *finding, char *text, size_t size)
{
	char percent[64];
	const double part = finding->ruling.part;

	gb_text_percent(percent, sizeof percent, fabs(part), 1);
	if (gb_lower_is_better(finding->unit))
		gb_text_add(text, size, " %s %s than ", percent, part > 0 ? "better" : "worse");
	else
		gb_text_add(text, size, " %s%s from ", part >= 0 ? "+" : "-", percent);
}

static void add_percent(const char *before, double part, char *text, size_t size)
{
	char percent[64];

	gb_text_percent(percent, sizeof percent, part, 1);
	gb_text_add(text, size, "%s%s%s", before, part >= 0 ? "+" : "", percent);
}

static void add_why(const struct gb_verdict_finding *finding, const char *against, char *text, size_t size)
{
	const struct gb_ruling *ruling = &finding->ruling;

	switch (ruling->why) {
	case GB_WHY_NOT_MEASURED:
		gb_text_add(text, size, " is not measured");
		break;
	case GB_WHY_OTHER_UNIT:
		gb_text_add(text, size, " is not in %s, unlike that of others", finding->unit);
		break;
	case GB_WHY_TWO_DIFFER:
		add_off(finding, text, size);
		gb_text_add(text, size, "its only peer: they differ; which one is slow is unknown");
		break;
	case GB_WHY_PEERS_DIFFER:
		add_off(finding, text, size);
		gb_text_add(text, size, "its peers, which differ by as much");
		break;
	case GB_WHY_CUT_SHORT:
	case GB_WHY_SHARED:
		add_off(finding, text, size);
		add_against(ruling, against, text, size);
		gb_text_add(text, size, ", but %s",
			    ruling->why == GB_WHY_SHARED ? "other processes used the GPU"
							 : "its best point may be missing: the run was cut short");
		break;
	default:
		add_percent(gb_lower_is_better(finding->unit) ? " cannot be judged: its interval (+ is better) is "
							      : " cannot be judged: its interval is ",
			    ruling->lo, text, size);
		add_percent(" ... ", ruling->hi, text, size);
		gb_text_add(text, size, " from ");
		add_against(ruling, against, text, size);
	}
}

/* Adds "clock under load -2.1 %, work per clock +0.0 %". Their causes differ. */
static void add_parts(double part, double work, char *text, size_t size)
{
	if (!isfinite(work)) {
		gb_text_add(text, size, "not judged by part: its clock is unknown");
		return;
	}
	add_percent("clock under load ", (1 + part) / (1 + work) - 1, text, size);
	add_percent(", work per clock ", work, text, size);
}

static void add_slow(const struct gb_verdict_finding *finding, const char *against, char *text, size_t size)
{
	char percent[64];

	gb_text_percent(percent, sizeof percent, -finding->ruling.part, 1);
	gb_text_add(text, size, gb_lower_is_better(finding->unit) ? " %s worse than " : " %s below ", percent);
	add_against(&finding->ruling, against, text, size);
	if (!finding->is_by_part)
		return;
	gb_text_add(text, size, ": ");
	add_parts(finding->ruling.part, finding->work, text, size);
}

void gb_cohort_tell(const struct gb_cohort *cohort, char *text, size_t size)
{
	text[0] = '\0';
	if (cohort->what != NULL)
		gb_text_add(text, size, "%zu of %zu GPUs %s%s %s%s: ", cohort->gpus, cohort->of,
			    cohort->what == gb_column_grouped.name ? "with " : "", cohort->what, cohort->value,
			    cohort->is_prefix ? "*" : "");
	else
		gb_text_add(text, size, "%zu GPUs of %s%s%s against %zu of %s: ", cohort->gpus, cohort->model->name,
			    cohort->model->board[0] != '\0' ? ", board " : "", cohort->model->board, cohort->of,
			    cohort->value);
	if (cohort->roofs == 0)
		gb_text_add(text, size, "no difference in %zu roof%s; least certain: ", cohort->tried,
			    gb_text_plural(cohort->tried));
	add_roof(cohort->model->group[cohort->group].roof, text, size);
	gb_text_add(text, size, " %+.2f %% (%s%+.2f ... %+.2f %%)", 100 * cohort->part,
		    gb_off_note(cohort->model->group[cohort->group].unit, cohort->part), 100 * cohort->lo,
		    100 * cohort->hi);
	if (cohort->roofs == 0)
		return;
	if (cohort->roofs > 1)
		gb_text_add(text, size, ", %zu more roof%s", cohort->roofs - 1, gb_text_plural(cohort->roofs - 1));
	gb_text_add(text, size, "; by chance less than 1 in %.0f", floor(fmin(1 / cohort->chance, 1e6)));
}

void gb_verdict_tell_finding(const struct gb_verdict_finding *finding, const char *against, char *text, size_t size)
{
	const struct gb_gpu_roofs *gpu = finding->gpu;

	text[0] = '\0';
	if (gpu != NULL && gpu->host[0] != '\0')
		gb_text_add(text, size, "%s: ", gpu->host);
	if (gpu != NULL)
		gb_text_add(text, size, "%s%s (%s) ", gb_device_word(gpu->device), gpu->device, gpu->key);
	if (finding->roof == NULL) {
		gb_text_add(text, size, "%s", finding->text);
		return;
	}
	add_roof(finding->roof, text, size);
	if (finding->kind == GB_FOUND_SLOW)
		add_slow(finding, against, text, size);
	else if (finding->kind == GB_FOUND_OPEN)
		add_why(finding, against, text, size);
	if (finding->suspect != NULL)
		gb_text_add(text, size, " (suspect: %s)", finding->suspect);
}

/* Findings are sorted, so the first of a kind is the worst. */
static void add_worst(const struct gb_verdict *verdict, const char *against, char *text, size_t size)
{
	char worst[GB_ERROR_TEXT];

	gb_verdict_tell_finding(&verdict->finding[0], against, worst, sizeof worst);
	gb_text_add(text, size, "%s", worst);
}

/* Adds the cohort that explains most drops, and the number of other drops. */
static void add_leading(const struct gb_verdict *verdict, char *text, size_t size)
{
	char cohort[GB_ERROR_TEXT];

	gb_cohort_tell(&verdict->fleet->cohort[verdict->leading - 1], cohort, sizeof cohort);
	gb_text_add(text, size, "%s", cohort);
	if (verdict->elsewhere > 0)
		gb_text_add(text, size, "; %zu drop%s elsewhere", verdict->elsewhere,
			    gb_text_plural(verdict->elsewhere));
}

/* Adds " of n1" or, for several hosts, the number on each: " (4 of n1, 8 of n2)". */
static void add_hosts(const struct gb_verdict *verdict, char *text, size_t size)
{
	if (verdict->hosts == 1 && verdict->host[0].name[0] != '\0')
		gb_text_add(text, size, " of %s", verdict->host[0].name);
	if (verdict->hosts < 2 || verdict->hosts > GB_VERDICT_HOSTS)
		return;
	for (size_t i = 0; i < verdict->hosts; i++) {
		const char *name = verdict->host[i].name;
		gb_text_add(text, size, "%s%zu of %s", i == 0 ? " (" : ", ", verdict->host[i].gpus,
			    name[0] != '\0' ? name : "an unnamed host");
	}
	gb_text_add(text, size, ")");
}

/* Adds "throttled: n1: GPU 0 (GPU-1) ..., and 2 more", with the first and worst of `count` findings. */
static void add_findings(const struct gb_verdict *verdict, const char *word, size_t count, const char *against,
			 char *text, size_t size)
{
	gb_text_add(text, size, "%s: ", word);
	add_worst(verdict, against, text, size);
	if (count > 1)
		gb_text_add(text, size, ", and %zu more", count - 1);
}

void gb_verdict_line(const struct gb_verdict *verdict, const char *against, char *text, size_t size)
{
	gb_text_write(text, size, "%zu of %zu roof%s judged; ", verdict->roofs_judged, verdict->roofs,
		      gb_text_plural(verdict->roofs));
	if (verdict->slow > 0) {
		gb_text_add(text, size, "slow: ");
		if (verdict->leading > 0)
			add_leading(verdict, text, size);
		else
			add_worst(verdict, against, text, size);
		if (verdict->slow > 1 && verdict->leading == 0)
			gb_text_add(text, size, ", and %zu more of %zu GPU%s", verdict->slow - 1, verdict->gpus_slow,
				    gb_text_plural(verdict->gpus_slow));
		if (verdict->throttled > 0)
			gb_text_add(text, size, "; %zu GPU%s throttled", verdict->throttled,
				    gb_text_plural(verdict->throttled));
	} else if (verdict->throttled > 0) {
		add_findings(verdict, "throttled", verdict->throttled, against, text, size);
	} else if (verdict->wrong > 0) {
		add_findings(verdict, verdict->finding[0].kind == GB_FOUND_LINK ? "link" : "not as expected",
			     verdict->wrong, against, text, size);
	} else if (verdict->open > 0) {
		add_findings(verdict, "no verdict", verdict->open, against, text, size);
	} else if (verdict->fleet->cohorts > 0) {
		char cohort[GB_ERROR_TEXT];
		gb_cohort_tell(verdict->fleet->cohort, cohort, sizeof cohort);
		gb_text_add(text, size, "no GPU is slow by itself; differs: %s", cohort);
	} else {
		gb_text_add(text, size, "OK: %zu GPU%s", verdict->gpus, gb_text_plural(verdict->gpus));
		add_hosts(verdict, text, size);
		gb_text_add(text, size, " match%s %s", verdict->gpus == 1 ? "es its" : " their",
			    against != NULL ? against : "peers");
	}
	if (verdict->slow + verdict->throttled > 0 && verdict->wrong > 0)
		gb_text_add(text, size, "; %zu more about links and settings", verdict->wrong);
	if (verdict->slow + verdict->throttled + verdict->wrong > 0 && verdict->open > 0)
		gb_text_add(text, size, "; %zu without a verdict", verdict->open);
}

/* ---- drops of a cohort ------------------------------------------------------------------------------------------- */

/* True if the value would not be a drop without the difference of the cohort. */
static bool is_explained(const struct gb_verdict_finding *finding, const struct gb_cohort *cohort)
{
	const struct gb_fleet_model *model = cohort->model;

	if (cohort->what == NULL || finding->gpu < model->gpu || finding->gpu >= model->gpu + model->gpus ||
	    !cohort->has[finding->gpu - model->gpu])
		return false;
	const struct gb_group *group = gb_fleet_group_in(model, finding->roof, finding->unit);
	return group != NULL &&
	       finding->ruling.part - (double)cohort->shift[group - model->group] >= -finding->ruling.floor;
}

void gb_verdict_explain(struct gb_verdict *verdict)
{
	const struct gb_fleet *fleet = verdict->fleet;
	size_t most = 0;

	for (size_t c = 0; c < fleet->cohorts; c++) {
		size_t drops = 0;
		for (size_t i = 0; i < verdict->slow; i++) {
			struct gb_verdict_finding *finding = &verdict->finding[i];
			if (finding->cohort > 0 || !is_explained(finding, &fleet->cohort[c]))
				continue;
			finding->cohort = c + 1;
			drops++;
		}
		verdict->leading = drops > most ? c + 1 : verdict->leading;
		most = drops > most ? drops : most;
	}
	verdict->elsewhere = verdict->slow - most;
}

/* ---- order of findings ------------------------------------------------------------------------------------------- */

/* Sorts like GPUs, by host and number. Findings without a GPU come first. */
static int compare_gpus(const struct gb_gpu_roofs *a, const struct gb_gpu_roofs *b)
{
	if (a == NULL || b == NULL)
		return (a != NULL) - (b != NULL);
	const int host = strcmp(a->host, b->host);
	const long of_a = strtol(a->device, NULL, 10), of_b = strtol(b->device, NULL, 10);
	return host != 0 ? host : of_a != of_b ? (of_a > of_b) - (of_a < of_b) : strcmp(a->key, b->key);
}

static int compare_roofs(const struct gb_verdict_finding *a, const struct gb_verdict_finding *b)
{
	if (a->roof != NULL && b->roof != NULL)
		return gb_roof_order(a->roof, b->roof);
	if (a->roof != NULL || b->roof != NULL)
		return (a->roof != NULL) - (b->roof != NULL);
	return strcmp(a->text, b->text);
}

static int compare_findings(const void *left, const void *right)
{
	const struct gb_verdict_finding *a = left, *b = right;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->kind == GB_FOUND_SLOW && a->ruling.part != b->ruling.part)
		return a->ruling.part < b->ruling.part ? -1 : 1;
	const int gpu = compare_gpus(a->gpu, b->gpu);
	return gpu != 0 ? gpu : compare_roofs(a, b);
}

void gb_verdict_sort(struct gb_verdict *verdict)
{
	if (verdict->findings > 0)
		qsort(verdict->finding, verdict->findings, sizeof *verdict->finding, compare_findings);
}
