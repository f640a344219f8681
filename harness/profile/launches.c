#include "profile/launches.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "profile/rounds.h"

static uint32_t busiest_process(const struct gb_survey *s)
{
	size_t *launches = calloc(s->processes + 1, sizeof *launches), most = 0;

	for (size_t i = 0; launches != NULL && i < s->events; i++)
		launches[s->event[i].process] += s->event[i].is_kernel;
	for (size_t i = 1; launches != NULL && i < s->processes; i++)
		most = launches[i] > launches[most] ? i : most;
	free(launches);
	return (uint32_t)most;
}

double gb_launches_seconds(const struct gb_launches *l, size_t i)
{
	return 1e-9 * (double)(l->event[i]->end - l->event[i]->start);
}

/* `longest`: of each kernel. */
static void choose_first(struct gb_launches *l, double *longest)
{
	for (size_t i = 0; i < l->count; i++)
		longest[l->event[i]->at] = fmax(longest[l->event[i]->at], gb_launches_seconds(l, i));
	for (size_t i = l->count; i-- > 0;)
		if (gb_launches_seconds(l, i) >= 0.5 * longest[l->event[i]->at])
			l->first[l->event[i]->at] = i;
}

int gb_launches_find(struct gb_launches *l, const struct gb_survey *s, struct gb_error *error)
{
	const uint32_t process = busiest_process(s);
	double *longest = calloc(s->known + 1, sizeof *longest);
	size_t all;

	*l = (struct gb_launches){ s, gb_survey_order(s, &all), 0, malloc((s->known + 1) * sizeof *l->first) };
	if (l->event == NULL || l->first == NULL || longest == NULL) {
		free(longest);
		return gb_error_set(error, "out of memory");
	}
	for (size_t i = 0; i < s->known; i++)
		l->first[i] = GB_LAUNCHES_NONE;
	for (size_t i = 0; i < all; i++)
		if (l->event[i]->process == process && !l->event[i]->in_graph)
			l->event[l->count++] = l->event[i];
	choose_first(l, longest);
	free(longest);
	return GB_OK;
}

void gb_launches_free(struct gb_launches *l)
{
	free(l->event);
	free(l->first);
}

size_t gb_launches_kernel(const struct gb_launches *l, const struct gb_trace_kernel *kernel)
{
	const struct gb_survey *s = l->survey;

	for (size_t i = 0; i < s->kernels; i++) {
		const struct gb_survey_kernel *k = &s->kernel[i];
		if (strcmp(k->mangled, kernel->name) == 0 && strcmp(k->grid, kernel->grid) == 0 &&
		    strcmp(k->block, kernel->block) == 0 && strcmp(s->gpu[k->gpu].device, kernel->device) == 0)
			return i;
	}
	return SIZE_MAX;
}

char *gb_launches_list(const struct gb_launches *l, const bool *is_wanted)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);

	for (size_t i = 0; out != NULL && i < l->count; i++) {
		const size_t kernel = l->event[i]->at;
		if (kernel < l->survey->kernels && l->first[kernel] == i && gb_rounds_may_count(l->survey, kernel) &&
		    (is_wanted == NULL || is_wanted[kernel]))
			fprintf(out, "%zu,", i);
	}
	return out != NULL && fclose(out) == 0 ? text : NULL;
}
