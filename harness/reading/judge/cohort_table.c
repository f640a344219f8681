/* cohort_table.c: the deviations and ranks of judge_cohorts.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "judge/judge_cohorts.h"

/* GPUs of a group that are used for pairs. */
enum { PAIRS_MAX = 128 };

/* ---- deviations -------------------------------------------------------------------------------------------------- */

static bool is_asked(const struct gb_cohort_table *t, const struct gb_group *group, bool within)
{
	if (!gb_judge_set_has(t->set, group->roof))
		return false;
	return !gb_judge_kind_is_of_host(gb_judge_kind_of(group->roof)) ||
	       (within && t->as->hosts >= GB_SCATTER_CARDS_MIN);
}

/* Loads the deviations in one roof from the median of `from`, or from the GPU's own value in the baseline. */
static void load_roof(struct gb_cohort_table *t, size_t at, const struct gb_fleet_model *model, size_t group,
		      const struct gb_fleet_model *from, bool is_paired)
{
	const struct gb_group *as = &t->as->group[group], *now = gb_fleet_group_in(model, as->roof, as->unit),
			      *then = gb_fleet_group_in(from, as->roof, as->unit);

	for (size_t g = 0; g < model->gpus; g++) {
		double *off = &t->off[group * t->gpus + at + g];
		*off = NAN;
		if (now == NULL || then == NULL || as->joint != GB_NOT_JOINT)
			continue;
		const struct gb_sample sample = gb_fleet_sample(model, g, (size_t)(now - model->group));
		if (sample.runs > 0 && !is_paired)
			*off = gb_group_off_from(as, sample.value, then->median);
		if (sample.runs == 0 || !is_paired)
			continue;
		const struct gb_change change =
			gb_change_of(t->baseline, &model->gpu[g], as->roof, as->unit, &sample, GB_MARGIN);
		*off = change.same_gpu ? change.part : (double)NAN;
	}
}

static double join_roofs(struct gb_cohort_table *t, size_t gpu, enum gb_joint joint)
{
	size_t count = 0;

	for (size_t i = 0; i < t->as->groups; i++)
		if (t->as->group[i].joined == joint && isfinite(t->off[i * t->gpus + gpu]))
			t->work[count++] = t->off[i * t->gpus + gpu];
	return count >= GB_JOINED_LEAST ? gb_fleet_join(t->work, count) : (double)NAN;
}

void gb_cohort_table_begin(struct gb_cohort_table *t, const struct gb_fleet_model *as, size_t gpus)
{
	const size_t cells = gpus * as->groups + 1;

	t->as = as;
	t->gpus = gpus;
	t->spread = gb_heap_array(as->groups + 1, sizeof *t->spread);
	t->off = gb_heap_array(2 * cells + (size_t)PAIRS_MAX * PAIRS_MAX + 2 * gpus + as->groups, sizeof *t->off);
	t->host = gb_heap_array(3 * gpus, sizeof *t->host);
	t->score = t->off + cells;
	t->quantile = t->score + cells;
	t->work = t->quantile + gpus;
	t->in = t->host + gpus;
	t->out = t->in + gpus;
	for (size_t i = 0; i < gpus; i++) {
		const double part = ((double)i + 0.5) / (double)gpus;
		t->quantile[i] = part < 0.5 ? -gb_student(GB_STUDENT_MAX + 1, part)
					    : gb_student(GB_STUDENT_MAX + 1, fmin(1 - part, 0.5));
	}
}

void gb_cohort_table_free(struct gb_cohort_table *t)
{
	free(t->spread);
	free(t->off);
	free(t->host);
}

void gb_cohort_load(struct gb_cohort_table *t, size_t at, const struct gb_fleet_model *model,
		    const struct gb_fleet_model *from, bool is_paired)
{
	const struct gb_fleet_model *as = t->as;

	for (size_t i = 0; i < as->groups; i++)
		load_roof(t, at, model, i, from, is_paired);
	for (size_t g = 0; g < model->gpus; g++) {
		const bool is_next = g == 0 || strcmp(model->gpu[g].host, model->gpu[g - 1].host) != 0;
		t->host[at + g] = at + g == 0 ? 0 : t->host[at + g - 1] + is_next;
		for (size_t i = 0; i < as->groups; i++)
			if (as->group[i].joint != GB_NOT_JOINT)
				t->off[i * t->gpus + at + g] = join_roofs(t, at + g, as->group[i].joint);
	}
}

/* ---- ranks ------------------------------------------------------------------------------------------------------- */

/* Negligible differences are ties, and get the quantile in their middle. */
static void score_roof(struct gb_cohort_table *t, size_t group)
{
	const size_t gpus = t->gpus;
	double *score = t->score + group * gpus;
	size_t count = 0;

	for (size_t g = 0; g < gpus; g++) {
		score[g] = round(t->off[group * gpus + g] / (GB_COHORT_LEAST / 2));
		if (isfinite(score[g]))
			t->work[count++] = score[g];
	}
	if (count == 0)
		return;
	gb_stats_sort(t->work, count);
	for (size_t g = 0; g < gpus; g++)
		if (isfinite(score[g])) {
			const size_t first = gb_stats_place(t->work, count, score[g] - 0.5),
				     next = gb_stats_place(t->work, count, score[g] + 0.5);
			score[g] = t->quantile[(first + next) * gpus / (2 * count)];
		}
}

static struct gb_cohort_pool pool_gpus(const struct gb_cohort_table *t, size_t group, const size_t *gpu, size_t count)
{
	struct gb_cohort_pool pool = { 0 };
	size_t last = SIZE_MAX;

	for (size_t i = 0; i < count; i++) {
		const double score = t->score[group * t->gpus + gpu[i]];
		if (isnan(score))
			continue;
		pool.sum += score;
		pool.gpus++;
		pool.hosts += t->host[gpu[i]] != last;
		last = t->host[gpu[i]];
	}
	return pool;
}

/* Returns the variance between hosts beyond that of their GPUs; 0: there are too few. Hosts of a rack or a delivery are
 * neighbours, so that differences between neighbours hardly depend on what distinguishes groups. */
static double variance_of_hosts(struct gb_cohort_table *t, size_t group, const struct gb_cohort_pool *all)
{
	size_t steps = 0;
	double last = NAN;

	if (all->hosts < GB_SCATTER_CARDS_MIN || all->hosts == all->gpus)
		return 0;
	for (size_t at = 0, next; at < t->gpus; at = next) {
		for (next = at; next < t->gpus && t->host[next] == t->host[at]; next++)
			t->in[next - at] = next;
		const struct gb_cohort_pool one = pool_gpus(t, group, t->in, next - at);
		if (one.gpus == 0)
			continue;
		const double mean = one.sum / (double)one.gpus;
		if (isfinite(last))
			t->work[steps++] = fabs(mean - last);
		last = mean;
	}
	const double sd = GB_SD_OF_MAD * gb_stats_middle(t->work, steps);
	return fmax(0, sd * sd / 2 - (double)all->hosts / (double)all->gpus);
}

size_t gb_cohort_score(struct gb_cohort_table *t, bool within)
{
	size_t asked = 0;

	for (size_t i = 0; i < t->as->groups; i++) {
		struct gb_cohort_spread *spread = &t->spread[i];
		*spread = (struct gb_cohort_spread){ 0 };
		if (!is_asked(t, &t->as->group[i], within))
			continue;
		score_roof(t, i);
		for (size_t g = 0; g < t->gpus; g++)
			t->out[g] = g;
		const struct gb_cohort_pool all = pool_gpus(t, i, t->out, t->gpus);
		*spread = (struct gb_cohort_spread){ all, variance_of_hosts(t, i, &all) };
		asked += all.gpus > 0;
	}
	return asked;
}

double gb_cohort_errors(const struct gb_cohort_table *t, size_t group, const size_t *gpu, size_t count)
{
	const struct gb_cohort_spread *spread = &t->spread[group];
	const struct gb_cohort_pool in = pool_gpus(t, group, gpu, count), *all = &spread->all;
	const size_t others = all->gpus - in.gpus, hosts = all->hosts > in.hosts ? all->hosts - in.hosts : 1;

	if (in.gpus < GB_PEERS_MIN || others < GB_PEERS_MIN)
		return 0;
	return (in.sum / (double)in.gpus - (all->sum - in.sum) / (double)others) /
	       sqrt(1 / (double)in.gpus + 1 / (double)others +
		    spread->of_hosts * (1 / (double)in.hosts + 1 / (double)hosts));
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static size_t take_values(const struct gb_cohort_table *t, size_t group, const size_t *gpu, size_t count, double *value)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		const double off = t->off[group * t->gpus + gpu[i]];
		if (isfinite(off))
			value[kept++] = off;
	}
	return kept;
}

/* The extremes and the scatter of sorted values, and some of them. */
struct side {
	double low, high, sd, some[PAIRS_MAX];
	size_t gpus, few;
};

static struct side describe_side(struct gb_cohort_table *t, size_t group, const size_t *gpu, size_t count)
{
	struct side side = { .gpus = take_values(t, group, gpu, count, t->work) };

	if (side.gpus == 0)
		return side;
	gb_stats_sort(t->work, side.gpus);
	side.low = t->work[0];
	side.high = t->work[side.gpus - 1];
	side.few = side.gpus < PAIRS_MAX ? side.gpus : PAIRS_MAX;
	for (size_t i = 0; i < side.few; i++) /* evenly spaced */
		side.some[i] = t->work[(2 * i + 1) * side.gpus / (2 * side.few)];
	const double middle = gb_stats_middle(t->work, side.gpus);
	for (size_t i = 0; i < side.gpus; i++)
		t->work[i] = fabs(t->work[i] - middle);
	side.sd = GB_SD_OF_MAD * gb_stats_middle(t->work, side.gpus);
	return side;
}

/* The median of all differences between the two groups (Hodges and Lehmann, Annals of Mathematical Statistics 34,
 * 1963). For normal values, it scatters as much as the difference between the means, within 3 %. */
struct gb_cohort_difference gb_cohort_difference_of(struct gb_cohort_table *t, size_t group)
{
	const size_t hosts = pool_gpus(t, group, t->in, t->ins).hosts;
	const struct side in = describe_side(t, group, t->in, t->ins), out = describe_side(t, group, t->out, t->outs);
	struct gb_cohort_difference d = { .is_apart = in.high < out.low || out.high < in.low };
	size_t pairs = 0;

	if (in.gpus < GB_PEERS_MIN || out.gpus < GB_PEERS_MIN)
		return (struct gb_cohort_difference){ .part = 0 };
	for (size_t i = 0; i < in.few; i++)
		for (size_t k = 0; k < out.few; k++)
			t->work[pairs++] = in.some[i] - out.some[k];
	d.part = gb_stats_middle(t->work, pairs);
	const double of_hosts = t->spread[group].of_hosts / (double)(hosts > 0 ? hosts : 1);
	const double sd = fmax(fmax(in.sd, out.sd), GB_COHORT_LEAST / 4);
	d.error = 1.03 * sd * sqrt(1 / (double)in.gpus + 1 / (double)out.gpus + of_hosts);
	return d;
}
