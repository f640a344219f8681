#include "analysis/gate.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/collections.h"
#include "base/text.h"

/* The state of a gate being built. */
struct work {
	struct gb_gate *gate;
	const struct gb_comparison *c;
	const struct gb_gate_options *options;
	struct gb_judge judge;
	struct name *name; /* roofs found so far */
	size_t names, room;
	bool full; /* out of memory */
};

/* A roof by its name, and its verdicts over all GPUs. */
struct name {
	const char *text;
	bool is_asked, is_open, has_few;
};

/* ---- findings ---------------------------------------------------------------------------------------------------- */

static void add(struct work *w, const struct gb_gate_found *finding)
{
	struct gb_gate *gate = w->gate;
	struct gb_gate_found *grown = gb_array_grow(gate->finding, gate->findings, &gate->room, sizeof *grown);

	if (grown == NULL) {
		w->full = true;
		return;
	}
	gate->finding = grown;
	gate->finding[gate->findings++] = *finding;
	gate->slow += finding->kind == GB_FOUND_SLOW;
	gate->throttled += finding->kind == GB_FOUND_THROTTLED;
	gate->open += finding->kind == GB_FOUND_OPEN;
	gate->notes += finding->kind == GB_FOUND_NOTE;
}

/* For a GPU as a whole; NULL: for none. */
static void say(struct work *w, enum gb_gate_what kind, const struct gb_gpu_roofs *gpu, const char *format, ...)
	GB_PRINTF(4, 5);
static void say(struct work *w, enum gb_gate_what kind, const struct gb_gpu_roofs *gpu, const char *format, ...)
{
	struct gb_gate_found finding = { .kind = kind, .gpu = gpu };
	char text[GB_ERROR_TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	finding.text = gb_strings_keep(&w->gate->strings, text);
	if (finding.text == NULL)
		w->full = true;
	else
		add(w, &finding);
}

/* "tensor.fp16" for "tensor.fp16/clock", which is a part of it. */
static size_t length_of(const char *roof)
{
	return strcspn(roof, "/");
}

static struct name *name_of(struct work *w, const char *roof)
{
	const size_t length = length_of(roof);

	for (size_t i = 0; i < w->names; i++)
		if (length_of(w->name[i].text) == length && strncmp(w->name[i].text, roof, length) == 0)
			return &w->name[i];
	struct name *grown = gb_array_grow(w->name, w->names, &w->room, sizeof *grown);
	if (grown == NULL) {
		w->full = true;
		return NULL;
	}
	w->name = grown;
	w->name[w->names] = (struct name){ .text = roof };
	return &w->name[w->names++];
}

static void count(struct work *w, const char *roof, const struct gb_ruling *ruling)
{
	struct name *name = name_of(w, roof);

	if (name == NULL)
		return;
	name->is_asked |= ruling->is != GB_RULED_UNASKED;
	name->is_open |= ruling->is == GB_RULED_OPEN;
	name->has_few |= ruling->why == GB_WHY_FEW_CARDS;
	w->gate->judged += ruling->is == GB_RULED_FINE || ruling->is == GB_RULED_SLOW || ruling->is == GB_RULED_FASTER;
	w->gate->faster += ruling->is == GB_RULED_FASTER;
}

/* ---- one GPU ----------------------------------------------------------------------------------------------------- */

/* The results over its roofs. */
struct tally {
	size_t measured, asked, alone, unknown;
};

/* The work per cycle of a power-bound roof, relative to its reference; NAN: its clock is not known. */
static double work_of(struct work *w, const struct gb_model *model, size_t gpu, size_t group)
{
	const size_t at = gb_model_work_of(model, group);

	return at < model->groups ? gb_judge_rule(&w->judge, model, gpu, at).part : (double)NAN;
}

/* A slow roof reports its work per clock itself. */
static bool is_told_by_its_roof(struct work *w, const struct gb_model *model, size_t gpu, size_t group)
{
	const size_t roof = model->group[group].made_of;

	return roof > 0 && gb_judge_rule(&w->judge, model, gpu, roof - 1).is == GB_RULED_SLOW;
}

static void judge_roof(struct work *w, const struct gb_model *model, size_t gpu, size_t group, struct tally *tally)
{
	const struct gb_group *of = &model->group[group];
	const struct gb_sample sample = gb_model_sample(model, gpu, group);
	const struct gb_ruling ruling = gb_judge_rule(&w->judge, model, gpu, group);
	struct gb_gate_found finding = {
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
	count(w, of->roof, &ruling);
	if (ruling.is == GB_RULED_UNASKED || (ruling.is == GB_RULED_OPEN && ruling.why == GB_WHY_ALONE))
		return;
	if (finding.kind == GB_FOUND_NOTE && (finding.suspect == NULL || of->derived))
		return;
	if (finding.kind == GB_FOUND_SLOW && is_told_by_its_roof(w, model, gpu, group))
		return;
	if (finding.kind == GB_FOUND_SLOW && gb_gate_kind_of(of->roof) == GB_GATE_POWER_BOUND && !of->derived) {
		finding.is_by_part = true;
		finding.work = work_of(w, model, gpu, group);
	}
	add(w, &finding);
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
	say(w, GB_FOUND_OPEN, gpu, "cannot be judged: there is no %s for %s%s%s%s", w->options->against, gpu->name,
	    gpu->board[0] != '\0' ? ", board " : "", gpu->board, power);
}

/* A GPU without any verdict. Pairs of GPUs only have roofs that depend on their links. */
static void tell_nothing(struct work *w, const struct gb_gpu_roofs *gpu, const struct tally *tally)
{
	if (gpu->peer[0] != '\0' && tally->asked == 0)
		return;
	if (tally->measured == 0)
		say(w, GB_FOUND_OPEN, gpu, "no roof is measured");
	else if (!has_baseline_for(w, gpu))
		tell_stranger(w, gpu);
	else if (tally->asked > 0)
		say(w, GB_FOUND_OPEN, gpu, "nothing to compare it with: no peer, and %s",
		    w->c->baseline != NULL ? "the baseline has none of its roofs" : "no --baseline");
	else if (tally->unknown > 0)
		say(w, GB_FOUND_OPEN, gpu,
		    "no roof can be judged: the scatter between cards is unknown for the %zu it has; use --max-drop",
		    tally->unknown);
	else
		say(w, GB_FOUND_OPEN, gpu, "no roof of the set is measured; --roof selects others");
}

static void find_lost_roofs(struct work *w, const struct gb_model *model, size_t gpu, struct tally *tally)
{
	const struct gb_model *then =
		w->c->baseline != NULL ? gb_baseline_model(w->c->baseline, model->name, model->board) : NULL;

	for (size_t i = 0; then != NULL && i < then->groups; i++) {
		const struct gb_group *group = &then->group[i];
		if (gb_model_group_in(model, group->roof, group->unit) != NULL)
			continue; /* number judged */
		const struct gb_ruling ruling = gb_judge_rule_lost(&w->judge, &model->gpu[gpu], group);
		const struct gb_gate_found finding = {
			.kind = GB_FOUND_OPEN,
			.gpu = &model->gpu[gpu],
			.roof = group->roof,
			.unit = group->unit,
			.ruling = ruling,
		};
		count(w, group->roof, &ruling);
		if (ruling.is != GB_RULED_OPEN)
			continue;
		tally->asked++;
		add(w, &finding);
	}
}

static void count_gpu(struct gb_gate *gate, const char *host)
{
	size_t i = 0;

	gate->gpus++;
	while (i < gate->hosts && i < GB_GATE_HOSTS && strcmp(gate->host[i].name, host) != 0)
		i++;
	if (i == gate->hosts && i < GB_GATE_HOSTS)
		gate->host[gate->hosts++].name = host;
	else if (i == GB_GATE_HOSTS)
		gate->hosts = GB_GATE_HOSTS + 1;
	if (i < GB_GATE_HOSTS)
		gate->host[i].gpus++;
}

bool gb_gate_throttled(const struct gb_gpu_roofs *gpu, const struct gb_judged_roofs *set, char *text, size_t size)
{
	const char *const words = gb_doubt_words(GB_DOUBT_SLOWDOWN);
	const char *first = NULL, *last = NULL;
	size_t roofs = 0;

	for (size_t i = 0; i < gpu->roofs; i++) {
		const struct gb_roof_row *row = gpu->roof[i].row;
		if (row->name == last || strstr(row->reason, words) == NULL ||
		    (set != NULL && !gb_judged_roofs_has(set, row->name)))
			continue;
		first = first == NULL ? row->name : first;
		last = row->name;
		roofs++;
	}
	text[0] = '\0';
	if (roofs > 0)
		gb_text_add(text, size, "%s in %zu roof%s, first %s", words, roofs, roofs == 1 ? "" : "s", first);
	return roofs > 0;
}

static void judge_gpu(struct work *w, const struct gb_model *model, size_t gpu)
{
	const struct gb_gpu_roofs *card = &model->gpu[gpu];
	const size_t slow = w->gate->slow;
	struct tally tally = { 0 };
	char text[GB_ERROR_TEXT];

	if (card->peer[0] == '\0')
		count_gpu(w->gate, card->host);
	for (size_t i = 0; i < model->groups; i++)
		judge_roof(w, model, gpu, i, &tally);
	if (gb_gate_throttled(card, w->options->set, text, sizeof text))
		say(w, GB_FOUND_THROTTLED, card, "%s", text);
	find_lost_roofs(w, model, gpu, &tally);
	if (tally.asked == tally.alone)
		tell_nothing(w, card, &tally);
	else if (!has_baseline_for(w, card) && card->peer[0] == '\0')
		tell_stranger(w, card);
	if (card->failed > 0)
		say(w, GB_FOUND_OPEN, card, "%zu measurement%s failed, first %s", card->failed,
		    card->failed == 1 ? "" : "s", card->failure);
	if (card->clash != NULL)
		say(w, GB_FOUND_OPEN, card, "%s", card->clash);
	w->gate->gpus_slow += w->gate->slow > slow;
}

/* ---- missing GPUs and roofs -------------------------------------------------------------------------------------- */

static bool is_host_here(const struct gb_roofs *roofs, const char *host)
{
	bool here = false;

	for (size_t i = 0; i < roofs->count && !here; i++)
		here = strcmp(roofs->gpu[i].host, host) == 0;
	return here;
}

/* GPUs of the baseline that are missing. A GPU on a host that does not appear in the files was probably not meant to be
 * checked; a reference names no hosts. */
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
			say(w, GB_FOUND_OPEN, gpu, "is in the baseline but not in these files");
		else
			elsewhere++;
	}
	if (here > 0 && elsewhere > 0)
		say(w, GB_FOUND_NOTE, NULL, "%zu GPU%s of the baseline, on other hosts, %s not in these files",
		    elsewhere, elsewhere == 1 ? "" : "s", elsewhere == 1 ? "is" : "are");
}

/* A run that was cut short lacks roofs, which a baseline shows. Without a baseline the expected roofs are unknown. */
static void find_gaps(struct work *w, const struct gb_roofs *roofs, enum gb_gate_what kind, const char *of)
{
	for (size_t i = 0; i < roofs->empties; i++)
		say(w, kind, NULL, "%s: no row could be read: its node is not judged", roofs->empty[i]);
	for (size_t i = 0; i < roofs->runs.count; i++) {
		const struct gb_run_rows *run = &roofs->runs.run[i];
		const struct gb_gpu_roofs *gpu = gb_roofs_find(roofs, run->gpu);
		/* A reference only has rows that set roofs, and names no host. */
		if (run->seen < run->points && gpu != NULL && (of[0] == '\0' || gpu->host[0] != '\0'))
			say(w, w->c->baseline != NULL && has_baseline_for(w, gpu) ? GB_FOUND_NOTE : kind, gpu,
			    "the run%s was cut short: rows of %zu of %zu points (run %s)", of, run->seen, run->points,
			    run->run);
	}
}

/* ---- the complete gate ------------------------------------------------------------------------------------------- */

static void count_names(struct work *w)
{
	size_t by_part = 0;

	for (size_t i = 0; i < w->names; i++) {
		const struct name *name = &w->name[i];
		w->gate->roofs += name->is_asked;
		w->gate->roofs_judged += name->is_asked && !name->is_open;
		w->gate->aside += name->has_few && !name->is_asked;
		by_part += name->has_few && name->is_asked;
	}
	if (w->gate->aside > 0)
		say(w, GB_FOUND_NOTE, NULL,
		    "%zu roof%s not judged: cards differ in %s, and the reference has fewer than %d", w->gate->aside,
		    w->gate->aside == 1 ? " is" : "s are", w->gate->aside == 1 ? "it" : "them",
		    GB_FLOOR_REFERENCES_MIN);
	if (by_part > 0)
		say(w, GB_FOUND_NOTE, NULL,
		    "%zu roof%s: only the work per clock is judged, as cards differ and the reference "
		    "has fewer than %d",
		    by_part, by_part == 1 ? "" : "s", GB_FLOOR_REFERENCES_MIN);
}

/* Sorted like GPUs, by host and number. Findings without a GPU come first. */
static int compare_gpus(const struct gb_gpu_roofs *a, const struct gb_gpu_roofs *b)
{
	if (a == NULL || b == NULL)
		return (a != NULL) - (b != NULL);
	const int host = strcmp(a->host, b->host);
	const long of_a = strtol(a->device, NULL, 10), of_b = strtol(b->device, NULL, 10);
	return host != 0 ? host : of_a != of_b ? (of_a > of_b) - (of_a < of_b) : strcmp(a->key, b->key);
}

static int compare_roofs(const struct gb_gate_found *a, const struct gb_gate_found *b)
{
	if (a->roof != NULL && b->roof != NULL)
		return gb_roof_order(a->roof, b->roof);
	if (a->roof != NULL || b->roof != NULL)
		return (a->roof != NULL) - (b->roof != NULL);
	return strcmp(a->text, b->text);
}

static int compare_findings(const void *left, const void *right)
{
	const struct gb_gate_found *a = left, *b = right;

	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->kind == GB_FOUND_SLOW && a->ruling.part != b->ruling.part)
		return a->ruling.part < b->ruling.part ? -1 : 1;
	const int gpu = compare_gpus(a->gpu, b->gpu);
	return gpu != 0 ? gpu : compare_roofs(a, b);
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
	if (w->c->baseline != NULL)
		find_lost_gpus(w);
	count_names(w);
	if (w->options->gpus > w->gate->gpus)
		say(w, GB_FOUND_OPEN, NULL, "%zu GPU%s of %llu", w->gate->gpus, w->gate->gpus == 1 ? "" : "s",
		    (unsigned long long)w->options->gpus);
}

int gb_gate_of(struct gb_gate *gate, const struct gb_comparison *comparison, const struct gb_gate_options *options,
	       struct gb_error *error)
{
	static const struct gb_judged_roofs as_it_is = { .onlys = 0 };
	struct work w = { .gate = gate, .c = comparison, .options = options };

	*gate = (struct gb_gate){ 0 };
	if (gb_judge_of(&w.judge, &comparison->fleet, comparison->baseline,
			options->set != NULL ? options->set : &as_it_is, options->max_drop, error) != GB_OK)
		return GB_FAILED;
	judge_all(&w);
	gb_judge_free(&w.judge);
	free(w.name);
	if (w.full) {
		gb_gate_free(gate);
		return gb_error_set(error, "out of memory");
	}
	if (gate->findings > 0)
		qsort(gate->finding, gate->findings, sizeof *gate->finding, compare_findings);
	if (gb_gate_find_causes(gate, comparison->roofs, error) == GB_OK)
		return GB_OK;
	gb_gate_free(gate);
	return GB_FAILED;
}

void gb_gate_free(struct gb_gate *gate)
{
	free(gate->finding);
	free(gate->cause);
	gb_strings_free(&gate->strings);
	*gate = (struct gb_gate){ 0 };
}

int gb_gate_status(const struct gb_gate *gate)
{
	if (gate->slow + gate->throttled > 0)
		return 3;
	return gate->open > 0 || gate->roofs == 0 || gate->roofs_judged < gate->roofs ? 2 : 0;
}
