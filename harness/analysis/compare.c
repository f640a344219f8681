#include "analysis/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* ---- outliers ------------------------------------------------------------------------------------------------------ */

/* Slow in anything is slow; else fast in anything. GB_NORMAL: neither. */
static struct gb_outlier judge_gpu(const struct gb_fleet *fleet, const struct gb_model *model, size_t gpu)
{
	struct gb_outlier found = { .model = model, .gpu = gpu, .verdict = GB_NORMAL };

	for (size_t i = 0; i < model->groups; i++) {
		const struct gb_group *group = &model->group[i];
		const struct gb_sample *sample = gb_model_sample(model, gpu, i);
		const enum gb_verdict verdict = gb_fleet_judge(fleet, group, sample);
		if ((verdict != GB_SLOW && verdict != GB_FAST) || (found.verdict == GB_SLOW && verdict == GB_FAST))
			continue;
		if (found.verdict != verdict)
			found = (struct gb_outlier){ .model = model, .gpu = gpu, .verdict = verdict };
		found.roofs++;
		const double off = gb_group_off(group, sample->value);
		if (fabs(off) > fabs(found.off)) {
			found.group = i;
			found.off = off;
			found.z = gb_group_z(group, sample->value);
		}
	}
	return found;
}

static int compare_outliers(const void *left, const void *right)
{
	const struct gb_outlier *a = left, *b = right;

	if (a->verdict != b->verdict)
		return a->verdict == GB_SLOW ? -1 : 1;
	if (fabs(a->off) != fabs(b->off))
		return fabs(a->off) > fabs(b->off) ? -1 : 1;
	return strcmp(a->model->gpu[a->gpu].key, b->model->gpu[b->gpu].key);
}

struct gb_outlier *gb_compare_outliers(const struct gb_fleet *fleet, size_t *count)
{
	struct gb_outlier *list = NULL;
	size_t room = 0;

	*count = 0;
	for (size_t m = 0; m < fleet->models; m++)
		for (size_t g = 0; g < fleet->model[m].gpus; g++) {
			const struct gb_outlier found = judge_gpu(fleet, &fleet->model[m], g);
			if (found.verdict == GB_NORMAL)
				continue;
			if (*count == room) {
				room = room ? 2 * room : 64;
				struct gb_outlier *grown = realloc(list, room * sizeof *grown);
				if (grown == NULL) {
					free(list);
					*count = 1;
					return NULL;
				}
				list = grown;
			}
			list[(*count)++] = found;
		}
	if (*count > 0)
		qsort(list, *count, sizeof *list, compare_outliers);
	return list;
}

/* ---- why ----------------------------------------------------------------------------------------------------------- */

static void explain_text(const char *what, const char *here, const char *peers, char *text, size_t size)
{
	if (here != peers && strcmp(here, peers) != 0 && here[0] != '\0')
		gb_text_add(text, size, "%s%s %s (peers %s)", text[0] ? "; " : "", what, here, peers);
}

void gb_compare_explain(const struct gb_model *model, size_t gpu, size_t group, char *text, size_t size)
{
	const struct gb_gpu *card = &model->gpu[gpu];
	const struct gb_sample *sample = gb_model_sample(model, gpu, group);
	const double clock = sample->sm_clock_hz / model->group[group].sm_clock_hz - 1;

	text[0] = '\0';
	if (fabs(clock) > 0.01)
		gb_text_add(text, size, "SM clock %.3f GHz (peers %.3f)", 1e-9 * sample->sm_clock_hz,
			    1e-9 * model->group[group].sm_clock_hz);
	if (sample->throttle != NULL && sample->throttle[0] != '\0' && strcmp(sample->throttle, "none") != 0)
		gb_text_add(text, size, "%sthrottle %s", text[0] ? "; " : "", sample->throttle);
	if (fabs(card->power_limit_w - model->power_limit_w) > 0.5)
		gb_text_add(text, size, "%spower limit %.0f W (peers %.0f)", text[0] ? "; " : "", card->power_limit_w,
			    model->power_limit_w);
	explain_text("ECC", card->ecc, model->ecc, text, size);
	explain_text("MIG", card->mig, model->mig, text, size);
	explain_text("driver", card->driver, model->driver, text, size);
	explain_text("VBIOS", card->vbios, model->vbios, text, size);
}

bool gb_compare_lacks(const struct gb_model *model, size_t gpu, size_t group)
{
	return gb_model_sample(model, gpu, group)->runs == 0 && 2 * model->group[group].gpus > model->gpus;
}

/* ---- floors -------------------------------------------------------------------------------------------------------- */

static void tell_drop(const struct gb_gpu *gpu, const struct gb_group *group, double off, const char *than,
		      void (*tell)(const char *text))
{
	char text[GB_ERROR_TEXT] = "";

	gb_text_add(text, sizeof text, "%s on %s: %s is ", gpu->key, gpu->host, group->roof);
	if (isfinite(off))
		gb_text_add(text, sizeof text, "%.1f %% below %s", -100 * off, than);
	else
		gb_text_add(text, sizeof text, "not measured");
	tell(text);
}

/* What the baseline has of a GPU, and the GPU, rows of which failed, has no more. Without a failure it was not asked for. */
static size_t tell_lost(const struct gb_comparison *c, const struct gb_model *model, size_t gpu,
			void (*tell)(const char *text))
{
	const struct gb_gpu *now = &model->gpu[gpu];
	const struct gb_gpu *before = gb_roofs_find(c->baseline->roofs, now->key);
	const struct gb_model *then = gb_baseline_model(c->baseline, now->name);
	size_t lost = 0;

	for (size_t i = 0; now->failed > 0 && then != NULL && i < then->groups; i++) {
		const struct gb_group *group = &then->group[i], *peers = gb_model_group(model, group->roof);
		if (gb_gpu_roof(now, group->roof) != NULL ||
		    (before != NULL && gb_gpu_roof(before, group->roof) == NULL) ||
		    (peers != NULL && gb_compare_lacks(model, gpu, (size_t)(peers - model->group))))
			continue; /* it is there, never was, or peers have told */
		tell_drop(now, group, NAN, "", tell);
		lost++;
	}
	return lost;
}

size_t gb_compare_drops(const struct gb_comparison *comparison, double max_drop, void (*tell)(const char *text))
{
	size_t drops = 0;

	for (size_t m = 0; m < comparison->fleet.models; m++) {
		const struct gb_model *model = &comparison->fleet.model[m];
		for (size_t at = 0; at < model->gpus * model->groups; at++) {
			const struct gb_gpu *gpu = &model->gpu[at / model->groups];
			const struct gb_group *group = &model->group[at % model->groups];
			const struct gb_sample *sample = &model->sample[at];
			double off = NAN, change = NAN;
			if (sample->runs > 0) {
				off = gb_group_off(group, sample->value);
				if (comparison->baseline != NULL)
					change = gb_change_of(comparison->baseline, gpu, group->roof, sample,
							      comparison->margin)
							 .part;
			} else if (!gb_compare_lacks(model, at / model->groups, at % model->groups))
				continue;
			if (sample->runs == 0 || off < -max_drop)
				tell_drop(gpu, group, off, "its peers", tell);
			else if (change < -max_drop)
				tell_drop(gpu, group, change, "the baseline", tell);
			else
				continue;
			drops++;
		}
		for (size_t g = 0; g < model->gpus && comparison->baseline != NULL; g++)
			drops += tell_lost(comparison, model, g, tell);
	}
	return drops;
}
