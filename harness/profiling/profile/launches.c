#include "profile/launches.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

static uint32_t busiest_process(const struct gb_survey *s)
{
	size_t *launches = gb_heap_array(s->processes + 1, sizeof *launches), most = 0;

	for (size_t i = 0; i < s->events; i++)
		launches[s->event[i].process] += s->event[i].is_kernel;
	for (size_t i = 1; i < s->processes; i++)
		most = launches[i] > launches[most] ? i : most;
	free(launches);
	return (uint32_t)most;
}

double gb_launches_seconds(const struct gb_launches *l, size_t i)
{
	return 1e-9 * (double)(l->event[i]->end - l->event[i]->start);
}

/* `longest`: scratch memory for the longest launch of each kernel. */
static void choose_first(struct gb_launches *l, double *longest)
{
	for (size_t i = 0; i < l->count; i++)
		longest[l->event[i]->at] = fmax(longest[l->event[i]->at], gb_launches_seconds(l, i));
	for (size_t i = l->count; i-- > 0;)
		if (gb_launches_seconds(l, i) >= 0.5 * longest[l->event[i]->at])
			l->first[l->event[i]->at] = i;
}

void gb_launches_find(struct gb_launches *l, const struct gb_survey *s)
{
	const uint32_t process = busiest_process(s);
	double *longest = gb_heap_array(s->known + 1, sizeof *longest);
	size_t all;

	*l = (struct gb_launches){ s, gb_survey_order(s, &all), 0, gb_heap_array(s->known + 1, sizeof *l->first) };
	for (size_t i = 0; i < s->known; i++)
		l->first[i] = GB_LAUNCHES_NONE;
	for (size_t i = 0; i < all; i++)
		if (l->event[i]->process == process && !l->event[i]->in_graph)
			l->event[l->count++] = l->event[i];
	choose_first(l, longest);
	free(longest);
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
	FILE *out = gb_heap_stream(&text, &size);

	for (size_t i = 0; i < l->count; i++) {
		const size_t kernel = l->event[i]->at;
		if (kernel < l->survey->kernels && l->first[kernel] == i && gb_rounds_may_count(l->survey, kernel) &&
		    (is_wanted == NULL || is_wanted[kernel]))
			fprintf(out, "%zu,", i);
	}
	gb_heap_close(out, &text);
	return text;
}

/* ---- rounds ------------------------------------------------------------------------------------------------------ */

/* NAMES_MAX: bytes of names that fit on a command line. TRIES: rounds that try to count a kernel that never appears.
 * MOST_OF_ONE: launches of a kernel at most. */
enum { NAMES_MAX = 48 << 10, TRIES = 2, MOST_OF_ONE = 8 };

size_t gb_rounds_needs(const struct gb_survey_kernel *k)
{
	const double n = (double)k->launches, needs = ceil(pow(gb_survey_scatter(k) / GB_ROUNDS_SCATTER, 2));

	return needs >= MOST_OF_ONE ? (k->launches < MOST_OF_ONE ? k->launches : MOST_OF_ONE)
	       : needs > 1          ? (size_t)fmin(needs, n)
				    : 1;
}

/* ---- order of launches ------------------------------------------------------------------------------------------- */

/* Lists the launches that ncu may take. It cannot filter by time. */
static void put_in_order(struct gb_rounds *p)
{
	size_t count;

	p->order = gb_survey_order(p->survey, &count);
	for (size_t i = 0; i < count; i++)
		if ((p->order[i]->outside & GB_SURVEY_NOT_STARTED) == 0)
			p->order[p->launches++] = p->order[i];
}

/* Compares each kernel with all earlier ones: a program has only hundreds of them. */
static void number_configs(struct gb_rounds *p)
{
	const struct gb_survey_kernel *k = p->survey->kernel;

	for (size_t i = 0; i < p->survey->known; i++) {
		size_t before = 0;
		while (before < i &&
		       (k[before].shared != k[i].shared || memcmp(k[before].size, k[i].size, sizeof k[i].size) != 0))
			before++;
		p->config[i] = before < i ? p->config[before] : (uint32_t)p->configs++;
		p->like[i] = gb_survey_first_like(p->survey, i);
	}
}

void gb_rounds_make(struct gb_rounds *plan, const struct gb_survey *survey, double seconds)
{
	*plan = (struct gb_rounds){ .survey = survey,
				    .config = gb_heap_array(survey->known + 1, sizeof *plan->config),
				    .like = gb_heap_array(survey->known + 1, sizeof *plan->like),
				    .counted = gb_heap_array(survey->kernels + 1, sizeof *plan->counted),
				    .tried = gb_heap_array(survey->kernels + 1, sizeof *plan->tried),
				    .start = GB_ROUNDS_START_SECONDS + seconds,
				    .each = GB_ROUNDS_LAUNCH_SECONDS };
	put_in_order(plan);
	number_configs(plan);
}

/* ---- a round ----------------------------------------------------------------------------------------------------- */

/* Prefixes of the names of kernels that wait for other GPUs. */
static const char *const waiting[] = { "nccl", "nvshmem" };

/* Names are demangled only if there is a C++ library. */
bool gb_rounds_is_collective(const char *mangled)
{
	const char *name = mangled;

	if (strncmp(name, "_Z", 2) == 0)
		name += 2 + strspn(name + 2, "NL0123456789");
	for (size_t i = 0; i < sizeof waiting / sizeof waiting[0]; i++)
		if (strncmp(name, waiting[i], strlen(waiting[i])) == 0)
			return true;
	return false;
}

bool gb_rounds_may_count(const struct gb_survey *survey, size_t kernel)
{
	size_t used = 0;

	for (size_t i = 0; i < survey->gpus; i++)
		used += survey->gpu[i].launches > 0;
	return used < 2 || !gb_rounds_is_collective(survey->kernel[kernel].mangled);
}

static bool is_kernel_open(const struct gb_rounds *p, size_t kernel)
{
	return p->counted[kernel] == 0 && p->tried[kernel] < TRIES && gb_rounds_may_count(p->survey, kernel);
}

/* Chooses open kernels, longest total time first, until enough of the time is covered. */
static size_t choose_kernels(const struct gb_rounds *p, bool *wanted, size_t most)
{
	const struct gb_survey *s = p->survey;
	double share = gb_rounds_share(p);
	size_t count = 0, length = 0;

	memset(wanted, 0, s->kernels * sizeof *wanted);
	for (size_t i = 0; i < s->kernels && count < most; i++) {
		if (share >= GB_ROUNDS_SHARE)
			break;
		if (!is_kernel_open(p, i) || (length += strlen(s->kernel[i].mangled) + 1) > NAMES_MAX)
			continue;
		wanted[i] = true;
		share += s->kernel[i].seconds / s->seconds;
		count++;
	}
	return count;
}

static void name_all(const struct gb_survey *s, const bool *wanted, bool *named)
{
	for (size_t i = 0; i < s->known; i++) {
		named[i] = i < s->kernels && wanted[i];
		for (size_t k = 0; k < s->kernels && !named[i]; k++)
			named[i] = wanted[k] && s->kernel[k].mangled == s->kernel[i].mangled;
	}
}

struct outcome {
	size_t launches, kernels; /* counted launches; wanted kernels among them */
	double share;             /* of all kernels' time */
	double worth;             /* `share`, reduced for kernels with fewer launches than their scatter requires */
};

/* The launches that ncu takes for these names, with `count` launches per shape. */
static struct outcome simulate_round(const struct gb_rounds *p, const bool *wanted, const bool *named, size_t count,
				     size_t *taken, size_t *in_config)
{
	const struct gb_survey *s = p->survey;
	struct outcome o = { .launches = 0 };

	memset(taken, 0, s->known * sizeof *taken);
	memset(in_config, 0, p->configs * sizeof *in_config);
	for (size_t i = 0; i < p->launches; i++) {
		const struct gb_survey_event *e = p->order[i];
		if (!named[e->at] || in_config[p->config[e->at]] == count)
			continue;
		in_config[p->config[e->at]]++;
		taken[p->like[e->at]]++;
		o.launches++;
	}
	for (size_t i = 0; i < s->kernels; i++) {
		const size_t times = taken[p->like[i]];
		if (!wanted[i] || times == 0)
			continue;
		const double share = s->kernel[i].seconds / s->seconds;
		o.kernels++;
		o.share += share;
		o.worth += share * fmin(1, (double)times / (double)gb_rounds_needs(&s->kernel[i]));
	}
	return o;
}

/* Writes an expression for ncu that matches exactly these names. */
static char *write_names(const struct gb_survey *s, const bool *wanted)
{
	const char *last = NULL;
	char *text = NULL;
	size_t size = 0;
	FILE *out = gb_heap_stream(&text, &size);

	fputs("regex:^(", out);
	for (size_t i = 0; i < s->kernels; i++) {
		bool is_new = wanted[i];
		for (size_t k = 0; k < i && is_new; k++)
			is_new = !wanted[k] || s->kernel[k].mangled != s->kernel[i].mangled;
		if (!is_new)
			continue;
		if (last != NULL)
			fputc('|', out);
		last = s->kernel[i].mangled;
		for (const char *at = last; *at != '\0'; at++)
			fprintf(out, "%s%c", strchr(".^$|()[]{}*+?\\", *at) != NULL ? "\\" : "", *at);
	}
	fputs(")$", out);
	gb_heap_close(out, &text);
	return text;
}

/* Returns the number of launches per shape that covers the most time per second. */
static size_t best_count(const struct gb_rounds *p, const bool *wanted, const bool *named, double seconds,
			 struct gb_round *round, size_t *taken, size_t *in_config)
{
	static const size_t counts[] = { 1, 2, 3, 4, 6, 8 };
	double best = 0;

	round->count = 0;
	for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
		const struct outcome o = simulate_round(p, wanted, named, counts[i], taken, in_config);
		const double takes = p->start + p->each * (double)o.launches;
		if (takes > seconds || !(o.worth / takes > best))
			continue;
		best = o.worth / takes;
		round->count = counts[i];
		round->kernels = o.kernels;
		round->launches = o.launches;
		round->share = o.share;
		round->seconds = takes;
	}
	return round->count;
}

static int find_round(struct gb_rounds *p, double seconds, struct gb_round *round, bool *wanted, bool *named,
		      size_t *taken, size_t *in_config)
{
	size_t most = round->kernels = choose_kernels(p, wanted, SIZE_MAX);

	for (; most > 0; most /= 2) {
		if (choose_kernels(p, wanted, most) == 0)
			return GB_END;
		name_all(p->survey, wanted, named);
		if (best_count(p, wanted, named, seconds, round, taken, in_config) > 0)
			break;
	}
	if (most == 0)
		return GB_END;
	simulate_round(p, wanted, named, round->count, taken, in_config);
	for (size_t i = 0; i < p->survey->kernels; i++)
		p->tried[i] = (uint8_t)(p->tried[i] + (wanted[i] && taken[p->like[i]] > 0));
	round->names = write_names(p->survey, wanted);
	return GB_OK;
}

int gb_rounds_next(struct gb_rounds *plan, double seconds, struct gb_round *round)
{
	const size_t kernels = plan->survey->known + 1;
	bool *wanted = gb_heap_array(2 * kernels, sizeof *wanted);
	size_t *taken = gb_heap_array(kernels + plan->configs + 1, sizeof *taken);

	*round = (struct gb_round){ .names = NULL };
	const int status = find_round(plan, seconds, round, wanted, wanted + kernels, taken, taken + kernels);
	free(wanted);
	free(taken);
	return status;
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

double gb_rounds_share(const struct gb_rounds *p)
{
	double share = 0;

	for (size_t i = 0; i < p->survey->kernels; i++)
		share += p->counted[i] > 0 ? p->survey->kernel[i].seconds / p->survey->seconds : 0;
	return share;
}

void gb_rounds_learn(struct gb_rounds *p, const struct gb_kernels *kernels, double seconds)
{
	const size_t before = p->measured;

	for (size_t i = 0; i < p->survey->kernels; i++) {
		const struct gb_survey_kernel *k = &p->survey->kernel[i];
		const struct gb_profiled *like =
			gb_kernels_like(kernels, k->mangled, k->grid, k->block, p->survey->gpu[k->gpu].name);
		p->counted[i] = like != NULL ? like->launches : 0;
	}
	p->measured = kernels->launches;
	p->rounds++;
	if (p->measured > before && seconds > p->start)
		p->each = fmax(0.02, (seconds - p->start) / (double)(p->measured - before));
	else if (seconds < p->start)
		p->start = seconds;
}

void gb_rounds_free(struct gb_rounds *p)
{
	free(p->order);
	free(p->config);
	free(p->like);
	free(p->counted);
	free(p->tried);
	*p = (struct gb_rounds){ .launches = 0 };
}
