#include "analysis/gate.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

struct gate {
	const struct gb_comparison *c;
	double max_drop;
	gb_gate_tell_fn *tell;
	void *context;
	struct gb_gate found;
};

static void say(struct gate *gate, enum gb_gate_line kind, const char *format, ...) GB_PRINTF(3, 4);
static void say(struct gate *gate, enum gb_gate_line kind, const char *format, ...)
{
	char text[GB_ERROR_TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	if (kind == GB_GATE_MISS)
		gate->found.misses++;
	else
		gate->found.notes++;
	gate->tell(gate->context, kind, text);
}

/* ---- values -------------------------------------------------------------------------------------------------------- */

/* A roof of a GPU. */
struct place {
	const struct gb_model *model;
	const struct gb_gpu *gpu;
	const struct gb_group *group;
	struct gb_sample sample;
};

static struct place place_of(const struct gb_model *model, size_t gpu, size_t group)
{
	return (struct place){ model, &model->gpu[gpu], &model->group[group], gb_model_sample(model, gpu, group) };
}

/* How far a value is off, and between what. A value without an interval is what it is. */
struct off {
	double lo, part, hi;
};

static struct off off_from(const struct place *at, double reference)
{
	const struct gb_group *group = at->group;
	const struct gb_sample *sample = &at->sample;

	return (struct off){ gb_group_off_from(group, group->lower ? sample->hi : sample->lo, reference),
			     gb_group_off_from(group, sample->value, reference),
			     gb_group_off_from(group, group->lower ? sample->lo : sample->hi, reference) };
}

/* The interval of both values together; where the one before has none, it is what it is. */
static struct off off_before(const struct place *at, const struct gb_change *change)
{
	if (isfinite(change->lo) && isfinite(change->hi))
		return (struct off){ change->lo, change->part, change->hi };
	return off_from(at, change->before);
}

/* A drop is told when all of the interval lies below the floor. An interval that reaches across it decides nothing where the
 * value lies below, or where it is so wide that the value says little. */
static bool tell_drop(struct gate *gate, const struct place *at, struct off off, const char *than)
{
	const double floor = -gate->max_drop;
	char lo[64], hi[64];

	gate->found.judged++;
	if (!isfinite(off.lo) || !isfinite(off.hi))
		off.lo = off.hi = off.part;
	if (off.hi < floor) {
		gb_text_percent(lo, sizeof lo, -off.part, 1);
		say(gate, GB_GATE_MISS, "%s on %s: %s is %s below %s", at->gpu->key, at->gpu->host, at->group->roof, lo,
		    than);
		return true;
	}
	if (off.lo >= floor || (off.part >= floor && off.hi - off.lo <= 2 * gate->max_drop))
		return false;
	gb_text_percent(lo, sizeof lo, off.lo, 1);
	gb_text_percent(hi, sizeof hi, off.hi, 1);
	say(gate, GB_GATE_MISS, "%s on %s: %s cannot be judged: its interval is %s ... %s%s from %s", at->gpu->key,
	    at->gpu->host, at->group->roof, lo, off.hi >= 0 ? "+" : "", hi, than);
	return true;
}

static bool has_other_unit(const struct gb_gpu *gpu, const struct gb_group *group, const char **unit)
{
	const struct gb_roof *roof = gb_gpu_roof(gpu, group->roof);

	*unit = roof != NULL ? roof->row->unit : "";
	return roof != NULL && strcmp(roof->row->unit, group->unit) != 0;
}

static void tell_missing(struct gate *gate, const struct gb_gpu *gpu, const struct gb_group *group, const char *who_has)
{
	const char *unit;

	/* A card that no load holds down has no burst, and a quick run looks for none. */
	if (gb_roof_is_burst(group->roof))
		return;
	if (has_other_unit(gpu, group, &unit))
		say(gate, GB_GATE_MISS, "%s on %s: %s is in %s, and in %s %s", gpu->key, gpu->host, group->roof, unit,
		    group->unit, who_has);
	else
		say(gate, GB_GATE_MISS, "%s on %s: %s is not measured, but %s", gpu->key, gpu->host, group->roof,
		    who_has);
}

/* Half of the peers are enough: of two GPUs one that lost a roof is to be seen. */
static bool lacks(const struct place *at)
{
	return at->sample.runs == 0 && 2 * at->group->gpus >= at->model->peers;
}

/* Of one roof of a GPU; whether it was compared with anything. */
static bool judge_value(struct gate *gate, const struct place *at)
{
	struct gb_change change = { .changed = GB_NO_BASELINE };
	bool missed = false;

	if (!at->sample.ok)
		say(gate, GB_GATE_NOTE, "%s on %s: %s is suspect: %s", at->gpu->key, at->gpu->host, at->group->roof,
		    at->sample.reason);
	if (at->group->gpus > 1)
		missed = tell_drop(gate, at, off_from(at, at->group->median), "its peers");
	if (gate->c->baseline != NULL)
		change = gb_change_of(gate->c->baseline, at->gpu, at->group->roof, at->group->unit, &at->sample,
				      gate->c->margin);
	if (change.changed != GB_NO_BASELINE && !missed)
		tell_drop(gate, at, off_before(at, &change), "the baseline");
	return at->group->gpus > 1 || change.changed != GB_NO_BASELINE;
}

/* Which is told once of all its GPUs. */
static bool is_model_strange(const struct gb_comparison *c, const struct gb_model *model)
{
	return c->baseline != NULL && gb_baseline_model(c->baseline, model->name, model->board) == NULL;
}

/* Whose loss is told then. */
static bool has_roofs_there(const struct gb_comparison *c, const struct gb_model *model)
{
	const struct gb_model *then =
		c->baseline != NULL ? gb_baseline_model(c->baseline, model->name, model->board) : NULL;

	return then != NULL && then->groups > 0;
}

static void judge_gpu(struct gate *gate, const struct gb_model *model, size_t gpu)
{
	const struct gb_gpu *card = &model->gpu[gpu];
	char alone[256] = "";
	size_t compared = 0, measured = 0;

	for (size_t i = 0; i < model->groups; i++) {
		const struct place at = place_of(model, gpu, i);
		if (lacks(&at))
			tell_missing(gate, card, at.group, "peers have it");
		if (at.sample.runs == 0)
			continue;
		measured++;
		if (judge_value(gate, &at))
			compared++;
		else
			gb_text_add(alone, sizeof alone, "%s%s", alone[0] ? " " : "", at.group->roof);
	}
	if (measured == 0 && model->groups == 0 && !has_roofs_there(gate->c, model))
		say(gate, GB_GATE_MISS, "%s on %s: no roof is measured", card->key, card->host);
	else if (measured > 0 && compared == 0 && !is_model_strange(gate->c, model))
		say(gate, GB_GATE_MISS, "%s on %s: nothing to compare it with: no peer, and %s", card->key, card->host,
		    gate->c->baseline != NULL ? "none of its roofs in the baseline" : "no --baseline");
	else if (compared > 0 && alone[0] != '\0')
		say(gate, GB_GATE_NOTE, "%s on %s: compared with nothing: %s", card->key, card->host, alone);
	if (card->failed > 0)
		say(gate, GB_GATE_NOTE, "%s on %s: %zu row%s failed, first %s", card->key, card->host, card->failed,
		    card->failed == 1 ? "" : "s", card->failure);
}

/* ---- the baseline -------------------------------------------------------------------------------------------------- */

/* What the baseline has of this GPU, or, if it is not there, of most of its model. */
static bool was_there(const struct gb_comparison *c, const struct gb_model *then, const struct gb_group *group,
		      const struct gb_gpu *gpu)
{
	const struct gb_gpu *before = gb_roofs_find(c->baseline->roofs, gpu->key);

	if (before == NULL)
		return 2 * group->gpus >= then->peers;
	for (size_t i = 0; i < before->roofs; i++)
		if (strcmp(before->roof[i].row->name, group->roof) == 0 &&
		    strcmp(before->roof[i].row->unit, group->unit) == 0)
			return true;
	return false;
}

static bool is_measured(const struct gb_model *model, size_t gpu, const struct gb_group *group)
{
	const struct gb_group *now = gb_model_group_in(model, group->roof, group->unit);

	if (now == NULL)
		return false;
	const struct place at = place_of(model, gpu, (size_t)(now - model->group));
	return at.sample.runs > 0 || lacks(&at); /* which has been told */
}

static bool has_others(const struct gb_fleet *fleet)
{
	size_t models = 0;

	for (size_t i = 0; i < fleet->models; i++)
		models += fleet->model[i].gpus > 0;
	return models > 1;
}

static void find_lost_roofs(struct gate *gate, const struct gb_model *model)
{
	const struct gb_fleet *all = &gate->c->baseline->fleet;
	char here[GB_MODEL_TITLE], there[GB_MODEL_TITLE];
	const struct gb_model *then = gb_baseline_model(gate->c->baseline, model->name, model->board);

	if (is_model_strange(gate->c, model)) {
		say(gate, GB_GATE_MISS, "the baseline has no '%s', of which %zu %s here; it has '%s'%s",
		    gb_model_title(model, here), model->gpus, model->gpus == 1 ? "is" : "are",
		    gb_model_title(&all->model[0], there), has_others(all) ? " and others" : "");
		return;
	}
	for (size_t at = 0; at < model->gpus * then->groups; at++) {
		const size_t gpu = at / then->groups;
		const struct gb_group *group = &then->group[at % then->groups];
		if (was_there(gate->c, then, group, &model->gpu[gpu]) && !is_measured(model, gpu, group))
			tell_missing(gate, &model->gpu[gpu], group, "the baseline has it");
	}
}

static bool is_host_here(const struct gb_roofs *roofs, const char *host)
{
	for (size_t i = 0; i < roofs->count; i++)
		if (strcmp(roofs->gpu[i].host, host) == 0)
			return true;
	return false;
}

/* GPUs of the baseline that are gone. One of a host that is not in the files at all was not asked for, as far as one can
 * see; where the baseline is of other GPUs altogether, none was. */
static void find_lost_gpus(struct gate *gate)
{
	const struct gb_comparison *c = gate->c;
	const struct gb_roofs *then = c->baseline->roofs;
	size_t here = 0, elsewhere = 0;

	for (size_t i = 0; i < then->count; i++) {
		const struct gb_gpu *gpu = &then->gpu[i];
		if (c->chosen != NULL && !gb_gpu_is(c->chosen, gpu->uuid, gpu->host, gpu->pci, gpu->name, gpu->board))
			continue;
		if (gb_roofs_find(c->roofs, gpu->key) != NULL)
			here++;
		else if (is_host_here(c->roofs, gpu->host))
			say(gate, GB_GATE_MISS, "%s on %s: is in the baseline and not in these files", gpu->key,
			    gpu->host);
		else
			elsewhere++;
	}
	if (here > 0 && elsewhere > 0)
		say(gate, GB_GATE_NOTE, "%zu GPU%s of the baseline, on other hosts, %s not in these files", elsewhere,
		    elsewhere == 1 ? "" : "s", elsewhere == 1 ? "is" : "are");
}

/* ---- the files ----------------------------------------------------------------------------------------------------- */

static void find_gaps(struct gate *gate, const struct gb_roofs *roofs, enum gb_gate_line kind, const char *of)
{

	for (size_t i = 0; i < roofs->empties; i++)
		say(gate, kind, "%s: no row could be read: its node is not judged", roofs->empty[i]);
	for (size_t i = 0; i < roofs->runs.count; i++) {
		const struct gb_run_rows *run = &roofs->runs.run[i];
		if (run->seen < run->points && gb_roofs_find(roofs, run->gpu) != NULL)
			say(gate, kind, "%s on %s: the run%s was cut short: rows of %zu of %zu points (run %s)",
			    run->gpu, run->host, of, run->seen, run->points, run->run);
	}
}

struct gb_gate gb_gate_check(const struct gb_comparison *comparison, double max_drop, gb_gate_tell_fn *tell,
			     void *context)
{
	struct gate gate = { .c = comparison, .max_drop = max_drop, .tell = tell, .context = context };
	const struct gb_fleet *fleet = &comparison->fleet;

	find_gaps(&gate, comparison->roofs, GB_GATE_MISS, "");
	if (comparison->baseline != NULL)
		find_gaps(&gate, comparison->baseline->roofs, GB_GATE_NOTE, " of the baseline");
	for (size_t m = 0; m < fleet->models; m++) {
		for (size_t g = 0; g < fleet->model[m].gpus; g++)
			judge_gpu(&gate, &fleet->model[m], g);
		if (comparison->baseline != NULL)
			find_lost_roofs(&gate, &fleet->model[m]);
	}
	if (comparison->baseline != NULL)
		find_lost_gpus(&gate);
	return gate.found;
}

/* ---- what is mixed ------------------------------------------------------------------------------------------------- */

/* A few different texts. */
enum { NAMED_MAX = 4 };
struct few {
	const char *text[NAMED_MAX];
	size_t count;
};

static void note_text(struct few *few, const char *text)
{
	size_t i = 0;

	while (i < few->count && i < NAMED_MAX && strcmp(few->text[i], text) != 0)
		i++;
	if (text[0] == '\0' || i < few->count)
		return;
	if (few->count < NAMED_MAX)
		few->text[few->count] = text;
	few->count++;
}

static void add_few(const struct few *few, const char *what, char *text, size_t size)
{
	if (few->count < 2)
		return;
	gb_text_add(text, size, "%s %s (", text[0] ? "; in" : "the runs differ in", what);
	for (size_t i = 0; i < few->count && i < NAMED_MAX; i++)
		gb_text_add(text, size, "%s%s", i ? ", " : "", few->text[i]);
	gb_text_add(text, size, "%s)", few->count > NAMED_MAX ? ", ..." : "");
}

/* Plans of the runs of one mode; *other: one of another length than `points`. */
static void note_plans(const struct gb_runs *runs, const char *mode, size_t *points, size_t *other)
{
	for (size_t i = 0; i < runs->count; i++) {
		if (runs->run[i].points == 0 || strcmp(runs->run[i].mode, mode) != 0)
			continue;
		*points = *points == 0 ? runs->run[i].points : *points;
		*other = runs->run[i].points != *points ? runs->run[i].points : *other;
	}
}

void gb_gate_mixture(const struct gb_runs *runs, const struct gb_runs *earlier, char *text, size_t size)
{
	const struct gb_runs *const both[] = { runs, earlier };
	struct few version = { .count = 0 }, mode = { .count = 0 };
	size_t points = 0, other = 0;

	text[0] = '\0';
	for (size_t b = 0; b < 2 && both[b] != NULL; b++)
		for (size_t i = 0; i < both[b]->count; i++) {
			note_text(&version, both[b]->run[i].version);
			note_text(&mode, both[b]->run[i].mode);
		}
	add_few(&version, "version", text, size);
	add_few(&mode, "mode", text, size);
	for (size_t b = 0; b < 2 && both[b] != NULL && mode.count == 1; b++)
		note_plans(both[b], mode.text[0], &points, &other);
	if (other > 0)
		gb_text_add(text, size, "%s points of their plans (%zu, %zu)", text[0] ? "; in" : "the runs differ in",
			    points, other);
}

/* GPUs of a fleet whose board is not told, and whether others of it tell theirs. */
static size_t count_untold(const struct gb_fleet *fleet, bool *others)
{
	size_t untold = 0;

	for (size_t i = 0; fleet != NULL && i < fleet->models; i++) {
		untold += fleet->model[i].board[0] == '\0' ? fleet->model[i].gpus : 0;
		*others |= fleet->model[i].board[0] != '\0';
	}
	return untold;
}

void gb_gate_boards(const struct gb_fleet *fleet, const struct gb_fleet *earlier, char *text, size_t size)
{
	bool others = false;
	const size_t untold = count_untold(fleet, &others) + count_untold(earlier, &others);

	text[0] = '\0';
	if (others && untold > 0)
		gb_text_add(text, size, "of %zu GPU%s the board is not told: compared with every board of %s model",
			    untold, untold == 1 ? "" : "s", untold == 1 ? "its" : "their");
}
