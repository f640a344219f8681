#include "analysis/fleet_baseline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"

const char *gb_changed_word(enum gb_changed changed)
{
	static const char *const words[] = { "no baseline", "changed", "unchanged", "undecided" };

	return words[changed];
}

struct gb_change gb_change_between(const char *unit, const struct gb_sample *before, const struct gb_sample *now,
				   double margin)
{
	const bool lower = gb_lower_is_better(unit);
	struct gb_change change = {
		.changed = GB_UNDECIDED,
		.before = before->value,
		.part = gb_off(unit, now->value, before->value),
		.lo = gb_off(unit, lower ? now->hi : now->lo, lower ? before->lo : before->hi),
		.hi = gb_off(unit, lower ? now->lo : now->hi, lower ? before->hi : before->lo),
	};

	if (change.lo > margin || change.hi < -margin)
		change.changed = GB_CHANGED;
	else if (change.lo >= -margin && change.hi <= margin)
		change.changed = GB_UNCHANGED;
	return change;
}

/* Pools all GPUs of a model; `numbers` has room for 4 x their number. */
static struct gb_sample pool_group(const struct gb_fleet_model *model, size_t place, double *numbers)
{
	double *value = numbers, *lo = value + model->peers, *hi = lo + model->peers;
	const struct gb_break *older = NULL;
	size_t count = 0;

	for (size_t g = 0; g < model->peers; g++) {
		const struct gb_sample sample = gb_fleet_sample(model, g, place);
		if (sample.runs == 0)
			continue;
		value[count] = sample.value;
		older = sample.older;
		lo[count] = sample.lo;
		hi[count++] = sample.hi;
	}
	struct gb_sample pooled = gb_sample_pool(value, lo, hi, count, hi + model->peers);
	pooled.older = older;
	return pooled;
}

static struct gb_sample *pool_model(const struct gb_fleet_model *model)
{
	struct gb_sample *pooled = gb_heap_array(model->groups + 1, sizeof *pooled);
	double *numbers = gb_heap_array(model->peers, 4 * sizeof *numbers);

	for (size_t i = 0; i < model->groups; i++)
		pooled[i] = pool_group(model, i, numbers);
	free(numbers);
	return pooled;
}

void gb_baseline_of(struct gb_baseline *baseline, const struct gb_roofs *roofs)
{
	*baseline = (struct gb_baseline){ .roofs = roofs };
	gb_fleet_of(&baseline->fleet, roofs);
	gb_fleet_pool_boards(&baseline->fleet, roofs);
	baseline->pooled = gb_heap_array(baseline->fleet.models + 1, sizeof *baseline->pooled);
	for (size_t i = 0; i < baseline->fleet.models; i++)
		baseline->pooled[i] = pool_model(&baseline->fleet.model[i]);
}

void gb_baseline_free(struct gb_baseline *baseline)
{
	for (size_t i = 0; baseline->pooled != NULL && i < baseline->fleet.models; i++)
		free(baseline->pooled[i]);
	free(baseline->pooled);
	gb_fleet_free(&baseline->fleet);
	*baseline = (struct gb_baseline){ 0 };
}

const struct gb_fleet_model *gb_baseline_model(const struct gb_baseline *baseline, const char *name, const char *board)
{
	const struct gb_fleet_model *found = NULL;

	for (size_t i = 0; i < baseline->fleet.models; i++) {
		const struct gb_fleet_model *model = &baseline->fleet.model[i];
		if (strcmp(model->name, name) != 0)
			continue;
		if (strcmp(model->board, board) == 0)
			return model;
		if (model->board[0] == '\0')
			found = model;
	}
	return found;
}

/* Returns the baseline's value for the same GPU and roof; 0 runs: there is none. */
static struct gb_sample find_same(const struct gb_baseline *baseline, const struct gb_gpu_roofs *gpu, const char *roof,
				  const char *unit)
{
	const struct gb_sample none = { .runs = 0 };
	const struct gb_gpu_roofs *same = gb_roofs_find(baseline->roofs, gpu->key);
	const struct gb_fleet_model *model = same != NULL ? gb_fleet_find_model(&baseline->fleet, same) : NULL;

	if (model == NULL || strcmp(model->name, gpu->name) != 0)
		return none;
	const struct gb_group *group = gb_fleet_group_in(model, roof, unit);
	if (group == NULL)
		return none;
	return gb_fleet_sample(model, (size_t)(same - model->gpu), (size_t)(group - model->group));
}

/* Returns the baseline's value over all GPUs that could be peers of this one. */
static const struct gb_sample *find_pooled(const struct gb_baseline *baseline, const struct gb_gpu_roofs *gpu,
					   const char *roof, const char *unit)
{
	const struct gb_fleet_model *model = gb_baseline_model(baseline, gpu->name, gpu->board);
	const struct gb_group *group = model != NULL ? gb_fleet_group_in(model, roof, unit) : NULL;

	return group != NULL ? &baseline->pooled[model - baseline->fleet.model][group - model->group] : NULL;
}

struct gb_change gb_change_of(const struct gb_baseline *baseline, const struct gb_gpu_roofs *gpu, const char *roof,
			      const char *unit, const struct gb_sample *now, double margin)
{
	struct gb_change change = { .changed = GB_NO_BASELINE, .before = NAN, .part = NAN, .lo = NAN, .hi = NAN };
	const struct gb_sample same = find_same(baseline, gpu, roof, unit);
	const struct gb_sample *before = same.runs > 0 ? &same : find_pooled(baseline, gpu, roof, unit);

	if (before == NULL || now->runs == 0 || before->older != now->older)
		return change;
	change = gb_change_between(unit, before, now, margin);
	change.same_gpu = same.runs > 0;
	return change;
}

void gb_baseline_describe(const struct gb_baseline *baseline, const struct gb_gpu_roofs *gpu, char *text, size_t size)
{
	const struct gb_fleet_model *model = gb_baseline_model(baseline, gpu->name, gpu->board);
	double least = NAN, most = NAN;
	char from[64], to[64];

	text[0] = '\0';
	if (model == NULL)
		return;
	gb_text_add(text, size, "%zu GPU%s%s", model->peers, model->peers == 1 ? "" : "s",
		    strcmp(model->board, gpu->board) != 0 && gpu->board[0] != '\0' ? " of other boards" : "");
	for (size_t i = 0; i < model->groups; i++) {
		const double sd = gb_group_sd(&model->group[i]) / model->group[i].median;
		if (model->group[i].gpus < GB_PEERS_MIN || !isfinite(sd))
			continue;
		least = fmin(least, sd);
		most = fmax(most, sd);
	}
	if (isnan(least))
		return;
	gb_text_percent(from, sizeof from, least, 1);
	gb_text_percent(to, sizeof to, most, 1);
	gb_text_add(text, size, "; spread %.*s to %s", (int)strcspn(from, " "), from, to);
}
