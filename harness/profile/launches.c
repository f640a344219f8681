#include "profile/launches.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

int gb_launches_find(struct gb_launches *l, const struct gb_survey *s, struct gb_error *error)
{
	const uint32_t process = busiest_process(s);
	size_t all;

	*l = (struct gb_launches){ .survey = s,
				   .event = gb_survey_order(s, &all),
				   .longest = calloc(s->known + 1, sizeof *l->longest),
				   .first = malloc((s->known + 1) * sizeof *l->first) };
	if (l->event == NULL || l->longest == NULL || l->first == NULL)
		return gb_error_set(error, "out of memory");
	for (size_t i = 0; i < s->known; i++)
		l->first[i] = GB_LAUNCHES_NONE;
	for (size_t i = 0; i < all; i++) {
		const struct gb_survey_event *e = l->event[i];
		if (e->process != process || e->in_graph)
			continue;
		l->event[l->count] = e;
		if (l->count > 0)
			l->longest[e->at] = fmax(l->longest[e->at], gb_launches_seconds(l, l->count));
		l->count++;
	}
	return GB_OK;
}

void gb_launches_free(struct gb_launches *l)
{
	free(l->event);
	free(l->longest);
	free(l->first);
}

bool gb_launches_may_stand(const struct gb_launches *l, size_t i)
{
	return gb_launches_seconds(l, i) >= 0.5 * l->longest[l->event[i]->at];
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
