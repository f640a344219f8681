/* judge_causes.c: finds what slow GPUs have in common. A hot rack or a new driver slows many GPUs: one line reports it,
 * not one per GPU. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/judge_verdict.h"
#include "analysis/traits.h"
#include "base/stats.h"

/* A cause needs at least this many slow GPUs, this fraction of all GPUs that have it, and this many times the fraction
 * among those that do not. */
enum { SLOW_MIN = 3, TIMES_MIN = 4, CAUSES_MAX = 8, ROOFS_MAX = 256 };
#define PART_MIN 0.2

/* If two traits explain the same GPUs, the first is reported. */
enum property { OF_HOST, OF_DRIVER, OF_VBIOS, OF_BOARD, OF_PCI, OF_HOSTS, PROPERTIES };
static const char *const words[PROPERTIES] = { "on host",    "with driver",    "with VBIOS",
					       "with board", "at PCI address", "on hosts" };

struct search {
	struct gb_verdict *verdict;
	const struct gb_roofs *roofs;
	struct gb_traits traits; /* of GPUs */
	bool *is_slow;           /* per GPU; slow, and without a cause so far */
	size_t gpus, slow;
	double *part, *work; /* findings of one cause */
};

/* ---- traits of GPUs ---------------------------------------------------------------------------------------------- */

static void add_traits(struct search *s, size_t gpu)
{
	const struct gb_gpu_roofs *of = &s->roofs->gpu[gpu];
	const char *const value[] = { of->host, of->driver, of->vbios, of->board, of->pci };

	for (enum property i = OF_HOST; i <= OF_PCI; i++)
		gb_traits_add(&s->traits, (int)i, value[i], gpu);
	gb_traits_add_cuts(&s->traits, OF_HOSTS, of->host, gpu);
}

/* ---- one cause --------------------------------------------------------------------------------------------------- */

/* GPUs with the same value of a trait: traits from `first` on. */
struct shared {
	size_t first, of, slow;
};

static struct shared shared_from(const struct search *s, size_t first)
{
	struct shared here = { .first = first, .of = gb_traits_alike(&s->traits, first) };

	for (size_t i = 0; i < here.of; i++)
		here.slow += s->is_slow[s->traits.trait[first + i].item];
	return here;
}

static bool is_cause(const struct search *s, const struct shared *here)
{
	const double inside = (double)here->slow / (double)here->of;
	const size_t others = s->gpus - here->of;

	if (here->slow < SLOW_MIN || inside < PART_MIN || others == 0)
		return false;
	return (double)(s->slow - here->slow) / (double)others * TIMES_MIN <= inside;
}

/* Most slow GPUs first, then fewest healthy ones. */
static struct shared find_best(const struct search *s)
{
	struct shared best = { 0 };

	for (size_t first = 0; first < s->traits.count;) {
		const struct shared here = shared_from(s, first);
		if (is_cause(s, &here) && (here.slow > best.slow || (here.slow == best.slow && here.of < best.of)))
			best = here;
		first += here.of;
	}
	return best;
}

static const struct gb_verdict_finding *next_finding(const struct gb_verdict *verdict, size_t number, size_t *at)
{
	while (*at < verdict->slow && verdict->finding[*at].cause != number)
		++*at;
	return *at < verdict->slow ? &verdict->finding[(*at)++] : NULL;
}

/* The roof in which most of its GPUs are slow, and the number of such roofs. */
static const char *find_roof(const struct gb_verdict *verdict, size_t number, size_t *roofs)
{
	struct {
		const char *roof;
		size_t gpus;
	} met[ROOFS_MAX] = { { NULL, 0 } };
	const struct gb_verdict_finding *finding;
	size_t most = 0, at = 0;

	while ((finding = next_finding(verdict, number, &at)) != NULL) {
		size_t i = 0;
		while (i < *roofs && strcmp(met[i].roof, finding->roof) != 0)
			i++;
		if (i == ROOFS_MAX)
			continue;
		*roofs += i == *roofs;
		met[i].roof = finding->roof;
		if (++met[i].gpus > met[most].gpus)
			most = i;
	}
	return met[most].roof;
}

/* The drop of its GPUs in that roof. */
static void describe_cause(struct search *s, struct gb_cause *cause, size_t number)
{
	const struct gb_verdict_finding *finding;
	size_t parts = 0, works = 0, at = 0;

	cause->roof = find_roof(s->verdict, number, &cause->roofs);
	while ((finding = next_finding(s->verdict, number, &at)) != NULL) {
		if (strcmp(finding->roof, cause->roof) != 0)
			continue;
		s->part[parts++] = finding->ruling.part;
		cause->is_by_part |= finding->is_by_part;
		if (finding->is_by_part && isfinite(finding->work))
			s->work[works++] = finding->work;
	}
	cause->part = gb_stats_middle(s->part, parts);
	cause->work = works > 0 ? gb_stats_middle(s->work, works) : (double)NAN;
}

static void add_cause(struct search *s, const struct shared *best)
{
	const struct gb_trait *trait = &s->traits.trait[best->first];
	struct gb_verdict *verdict = s->verdict;
	struct gb_cause *cause = &verdict->cause[verdict->causes++];

	*cause = (struct gb_cause){ .what = words[trait->property],
				    .value = trait->value,
				    .length = trait->length,
				    .slow = best->slow,
				    .of = best->of };
	for (size_t i = 0; i < verdict->slow; i++) {
		struct gb_verdict_finding *finding = &verdict->finding[i];
		const struct gb_trait wanted = { trait->property, trait->value, trait->length,
						 (size_t)(finding->gpu - s->roofs->gpu) };
		if (s->is_slow[wanted.item] &&
		    bsearch(&wanted, trait, best->of, sizeof *trait, gb_traits_compare) != NULL)
			finding->cause = verdict->causes;
	}
	for (size_t i = 0; i < best->of; i++)
		s->is_slow[trait[i].item] = false;
	s->slow -= best->slow;
	describe_cause(s, cause, verdict->causes);
}

/* ---- all causes -------------------------------------------------------------------------------------------------- */

static bool make_room(struct search *s)
{
	const bool has_traits = gb_traits_begin(&s->traits, s->roofs->count, PROPERTIES);
	s->is_slow = calloc(s->roofs->count, sizeof *s->is_slow);
	s->part = malloc(s->verdict->slow * sizeof *s->part);
	s->work = malloc(s->verdict->slow * sizeof *s->work);
	s->verdict->cause = malloc(CAUSES_MAX * sizeof *s->verdict->cause);
	return has_traits && s->is_slow != NULL && s->part != NULL && s->work != NULL && s->verdict->cause != NULL;
}

static void search_causes(struct search *s)
{
	struct shared best;

	for (size_t i = 0; i < s->verdict->slow; i++)
		s->is_slow[s->verdict->finding[i].gpu - s->roofs->gpu] = true;
	for (size_t i = 0; i < s->roofs->count; i++) {
		if (s->roofs->gpu[i].peer[0] != '\0')
			continue;
		s->gpus++;
		s->slow += s->is_slow[i];
		add_traits(s, i);
	}
	gb_traits_sort(&s->traits);
	while (s->verdict->causes < CAUSES_MAX && (best = find_best(s)).slow > 0)
		add_cause(s, &best);
}

int gb_verdict_find_causes(struct gb_verdict *verdict, const struct gb_roofs *roofs, struct gb_error *error)
{
	struct search s = { .verdict = verdict, .roofs = roofs };
	int status = GB_OK;

	if (verdict->slow < SLOW_MIN)
		return GB_OK;
	if (make_room(&s))
		search_causes(&s);
	else
		status = gb_error_set(error, "out of memory");
	gb_traits_free(&s.traits);
	free(s.is_slow);
	free(s.part);
	free(s.work);
	return status;
}
