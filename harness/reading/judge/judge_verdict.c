#include "judge/judge_verdict.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/heap.h"
#include "base/text.h"
#include "judge/judge_settings.h"

struct work {
	struct gb_verdict *verdict;
	const struct gb_comparison *c;
	const struct gb_verdict_options *options;
	struct gb_judge judge;
	struct name *name; /* roofs found so far */
	size_t names, room;
};

/* A roof and its rulings over all GPUs. */
struct name {
	const char *text;
	bool is_asked, is_open, has_few;
};

/* ---- findings ---------------------------------------------------------------------------------------------------- */

static void add_finding(struct gb_verdict *verdict, const struct gb_verdict_finding *finding)
{
	verdict->finding = gb_array_grow(verdict->finding, verdict->findings, &verdict->room, sizeof *verdict->finding);
	verdict->finding[verdict->findings++] = *finding;
	verdict->slow += finding->kind == GB_FOUND_SLOW;
	verdict->throttled += finding->kind == GB_FOUND_THROTTLED;
	verdict->wrong += finding->kind == GB_FOUND_LINK || finding->kind == GB_FOUND_UNEXPECTED;
	verdict->open += finding->kind == GB_FOUND_OPEN;
	verdict->notes += finding->kind == GB_FOUND_NOTE;
}

void gb_verdict_remark(struct gb_verdict *verdict, enum gb_verdict_finding_kind kind, const struct gb_gpu_roofs *gpu,
		       const char *format, ...)
{
	struct gb_verdict_finding finding = { .kind = kind, .gpu = gpu };
	char text[GB_ERROR_TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	finding.text = gb_strings_keep(&verdict->strings, text);
	add_finding(verdict, &finding);
}

/* Returns the length of "tensor.fp16" in "tensor.fp16/clock", which belongs to this roof. */
static size_t roof_length(const char *roof)
{
	return strcspn(roof, "/");
}

static struct name *find_name(struct work *w, const char *roof)
{
	const size_t length = roof_length(roof);

	for (size_t i = 0; i < w->names; i++)
		if (roof_length(w->name[i].text) == length && strncmp(w->name[i].text, roof, length) == 0)
			return &w->name[i];
	w->name = gb_array_grow(w->name, w->names, &w->room, sizeof *w->name);
	w->name[w->names] = (struct name){ .text = roof };
	return &w->name[w->names++];
}

static void count_ruling(struct work *w, const char *roof, const struct gb_ruling *ruling)
{
	struct name *name = find_name(w, roof);

	name->is_asked |= ruling->is != GB_RULED_UNASKED;
	name->is_open |= ruling->is == GB_RULED_OPEN;
	name->has_few |= ruling->why == GB_WHY_FEW_CARDS;
	w->verdict->judged +=
		ruling->is == GB_RULED_FINE || ruling->is == GB_RULED_SLOW || ruling->is == GB_RULED_FASTER;
	w->verdict->faster += ruling->is == GB_RULED_FASTER;
}

/* ---- one GPU ----------------------------------------------------------------------------------------------------- */

struct tally {
	size_t measured, asked, alone, unknown, cut; /* cut: not measured because the run was cut short */
};

/* Returns the deviation of a power-bound roof's work per clock from its reference; NAN: the clock is unknown. */
static double deviation_of_work(struct work *w, const struct gb_fleet_model *model, size_t gpu, size_t group)
{
	const size_t at = gb_fleet_work_of(model, group);

	return at < model->groups ? gb_judge_rule(&w->judge, model, gpu, at).part : (double)NAN;
}

/* A finding about a slow roof includes its work per clock. */
static bool is_told_by_its_roof(struct work *w, const struct gb_fleet_model *model, size_t gpu, size_t group)
{
	const size_t roof = model->group[group].made_of;

	return roof > 0 && gb_judge_rule(&w->judge, model, gpu, roof - 1).is == GB_RULED_SLOW;
}

/* Such roofs are counted, and have one finding together. */
static bool is_cut_off(const struct gb_gpu_roofs *gpu, const struct gb_ruling *ruling, struct tally *tally)
{
	const bool is_it = gpu->is_cut && ruling->is == GB_RULED_OPEN && ruling->why == GB_WHY_NOT_MEASURED;

	tally->cut += is_it;
	return is_it;
}

static void judge_roof(struct work *w, const struct gb_fleet_model *model, size_t gpu, size_t group,
		       struct tally *tally)
{
	const struct gb_group *of = &model->group[group];
	const struct gb_sample sample = gb_fleet_sample(model, gpu, group);
	const struct gb_ruling ruling = gb_judge_rule(&w->judge, model, gpu, group);
	struct gb_verdict_finding finding = {
		.kind = ruling.is == GB_RULED_SLOW   ? GB_FOUND_SLOW
			: ruling.is == GB_RULED_OPEN ? GB_FOUND_OPEN
						     : GB_FOUND_NOTE,
		.gpu = &model->gpu[gpu],
		.roof = of->roof,
		.unit = of->unit,
		.ruling = ruling,
		.suspect = sample.runs > 0 && !sample.ok ? sample.reason : NULL,
	};

	tally->measured += sample.runs > 0;
	tally->asked += ruling.is != GB_RULED_UNASKED;
	tally->alone += ruling.is == GB_RULED_OPEN && ruling.why == GB_WHY_ALONE;
	tally->unknown += ruling.is == GB_RULED_UNASKED && ruling.why == GB_WHY_NO_SCATTER;
	count_ruling(w, of->roof, &ruling);
	if (ruling.is == GB_RULED_UNASKED || (ruling.is == GB_RULED_OPEN && ruling.why == GB_WHY_ALONE) ||
	    is_cut_off(finding.gpu, &ruling, tally))
		return;
	if (finding.kind == GB_FOUND_NOTE && (finding.suspect == NULL || of->derived))
		return;
	if (finding.kind == GB_FOUND_SLOW && is_told_by_its_roof(w, model, gpu, group))
		return;
	if (finding.kind == GB_FOUND_SLOW && gb_judge_kind_of(of->roof) == GB_JUDGED_POWER_BOUND && !of->derived) {
		finding.is_by_part = true;
		finding.work = deviation_of_work(w, model, gpu, group);
	}
	add_finding(w->verdict, &finding);
}

static bool has_baseline_for(const struct work *w, const struct gb_gpu_roofs *gpu)
{
	return w->c->baseline == NULL || gb_baseline_model(w->c->baseline, gpu->name, gpu->board) != NULL;
}

static void tell_stranger(struct work *w, const struct gb_gpu_roofs *gpu)
{
	char power[64] = ", with unknown power limit";

	if (isfinite(gpu->power_limit_w))
		snprintf(power, sizeof power, ", %.0f W", gpu->power_limit_w);
	gb_verdict_remark(w->verdict, GB_FOUND_OPEN, gpu, "cannot be judged: there is no %s for %s%s%s%s",
			  w->options->against, gpu->name, gpu->board[0] != '\0' ? ", board " : "", gpu->board, power);
}

/* Reports a GPU without any ruling. Pairs of GPUs have only roofs that depend on their links. */
static void tell_nothing(struct work *w, const struct gb_gpu_roofs *gpu, const struct tally *tally)
{
	if (gpu->peer[0] != '\0' && tally->asked == 0)
		return;
	if (tally->measured == 0)
		gb_verdict_remark(w->verdict, GB_FOUND_OPEN, gpu, "no roof is measured");
	else if (!has_baseline_for(w, gpu))
		tell_stranger(w, gpu);
	else if (tally->asked > 0)
		gb_verdict_remark(w->verdict, GB_FOUND_OPEN, gpu, "nothing to compare it with: no peer, and %s",
				  w->c->baseline != NULL ? "the baseline has none of its roofs" : "no --baseline");
	else if (tally->unknown > 0)
		gb_verdict_remark(w->verdict, GB_FOUND_OPEN, gpu,
				  "no roof can be judged: the scatter between cards is unknown for the %zu it has; "
				  "use --max-drop",
				  tally->unknown);
	else
		gb_verdict_remark(w->verdict, GB_FOUND_OPEN, gpu,
				  "no roof of the set is measured; --roof selects others");
}

static void find_lost_roofs(struct work *w, const struct gb_fleet_model *model, size_t gpu, struct tally *tally)
{
	const struct gb_fleet_model *then =
		w->c->baseline != NULL ? gb_baseline_model(w->c->baseline, model->name, model->board) : NULL;

	for (size_t i = 0; then != NULL && i < then->groups; i++) {
		const struct gb_group *group = &then->group[i];
		if (gb_fleet_group_in(model, group->roof, group->unit) != NULL)
			continue; /* judged with the roofs of the model */
		const struct gb_ruling ruling = gb_judge_rule_lost(&w->judge, &model->gpu[gpu], group);
		const struct gb_verdict_finding finding = {
			.kind = GB_FOUND_OPEN,
			.gpu = &model->gpu[gpu],
			.roof = group->roof,
			.unit = group->unit,
			.ruling = ruling,
		};
		count_ruling(w, group->roof, &ruling);
		if (ruling.is != GB_RULED_OPEN)
			continue;
		tally->asked++;
		if (!is_cut_off(finding.gpu, &ruling, tally))
			add_finding(w->verdict, &finding);
	}
}

static void count_gpu(struct gb_verdict *verdict, const char *host)
{
	size_t i = 0;

	verdict->gpus++;
	while (i < verdict->hosts && i < GB_VERDICT_HOSTS && strcmp(verdict->host[i].name, host) != 0)
		i++;
	if (i == verdict->hosts && i < GB_VERDICT_HOSTS)
		verdict->host[verdict->hosts++].name = host;
	else if (i == GB_VERDICT_HOSTS)
		verdict->hosts = GB_VERDICT_HOSTS + 1;
	if (i < GB_VERDICT_HOSTS)
		verdict->host[i].gpus++;
}

/* ---- links ------------------------------------------------------------------------------------------------------- */

/* The number of GPUs that are compared: a site has few kinds of hosts. */
enum { NEIGHBOURS_MAX = 64 };

/* True if all others have the same links, as on a host with risers of eight lanes. */
static bool have_all_this_link(const struct work *w, const struct gb_fleet_model *model, size_t gpu, const char *text)
{
	char other[GB_ERROR_TEXT];
	size_t alike = 0;

	for (size_t i = 0; i < model->gpus && alike < NEIGHBOURS_MAX; i++) {
		gb_judge_set_link(&model->gpu[i], w->judge.set, other, sizeof other);
		if (i != gpu && strcmp(other, text) != 0)
			return false;
		alike += i != gpu;
	}
	return alike > 0;
}

static void judge_link(struct work *w, const struct gb_fleet_model *model, size_t gpu)
{
	const struct gb_gpu_roofs *card = &model->gpu[gpu];
	const struct gb_gpu_roofs *then =
		w->c->baseline != NULL ? gb_roofs_find(w->c->baseline->roofs, card->key) : NULL;
	char text[GB_ERROR_TEXT], before[GB_ERROR_TEXT] = "";

	gb_judge_set_link(card, w->judge.set, text, sizeof text);
	if (text[0] == '\0')
		return;
	if (then != NULL)
		gb_judge_set_link(then, w->judge.set, before, sizeof before);
	if (strcmp(text, before) == 0)
		gb_verdict_remark(w->verdict, GB_FOUND_NOTE, card, "%s, as in the baseline", text);
	else if (have_all_this_link(w, model, gpu, text))
		gb_verdict_remark(w->verdict, GB_FOUND_NOTE, card, "%s, as of all its peers", text);
	else
		gb_verdict_remark(w->verdict, GB_FOUND_LINK, card, "%s", text);
}

static void judge_gpu(struct work *w, const struct gb_fleet_model *model, size_t gpu)
{
	const struct gb_gpu_roofs *card = &model->gpu[gpu];
	const size_t slow = w->verdict->slow;
	struct tally tally = { 0 };
	char text[GB_ERROR_TEXT];

	if (card->peer[0] == '\0')
		count_gpu(w->verdict, card->host);
	for (size_t i = 0; i < model->groups; i++)
		judge_roof(w, model, gpu, i, &tally);
	if (gb_judge_set_throttled(card, w->options->set, text, sizeof text))
		gb_verdict_remark(w->verdict, GB_FOUND_THROTTLED, card, "%s", text);
	judge_link(w, model, gpu);
	if (card->peer[0] == '\0')
		gb_settings_expect(w->verdict, card, w->options->expect, w->options->expects);
	find_lost_roofs(w, model, gpu, &tally);
	if (tally.asked == tally.alone)
		tell_nothing(w, card, &tally);
	else if (!has_baseline_for(w, card) && card->peer[0] == '\0')
		tell_stranger(w, card);
	if (tally.cut > 0)
		gb_verdict_remark(w->verdict, GB_FOUND_OPEN, card, "%zu roof%s not measured: the run was cut short",
				  tally.cut, tally.cut == 1 ? " is" : "s are");
	if (card->failed > 0)
		gb_verdict_remark(w->verdict, GB_FOUND_OPEN, card, "%zu measurement%s failed, first %s", card->failed,
				  card->failed == 1 ? "" : "s", card->failure);
	if (card->clash != NULL)
		gb_verdict_remark(w->verdict, GB_FOUND_OPEN, card, "%s", card->clash);
	w->verdict->gpus_slow += w->verdict->slow > slow;
}

/* ---- missing GPUs and roofs -------------------------------------------------------------------------------------- */

static bool is_host_here(const struct gb_roofs *roofs, const char *host)
{
	bool here = false;

	for (size_t i = 0; i < roofs->count && !here; i++)
		here = strcmp(roofs->gpu[i].host, host) == 0;
	return here;
}

/* Reports GPUs of the baseline that are missing. A GPU on a host that does not appear in the files was probably not
 * meant to be checked. A reference names no hosts. */
static void find_lost_gpus(struct work *w)
{
	const struct gb_comparison *c = w->c;
	const struct gb_roofs *then = c->baseline->roofs;
	size_t here = 0, elsewhere = 0;

	for (size_t i = 0; i < then->count; i++) {
		const struct gb_gpu_roofs *gpu = &then->gpu[i];
		if (gpu->host[0] == '\0' || gpu->peer[0] != '\0' ||
		    (c->chosen != NULL && !gb_gpu_is(c->chosen, gpu->uuid, gpu->host, gpu->pci, gpu->name, gpu->board)))
			continue;
		if (gb_roofs_find(c->roofs, gpu->key) != NULL)
			here++;
		else if (is_host_here(c->roofs, gpu->host))
			gb_verdict_remark(w->verdict, GB_FOUND_OPEN, gpu, "is in the baseline but not in these files");
		else
			elsewhere++;
	}
	if (here > 0 && elsewhere > 0)
		gb_verdict_remark(w->verdict, GB_FOUND_NOTE, NULL,
				  "%zu GPU%s of the baseline, on other hosts, %s not in these files", elsewhere,
				  elsewhere == 1 ? "" : "s", elsewhere == 1 ? "is" : "are");
}

enum { NODES_NAMED = 10 };

/* Adds one finding for all nodes that did not report, and one for each node that reported in part. */
static void find_nodes(struct work *w)
{
	const size_t count = w->c->nodes;
	struct gb_expected_node *node = gb_heap_array(count + 1, sizeof *node);
	char names[GB_ERROR_TEXT] = "";
	size_t silent = 0;

	gb_expected_nodes(w->c->roofs, w->c->node, count, node);
	for (size_t i = 0; i < count; i++) {
		if (node[i].gpus < node[i].usual)
			gb_verdict_remark(w->verdict, GB_FOUND_OPEN, NULL,
					  "%s reported only in part: %zu GPU%s, while most nodes of its kind have %zu",
					  node[i].name, node[i].gpus, gb_text_plural(node[i].gpus), node[i].usual);
		if (node[i].model == NULL && silent++ < NODES_NAMED)
			gb_text_add(names, sizeof names, "%s%.60s", silent > 1 ? ", " : "", node[i].name);
	}
	if (silent > 0)
		gb_verdict_remark(w->verdict, GB_FOUND_OPEN, NULL, "%zu of %zu nodes did not report: %s%s", silent,
				  count, names, silent > NODES_NAMED ? ", ..." : "");
	free(node);
}

/* A run that was cut short lacks roofs. With a baseline, the missing roofs are known; without one, they are not. */
static void find_gaps(struct work *w, const struct gb_roofs *roofs, enum gb_verdict_finding_kind kind, const char *of)
{
	for (size_t i = 0; i < roofs->empties; i++)
		gb_verdict_remark(w->verdict, kind, NULL, "%s: no row could be read: its node is not judged",
				  gb_text_input(roofs->empty[i]));
	for (size_t i = 0; i < roofs->runs.count; i++) {
		const struct gb_run_rows *run = &roofs->runs.run[i];
		const struct gb_gpu_roofs *gpu = gb_roofs_find(roofs, run->gpu);
		/* A reference has only rows that set roofs, and names no hosts. */
		if (run->seen < run->points && gpu != NULL && (of[0] == '\0' || gpu->host[0] != '\0'))
			gb_verdict_remark(w->verdict,
					  w->c->baseline != NULL && has_baseline_for(w, gpu) ? GB_FOUND_NOTE : kind,
					  gpu, "the run%s was cut short: rows of %zu of %zu points (run %s)", of,
					  run->seen, run->points, run->run);
	}
}

/* ---- the complete verdict ---------------------------------------------------------------------------------------- */

static void count_names(struct work *w)
{
	size_t by_part = 0;

	for (size_t i = 0; i < w->names; i++) {
		const struct name *name = &w->name[i];
		w->verdict->roofs += name->is_asked;
		w->verdict->roofs_judged += name->is_asked && !name->is_open;
		w->verdict->aside += name->has_few && !name->is_asked;
		by_part += name->has_few && name->is_asked;
	}
	if (w->verdict->aside > 0)
		gb_verdict_remark(
			w->verdict, GB_FOUND_NOTE, NULL,
			"%zu roof%s not judged: cards differ in %s, and the reference has fewer than %d cards",
			w->verdict->aside, w->verdict->aside == 1 ? " is" : "s are",
			w->verdict->aside == 1 ? "it" : "them", GB_SCATTER_REFERENCES_MIN);
	if (by_part > 0)
		gb_verdict_remark(w->verdict, GB_FOUND_NOTE, NULL,
				  "%zu roof%s: only the work per clock is judged, as cards differ and the reference "
				  "has fewer than %d cards",
				  by_part, by_part == 1 ? "" : "s", GB_SCATTER_REFERENCES_MIN);
}

static void judge_all(struct work *w)
{
	const struct gb_fleet *fleet = &w->c->fleet;

	find_gaps(w, w->c->roofs, GB_FOUND_OPEN, "");
	if (w->c->baseline != NULL)
		find_gaps(w, w->c->baseline->roofs, GB_FOUND_NOTE, " of the baseline");
	for (size_t m = 0; m < fleet->models; m++)
		for (size_t g = 0; g < fleet->model[m].gpus; g++)
			judge_gpu(w, &fleet->model[m], g);
	for (size_t m = 0; m < fleet->models; m++)
		if (fleet->model[m].gpus > 0 && fleet->model[m].gpu->peer[0] == '\0')
			gb_settings_compare(w->verdict, &fleet->model[m]);
	if (w->c->baseline != NULL)
		find_lost_gpus(w);
	count_names(w);
	find_nodes(w);
	if (w->options->gpus > w->verdict->gpus)
		gb_verdict_remark(w->verdict, GB_FOUND_OPEN, NULL, "%zu GPU%s of %llu", w->verdict->gpus,
				  w->verdict->gpus == 1 ? "" : "s", (unsigned long long)w->options->gpus);
}

void gb_verdict_of(struct gb_verdict *verdict, const struct gb_comparison *comparison,
		   const struct gb_verdict_options *options)
{
	static const struct gb_judge_set as_it_is = { .onlys = 0 };
	struct work w = { .verdict = verdict, .c = comparison, .options = options };

	*verdict = (struct gb_verdict){ 0 };
	gb_judge_of(&w.judge, &comparison->fleet, comparison->baseline, options->set != NULL ? options->set : &as_it_is,
		    options->max_drop);
	judge_all(&w);
	gb_judge_free(&w.judge);
	free(w.name);
	verdict->fleet = &comparison->fleet;
	gb_verdict_sort(verdict);
	gb_verdict_explain(verdict);
}

void gb_verdict_free(struct gb_verdict *verdict)
{
	free(verdict->finding);
	gb_strings_free(&verdict->strings);
	*verdict = (struct gb_verdict){ 0 };
}

int gb_verdict_status(const struct gb_verdict *verdict)
{
	if (verdict->slow + verdict->throttled + verdict->wrong > 0)
		return 3;
	return verdict->open > 0 || verdict->roofs == 0 || verdict->roofs_judged < verdict->roofs ? 2 : 0;
}
