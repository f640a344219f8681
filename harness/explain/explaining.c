#include "explain/explaining.h"

#include <math.h>
#include <stdlib.h>

#include "explain/constants.h"

static const struct gb_placing_gpu *gpu_of(const struct gb_placing *placing, const struct gb_profiled *k)
{
	for (size_t i = 0; i < placing->gpus; i++)
		if (placing->gpu[i].device == k->device && placing->gpu[i].gpu == k->gpu)
			return placing->gpu[i].found ? &placing->gpu[i] : NULL;
	return NULL;
}

static void scale(struct gb_time_terms *t, double by)
{
	t->memory *= by;
	t->arithmetic *= by;
	t->hidden *= by;
	t->starting *= by;
	t->launch *= by;
	t->total *= by;
}

static void explain(struct gb_explained *e, const struct gb_place *place, const struct gb_placing_gpu *gpu,
		    const struct gb_curves *curves)
{
	const struct gb_gpu *first = gpu->match.gpu;
	struct gb_time_model model;
	struct gb_load load;

	gb_time_model_make(&model, &gpu->match.peaks, gb_curves_find(curves, first->uuid, first->name));
	e->limiter = gb_limiter_of(place->kernel);
	if (!gb_load_of(&load, place->kernel, &gpu->match.peaks))
		return;
	/* If the roof is unknown, the longest part may be missing from the load. */
	if (place->perhaps != NULL || place->kernel->value[GB_MATRIX_UNREAD] > 0)
		return;
	e->reasons = gb_why_find(e->reason, place, &load, &model);
	e->terms = gb_time_model_time(&model, &load);
	scale(&e->terms, gb_profiled_scale(place->kernel));
	e->predicted = e->terms.total;
	e->least = GB_MODEL_LEAST * e->predicted;
	e->most = GB_MODEL_MOST * e->predicted;
}

struct gb_explained *gb_explaining_make(const struct gb_placing *placing, size_t kernels,
					const struct gb_curves *curves)
{
	struct gb_explained *all = calloc(kernels + 1, sizeof *all);

	for (size_t i = 0; all != NULL && i < kernels; i++) {
		const struct gb_placing_gpu *gpu = gpu_of(placing, placing->place[i].kernel);
		all[i].predicted = all[i].least = all[i].most = NAN;
		if (gpu != NULL)
			explain(&all[i], &placing->place[i], gpu, curves);
	}
	return all;
}
