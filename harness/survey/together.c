#include "survey/together.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void gb_survey_label(const struct gb_survey *s, uint32_t gpu, char label[GB_SURVEY_LABEL])
{
	const struct gb_survey_gpu *g = &s->gpu[gpu];
	bool is_shared = false;

	for (size_t i = 0; i < s->gpus; i++)
		is_shared |= i != gpu && s->gpu[i].device == g->device;
	if (is_shared)
		snprintf(label, GB_SURVEY_LABEL, "%s (%.12s)", g->device, g->uuid);
	else
		snprintf(label, GB_SURVEY_LABEL, "%s", g->device);
}

static bool is_alike(const struct gb_survey_kernel *a, const struct gb_survey_kernel *b)
{
	return a->mangled == b->mangled && a->grid == b->grid && a->block == b->block && a->shared == b->shared;
}

static void add(struct gb_together *t, const struct gb_survey_kernel *k)
{
	t->kernel.launches += k->launches;
	t->kernel.seconds += k->seconds;
	t->kernel.squares += k->squares;
	t->kernel.least = fmin(t->kernel.least, k->least);
	t->kernel.most = fmax(t->kernel.most, k->most);
	t->gpus++;
	t->least = fmin(t->least, k->seconds);
	t->most = fmax(t->most, k->seconds);
}

static int by_time(const void *left, const void *right)
{
	const struct gb_survey_kernel *a = &((const struct gb_together *)left)->kernel;
	const struct gb_survey_kernel *b = &((const struct gb_together *)right)->kernel;
	int order = (a->seconds < b->seconds) - (a->seconds > b->seconds);

	if (order == 0)
		order = strcmp(a->mangled, b->mangled);
	return order != 0 ? order : memcmp(a->size, b->size, sizeof a->size);
}

/* Kernels are hundreds: each is compared with those before it. */
struct gb_together *gb_survey_together(const struct gb_survey *s, size_t *count)
{
	struct gb_together *all = calloc(s->kernels + 1, sizeof *all);

	*count = 0;
	for (size_t i = 0; all != NULL && i < s->kernels; i++) {
		const struct gb_survey_kernel *k = &s->kernel[i];
		size_t at = 0;
		while (at < *count && !is_alike(&all[at].kernel, k))
			at++;
		if (at < *count)
			add(&all[at], k);
		else
			all[(*count)++] = (struct gb_together){ *k, 1, k->seconds, k->seconds };
	}
	if (all != NULL)
		qsort(all, *count, sizeof *all, by_time);
	return all;
}
