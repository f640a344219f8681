/* survey_numbers.c: lists each GPU, kernel and kind of copy of a survey once, numbers them, and adds the events. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/heap.h"
#include "base/mangled.h"
#include "survey/survey.h"

/* A GPU has the same UUID in all processes. Without a UUID, its number identifies it. */
uint32_t gb_survey_gpu_number(struct gb_survey *s, const char *device, const char *uuid, const char *name)
{
	const struct gb_survey_gpu gpu = { .device = gb_strings_keep(&s->strings, device),
					   .uuid = gb_strings_keep(&s->strings, uuid),
					   .name = gb_strings_keep(&s->strings, name) };

	for (uint32_t i = 0; i < s->gpus; i++)
		if (s->gpu[i].uuid == gpu.uuid && (uuid[0] != '\0' || s->gpu[i].device == gpu.device))
			return i;
	s->gpu = gb_array_grow(s->gpu, s->gpus, &s->gpu_room, sizeof *s->gpu);
	s->gpu[s->gpus] = gpu;
	return (uint32_t)s->gpus++;
}

void gb_survey_name_kernel(struct gb_survey *s, struct gb_survey_kernel *k, const char *mangled, const char *name)
{
	char *demangled = name == NULL ? gb_demangled(mangled) : NULL, grid[GB_TRACE_SHAPE], block[GB_TRACE_SHAPE];

	gb_trace_shape(grid, k->size[0], k->size[1], k->size[2]);
	gb_trace_shape(block, k->size[3], k->size[4], k->size[5]);
	k->mangled = gb_strings_keep(&s->strings, mangled);
	k->name = gb_strings_keep(&s->strings, demangled != NULL ? demangled : name != NULL ? name : mangled);
	k->grid = gb_strings_keep(&s->strings, k->size[0] > 0 ? grid : "");
	k->block = gb_strings_keep(&s->strings, k->size[3] > 0 ? block : "");
	free(demangled);
}

void gb_survey_add_event(struct gb_survey *s, size_t number, struct gb_survey_event event)
{
	event.at = (uint32_t)number;
	event.process = (uint32_t)s->processes;
	s->event = gb_array_grow(s->event, s->events, &s->event_room, sizeof *s->event);
	s->event[s->events++] = event;
}

static size_t kernel_hash(const struct gb_survey_kernel *k)
{
	return gb_hash_addresses(k->mangled, k->grid,
				 gb_hash_addresses(k->block, NULL, k->shared * GB_HASH_STEP + k->gpu));
}

static bool is_same_launch(const struct gb_survey_kernel *a, const struct gb_survey_kernel *b)
{
	return a->mangled == b->mangled && a->grid == b->grid && a->block == b->block && a->shared == b->shared;
}

static size_t find_slot(const struct gb_survey *s, const struct gb_survey_kernel *k)
{
	size_t at = kernel_hash(k) & (s->slots - 1);

	while (s->slot[at] != 0 &&
	       (s->kernel[s->slot[at] - 1].gpu != k->gpu || !is_same_launch(&s->kernel[s->slot[at] - 1], k)))
		at = (at + 1) & (s->slots - 1);
	return at;
}

static void grow_slots(struct gb_survey *s)
{
	free(s->slot);
	s->slots = s->slots > 0 ? 2 * s->slots : 128;
	s->slot = gb_heap_array(s->slots, sizeof *s->slot);
	for (size_t i = 0; i < s->kernels; i++)
		s->slot[find_slot(s, &s->kernel[i])] = i + 1;
}

size_t gb_survey_kernel_number(struct gb_survey *s, const struct gb_survey_kernel *kernel)
{
	if (2 * (s->kernels + 1) > s->slots)
		grow_slots(s);
	const size_t at = find_slot(s, kernel);
	if (s->slot[at] != 0)
		return s->slot[at] - 1;
	s->kernel = gb_array_grow(s->kernel, s->kernels, &s->kernel_room, sizeof *s->kernel);
	s->kernel[s->kernels] = *kernel;
	s->kernel[s->kernels].least = HUGE_VAL;
	s->slot[at] = ++s->kernels;
	return s->kernels - 1;
}

/* There are few kinds of copies, so a linear search is fast enough. */
size_t gb_survey_copy_number(struct gb_survey *s, const struct gb_survey_copy *copy)
{
	size_t at = 0;

	while (at < s->copies && (s->copy[at].from != copy->from || s->copy[at].to != copy->to ||
				  s->copy[at].gpu != copy->gpu || s->copy[at].other != copy->other))
		at++;
	if (at < s->copies)
		return at;
	s->copy = gb_array_grow(s->copy, s->copies, &s->copy_room, sizeof *s->copy);
	s->copy[at] = *copy;
	return s->copies++;
}

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

static void add_kernel_times(struct gb_together *t, const struct gb_survey_kernel *k)
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

static int compare_times(const void *left, const void *right)
{
	const struct gb_survey_kernel *a = &((const struct gb_together *)left)->kernel;
	const struct gb_survey_kernel *b = &((const struct gb_together *)right)->kernel;
	int order = (a->seconds < b->seconds) - (a->seconds > b->seconds);

	if (order == 0)
		order = strcmp(a->mangled, b->mangled);
	return order != 0 ? order : memcmp(a->size, b->size, sizeof a->size);
}

/* Compares each kernel with all previous ones: a program has only hundreds of them. */
struct gb_together *gb_survey_together(const struct gb_survey *s, size_t *count)
{
	struct gb_together *all = gb_heap_array(s->kernels + 1, sizeof *all);

	*count = 0;
	for (size_t i = 0; i < s->kernels; i++) {
		const struct gb_survey_kernel *k = &s->kernel[i];
		size_t at = 0;
		while (at < *count && !is_same_launch(&all[at].kernel, k))
			at++;
		if (at < *count)
			add_kernel_times(&all[at], k);
		else
			all[(*count)++] = (struct gb_together){ *k, 1, k->seconds, k->seconds };
	}
	qsort(all, *count, sizeof *all, compare_times);
	return all;
}
