#include "analysis/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/label.h"
#include "base/text.h"

/* ---- outliers ------------------------------------------------------------------------------------------------------ */

/* Slow in anything is slow; else fast in anything. GB_NORMAL: neither. */
static struct gb_outlier judge_gpu(const struct gb_fleet *fleet, const struct gb_model *model, size_t gpu)
{
	struct gb_outlier found = { .model = model, .gpu = gpu, .verdict = GB_NORMAL };

	for (size_t i = 0; i < model->groups; i++) {
		const struct gb_group *group = &model->group[i];
		const struct gb_sample sample = gb_model_sample(model, gpu, i);
		const enum gb_verdict verdict = gb_fleet_judge(fleet, group, &sample);
		if ((verdict != GB_SLOW && verdict != GB_FAST) || (found.verdict == GB_SLOW && verdict == GB_FAST))
			continue;
		if (found.verdict != verdict)
			found = (struct gb_outlier){ .model = model, .gpu = gpu, .verdict = verdict };
		found.roofs++;
		const double off = gb_group_off(group, sample.value);
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
			struct gb_outlier *grown = gb_array_grow(list, *count, &room, sizeof *grown);
			if (grown == NULL) {
				free(list);
				*count = 1;
				return NULL;
			}
			list = grown;
			list[(*count)++] = found;
		}
	if (*count > 0)
		qsort(list, *count, sizeof *list, compare_outliers);
	return list;
}

/* ---- why ----------------------------------------------------------------------------------------------------------- */

static void explain_text(const char *what, const char *here, const char *peers, char *text, size_t size)
{
	if (here != peers && strcmp(here, peers) != 0 && here[0] != '\0' && peers[0] != '\0')
		gb_text_add(text, size, "%s%s %s (peers %s)", text[0] ? "; " : "", what, here, peers);
}

void gb_compare_explain(const struct gb_model *model, size_t gpu, size_t group, char *text, size_t size)
{
	const struct gb_gpu *card = &model->gpu[gpu];
	const struct gb_sample sample = gb_model_sample(model, gpu, group);
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

bool gb_compare_lacks(const struct gb_model *model, size_t gpu, size_t group)
{
	return !model->group[group].derived && gb_model_sample(model, gpu, group).runs == 0 &&
	       2 * model->group[group].gpus > model->peers;
}
