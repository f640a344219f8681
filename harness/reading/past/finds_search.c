/* finds_search.c: finds changes in one roof that are common to many GPUs of one model and board. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fleet.h"
#include "judge/judge.h"
#include "base/heap.h"
#include "past/finds.h"

enum { FINDS_MAX = 8 };
#define YEAR_SECONDS (365.25 * GB_DAY_SECONDS)
/* A single GPU moves a daily mean by at most this fraction of the GPU's value. */
#define MOST_OFF 0.03

static const char *const words[GB_FIND_TRAITS] = { "with", "on host", "with driver", "with VBIOS", "on hosts" };

struct verdict {
	double part, error, first, last;
	size_t moved, of;
};

/* ---- a change of the members under consideration ----------------------------------------------------------------- */

/* True if the daily means do not differ by chance. A drift has the error of a fitted line. */
static bool is_beyond_days(const struct gb_find_search *s, const struct gb_trend_found *found)
{
	const size_t count = found->to - found->from, first = found->at - found->from;
	double mean[2] = { 0 }, squares = 0;

	for (size_t i = found->from; i < found->to && !found->is_drift; i++)
		mean[i >= found->at] += s->mean[i] / (double)(i < found->at ? first : count - first);
	for (size_t i = found->from; i < found->to; i++) {
		const double along = s->seconds[i] - s->seconds[found->from];
		const double off =
			s->mean[i] - (found->is_drift ? found->before + found->a_second * along : mean[i >= found->at]);
		squares += off * off;
	}
	const double inverse = found->is_drift ? 12 / (double)count : 1 / (double)first + 1 / (double)(count - first);
	const double error = GB_SCATTER_SD_OF_MEDIAN * sqrt(squares / (double)(count - 2) * inverse);
	return fabs(found->after - found->before) > gb_scatter_floor_of_changes(error, count - 2, s->chance);
}

static double middle_between(const struct gb_find_search *s, struct gb_find_member *m, double begin, double end,
			     size_t *first, size_t *count)
{
	*count = 0;
	for (size_t i = 0; i < m->count; i++) {
		if (m->visit[i]->seconds < begin || m->visit[i]->seconds >= end)
			continue;
		*first = *count == 0 ? i : *first;
		s->work[(*count)++] = m->off[i];
	}
	return *count >= GB_TREND_SIDE_MIN ? gb_stats_middle(s->work, *count) : (double)NAN;
}

/* Measures both sides of a step, or the first and last third of a drift. Returns the variance, relative to a run's. */
static double measure_item(struct gb_find_search *s, const struct gb_find_item *item,
			   const struct gb_trend_found *found)
{
	struct gb_find_member *m = &s->member[item->member];
	const double begin = item->zero + s->seconds[found->from],
		     end = item->zero + s->seconds[found->to - 1] + GB_DAY_SECONDS,
		     step = item->zero + (s->is_of_change ? GB_DAY_SECONDS * (double)s->days : s->seconds[found->at]),
		     third = (end - begin) / 3;
	size_t before, after;

	m->change = -middle_between(s, m, begin, found->is_drift ? begin + third : step, &m->from, &before);
	m->change += middle_between(s, m, found->is_drift ? end - third : step, end, &m->upto, &after);
	return isfinite(m->change) ? 1 / (double)before + 1 / (double)after : 0;
}

static bool has_moved(const struct gb_find_member *m, double part)
{
	return isfinite(m->change) && m->change / part > 0.5;
}

static void count_moved(const struct gb_find_search *s, struct verdict *verdict)
{
	verdict->first = INFINITY;
	verdict->last = -INFINITY;
	for (size_t i = 0; i < s->ins; i++) {
		const struct gb_find_member *m = &s->member[s->item[s->in[i]].member];
		if (!has_moved(m, verdict->part))
			continue;
		verdict->moved++;
		verdict->first = fmin(verdict->first, m->visit[m->upto]->seconds);
		verdict->last = fmax(verdict->last, m->visit[m->upto]->seconds);
	}
}

/* True if the GPUs do not differ by chance either. Their scatter is that of their changes, or of runs if it is
 * larger. */
static bool judge_change(struct gb_find_search *s, const struct gb_trend_found *found, struct verdict *verdict)
{
	double inverse_runs = 0;
	size_t count = 0;

	*verdict = (struct verdict){ 0 };
	for (size_t i = 0; i < s->ins; i++)
		inverse_runs += measure_item(s, &s->item[s->in[i]], found);
	for (size_t i = 0; i < s->ins; i++) {
		const double change = s->member[s->item[s->in[i]].member].change;
		if (isfinite(change))
			s->work[count++] = change;
	}
	if (count < GB_SCATTER_CARDS_MIN)
		return false;
	verdict->of = count;
	verdict->part = gb_stats_middle(s->work, count);
	for (size_t i = 0; i < count; i++)
		s->work[i] = fabs(s->work[i] - verdict->part);
	const double sd =
		fmax(GB_SD_OF_MAD * gb_stats_middle(s->work, count), s->runs * sqrt(inverse_runs / (double)count));
	verdict->error = GB_SCATTER_SD_OF_MEDIAN * sd / sqrt((double)count);
	count_moved(s, verdict);
	return 2 * verdict->moved >= count &&
	       fabs(verdict->part) > gb_scatter_floor_of_changes(verdict->error, count - 1, s->chance);
}

/* Noise may shift a change by a day. */
static bool is_at_change(const struct gb_find_search *s, const struct gb_trend_found *found)
{
	return !found->is_drift && fabs(s->seconds[found->at] / GB_DAY_SECONDS - (double)s->days) <= 1;
}

static bool is_change(struct gb_trend *trend, struct gb_trend_found *found)
{
	struct gb_find_search *s = trend->context;

	found->confidence = 1 - s->chance;
	return (!s->is_of_change || is_at_change(s, found)) && is_beyond_days(s, found) &&
	       judge_change(s, found, &(struct verdict){ 0 });
}

/* ---- a group ----------------------------------------------------------------------------------------------------- */

/* Computes means for the days on which enough members were measured. Returns their number. */
static size_t find_means(struct gb_find_search *s)
{
	const size_t days = 2 * s->days + 1;
	size_t most = 0, count = 0;

	memset(s->mean, 0, days * sizeof *s->mean);
	memset(s->gpus, 0, days * sizeof *s->gpus);
	for (size_t i = 0; i < s->ins; i++) {
		const struct gb_find_item *item = &s->item[s->in[i]];
		const struct gb_find_member *m = &s->member[item->member];
		for (size_t k = 0; k < m->count; k++) {
			const size_t day = (size_t)((m->visit[k]->seconds - item->zero) / GB_DAY_SECONDS);
			s->mean[day] += fmax(fmin(m->off[k], MOST_OFF), -MOST_OFF);
			most = ++s->gpus[day] > most ? s->gpus[day] : most;
		}
	}
	for (size_t day = 0; day < days; day++) {
		if (s->gpus[day] == 0 || 4 * s->gpus[day] < most)
			continue;
		s->seconds[count] = GB_DAY_SECONDS * (double)day;
		s->mean[count++] = 1 + s->mean[day] / (double)s->gpus[day];
	}
	return count;
}

/* Considers the items with the same trait; NULL: the first ones. Returns the number of days with means. */
static size_t look_at(struct gb_find_search *s, const struct gb_trait *trait, size_t alike)
{
	s->ins = alike;
	s->is_of_change = trait != NULL && trait->property == GB_OF_CHANGE;
	for (size_t i = 0; i < alike; i++)
		s->in[i] = trait != NULL ? trait[i].item : i;
	return find_means(s);
}

/* The best change is that of the most GPUs, then that which the fewest GPUs do not share. */
struct best {
	const struct gb_trait *trait; /* NULL: all */
	size_t alike;
	struct gb_trend_found found;
	struct verdict verdict;
};

static void search_group(struct gb_find_search *s, const struct gb_trait *trait, size_t alike, struct best *best)
{
	struct verdict verdict;

	s->trend.count = look_at(s, trait, alike);
	if (s->trend.count == 0)
		return;
	gb_trend_run(&s->trend);
	for (size_t i = 0; i < s->trend.finds; i++) {
		const struct gb_trend_found *found = &s->trend.found[i];
		if ((s->is_of_change && !is_at_change(s, found)) || !judge_change(s, found, &verdict))
			continue;
		if (verdict.moved > best->verdict.moved ||
		    (verdict.moved == best->verdict.moved && verdict.of < best->verdict.of))
			*best = (struct best){ trait, alike, *found, verdict };
	}
}

/* Changes of the GPUs themselves come first, because others by date may follow from them. */
static void search_groups(struct gb_find_search *s, struct best *best)
{
	size_t alike;

	for (size_t first = 0; first < s->traits.count; first += alike) {
		const struct gb_trait *trait = &s->traits.trait[first];
		alike = gb_traits_alike(&s->traits, first);
		if (trait->property != GB_OF_CHANGE && best->trait != NULL && best->trait->property == GB_OF_CHANGE)
			return;
		if (alike >= GB_SCATTER_CARDS_MIN && (trait->property == GB_OF_CHANGE || alike < s->members))
			search_group(s, trait, alike, best);
	}
	search_group(s, NULL, s->members, best);
}

/* ---- finds ------------------------------------------------------------------------------------------------------- */

/* Removes a find from the members that changed in this way. */
static void remove_change(const struct gb_find_search *s, double part, bool is_drift)
{
	for (size_t i = 0; i < s->ins; i++) {
		const struct gb_find_item *item = &s->item[s->in[i]];
		const struct gb_find_member *m = &s->member[item->member];
		if (!has_moved(m, part))
			continue;
		const double begin = m->visit[m->from]->seconds,
			     end = item->zero + s->seconds[s->trend.count - 1] + GB_DAY_SECONDS;
		for (size_t k = is_drift ? m->from : m->upto; k < m->count; k++)
			m->off[k] -=
				is_drift ? part * fmin((m->visit[k]->seconds - begin) / (end - begin), 1) : m->change;
	}
}

static void keep_best(struct gb_find_search *s, const struct best *best)
{
	struct gb_history *h = s->history;
	const struct gb_trend_found *found = &best->found;
	const struct gb_history_series *series = s->member->series;
	struct verdict verdict;

	s->trend.count = look_at(s, best->trait, best->alike);
	judge_change(s, found, &verdict);
	const double half = verdict.error * gb_student(verdict.of - 1, 0.025);
	struct gb_history_find find = {
		.is_drift = found->is_drift,
		.name = series->name,
		.board = series->board,
		.roof = series->roof,
		.unit = series->unit,
		.roofs = 1,
		.what = best->trait != NULL ? words[best->trait->property] : NULL,
		.value = best->trait != NULL ? best->trait->value : NULL,
		.length = best->trait != NULL ? best->trait->length : 0,
		.first = found->is_drift ? s->first_day + s->seconds[found->from] : verdict.first,
		.last = found->is_drift ? s->first_day + s->seconds[found->to - 1] : verdict.last,
		.part = found->is_drift ? found->after / found->before - 1 : verdict.part,
		.a_year = found->is_drift ? found->a_second * YEAR_SECONDS / found->before : (double)NAN,
		.moved = verdict.moved,
		.of = verdict.of,
	};
	find.lo = find.part - half;
	find.hi = find.part + half;
	remove_change(s, find.part, find.is_drift);
	h->find = gb_array_grow(h->find, h->finds, &h->find_room, sizeof *h->find);
	h->find[h->finds++] = find;
}

void gb_find_search(struct gb_find_search *s)
{
	const struct gb_scatter *known = gb_scatter_of(s->member->series->name, s->member->series->roof);
	size_t groups = 1;

	gb_traits_sort(&s->traits);
	for (size_t first = 0; first < s->traits.count; first += gb_traits_alike(&s->traits, first))
		groups++;
	s->chance = fmax(GB_JUDGE_CHANCE / ((double)s->pools * (double)groups * (double)s->days), 1e-12);
	s->runs = known != NULL ? known->runs : 0;
	s->trend = (struct gb_trend){ .seconds = s->seconds,
				      .value = s->mean,
				      .unit = "B/s", /* a rate: higher is better */
				      .floor = GB_MIN_OFF_LEAST,
				      .least = GB_MIN_OFF_LEAST,
				      .certain = is_change,
				      .context = s };
	for (int finds = 0; finds < FINDS_MAX; finds++) {
		struct best best = { .alike = 0 };
		search_groups(s, &best);
		if (best.alike == 0)
			break;
		keep_best(s, &best);
	}
}
