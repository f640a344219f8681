/* survey_sums.c: sums up and sorts the launches, copies and gaps of a survey. */
#include "survey/survey.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

/* ---- order ------------------------------------------------------------------------------------------------------- */

static int compare_starts(const void *left, const void *right)
{
	const struct gb_survey_event *a = left, *b = right;
	int order = (a->gpu > b->gpu) - (a->gpu < b->gpu);

	if (order == 0)
		order = (a->start > b->start) - (a->start < b->start);
	return order != 0 ? order : (a->end > b->end) - (a->end < b->end);
}

static int compare_times(const void *left, const void *right)
{
	const struct gb_survey_kernel *a = left, *b = right;
	int order = (a->launches == 0) - (b->launches == 0);

	if (order == 0)
		order = (a->seconds < b->seconds) - (a->seconds > b->seconds);
	if (order == 0)
		order = strcmp(a->mangled, b->mangled);
	return order != 0 ? order : memcmp(a->size, b->size, sizeof a->size);
}

/* `place[i]`: the new index of kernel i. */
static void sort_kernels(struct gb_survey *s)
{
	struct gb_survey_kernel *sorted = gb_heap_array(s->kernels + 1, sizeof *sorted);
	uint32_t *place = gb_heap_array(s->kernels + 1, sizeof *place);

	if (s->kernels > 0)
		memcpy(sorted, s->kernel, s->kernels * sizeof *sorted);
	for (size_t i = 0; i < s->kernels; i++)
		sorted[i].least = (double)i; /* the old index, during the sort */
	qsort(sorted, s->kernels, sizeof *sorted, compare_times);
	for (size_t i = 0; i < s->kernels; i++) {
		const size_t was = (size_t)sorted[i].least;
		place[was] = (uint32_t)i;
		sorted[i].least = s->kernel[was].least;
	}
	for (size_t i = 0; i < s->events; i++)
		if (s->event[i].is_kernel)
			s->event[i].at = place[s->event[i].at];
	free(place);
	free(s->kernel);
	s->kernel = sorted;
}

size_t gb_survey_first_like(const struct gb_survey *s, size_t kernel)
{
	const struct gb_survey_kernel *k = s->kernel;
	size_t i = 0;

	while (i < kernel && (k[i].mangled != k[kernel].mangled || k[i].shared != k[kernel].shared ||
			      memcmp(k[i].size, k[kernel].size, sizeof k[i].size) != 0 ||
			      strcmp(s->gpu[k[i].gpu].name, s->gpu[k[kernel].gpu].name) != 0))
		i++;
	return i;
}

double gb_survey_scatter(const struct gb_survey_kernel *k)
{
	const double n = (double)k->launches, mean = k->seconds / n;

	return sqrt(fmax(0, k->squares / n - mean * mean)) / mean;
}

/* ---- gaps -------------------------------------------------------------------------------------------------------- */

/* The events of a GPU are adjacent. */
static size_t find_first_event(const struct gb_survey *s, uint32_t gpu)
{
	size_t low = 0, high = s->events;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (s->event[middle].gpu < gpu)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_on_gpu(const struct gb_survey *s, size_t at, uint32_t gpu)
{
	return at < s->events && s->event[at].gpu == gpu;
}

double gb_survey_gaps(const struct gb_survey *s, uint32_t gpu, double shortest, struct gb_survey_gaps *below,
		      struct gb_survey_gaps *above)
{
	uint64_t busy_until = 0;
	bool is_open = false;
	double span = 0;

	*below = *above = (struct gb_survey_gaps){ .count = 0 };
	for (size_t at = find_first_event(s, gpu); is_on_gpu(s, at, gpu); at++) {
		const struct gb_survey_event *e = &s->event[at];
		const double idle = e->start > busy_until ? 1e-9 * (double)(e->start - busy_until) : 0;
		if (e->outside != 0) {
			is_open = false;
			continue;
		}
		if (is_open && idle > 0) {
			struct gb_survey_gaps *gaps = idle < shortest ? below : above;
			gaps->count++;
			gaps->seconds += idle;
			span += idle;
		}
		if (e->end > busy_until)
			span += 1e-9 * (double)(e->end - (idle > 0 ? e->start : busy_until));
		busy_until = e->end > busy_until ? e->end : busy_until;
		is_open = true;
	}
	return span;
}

/* Takes the stretch of events that ends before `end`, if it is a phase. */
static void take_phase(const struct gb_survey *s, size_t first, size_t end, struct gb_survey_phases *phases)
{
	const double seconds = 1e-9 * (double)(s->event[end - 1].end - s->event[first].start);
	double busy = 0;

	for (size_t i = first; i < end; i++)
		busy += 1e-9 * (double)(s->event[i].end - s->event[i].start);
	if (end - first < GB_SURVEY_PHASE || busy >= 0.5 * seconds)
		return;
	phases->count++;
	phases->launches += end - first;
	phases->seconds += seconds;
	phases->busy += busy;
}

void gb_survey_launch_bound(const struct gb_survey *s, uint32_t gpu, double launch, struct gb_survey_phases *phases)
{
	size_t first = find_first_event(s, gpu), at = first;

	*phases = (struct gb_survey_phases){ .count = 0 };
	if (!is_on_gpu(s, at, gpu))
		return;
	for (at++; is_on_gpu(s, at, gpu); at++) {
		const struct gb_survey_event *before = &s->event[at - 1], *e = &s->event[at];
		const bool follows = before->is_kernel && e->is_kernel && before->outside == 0 && e->outside == 0 &&
				     e->start > before->end && 1e-9 * (double)(e->start - before->start) < launch;
		if (follows)
			continue;
		take_phase(s, first, at, phases);
		first = at;
	}
	take_phase(s, first, at, phases);
}

/* ---- the complete survey ----------------------------------------------------------------------------------------- */

void gb_survey_limit(struct gb_survey *s, double from, double to)
{
	for (size_t i = 0; i < s->events; i++) {
		struct gb_survey_event *e = &s->event[i];
		const double at = e->start > s->began ? 1e-9 * (double)(e->start - s->began) : 0;
		if (at < from || at >= to)
			e->outside |= GB_SURVEY_NOT_THEN;
	}
}

static void add_launch(struct gb_survey *s, const struct gb_survey_event *e, double seconds)
{
	struct gb_survey_kernel *k = &s->kernel[e->at];

	k->launches++;
	k->seconds += seconds;
	k->squares += seconds * seconds;
	k->least = fmin(k->least, seconds);
	k->most = fmax(k->most, seconds);
	s->launches++;
	s->seconds += seconds;
	s->gpu[e->gpu].launches++;
	s->gpu[e->gpu].kernels += seconds;
}

static void add_moved(struct gb_survey *s, const struct gb_survey_event *e, double seconds)
{
	struct gb_survey_copy *c = &s->copy[e->at];

	c->count++;
	c->bytes += (double)e->bytes;
	c->seconds += seconds;
}

/* Removes kinds of copies that occur only outside the ranges. */
static void keep_copies(struct gb_survey *s)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->copies; i++)
		if (s->copy[i].count > 0)
			s->copy[kept++] = s->copy[i];
	s->copies = kept;
}

void gb_survey_end(struct gb_survey *s)
{
	for (size_t i = 0; i < s->events; i++) {
		const struct gb_survey_event *e = &s->event[i];
		const double seconds = 1e-9 * (double)(e->end - e->start);
		if (e->outside == 0)
			(e->is_kernel ? add_launch : add_moved)(s, e, seconds);
	}
	keep_copies(s);
	sort_kernels(s);
	s->known = s->kernels;
	while (s->kernels > 0 && s->kernel[s->kernels - 1].launches == 0)
		s->kernels--;
	if (s->events > 0)
		qsort(s->event, s->events, sizeof *s->event, compare_starts);
	for (uint32_t gpu = 0; gpu < s->gpus; gpu++) {
		struct gb_survey_gaps all = { 0 }, none;
		s->gpu[gpu].span = s->is_sum ? (double)NAN : gb_survey_gaps(s, gpu, HUGE_VAL, &all, &none);
		s->gpu[gpu].busy = s->gpu[gpu].span - all.seconds;
	}
}

static int compare_launches(const void *left, const void *right)
{
	const struct gb_survey_event *a = *(const struct gb_survey_event *const *)left;
	const struct gb_survey_event *b = *(const struct gb_survey_event *const *)right;
	int order = (a->process > b->process) - (a->process < b->process);

	if (order == 0)
		order = (a->order > b->order) - (a->order < b->order);
	return order != 0 ? order : (a->start > b->start) - (a->start < b->start);
}

const struct gb_survey_event **gb_survey_order(const struct gb_survey *s, size_t *count)
{
	const struct gb_survey_event **order = gb_heap_array(s->events + 1, sizeof *order);

	*count = 0;
	for (size_t i = 0; i < s->events; i++)
		if (s->event[i].is_kernel)
			order[(*count)++] = &s->event[i];
	qsort(order, *count, sizeof *order, compare_launches);
	return order;
}

void gb_survey_free(struct gb_survey *s)
{
	free(s->kernel);
	free(s->copy);
	free(s->gpu);
	free(s->event);
	free(s->slot);
	gb_strings_free(&s->strings);
	*s = (struct gb_survey){ .kernels = 0 };
}
