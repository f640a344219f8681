#include "judge/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/quantity.h"

/* With more peers than this, the GPU is included, because a single GPU shifts neither the median nor the scatter. */
enum { PEERS_EXACT = 64 };

/* ---- one comparison ---------------------------------------------------------------------------------------------- */

static struct gb_ruling make_unasked(enum gb_ruled_why why)
{
	return (struct gb_ruling){ .is = GB_RULED_UNASKED, .why = why, .part = NAN, .lo = NAN, .hi = NAN };
}

static struct gb_ruling make_open(enum gb_ruled_why why)
{
	struct gb_ruling ruling = make_unasked(why);

	ruling.is = GB_RULED_OPEN;
	return ruling;
}

/* With a floor from the user, the whole interval decides. A floor from the scatter of values already includes the
 * causes of their changes, so the interval must be clearly below it. */
static void decide_ruling(const struct gb_judge *judge, struct gb_ruling *ruling)
{
	const double decided = judge->floors.max_drop > 0 ? ruling->floor : ruling->floor / 2;
	const double wide = judge->floors.max_drop > 0 ? 2 * ruling->floor : fmax(2 * ruling->floor, GB_JUDGE_WIDE);
	const bool is_far = ruling->part < -ruling->floor;

	if (is_far && ruling->hi < -decided)
		ruling->is = GB_RULED_SLOW;
	else if (is_far || (ruling->lo < -ruling->floor && ruling->hi - ruling->lo > wide)) {
		ruling->is = GB_RULED_OPEN;
		ruling->why = GB_WHY_UNCERTAIN;
	} else
		ruling->is = ruling->part > ruling->floor && ruling->lo > decided ? GB_RULED_FASTER : GB_RULED_FINE;
}

/* A value without an interval counts as exact. */
static struct gb_ruling rule_against(struct gb_judge *judge, const struct gb_group *group,
				     const struct gb_sample *sample, const struct gb_yardstick *to)
{
	struct gb_ruling ruling = {
		.part = gb_group_off_from(group, sample->value, to->value),
		.lo = gb_group_off_from(group, group->lower ? sample->hi : sample->lo, to->value),
		.hi = gb_group_off_from(group, group->lower ? sample->lo : sample->hi, to->value),
		.floor = gb_scatter_floor(&judge->floors, to),
		.reference = to->value,
		.cards = to->cards,
		.same_gpu = to->same_gpu,
	};

	/* The interval of a value includes the effect of the clock, which is already part of the scatter between runs.
	 * The interval of the work per clock does not. */
	if (group->derived || sample->by_clock || !isfinite(ruling.lo) || !isfinite(ruling.hi))
		ruling.lo = ruling.hi = ruling.part;
	if (ruling.floor == 0) {
		ruling.is = GB_RULED_UNASKED;
		ruling.why = GB_WHY_NO_SCATTER;
	} else
		decide_ruling(judge, &ruling);
	return ruling;
}

/* ---- against peers ----------------------------------------------------------------------------------------------- */

/* The GPU's yardstick: its peers without the GPU itself. */
static struct gb_yardstick others_of(const struct gb_judge *judge, const struct gb_peer_values *peers, double value)
{
	const size_t own = gb_stats_place(peers->value, peers->count, value);
	struct gb_yardstick to = { .value = gb_stats_middle_without(peers->value, peers->count, own),
				   .cards = peers->count - 1 };
	size_t count = 0;

	if (to.cards < 2)
		return to;
	for (size_t i = 0; i < peers->count; i++)
		if (i != own)
			judge->scratch[count++] = peers->value[i];
	const double middle = gb_stats_middle(judge->scratch, count);
	for (size_t i = 0; i < count; i++)
		judge->scratch[i] = fabs(judge->scratch[i] - middle);
	to.sd = GB_SD_OF_MAD * gb_stats_middle(judge->scratch, count) / to.value;
	return to;
}

static struct gb_yardstick peers_of(const struct gb_judge *judge, const struct gb_fleet_model *model,
				    const struct gb_group *group, const struct gb_peer_values *peers, double value)
{
	struct gb_yardstick to = { .value = group->median,
				   .cards = peers->count - 1,
				   .sd = gb_group_sd(group) / group->median };

	if (peers->count <= PEERS_EXACT)
		to = others_of(judge, peers, value);
	to.boards_mixed = model->board[0] == '\0';
	to.joint = group->joint;
	to.known = gb_scatter_of_gpu(model->gpu, group->roof);
	to.other_model = !gb_scatter_is_own(model->gpu, to.known);
	return to;
}

/* There is no ruling if the GPU is below its few peers by as much as these differ from each other. */
static bool hide_it(struct gb_judge *judge, const struct gb_ruling *ruling, struct gb_yardstick to)
{
	to.sd = 0;
	return ruling->is != GB_RULED_SLOW && to.cards < GB_SCATTER_CARDS_MIN &&
	       ruling->part < -gb_scatter_floor(&judge->floors, &to) && ruling->hi < 0;
}

static struct gb_ruling rule_by_peers(struct gb_judge *judge, const struct gb_fleet_model *model,
				      const struct gb_group *group, const struct gb_sample *sample)
{
	const struct gb_peer_values *peers = &judge->peers[model - judge->fleet->model][group - model->group];

	/* A roof that few peers have is not part of the set, nor is the work per clock if the other GPU's clock is
	 * unknown. */
	if (peers->count < 2)
		return 2 * peers->count >= model->peers && !group->derived ? make_open(GB_WHY_ALONE)
									   : make_unasked(GB_WHY_ALONE);
	const struct gb_yardstick to = peers_of(judge, model, group, peers, sample->value);
	struct gb_ruling ruling = rule_against(judge, group, sample, &to);
	ruling.by_peers = true;
	if (ruling.is == GB_RULED_UNASKED)
		return ruling;
	if (peers->count < GB_PEERS_MIN) {
		const bool differ = ruling.is == GB_RULED_SLOW || ruling.is == GB_RULED_FASTER;
		ruling.is = differ ? GB_RULED_OPEN : ruling.is;
		ruling.why = differ ? GB_WHY_TWO_DIFFER : ruling.why;
	} else if (hide_it(judge, &ruling, to)) {
		ruling.is = GB_RULED_OPEN;
		ruling.why = GB_WHY_PEERS_DIFFER;
	}
	return ruling;
}

/* A value that depends on the host is compared with the other GPUs of the host, which are adjacent. */
static struct gb_ruling rule_by_host(struct gb_judge *judge, const struct gb_fleet_model *model, size_t gpu,
				     size_t group, const struct gb_sample *sample)
{
	const struct gb_group *of = &model->group[group];
	double value[PEERS_EXACT];
	struct gb_peer_values peers = { .value = value };
	size_t at = gpu;

	while (at > 0 && strcmp(model->gpu[at - 1].host, model->gpu[gpu].host) == 0)
		at--;
	for (; at < model->gpus && peers.count < PEERS_EXACT && strcmp(model->gpu[at].host, model->gpu[gpu].host) == 0;
	     at++) {
		const struct gb_sample one = gb_fleet_sample(model, at, group);
		if (one.runs > 0)
			value[peers.count++] = one.value;
	}
	if (peers.count < GB_PEERS_MIN || model->gpu[gpu].host[0] == '\0' || gpu >= at)
		return make_unasked(GB_WHY_ALONE);
	gb_stats_sort(value, peers.count);
	struct gb_yardstick to = others_of(judge, &peers, sample->value);
	const bool is_pair = gb_roof_match("launch", of->roof) == 0 && gb_roof_match("transfer", of->roof) == 0;
	to.of_host = is_pair ? GB_MIN_OFF_PAIR : GB_MIN_OFF_HOST;
	struct gb_ruling ruling = rule_against(judge, of, sample, &to);
	ruling.by_peers = true;
	return ruling;
}

/* A roof is the best of its points, which may be missing. */
static struct gb_ruling unless_cut(const struct gb_gpu_roofs *gpu, struct gb_ruling ruling)
{
	if (ruling.is == GB_RULED_SLOW && gpu->is_cut) {
		ruling.is = GB_RULED_OPEN;
		ruling.why = GB_WHY_CUT_SHORT;
	}
	return ruling;
}

/* ---- against the baseline ---------------------------------------------------------------------------------------- */

/* False if a mode is unknown, as in files of older versions. */
static bool modes_differ(const struct gb_baseline *baseline, const struct gb_gpu_roofs *gpu)
{
	const struct gb_gpu_roofs *before = gb_roofs_find(baseline->roofs, gpu->key);

	return before != NULL && before->mode[0] != '\0' && gpu->mode[0] != '\0' &&
	       strcmp(before->mode, gpu->mode) != 0;
}

static struct gb_yardstick cards_of(const struct gb_baseline *baseline, const struct gb_gpu_roofs *gpu,
				    const struct gb_group *group, const struct gb_change *change)
{
	const struct gb_fleet_model *model = gb_baseline_model(baseline, gpu->name, gpu->board);
	const struct gb_group *then = model != NULL ? gb_fleet_group_in(model, group->roof, group->unit) : NULL;
	struct gb_yardstick to = { .known = gb_scatter_of_gpu(gpu, group->roof),
				   .value = change->before,
				   .cards = 1,
				   .same_gpu = change->same_gpu };

	to.joint = group->joint;
	to.other_model = !gb_scatter_is_own(gpu, to.known);
	to.modes_differ = to.same_gpu && modes_differ(baseline, gpu);
	if (to.same_gpu || then == NULL)
		return to;
	to.cards = then->gpus;
	to.sd = then->gpus >= GB_PEERS_MIN ? gb_group_sd(then) / then->median : 0;
	to.boards_mixed = strcmp(model->board, gpu->board) != 0 || gpu->board[0] == '\0';
	return to;
}

/* Returns the combined change of a joint group's roofs, as a factor. */
static struct gb_change join_changes(struct gb_judge *judge, const struct gb_fleet_model *model, size_t gpu,
				     enum gb_joint joint, struct gb_sample *joined)
{
	struct gb_change change = { .changed = GB_NO_BASELINE, .before = 1 };
	size_t count = 0, same = 0;

	for (size_t i = 0; i < model->groups && count < PEERS_EXACT / 2; i++) {
		const struct gb_group *of = &model->group[i];
		if (of->joined != joint)
			continue;
		const struct gb_sample sample = gb_fleet_sample(model, gpu, i);
		const struct gb_change one =
			gb_change_of(judge->baseline, &model->gpu[gpu], of->roof, of->unit, &sample, GB_MARGIN);
		if (one.changed == GB_NO_BASELINE)
			continue;
		judge->scratch[count++] = 1 + one.part;
		same += one.same_gpu;
	}
	if (count < GB_JOINED_LEAST)
		return change;
	joined->value = gb_fleet_join(judge->scratch, count);
	joined->lo = joined->hi = NAN;
	change.changed = GB_UNDECIDED;
	change.same_gpu = same == count;
	return change;
}

static struct gb_ruling rule_by_baseline(struct gb_judge *judge, const struct gb_fleet_model *model, size_t number,
					 const struct gb_group *group, struct gb_sample sample)
{
	const struct gb_gpu_roofs *gpu = &model->gpu[number];
	const struct gb_change change =
		group->joint != GB_NOT_JOINT
			? join_changes(judge, model, number, group->joint, &sample)
			: gb_change_of(judge->baseline, gpu, group->roof, group->unit, &sample, GB_MARGIN);

	if (change.changed == GB_NO_BASELINE)
		return make_unasked(GB_WHY_ALONE);
	const struct gb_yardstick to = cards_of(judge->baseline, gpu, group, &change);
	const struct gb_ruling ruling = rule_against(judge, group, &sample, &to);
	/* A value below that of every healthy card is slow in any case. */
	if (gb_scatter_has_enough(&to) || (ruling.is == GB_RULED_SLOW && !to.boards_mixed))
		return ruling;
	return make_unasked(GB_WHY_FEW_CARDS);
}

/* ---- both comparisons -------------------------------------------------------------------------------------------- */

/* A value is slow if either comparison says so. Otherwise the baseline decides; if it gives no ruling, the peers
 * decide. */
static struct gb_ruling join_rulings(struct gb_ruling baseline, struct gb_ruling peers)
{
	if (baseline.is == GB_RULED_SLOW)
		return baseline;
	if (peers.is == GB_RULED_SLOW)
		return peers;
	if (baseline.is != GB_RULED_UNASKED)
		return baseline;
	/* A GPU without peers is not judged if the baseline has other roofs of this GPU. */
	return peers.why == GB_WHY_ALONE ? baseline : peers;
}

/* NULL: no baseline for the GPU. */
static const struct gb_fleet_model *baseline_model(const struct gb_judge *judge, const struct gb_gpu_roofs *gpu)
{
	return judge->baseline != NULL ? gb_baseline_model(judge->baseline, gpu->name, gpu->board) : NULL;
}

static bool is_in_other_unit(const struct gb_gpu_roofs *gpu, const struct gb_group *group)
{
	const struct gb_roof *roof = gb_gpu_roof(gpu, group->roof);

	return roof != NULL && strcmp(roof->row->unit, group->unit) != 0;
}

/* A roof is expected if half of the peers have it, so that the loss is reported if one of two GPUs has lost it. Values
 * derived from a roof disappear with it. A card that no load slows down has no burst, and a quick run does not search
 * for one. */
static struct gb_ruling rule_absent(const struct gb_gpu_roofs *gpu, const struct gb_group *group, bool is_expected)
{
	if (!is_expected || strstr(group->roof, GB_ROOF_BURST) != NULL || group->derived)
		return make_unasked(GB_WHY_NOT_MEASURED);
	return make_open(is_in_other_unit(gpu, group) ? GB_WHY_OTHER_UNIT : GB_WHY_NOT_MEASURED);
}

/* True if the baseline could judge this roof of the GPU. */
static bool could_judge(struct gb_judge *judge, const struct gb_gpu_roofs *gpu, const struct gb_group *then)
{
	const struct gb_gpu_roofs *before = gb_roofs_find(judge->baseline->roofs, gpu->key);
	const struct gb_roof *same = before != NULL ? gb_gpu_roof(before, then->roof) : NULL;
	const struct gb_fleet_model *model = gb_baseline_model(judge->baseline, gpu->name, gpu->board);
	const struct gb_yardstick to = {
		.known = gb_scatter_of_gpu(gpu, then->roof),
		.value = then->median,
		.cards = then->gpus,
		.same_gpu = same != NULL && strcmp(same->row->unit, then->unit) == 0,
		.boards_mixed = strcmp(model->board, gpu->board) != 0 || gpu->board[0] == '\0',
		.other_model = !gb_scatter_is_own(gpu, gb_scatter_of_gpu(gpu, then->roof)),
	};

	if (before != NULL && !to.same_gpu)
		return false;
	return (to.same_gpu || 2 * then->gpus >= model->peers) && gb_scatter_has_enough(&to) &&
	       gb_scatter_floor(&judge->floors, &to) > 0;
}

/* A roof that the user names is judged like all others. */
static bool is_of_host(const struct gb_judge *judge, const char *roof)
{
	return gb_judge_kind_is_of_host(gb_judge_kind_of(roof)) && !gb_judge_set_names(judge->set, roof);
}

static struct gb_ruling rule_roof(struct gb_judge *judge, const struct gb_fleet_model *model, size_t gpu, size_t group)
{
	const struct gb_gpu_roofs *card = &model->gpu[gpu];
	const struct gb_group *of = &model->group[group];
	const struct gb_sample sample = gb_fleet_sample(model, gpu, group);

	if (!gb_judge_set_has(judge->set, of->roof))
		return make_unasked(GB_WHY_INFORMATIVE);
	if (is_of_host(judge, of->roof))
		return sample.runs > 0 ? rule_by_host(judge, model, gpu, group, &sample)
				       : make_unasked(GB_WHY_NOT_MEASURED);
	const struct gb_fleet_model *then = baseline_model(judge, card);
	if (sample.runs == 0) {
		const struct gb_group *before = then != NULL ? gb_fleet_group_in(then, of->roof, of->unit) : NULL;
		return rule_absent(
			card, of, 2 * of->gpus >= model->peers || (before != NULL && could_judge(judge, card, before)));
	}
	const struct gb_ruling by_peers = rule_by_peers(judge, model, of, &sample);
	if (then == NULL)
		return by_peers;
	return join_rulings(rule_by_baseline(judge, model, gpu, of, sample), by_peers);
}

/* In some runs, an H100 raises the clock of its SMs above the rated one. A card that runs at its rated clock, or one
 * step below, is therefore not slow if its work per clock is normal. A floor from the user overrides this. */
static bool is_at_rated_clock(struct gb_judge *judge, const struct gb_fleet_model *model, size_t gpu, size_t group)
{
	const double rated = model->gpu[gpu].sm_clock_rated_hz;

	if (judge->floors.max_drop > 0 || model->group[group].derived || !(rated > 0) ||
	    !(gb_fleet_sample(model, gpu, group).sm_clock_hz >= rated - GB_CLOCK_STEP_HZ))
		return false;
	const size_t at = gb_fleet_work_of(model, group);
	const enum gb_ruled work = at < model->groups ? rule_roof(judge, model, gpu, at).is : GB_RULED_UNASKED;
	return work == GB_RULED_FINE || work == GB_RULED_FASTER;
}

/* Leaves the ruling open if the row's reason says that others used the GPU, too (NVML; doubts_remarks.c). */
static struct gb_ruling unless_shared(const struct gb_sample *sample, struct gb_ruling ruling)
{
	static const char *const words[] = { "other compute process", "worked on the GPU during",
					     "busy with other work" };

	for (size_t i = 0; i < sizeof words / sizeof words[0] && ruling.is == GB_RULED_SLOW && !sample->ok; i++)
		if (strstr(sample->reason, words[i]) != NULL) {
			ruling.is = GB_RULED_OPEN;
			ruling.why = GB_WHY_SHARED;
		}
	return ruling;
}

struct gb_ruling gb_judge_rule(struct gb_judge *judge, const struct gb_fleet_model *model, size_t gpu, size_t group)
{
	struct gb_ruling ruling = rule_roof(judge, model, gpu, group);

	if (ruling.is == GB_RULED_SLOW && is_at_rated_clock(judge, model, gpu, group))
		ruling.is = GB_RULED_FINE;
	if (ruling.is == GB_RULED_SLOW) {
		const struct gb_sample sample = gb_fleet_sample(model, gpu, group);
		ruling = unless_shared(&sample, ruling);
	}
	return unless_cut(&model->gpu[gpu], ruling);
}

struct gb_ruling gb_judge_rule_lost(struct gb_judge *judge, const struct gb_gpu_roofs *gpu, const struct gb_group *then)
{
	if (!gb_judge_set_has(judge->set, then->roof) || is_of_host(judge, then->roof))
		return make_unasked(GB_WHY_INFORMATIVE);
	return rule_absent(gpu, then, could_judge(judge, gpu, then));
}

/* ---- all peers --------------------------------------------------------------------------------------------------- */

static void sort_group(const struct gb_fleet_model *model, size_t group, struct gb_peer_values *peers)
{
	peers->value = gb_heap_array(model->peers + 1, sizeof *peers->value);
	for (size_t g = 0; g < model->peers; g++) {
		const struct gb_sample sample = gb_fleet_sample(model, g, group);
		if (sample.runs > 0)
			peers->value[peers->count++] = sample.value;
	}
	if (peers->count > 0)
		gb_stats_sort(peers->value, peers->count);
}

static void sort_model(struct gb_judge *judge, size_t number)
{
	const struct gb_fleet_model *model = &judge->fleet->model[number];

	judge->peers[number] = gb_heap_array(model->groups + 1, sizeof **judge->peers);
	for (size_t i = 0; i < model->groups; i++)
		sort_group(model, i, &judge->peers[number][i]);
}

/* Divides the probability of a false ruling in any roof: most of it goes to the joint groups, which reveal a low clock,
 * and the rest is divided evenly among all roofs. */
static void share_chance(struct gb_judge *judge)
{
	static const double part[GB_JOINTS] = { 0.4, 0.1, 0.5 };
	size_t pairs[GB_JOINTS] = { 0 };

	for (size_t m = 0; m < judge->fleet->models; m++)
		for (size_t i = 0; i < judge->fleet->model[m].groups; i++)
			if (gb_judge_set_has(judge->set, judge->fleet->model[m].group[i].roof))
				pairs[judge->fleet->model[m].group[i].joint] += judge->fleet->model[m].gpus;
	for (enum gb_joint i = GB_NOT_JOINT; i < GB_JOINTS; i++)
		judge->floors.chance[i] = part[i] * GB_JUDGE_CHANCE / (pairs[i] > 0 ? (double)pairs[i] : 1);
}

void gb_judge_of(struct gb_judge *judge, const struct gb_fleet *fleet, const struct gb_baseline *baseline,
		 const struct gb_judge_set *set, double max_drop)
{
	*judge = (struct gb_judge){
		.fleet = fleet, .baseline = baseline, .set = set, .floors = { .max_drop = max_drop }
	};
	share_chance(judge);
	judge->peers = gb_heap_array(fleet->models + 1, sizeof *judge->peers);
	judge->scratch = gb_heap_array(PEERS_EXACT, sizeof *judge->scratch);
	for (size_t m = 0; m < fleet->models; m++)
		sort_model(judge, m);
}

void gb_judge_free(struct gb_judge *judge)
{
	for (size_t m = 0; judge->peers != NULL && m < judge->fleet->models; m++) {
		for (size_t i = 0; i < judge->fleet->model[m].groups; i++)
			free(judge->peers[m][i].value);
		free(judge->peers[m]);
	}
	free(judge->peers);
	free(judge->scratch);
	*judge = (struct gb_judge){ 0 };
}
