/* judge_cohorts.c: finds GPUs that share something and deviate together (judge_outliers.h): a hot rack, a new driver, a
 * new delivery. One line reports it, not one per GPU. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/judge.h"
#include "analysis/judge_outliers.h"
#include "analysis/traits.h"
#include "base/clock.h"
#include "base/collections.h"

/* Finds in one model; GPUs of a group between which pairs are counted. */
enum { FINDS_MAX = 8, PAIRS_MAX = 128, FEW_GPUS = 80 };
/* A difference below this means nothing. */
#define LEAST_PART 0.001
/* Ranks show no more if all GPUs of a group are below all others. From this chance on, their values count then. */
#define APART_CHANCE 0.005

/* If two traits explain the same GPUs, the first is reported. */
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

/* Deviations of GPUs in the roofs of `as`. */
struct table {
	const struct gb_fleet_model *as;
	size_t gpus;
	double *off;   /* [group][gpu]; NAN: not measured, or not in the set */
	double *score; /* the normal quantiles of their ranks */
	size_t *host;  /* the number of each GPU's host */
};

/* The scores of some GPUs in one roof. */
struct pool {
	double sum;
	size_t gpus, hosts;
};

/* All GPUs of a table in one roof, and the variance between hosts. */
struct spread {
	struct pool all;
	double of_hosts;
};

struct search {
	struct gb_fleet *fleet;
	const struct gb_baseline *baseline;
	const struct gb_judge_set *set;
	struct table table;
	struct gb_traits traits;
	char (*made)[GB_CLOCK_DAY];  /* texts of traits */
	struct spread *spread;       /* by group */
	double *quantile, *work;     /* quantile: of each rank */
	size_t *in, *out, ins, outs; /* GPUs */
	size_t room;                 /* of cohorts */
	double tries;                /* number of tests */
};

/* ---- deviations -------------------------------------------------------------------------------------------------- */

static bool is_asked(const struct search *s, const struct gb_fleet_model *model, const struct gb_group *group,
		     bool within)
{
	if (!gb_judge_set_has(s->set, group->roof))
		return false;
	return !gb_judge_kind_is_of_host(gb_judge_kind_of(group->roof)) ||
	       (within && model->hosts >= GB_SCATTER_CARDS_MIN);
}

/* The deviations in one roof from the median of `from`, or from the GPU's own value in the baseline. */
static void load_roof(struct search *s, size_t at, const struct gb_fleet_model *model, size_t group,
		      const struct gb_fleet_model *from, bool is_paired)
{
	const struct gb_group *as = &s->table.as->group[group], *now = gb_fleet_group_in(model, as->roof, as->unit),
			      *then = gb_fleet_group_in(from, as->roof, as->unit);

	for (size_t g = 0; g < model->gpus; g++) {
		double *off = &s->table.off[group * s->table.gpus + at + g];
		*off = NAN;
		if (now == NULL || then == NULL || as->joint != GB_NOT_JOINT)
			continue;
		const struct gb_sample sample = gb_fleet_sample(model, g, (size_t)(now - model->group));
		if (sample.runs > 0 && !is_paired)
			*off = gb_group_off_from(as, sample.value, then->median);
		if (sample.runs == 0 || !is_paired)
			continue;
		const struct gb_change change =
			gb_change_of(s->baseline, &model->gpu[g], as->roof, as->unit, &sample, GB_MARGIN);
		*off = change.same_gpu ? change.part : (double)NAN;
	}
}

/* The deviation in what moves together. */
static double join_roofs(struct search *s, const struct gb_fleet_model *as, const double *off, size_t gpus,
			 enum gb_joint joint)
{
	size_t count = 0;

	for (size_t i = 0; i < as->groups; i++)
		if (as->group[i].joined == joint && isfinite(off[i * gpus]))
			s->work[count++] = off[i * gpus];
	return count >= GB_JOINED_LEAST ? gb_fleet_join(s->work, count) : (double)NAN;
}

/* False: out of memory. */
static bool make_room(struct search *s, const struct gb_fleet_model *as, size_t gpus)
{
	struct table *table = &s->table;

	*table = (struct table){ .as = as, .gpus = gpus };
	table->off = malloc((gpus * as->groups + 1) * sizeof *table->off);
	table->score = malloc((gpus * as->groups + 1) * sizeof *table->score);
	table->host = calloc(gpus, sizeof *table->host);
	s->made = calloc(2 * gpus, sizeof *s->made);
	s->spread = calloc(as->groups + 1, sizeof *s->spread);
	s->quantile = malloc(gpus * sizeof *s->quantile);
	s->work = malloc(((size_t)PAIRS_MAX * PAIRS_MAX + gpus + as->groups) * sizeof *s->work);
	s->in = malloc(gpus * sizeof *s->in);
	s->out = malloc(gpus * sizeof *s->out);
	for (size_t i = 0; s->quantile != NULL && i < gpus; i++) {
		const double part = ((double)i + 0.5) / (double)gpus;
		s->quantile[i] = part < 0.5 ? -gb_student(GB_STUDENT_MAX + 1, part)
					    : gb_student(GB_STUDENT_MAX + 1, fmin(1 - part, 0.5));
	}
	return gb_traits_begin(&s->traits, gpus, PROPERTIES) && table->off != NULL && table->score != NULL &&
	       table->host != NULL && s->made != NULL && s->spread != NULL && s->quantile != NULL && s->work != NULL &&
	       s->in != NULL && s->out != NULL;
}

static void free_room(struct search *s)
{
	free(s->table.off);
	free(s->table.score);
	free(s->table.host);
	gb_traits_free(&s->traits);
	free(s->made);
	free(s->spread);
	free(s->quantile);
	free(s->work);
	free(s->in);
	free(s->out);
}

/* The GPUs of a model, from index `at` on. */
static void load_gpus(struct search *s, size_t at, const struct gb_fleet_model *model,
		      const struct gb_fleet_model *from, bool is_paired)
{
	struct table *table = &s->table;
	const struct gb_fleet_model *as = table->as;

	for (size_t i = 0; i < as->groups; i++)
		load_roof(s, at, model, i, from, is_paired);
	for (size_t g = 0; g < model->gpus; g++) {
		const bool is_next = g == 0 || strcmp(model->gpu[g].host, model->gpu[g - 1].host) != 0;
		double *off = table->off + at + g;
		table->host[at + g] = at + g == 0 ? 0 : table->host[at + g - 1] + is_next;
		for (size_t i = 0; i < as->groups; i++)
			if (as->group[i].joint != GB_NOT_JOINT)
				off[i * table->gpus] = join_roofs(s, as, off, table->gpus, as->group[i].joint);
	}
}

/* ---- ranks ------------------------------------------------------------------------------------------------------- */

/* Differences that mean nothing are ties, and get the quantile in their middle. */
static void score_roof(struct search *s, size_t group)
{
	const size_t gpus = s->table.gpus;
	double *score = s->table.score + group * gpus;
	size_t count = 0;

	for (size_t g = 0; g < gpus; g++) {
		score[g] = round(s->table.off[group * gpus + g] / (LEAST_PART / 2));
		if (isfinite(score[g]))
			s->work[count++] = score[g];
	}
	if (count == 0)
		return;
	gb_stats_sort(s->work, count);
	for (size_t g = 0; g < gpus; g++)
		if (isfinite(score[g])) {
			const size_t first = gb_stats_place(s->work, count, score[g] - 0.5),
				     next = gb_stats_place(s->work, count, score[g] + 0.5);
			score[g] = s->quantile[(first + next) * gpus / (2 * count)];
		}
}

static struct pool pool_gpus(const struct table *table, size_t group, const size_t *gpu, size_t count)
{
	struct pool pool = { 0 };
	size_t last = SIZE_MAX;

	for (size_t i = 0; i < count; i++) {
		const double score = table->score[group * table->gpus + gpu[i]];
		if (isnan(score))
			continue;
		pool.sum += score;
		pool.gpus++;
		pool.hosts += table->host[gpu[i]] != last;
		last = table->host[gpu[i]];
	}
	return pool;
}

/* The variance between hosts beyond what their GPUs explain; 0 if there are too few. Hosts of a rack or a delivery are
 * neighbours: the differences from one to the next hardly show what distinguishes groups. */
static double variance_of_hosts(struct search *s, size_t group, const struct pool *all)
{
	const struct table *table = &s->table;
	size_t steps = 0;
	double last = NAN;

	if (all->hosts < GB_SCATTER_CARDS_MIN || all->hosts == all->gpus)
		return 0;
	for (size_t at = 0, next; at < table->gpus; at = next) {
		for (next = at; next < table->gpus && table->host[next] == table->host[at]; next++)
			s->in[next - at] = next;
		const struct pool one = pool_gpus(table, group, s->in, next - at);
		if (one.gpus == 0)
			continue;
		const double mean = one.sum / (double)one.gpus;
		if (isfinite(last))
			s->work[steps++] = fabs(mean - last);
		last = mean;
	}
	const double sd = GB_SD_OF_MAD * gb_stats_middle(s->work, steps);
	return fmax(0, sd * sd / 2 - (double)all->hosts / (double)all->gpus);
}

static size_t list_all(size_t *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		list[i] = i;
	return count;
}

static void score_all(struct search *s, bool within)
{
	for (size_t i = 0; i < s->table.as->groups; i++) {
		struct spread *spread = &s->spread[i];
		*spread = (struct spread){ 0 };
		if (!is_asked(s, s->table.as, &s->table.as->group[i], within))
			continue;
		score_roof(s, i);
		spread->all = pool_gpus(&s->table, i, s->out, list_all(s->out, s->table.gpus));
		spread->of_hosts = variance_of_hosts(s, i, &spread->all);
	}
}

static size_t count_asked(const struct search *s)
{
	size_t asked = 0;

	for (size_t i = 0; i < s->table.as->groups; i++)
		asked += s->spread[i].all.gpus > 0;
	return asked;
}

/* Scores have mean 0 and variance 1 over all GPUs. 0: a group is too small. */
static double standard_errors(const struct spread *spread, const struct pool *in)
{
	const size_t others = spread->all.gpus - in->gpus,
		     hosts = spread->all.hosts > in->hosts ? spread->all.hosts - in->hosts : 1;

	if (in->gpus < GB_PEERS_MIN || others < GB_PEERS_MIN)
		return 0;
	return (in->sum / (double)in->gpus - (spread->all.sum - in->sum) / (double)others) /
	       sqrt(1 / (double)in->gpus + 1 / (double)others +
		    spread->of_hosts * (1 / (double)in->hosts + 1 / (double)hosts));
}

/* Two-sided; more freedom than any table has. */
static double chance_of(double t, size_t freedom)
{
	return 2 * gb_student_tail(fabs(t), freedom);
}

/* ---- a find ------------------------------------------------------------------------------------------------------ */

/* The difference of two groups in one roof. */
struct difference {
	double part, error;
	bool is_apart; /* all values of one are below those of the other */
};

static size_t take_values(const struct search *s, size_t group, const size_t *gpu, size_t count, double *value)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		const double off = s->table.off[group * s->table.gpus + gpu[i]];
		if (isfinite(off))
			value[kept++] = off;
	}
	return kept;
}

/* Sorted values: their extremes and scatter. */
struct side {
	double low, high, sd, some[PAIRS_MAX];
	size_t gpus, few;
};

static struct side describe_side(struct search *s, size_t group, const size_t *gpu, size_t count)
{
	struct side side = { .gpus = take_values(s, group, gpu, count, s->work) };

	if (side.gpus == 0)
		return side;
	gb_stats_sort(s->work, side.gpus);
	side.low = s->work[0];
	side.high = s->work[side.gpus - 1];
	side.few = side.gpus < PAIRS_MAX ? side.gpus : PAIRS_MAX;
	for (size_t i = 0; i < side.few; i++) /* evenly */
		side.some[i] = s->work[(2 * i + 1) * side.gpus / (2 * side.few)];
	const double middle = gb_stats_middle(s->work, side.gpus);
	for (size_t i = 0; i < side.gpus; i++)
		s->work[i] = fabs(s->work[i] - middle);
	side.sd = GB_SD_OF_MAD * gb_stats_middle(s->work, side.gpus);
	return side;
}

/* The median of all differences between the two (Hodges and Lehmann, Annals of Mathematical Statistics 34, 1963).
 * For normal values, it scatters as the difference of means does, within 3 %. */
static struct difference difference_of(struct search *s, size_t group, const struct spread *spread,
				       const struct pool *pool)
{
	const struct side in = describe_side(s, group, s->in, s->ins), out = describe_side(s, group, s->out, s->outs);
	struct difference d = { .is_apart = in.high < out.low || out.high < in.low };
	size_t pairs = 0;

	if (in.gpus < GB_PEERS_MIN || out.gpus < GB_PEERS_MIN)
		return (struct difference){ .part = 0 };
	for (size_t i = 0; i < in.few; i++)
		for (size_t k = 0; k < out.few; k++)
			s->work[pairs++] = in.some[i] - out.some[k];
	d.part = gb_stats_middle(s->work, pairs);
	const double of_hosts = spread->of_hosts / (double)(pool->hosts > 0 ? pool->hosts : 1);
	const double sd = fmax(fmax(in.sd, out.sd), LEAST_PART / 4);
	d.error = 1.03 * sd * sqrt(1 / (double)in.gpus + 1 / (double)out.gpus + of_hosts);
	return d;
}

static struct gb_cohort *add_cohort(struct search *s, const char *what, const char *value, size_t length)
{
	struct gb_fleet *fleet = s->fleet;
	const struct gb_fleet_model *as = s->table.as;
	struct gb_cohort *grown = gb_array_grow(fleet->cohort, fleet->cohorts, &s->room, sizeof *grown);

	if (grown == NULL)
		return NULL;
	fleet->cohort = grown;
	struct gb_cohort *cohort = &fleet->cohort[fleet->cohorts++];
	*cohort = (struct gb_cohort){ .model = as,
				      .what = what,
				      .has = calloc(as->gpus, sizeof *cohort->has),
				      .shift = calloc(as->groups + 1, sizeof *cohort->shift) };
	snprintf(cohort->value, sizeof cohort->value, "%.*s", (int)length, value);
	return cohort->has != NULL && cohort->shift != NULL ? cohort : NULL;
}

/* The surest roof stands for the others. `other` is a variance between groups that is known. */
static void note_roof(struct search *s, struct gb_cohort *cohort, size_t group, double other)
{
	const struct spread *spread = &s->spread[group];
	const struct pool pool = pool_gpus(&s->table, group, s->in, s->ins);
	struct difference d = difference_of(s, group, spread, &pool);
	const double t = standard_errors(spread, &pool), by_rank = chance_of(t, SIZE_MAX);

	d.error = hypot(d.error, sqrt(other));
	cohort->shift[group] = (float)d.part;
	const double by_value = chance_of(d.part / d.error, spread->all.gpus - 2);
	double chance = d.is_apart && by_rank < APART_CHANCE ? fmin(by_value, by_rank) : by_rank;
	if (other > 0)
		chance = fmax(chance, by_value);
	chance *= s->tries;
	if (!(chance < GB_JUDGE_CHANCE) || !(fabs(d.part) > LEAST_PART))
		return;
	cohort->roofs++;
	if (!(fabs(d.part / d.error) > fabs(cohort->t)))
		return;
	const double half = d.error * gb_student(spread->all.gpus - 2, 0.025);
	cohort->t = d.part / d.error;
	cohort->group = group;
	cohort->part = d.part;
	cohort->lo = d.part - half;
	cohort->hi = d.part + half;
	cohort->chance = fmax(chance, DBL_EPSILON);
}

/* Nothing to report: it is the last one. */
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

/* Traits from `first` on. */
struct candidate {
	size_t first, alike;
	double t;
};

/* The next ones that are alike and can be compared with the others; false: there are none. */
static bool next_candidate(const struct search *s, struct candidate *at)
{
	do {
		at->first += at->alike;
		at->alike = gb_traits_alike(&s->traits, at->first);
	} while (at->alike > 0 && (s->traits.trait[at->first].property < 0 || at->alike < GB_PEERS_MIN ||
				   at->alike + GB_PEERS_MIN > s->table.gpus));
	return at->alike > 0;
}

/* The surest; of equally sure ones the smaller, then the slower. */
static bool is_surer(const struct candidate *a, const struct candidate *b)
{
	if (fabs(fabs(a->t) - fabs(b->t)) > 1e-9 * fabs(b->t))
		return fabs(a->t) > fabs(b->t);
	return a->alike != b->alike ? a->alike < b->alike : a->t < b->t;
}

/* Among few GPUs, no ranks are sure, and values decide (note_roof()). */
static struct candidate find_best(struct search *s)
{
	const double sure = fmax(GB_JUDGE_CHANCE / s->tries, s->table.gpus < FEW_GPUS ? APART_CHANCE : 0);
	struct candidate best = { 0 };

	for (struct candidate at = { 0 }; next_candidate(s, &at);) {
		for (size_t i = 0; i < at.alike; i++)
			s->in[i] = s->traits.trait[at.first + i].item;
		for (size_t i = 0; i < s->table.as->groups; i++) {
			const struct pool in = pool_gpus(&s->table, i, s->in, at.alike);
			const double chance = chance_of(at.t = standard_errors(&s->spread[i], &in), SIZE_MAX);
			if (chance < sure && is_surer(&at, &best))
				best = at;
		}
	}
	return best;
}

/* Those in `has` and the others. */
static void split_gpus(struct search *s, const bool *has)
{
	s->ins = s->outs = 0;
	for (size_t g = 0; g < s->table.gpus; g++)
		if (has[g])
			s->in[s->ins++] = g;
		else
			s->out[s->outs++] = g;
}

/* The difference is removed, so that the search can continue. */
static bool keep_candidate(struct search *s, const struct candidate *best)
{
	struct gb_trait *trait = &s->traits.trait[best->first];
	const char *what = trait->property == OF_GROUPED ? gb_column_grouped.name : words[trait->property];
	struct gb_cohort *cohort = add_cohort(s, what, trait->value, trait->length);

	if (cohort == NULL)
		return false;
	cohort->is_prefix = trait->property == OF_HOSTS;
	cohort->gpus = best->alike;
	cohort->of = s->table.gpus;
	for (size_t i = 0; i < best->alike; i++) {
		cohort->has[trait[i].item] = true;
		trait[i].property = -1;
	}
	split_gpus(s, cohort->has);
	for (size_t i = 0; i < s->table.as->groups; i++)
		if (s->spread[i].all.gpus > 0)
			note_roof(s, cohort, i, 0);
	for (size_t i = 0; i < s->table.as->groups && cohort->roofs > 0; i++)
		for (size_t k = 0; k < s->ins; k++)
			s->table.off[i * s->table.gpus + s->in[k]] -= cohort->shift[i];
	drop_unsure(s);
	return true;
}

static bool search_within(struct search *s)
{
	const struct gb_fleet_model *model = s->table.as;
	bool fits = true;

	load_gpus(s, 0, model, model, false);
	for (size_t g = 0; g < model->gpus; g++)
		add_traits(s, &model->gpu[g], g);
	gb_traits_sort(&s->traits);
	score_all(s, true);
	s->tries = 0;
	for (struct candidate at = { 0 }; next_candidate(s, &at);)
		s->tries += (double)count_asked(s);
	for (int finds = 0; finds < FINDS_MAX && fits; finds++) {
		const struct candidate best = find_best(s);
		if (best.alike == 0)
			break;
		fits = keep_candidate(s, &best);
		score_all(s, true);
	}
	return fits;
}

/* ---- against others ---------------------------------------------------------------------------------------------- */

static bool is_paired_with(const struct gb_baseline *baseline, const struct gb_fleet_model *model)
{
	size_t here = 0;

	for (size_t g = 0; g < model->gpus; g++)
		here += gb_roofs_find(baseline->roofs, model->gpu[g].key) != NULL;
	return 2 * here > model->gpus;
}

/* All GPUs of the model against all of another, or each against itself. For boards, what boards differ by is added. */
static bool compare_with(struct search *s, const struct gb_fleet_model *then, const char *name, bool boards)
{
	const struct gb_fleet_model *model = s->table.as;
	struct gb_cohort *cohort = add_cohort(s, NULL, name, strlen(name));

	if (cohort == NULL)
		return false;
	load_gpus(s, 0, model, then, !boards && is_paired_with(s->baseline, model));
	load_gpus(s, model->gpus, then, then, false);
	score_all(s, false);
	s->tries = (double)count_asked(s);
	s->ins = cohort->gpus = list_all(s->in, model->gpus);
	s->outs = cohort->of = list_all(s->out, then->gpus);
	for (size_t g = 0; g < then->gpus; g++)
		s->out[g] += model->gpus;
	for (size_t i = 0; i < model->groups; i++) {
		const struct gb_scatter *known = gb_scatter_of_gpu(model->gpu, model->group[i].roof);
		if (s->spread[i].all.gpus > 0)
			note_roof(s, cohort, i, boards && known != NULL ? 2 * known->boards * known->boards : 0);
	}
	drop_unsure(s);
	return true;
}

/* A reference names no hosts, and a quick run finds other values than a full one. */
static bool is_comparable(const struct gb_fleet_model *model, const struct gb_fleet_model *then)
{
	return then != NULL && model->gpus >= GB_SCATTER_CARDS_MIN && then->gpus >= GB_SCATTER_CARDS_MIN &&
	       then->gpu->host[0] != '\0' && strcmp(model->gpu->mode, then->gpu->mode) == 0;
}

static bool search_table(struct search *s, const struct gb_fleet_model *model, const struct gb_fleet_model *then,
			 const char *name, bool boards)
{
	const bool fits = make_room(s, model, model->gpus + (then != NULL ? then->gpus : 0)) &&
			  (then != NULL ? compare_with(s, then, name, boards) : search_within(s));

	free_room(s);
	return fits;
}

/* False: out of memory. */
static bool search_model(struct search *s, const struct gb_fleet_model *model)
{
	const struct gb_fleet_model *then =
		s->baseline != NULL ? gb_baseline_model(s->baseline, model->name, model->board) : NULL;
	char name[GB_COHORT_TEXT];
	bool fits = search_table(s, model, NULL, NULL, false);

	if (is_comparable(model, then))
		fits = fits && search_table(s, model, then, "the baseline", false);
	for (const struct gb_fleet_model *other = s->fleet->model; other < model && fits; other++) {
		if (strcmp(other->name, model->name) != 0 || other->board[0] == '\0' || !is_comparable(model, other))
			continue;
		snprintf(name, sizeof name, "board %s", other->board);
		fits = search_table(s, model, other, name, true);
	}
	return fits;
}

/* ---- all models -------------------------------------------------------------------------------------------------- */

static int compare_cohorts(const void *left, const void *right)
{
	const double a = fabs(((const struct gb_cohort *)left)->t), b = fabs(((const struct gb_cohort *)right)->t);

	return (a < b) - (a > b);
}

int gb_cohorts_find(struct gb_fleet *fleet, const struct gb_baseline *baseline, const struct gb_judge_set *set,
		    struct gb_error *error)
{
	static const struct gb_judge_set as_it_is = { .onlys = 0 };
	struct search s = { .fleet = fleet, .baseline = baseline, .set = set != NULL ? set : &as_it_is };
	bool fits = true;

	for (size_t m = 0; m < fleet->models && fits; m++)
		if (fleet->model[m].gpus > 0 && fleet->model[m].gpu->peer[0] == '\0')
			fits = search_model(&s, &fleet->model[m]);
	if (fleet->cohorts > 0)
		qsort(fleet->cohort, fleet->cohorts, sizeof *fleet->cohort, compare_cohorts);
	return fits ? GB_OK : gb_error_set(error, "out of memory");
}

void gb_cohort_free(struct gb_cohort *cohort)
{
	free(cohort->has);
	free(cohort->shift);
}
