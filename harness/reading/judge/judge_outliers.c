#include "judge/judge_outliers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge.h"
#include "base/heap.h"
#include "base/text.h"

static enum gb_standing standing_of(const struct gb_ruling *ruling)
{
	switch (ruling->is) {
	case GB_RULED_FINE:
		return GB_NORMAL;
	case GB_RULED_SLOW:
		return GB_SLOW;
	case GB_RULED_FASTER:
		return GB_FAST;
	default:
		return ruling->why == GB_WHY_NOT_MEASURED ? GB_NOT_MEASURED
		       : ruling->why == GB_WHY_ALONE      ? GB_FEW_PEERS
		       : ruling->is == GB_RULED_UNASKED   ? GB_NOT_JUDGED
							  : GB_UNSURE;
	}
}

static void judge_model(struct gb_judge *judge, struct gb_fleet_model *model)
{
	free(model->standing);
	free(model->part);
	model->standing = gb_heap_array(model->gpus * model->groups + 1, sizeof *model->standing);
	model->part = gb_heap_array(model->gpus * model->groups + 1, sizeof *model->part);
	for (size_t i = 0; i < model->groups; i++)
		model->group[i].slow = model->group[i].fast = 0;
	for (size_t at = 0; at < model->gpus * model->groups; at++) {
		struct gb_group *group = &model->group[at % model->groups];
		const struct gb_ruling ruling = gb_judge_rule(judge, model, at / model->groups, at % model->groups);
		const enum gb_standing standing = standing_of(&ruling);
		model->standing[at] = (unsigned char)standing;
		model->part[at] = (float)ruling.part;
		group->slow += standing == GB_SLOW;
		group->fast += standing == GB_FAST;
	}
}

void gb_outliers_judge(struct gb_fleet *fleet, const struct gb_baseline *baseline, const struct gb_judge_set *set,
		       double floor)
{
	static const struct gb_judge_set as_it_is = { .onlys = 0 };
	struct gb_judge judge;

	gb_judge_of(&judge, fleet, baseline, set != NULL ? set : &as_it_is, floor);
	fleet->floor = floor;
	for (size_t m = 0; m < fleet->models; m++)
		judge_model(&judge, &fleet->model[m]);
	gb_judge_free(&judge);
}

enum gb_standing gb_outliers_standing(const struct gb_fleet_model *model, size_t gpu, size_t group)
{
	return (enum gb_standing)model->standing[gpu * model->groups + group];
}

const char *gb_outliers_rule(const struct gb_fleet *fleet, char text[GB_OUTLIERS_RULE])
{
	gb_text_write(text, GB_OUTLIERS_RULE, "outside the scatter of healthy GPUs");
	if (fleet->floor > 0)
		gb_text_add(text, GB_OUTLIERS_RULE, ", and by %.3g %% at least", 100 * fleet->floor);
	return text;
}

/* A GPU is slow if it is slow in any roof, otherwise fast if it is fast in any roof. GB_NORMAL: neither. */
static struct gb_outlier outlier_of(const struct gb_fleet_model *model, size_t gpu)
{
	struct gb_outlier found = { .model = model, .gpu = gpu, .standing = GB_NORMAL };

	for (size_t i = 0; i < model->groups; i++) {
		const struct gb_group *group = &model->group[i];
		const struct gb_sample sample = gb_fleet_sample(model, gpu, i);
		const enum gb_standing standing = gb_outliers_standing(model, gpu, i);
		if ((standing != GB_SLOW && standing != GB_FAST) || (found.standing == GB_SLOW && standing == GB_FAST))
			continue;
		if (found.standing != standing)
			found = (struct gb_outlier){ .model = model, .gpu = gpu, .standing = standing };
		found.roofs++;
		const double off = model->part[gpu * model->groups + i];
		if (fabs(off) > fabs(found.off)) {
			found.group = i;
			found.off = off;
			found.z = gb_group_z(group, sample.value);
		}
	}
	return found;
}

static int compare_outliers(const void *left, const void *right)
{
	const struct gb_outlier *a = left, *b = right;

	if (a->standing != b->standing)
		return a->standing == GB_SLOW ? -1 : 1;
	if (fabs(a->off) != fabs(b->off))
		return fabs(a->off) > fabs(b->off) ? -1 : 1;
	return strcmp(a->model->gpu[a->gpu].key, b->model->gpu[b->gpu].key);
}

struct gb_outlier *gb_outliers_find(const struct gb_fleet *fleet, size_t *count)
{
	struct gb_outlier *list = NULL;
	size_t room = 0;

	*count = 0;
	for (size_t m = 0; m < fleet->models; m++)
		for (size_t g = 0; g < fleet->model[m].gpus; g++) {
			const struct gb_outlier found = outlier_of(&fleet->model[m], g);
			if (found.standing == GB_NORMAL)
				continue;
			list = gb_array_grow(list, *count, &room, sizeof *list);
			list[(*count)++] = found;
		}
	if (*count > 0)
		qsort(list, *count, sizeof *list, compare_outliers);
	return list;
}

static void explain_text(const char *what, const char *here, const char *peers, char *text, size_t size)
{
	if (here != peers && strcmp(here, peers) != 0 && here[0] != '\0' && peers[0] != '\0')
		gb_text_add(text, size, "%s%s %s (peers %s)", text[0] ? "; " : "", what, here, peers);
}

void gb_outliers_explain(const struct gb_fleet_model *model, size_t gpu, size_t group, char *text, size_t size)
{
	const struct gb_gpu_roofs *card = &model->gpu[gpu];
	const struct gb_sample sample = gb_fleet_sample(model, gpu, group);
	const double clock = sample.sm_clock_hz / model->group[group].sm_clock_hz - 1;

	text[0] = '\0';
	if (fabs(clock) > GB_CLOCK_DIFFERS_BY)
		gb_text_add(text, size, "%s %.3f GHz (peers %.3f)", gb_device_clock(card->device),
			    1e-9 * sample.sm_clock_hz, 1e-9 * model->group[group].sm_clock_hz);
	explain_text("throttle", sample.throttle, model->group[group].throttle, text, size);
	if (fabs(card->power_limit_w - model->power_limit_w) > 0.5)
		gb_text_add(text, size, "%spower limit %.0f W (peers %.0f)", text[0] ? "; " : "", card->power_limit_w,
			    model->power_limit_w);
	explain_text("ECC", card->ecc, model->ecc, text, size);
	explain_text("MIG", card->mig, model->mig, text, size);
	explain_text("driver", card->driver, model->driver, text, size);
	explain_text("VBIOS", card->vbios, model->vbios, text, size);
}

bool gb_outliers_lacks(const struct gb_fleet_model *model, size_t gpu, size_t group)
{
	return !model->group[group].derived && gb_fleet_sample(model, gpu, group).runs == 0 &&
	       2 * model->group[group].gpus > model->peers;
}
