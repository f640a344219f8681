/* judge_cohorts.c: finds GPUs that have a trait in common and deviate together (judge_outliers.h), such as those of a
 * hot rack, a new driver or a new delivery. One line reports them all. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge/judge_cohorts.h"
#include "judge/judge_outliers.h"
#include "analysis/traits.h"
#include "base/clock.h"
#include "base/heap.h"
#include "base/text.h"

/* FINDS_MAX: in one model. FEW_GPUS: below this number, ranks alone do not suffice. */
enum { FINDS_MAX = 8, FEW_GPUS = 80 };
/* If all GPUs of a group are below all others, ranks cannot show more. From this chance on, values decide. */
#define APART_CHANCE 0.005

/* In order of preference, if two traits explain the same GPUs. */
enum property {
	OF_HOST,
	OF_GROUPED,
	OF_DRIVER,
	OF_VBIOS,
	OF_ECC,
	OF_MIG,
	OF_PCI,
	OF_VERSION,
	OF_MODE,
	OF_POWER,
	OF_DAY,
	OF_HOSTS,
	PROPERTIES
};
static const char *const words[PROPERTIES] = {
	"on host",        "with",          "with driver", "with VBIOS",       "with ECC",    "with MIG",
	"at PCI address", "with gpubench", "in mode",     "with power limit", "measured on", "on hosts",
};

struct search {
	struct gb_fleet *fleet;
	struct gb_cohort_table table;
	struct gb_traits traits;
	char (*made)[GB_CLOCK_DAY]; /* allocated texts of traits */
	size_t room;                /* of cohorts */
	double tries;               /* number of tests */
};

/* Two-sided. The freedom exceeds that of any table. */
static double chance_of(double t, size_t freedom)
{
	return 2 * gb_student_tail(fabs(t), freedom);
}

/* ---- a find ------------------------------------------------------------------------------------------------------ */

static struct gb_cohort *add_cohort(struct search *s, const char *what, const char *value, size_t length)
{
	struct gb_fleet *fleet = s->fleet;
	const struct gb_fleet_model *as = s->table.as;

	fleet->cohort = gb_array_grow(fleet->cohort, fleet->cohorts, &s->room, sizeof *fleet->cohort);
	struct gb_cohort *cohort = &fleet->cohort[fleet->cohorts++];
	*cohort = (struct gb_cohort){ .model = as,
				      .what = what,
				      .has = gb_heap_array(as->gpus, sizeof *cohort->has),
				      .shift = gb_heap_array(as->groups + 1, sizeof *cohort->shift) };
	snprintf(cohort->value, sizeof cohort->value, "%.*s", (int)length, value);
	return cohort;
}

/* The roof with the most certain difference represents the others. `other`: a known variance between groups. */
static void note_roof(struct search *s, struct gb_cohort *cohort, size_t group, double other)
{
	const size_t freedom = s->table.spread[group].all.gpus - 2;
	struct gb_cohort_difference d = gb_cohort_difference_of(&s->table, group);
	const double t = gb_cohort_errors(&s->table, group, s->table.in, s->table.ins),
		     by_rank = chance_of(t, SIZE_MAX);

	d.error = hypot(d.error, sqrt(other));
	cohort->shift[group] = (float)d.part;
	const double by_value = chance_of(d.part / d.error, freedom);
	double chance = d.is_apart && by_rank < APART_CHANCE ? fmin(by_value, by_rank) : by_rank;
	if (other > 0)
		chance = fmax(chance, by_value);
	chance *= s->tries;
	const double half = d.error * gb_student(freedom, 0.025), reach = fabs(d.part) + half;
	const bool is_sure = chance < GB_JUDGE_CHANCE && fabs(d.part) > GB_COHORT_LEAST;
	cohort->tried++;
	cohort->roofs += is_sure;
	if (is_sure ? !(fabs(d.part / d.error) > fabs(cohort->t)) : cohort->roofs > 0 || !(reach > cohort->reach))
		return;
	cohort->reach = reach;
	cohort->t = is_sure ? d.part / d.error : 0;
	cohort->group = group;
	cohort->part = d.part;
	cohort->lo = d.part - half;
	cohort->hi = d.part + half;
	cohort->chance = fmax(chance, DBL_EPSILON);
}

/* Separates the GPUs in `has` (NULL: the first `first` ones) from the others. */
static void split_gpus(struct search *s, const bool *has, size_t first)
{
	struct gb_cohort_table *table = &s->table;

	table->ins = table->outs = 0;
	for (size_t g = 0; g < table->gpus; g++)
		if (has != NULL ? has[g] : g < first)
			table->in[table->ins++] = g;
		else
			table->out[table->outs++] = g;
}

static void drop_unsure(struct search *s)
{
	struct gb_cohort *cohort = &s->fleet->cohort[s->fleet->cohorts - 1];

	if (cohort->roofs > 0)
		return;
	gb_cohort_free(cohort);
	s->fleet->cohorts--;
}

/* ---- within a model ---------------------------------------------------------------------------------------------- */

static void add_traits(struct search *s, const struct gb_gpu_roofs *of, size_t gpu)
{
	char *day = s->made[2 * gpu], *power = s->made[2 * gpu + 1];
	const char *const value[PROPERTIES] = {
		[OF_HOST] = of->host,   [OF_GROUPED] = of->grouped, [OF_DRIVER] = of->driver,
		[OF_VBIOS] = of->vbios, [OF_ECC] = of->ecc,         [OF_MIG] = of->mig,
		[OF_PCI] = of->pci,     [OF_MODE] = of->mode,       [OF_POWER] = power,
		[OF_DAY] = day,         [OF_VERSION] = of->version,
	};

	if (isfinite(of->newest))
		gb_clock_day(of->newest, day);
	if (isfinite(of->power_limit_w))
		snprintf(power, GB_CLOCK_DAY, "%.0f W", of->power_limit_w);
	for (enum property i = OF_HOST; i < OF_HOSTS; i++)
		gb_traits_add(&s->traits, (int)i, value[i], gpu);
	gb_traits_add_cuts(&s->traits, OF_HOSTS, of->host, gpu);
}

/* Traits that are alike, from `first` on. */
struct candidate {
	size_t first, alike;
	double t;
};

/* Moves on to the next traits that are alike and whose GPUs can be compared with the others; false: there are none. */
static bool next_candidate(const struct search *s, struct candidate *at)
{
	do {
		at->first += at->alike;
		at->alike = gb_traits_alike(&s->traits, at->first);
	} while (at->alike > 0 && (s->traits.trait[at->first].property < 0 || at->alike < GB_PEERS_MIN ||
				   at->alike + GB_PEERS_MIN > s->table.gpus));
	return at->alike > 0;
}

/* The more certain candidate comes first; if both are equally certain, the smaller, then the slower one. */
static bool is_surer(const struct candidate *a, const struct candidate *b)
{
	if (fabs(fabs(a->t) - fabs(b->t)) > 1e-9 * fabs(b->t))
		return fabs(a->t) > fabs(b->t);
	return a->alike != b->alike ? a->alike < b->alike : a->t < b->t;
}

/* Among few GPUs, ranks alone are never certain, and values decide (note_roof()). */
static struct candidate find_best(struct search *s)
{
	const double sure = fmax(GB_JUDGE_CHANCE / s->tries, s->table.gpus < FEW_GPUS ? APART_CHANCE : 0);
	struct candidate best = { 0 };

	for (struct candidate at = { 0 }; next_candidate(s, &at);) {
		for (size_t i = 0; i < at.alike; i++)
			s->table.in[i] = s->traits.trait[at.first + i].item;
		for (size_t i = 0; i < s->table.as->groups; i++) {
			at.t = gb_cohort_errors(&s->table, i, s->table.in, at.alike);
			const double chance = chance_of(at.t, SIZE_MAX);
			if (chance < sure && is_surer(&at, &best))
				best = at;
		}
	}
	return best;
}

/* Adds the cohort and removes its difference, so that the search can continue. */
static void keep_candidate(struct search *s, const struct candidate *best)
{
	struct gb_trait *trait = &s->traits.trait[best->first];
	const char *what = trait->property == OF_GROUPED ? gb_column_grouped.name : words[trait->property];
	struct gb_cohort *cohort = add_cohort(s, what, trait->value, trait->length);

	cohort->is_prefix = trait->property == OF_HOSTS;
	cohort->gpus = best->alike;
	cohort->of = s->table.gpus;
	for (size_t i = 0; i < best->alike; i++) {
		cohort->has[trait[i].item] = true;
		trait[i].property = -1;
	}
	split_gpus(s, cohort->has, 0);
	for (size_t i = 0; i < s->table.as->groups; i++)
		if (s->table.spread[i].all.gpus > 0)
			note_roof(s, cohort, i, 0);
	for (size_t i = 0; i < s->table.as->groups && cohort->roofs > 0; i++)
		for (size_t k = 0; k < s->table.ins; k++)
			s->table.off[i * s->table.gpus + s->table.in[k]] -= cohort->shift[i];
	drop_unsure(s);
}

static void search_within(struct search *s)
{
	const struct gb_fleet_model *model = s->table.as;

	gb_cohort_load(&s->table, 0, model, model, false);
	for (size_t g = 0; g < model->gpus; g++)
		add_traits(s, &model->gpu[g], g);
	gb_traits_sort(&s->traits);
	const size_t asked = gb_cohort_score(&s->table, true);
	s->tries = 0;
	for (struct candidate at = { 0 }; next_candidate(s, &at);)
		s->tries += (double)asked;
	for (int finds = 0; finds < FINDS_MAX; finds++) {
		const struct candidate best = find_best(s);
		if (best.alike == 0)
			break;
		keep_candidate(s, &best);
		gb_cohort_score(&s->table, true);
	}
}

/* ---- against others ---------------------------------------------------------------------------------------------- */

static bool is_paired_with(const struct gb_baseline *baseline, const struct gb_fleet_model *model)
{
	size_t here = 0;

	for (size_t g = 0; g < model->gpus; g++)
		here += gb_roofs_find(baseline->roofs, model->gpu[g].key) != NULL;
	return 2 * here > model->gpus;
}

/* Compares all GPUs of the model with all of another one, or each GPU with itself. For boards, the known differences
 * between boards are added. */
static void compare_with(struct search *s, const struct gb_fleet_model *then, const char *name, bool boards)
{
	const struct gb_fleet_model *model = s->table.as;
	struct gb_cohort *cohort = add_cohort(s, NULL, name, strlen(name));

	gb_cohort_load(&s->table, 0, model, then, !boards && is_paired_with(s->table.baseline, model));
	gb_cohort_load(&s->table, model->gpus, then, then, false);
	s->tries = (double)gb_cohort_score(&s->table, false);
	cohort->gpus = model->gpus;
	cohort->of = then->gpus;
	split_gpus(s, NULL, model->gpus);
	for (size_t i = 0; i < model->groups; i++) {
		const struct gb_scatter *known = gb_scatter_of_gpu(model->gpu, model->group[i].roof);
		if (s->table.spread[i].all.gpus > 0)
			note_roof(s, cohort, i, boards && known != NULL ? 2 * known->boards * known->boards : 0);
	}
	if (boards || cohort->tried == 0)
		drop_unsure(s);
}

/* False for a reference, which names no hosts, and for a quick and a full run, which find different values. */
static bool is_comparable(const struct gb_fleet_model *model, const struct gb_fleet_model *then)
{
	return then != NULL && model->gpus >= GB_SCATTER_CARDS_MIN && then->gpus >= GB_SCATTER_CARDS_MIN &&
	       then->gpu->host[0] != '\0' && strcmp(model->gpu->mode, then->gpu->mode) == 0;
}

static void search_table(struct search *s, const struct gb_fleet_model *model, const struct gb_fleet_model *then,
			 const char *name, bool boards)
{
	const size_t gpus = model->gpus + (then != NULL ? then->gpus : 0);

	gb_cohort_table_begin(&s->table, model, gpus);
	gb_traits_begin(&s->traits, gpus, PROPERTIES);
	s->made = gb_heap_array(2 * gpus, sizeof *s->made);
	if (then != NULL)
		compare_with(s, then, name, boards);
	else
		search_within(s);
	gb_cohort_table_free(&s->table);
	gb_traits_free(&s->traits);
	free(s->made);
}

static void search_model(struct search *s, const struct gb_fleet_model *model)
{
	const struct gb_fleet_model *then =
		s->table.baseline != NULL ? gb_baseline_model(s->table.baseline, model->name, model->board) : NULL;
	char name[GB_COHORT_TEXT];

	search_table(s, model, NULL, NULL, false);
	if (is_comparable(model, then))
		search_table(s, model, then, "the baseline", false);
	for (const struct gb_fleet_model *other = s->fleet->model; other < model; other++) {
		if (strcmp(other->name, model->name) != 0 || other->board[0] == '\0' || !is_comparable(model, other))
			continue;
		snprintf(name, sizeof name, "board %s", other->board);
		search_table(s, model, other, name, true);
	}
}

/* ---- all models -------------------------------------------------------------------------------------------------- */

static int compare_cohorts(const void *left, const void *right)
{
	const double a = fabs(((const struct gb_cohort *)left)->t), b = fabs(((const struct gb_cohort *)right)->t);

	return (a < b) - (a > b);
}

void gb_cohorts_find(struct gb_fleet *fleet, const struct gb_baseline *baseline, const struct gb_judge_set *set)
{
	static const struct gb_judge_set as_it_is = { .onlys = 0 };
	struct search s = { .fleet = fleet, .table = { .baseline = baseline, .set = set != NULL ? set : &as_it_is } };

	for (size_t m = 0; m < fleet->models; m++)
		if (fleet->model[m].gpus > 0 && fleet->model[m].gpu->peer[0] == '\0')
			search_model(&s, &fleet->model[m]);
	if (fleet->cohorts > 0)
		qsort(fleet->cohort, fleet->cohorts, sizeof *fleet->cohort, compare_cohorts);
	for (; fleet->cohorts > 0 && fleet->cohort[fleet->cohorts - 1].roofs == 0; fleet->alike++)
		fleet->cohorts--;
}
