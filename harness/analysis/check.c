#include "analysis/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- one roof ------------------------------------------------------------------------------------------------------ */

double gb_check_floor(const struct gb_baseline *baseline, const struct gb_gpu *gpu, const char *roof, const char *unit,
		      bool same_gpu)
{
	const double alone = gb_scatter_min_off(roof);
	const struct gb_model *model = gb_baseline_model(baseline, gpu->name, gpu->board);
	const struct gb_group *group = model != NULL ? gb_model_group_in(model, roof, unit) : NULL;

	if (same_gpu || group == NULL)
		return alone;
	if (group->gpus < GB_PEERS_MIN)
		return fmax(alone, GB_MIN_OFF_UNKNOWN);
	return fmax(alone, GB_MIN_OFF_SD * gb_group_sd(group) / group->median);
}

static int add_drop(struct gb_check *check, const struct gb_drop *drop, struct gb_error *error)
{
	struct gb_drop *grown = realloc(check->drop, (check->drops + 1) * sizeof *grown);

	if (grown == NULL)
		return gb_error_set(error, "out of memory");
	check->drop = grown;
	check->drop[check->drops++] = *drop;
	return GB_OK;
}

struct gb_judged gb_check_judge(const struct gb_baseline *baseline, double max_drop, const struct gb_gpu *gpu,
				const struct gb_group *group, const struct gb_sample *sample)
{
	struct gb_judged judged = {
		.change = gb_change_of(baseline, gpu, group->roof, group->unit, sample, GB_MARGIN),
		.floor = max_drop,
	};
	const struct gb_change *change = &judged.change;

	if (change->changed == GB_NO_BASELINE)
		return judged;
	if (max_drop <= 0)
		judged.floor = gb_check_floor(baseline, gpu, group->roof, group->unit, change->same_gpu);
	/* A value without an interval is what it is. */
	judged.is_below = (isfinite(change->hi) ? change->hi : change->part) < -judged.floor;
	return judged;
}

/* Whether it was compared with anything goes into `judged`. */
static int judge_roof(struct gb_check *check, const struct gb_baseline *baseline, double max_drop,
		      const struct gb_gpu *gpu, const struct gb_group *group, const struct gb_sample *sample,
		      bool *judged, struct gb_error *error)
{
	const struct gb_judged found = gb_check_judge(baseline, max_drop, gpu, group, sample);

	if (found.change.changed == GB_NO_BASELINE)
		return GB_OK;
	*judged = true;
	check->judged++;
	const struct gb_drop drop = {
		.gpu = gpu,
		.roof = group->roof,
		.reason = sample->ok ? NULL : sample->reason,
		.part = found.change.part,
		.floor = found.floor,
		.same_gpu = found.change.same_gpu,
	};
	if (found.is_below)
		return add_drop(check, &drop, error);
	check->undecided += drop.part < -drop.floor;
	if (check->lowest.gpu == NULL || drop.part < check->lowest.part)
		check->lowest = drop;
	return GB_OK;
}

/* ---- all of them --------------------------------------------------------------------------------------------------- */

static int judge_gpu(struct gb_check *check, const struct gb_model *model, size_t at,
		     const struct gb_baseline *baseline, double max_drop, struct gb_error *error)
{
	const struct gb_gpu *gpu = &model->gpu[at];
	bool judged = false;

	if (gpu->failed > 0 && check->failed++ == 0)
		check->failing = gpu;
	for (size_t i = 0; i < model->groups; i++) {
		const struct gb_sample sample = gb_model_sample(model, at, i);
		if (judge_roof(check, baseline, max_drop, gpu, &model->group[i], &sample, &judged, error) != GB_OK)
			return GB_FAILED;
	}
	if (!judged && check->strangers++ == 0)
		check->stranger = gpu;
	return GB_OK;
}

static int compare_drops(const void *left, const void *right)
{
	const struct gb_drop *a = left, *b = right;

	return a->part < b->part ? -1 : a->part > b->part;
}

int gb_check_of(struct gb_check *check, const struct gb_roofs *now, const struct gb_baseline *baseline, double max_drop,
		struct gb_error *error)
{
	struct gb_fleet fleet = { 0 };
	int status;

	*check = (struct gb_check){ 0 };
	status = gb_fleet_of(&fleet, now, 0, GB_MIN_Z, error);
	for (size_t m = 0; m < fleet.models && status == GB_OK; m++)
		for (size_t g = 0; g < fleet.model[m].gpus && status == GB_OK; g++)
			status = judge_gpu(check, &fleet.model[m], g, baseline, max_drop, error);
	if (check->drops > 0)
		qsort(check->drop, check->drops, sizeof *check->drop, compare_drops);
	gb_fleet_free(&fleet);
	if (status != GB_OK)
		gb_check_free(check);
	return status;
}

void gb_check_free(struct gb_check *check)
{
	free(check->drop);
	*check = (struct gb_check){ 0 };
}

/* ---- what it stands on --------------------------------------------------------------------------------------------- */

void gb_check_describe(const struct gb_baseline *baseline, const struct gb_gpu *gpu, char *text, size_t size)
{
	const struct gb_model *model = gb_baseline_model(baseline, gpu->name, gpu->board);
	const struct gb_group *least = NULL, *most = NULL;
	double least_sd = NAN, most_sd = NAN;
	char from[64], to[64];

	text[0] = '\0';
	if (model == NULL)
		return;
	gb_text_add(text, size, "%zu GPU%s", model->peers, model->peers == 1 ? "" : "s");
	for (size_t i = 0; i < model->groups; i++) {
		const double sd = gb_group_sd(&model->group[i]) / model->group[i].median;
		if (model->group[i].gpus < GB_PEERS_MIN || !isfinite(sd))
			continue;
		if (least == NULL || sd < least_sd)
			least = &model->group[i], least_sd = sd;
		if (most == NULL || sd > most_sd)
			most = &model->group[i], most_sd = sd;
	}
	if (least == NULL)
		return;
	gb_text_percent(from, sizeof from, least_sd, 1);
	gb_text_percent(to, sizeof to, most_sd, 1);
	gb_text_add(text, size, ", which scatter by %s (%s) to %s (%s)", from, least->roof, to, most->roof);
}
