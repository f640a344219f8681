/* pool_search.c: finds changes of each GPU of a pool, and changes by date. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/scatter.h"
#include "base/collections.h"
#include "past/pool.h"

enum { FINDS_MAX = 8, RUNS_MAX = 32 };
#define YEAR_SECONDS (365.25 * GB_DAY_SECONDS)
/* A single GPU moves a daily mean by at most this fraction of its value. */
#define MOST_OFF 0.03

static const char *const words[GB_POOL_PROPERTIES] = { "on host", "with driver", "with VBIOS", "on hosts", "with" };

/* ---- changes at a run of each GPU -------------------------------------------------------------------------------- */

static bool visits_differ(const struct gb_history_visit *a, const struct gb_history_visit *b)
{
	return a->driver != b->driver || a->vbios != b->vbios || a->version != b->version || a->ecc != b->ecc ||
	       fabs(a->power_limit_w - b->power_limit_w) > 0.5;
}

/* The required runs before and after run `at`, up to the next other change. */
static void lay_at(struct gb_pool_member *m, size_t at)
{
	m->at = m->upto = m->from = m->to = at;
	while (m->from > 0 && m->from + RUNS_MAX > at &&
	       (m->from == at || !visits_differ(m->visit[m->from - 1], m->visit[m->from])))
		m->from--;
	while (m->to < m->count && m->to < at + RUNS_MAX &&
	       (m->to == at || !visits_differ(m->visit[m->to - 1], m->visit[m->to])))
		m->to++;
}

static size_t run_from(const struct gb_pool_member *m, double seconds)
{
	size_t first = 0, count = m->count;

	while (count > 0) {
		const size_t half = count / 2;
		if (m->visit[first + half]->seconds < seconds) {
			first += half + 1;
			count -= half + 1;
		} else
			count = half;
	}
	return first;
}

/* Remove a find from the members that changed in this way. */
static void take_out(const struct gb_pool_search *s, double part, bool is_drift)
{
	for (size_t i = 0; i < s->pool.ins; i++) {
		const struct gb_pool_member *m = &s->pool.member[s->pool.in[i]];
		if (!gb_pool_has_moved(m, part))
			continue;
		const double begin = m->visit[m->from]->seconds, end = m->visit[m->to - 1]->seconds;
		for (size_t k = is_drift ? m->from : m->upto; k < m->count; k++) {
			const double along = (m->visit[k]->seconds - begin) / (end - begin);
			m->off[k] -= is_drift ? part * fmin(along, 1) : m->change;
		}
	}
}

static int keep_find(const struct gb_pool_search *s, struct gb_history_find find, struct gb_error *error)
{
	struct gb_history *h = s->pool.history;
	struct gb_history_find *grown = gb_array_grow(h->find, h->finds, &h->find_room, sizeof *grown);
	const struct gb_history_series *series = s->pool.member[0].series;

	if (grown == NULL)
		return gb_error_set(error, "out of memory");
	h->find = grown;
	find.name = series->name;
	find.board = series->board;
	find.roof = series->roof;
	find.unit = series->unit;
	find.roofs = 1;
	h->find[h->finds++] = find;
	return GB_OK;
}

static struct gb_history_find find_of(const struct gb_trait *trait, const struct gb_pool_verdict *verdict)
{
	return (struct gb_history_find){
		.what = trait != NULL ? words[trait->property] : NULL,
		.value = trait != NULL ? trait->value : NULL,
		.length = trait != NULL ? trait->length : 0,
		.first = verdict->first,
		.last = verdict->last,
		.part = verdict->part,
		.a_year = NAN,
		.moved = verdict->moved,
		.of = verdict->of,
	};
}

/* ---- known changes of each GPU ----------------------------------------------------------------------------------- */

/* The run of a member with a known change. */
struct event {
	const char *what;
	size_t member, at;
};

static int compare_events(const void *left, const void *right)
{
	const struct event *a = left, *b = right;
	const int what = strcmp(a->what, b->what);

	if (what != 0 || a->member != b->member)
		return what != 0 ? what : a->member < b->member ? -1 : 1;
	return (a->at > b->at) - (a->at < b->at);
}

static int find_events(const struct gb_pool_search *s, struct event **event, size_t *events, struct gb_error *error)
{
	size_t room = 0;

	for (size_t i = 0; i < s->pool.members; i++)
		for (size_t k = 1; k < s->pool.member[i].count; k++) {
			const struct gb_history_visit *const *visit =
				(const struct gb_history_visit *const *)&s->pool.member[i].visit[k];
			char text[GB_ERROR_TEXT];
			if (!visits_differ(visit[-1], visit[0]))
				continue;
			gb_history_tell_changed(visit[-1], visit[0], text, sizeof text);
			if (text[0] == '\0')
				continue;
			struct event *grown = gb_array_grow(*event, *events, &room, sizeof *grown);
			*event = grown != NULL ? grown : *event;
			const char *what = gb_strings_keep(&s->pool.history->strings, text);
			if (grown == NULL || what == NULL)
				return gb_error_set(error, "out of memory");
			(*event)[(*events)++] = (struct event){ what, i, k };
		}
	if (*events > 0)
		qsort(*event, *events, sizeof **event, compare_events);
	return GB_OK;
}

/* Each member at its own run, the first if there are several. */
static int search_event(struct gb_pool_search *s, const struct event *event, size_t events, struct gb_error *error)
{
	const struct gb_trait trait = { GB_OF_CHANGE, event->what, strlen(event->what), 0 };
	struct gb_pool_verdict verdict;

	s->pool.ins = 0;
	for (size_t i = 0; i < events; i++) {
		if (i > 0 && event[i].member == event[i - 1].member)
			continue;
		s->pool.in[s->pool.ins++] = event[i].member;
		lay_at(&s->pool.member[event[i].member], event[i].at);
	}
	if (!gb_pool_judge(&s->pool, &verdict))
		return GB_OK;
	take_out(s, verdict.part, false);
	return keep_find(s, find_of(&trait, &verdict), error);
}

int gb_pool_search_events(struct gb_pool_search *s, struct gb_error *error)
{
	struct event *event = NULL;
	size_t events = 0, next;
	int status = find_events(s, &event, &events, error);

	for (size_t first = 0; first < events && status == GB_OK; first = next) {
		for (next = first; next < events && event[next].what == event[first].what;)
			next++;
		status = search_event(s, &event[first], next - first, error);
	}
	free(event);
	return status;
}

/* ---- by date ----------------------------------------------------------------------------------------------------- */

/* The days on which enough members were measured. Returns their number. */
static size_t find_means(struct gb_pool_search *s)
{
	size_t most = 0, count = 0;

	memset(s->sum, 0, s->days * sizeof *s->sum);
	memset(s->gpus, 0, s->days * sizeof *s->gpus);
	for (size_t i = 0; i < s->pool.ins; i++) {
		const struct gb_pool_member *m = &s->pool.member[s->pool.in[i]];
		for (size_t k = 0; k < m->count; k++) {
			const size_t day = (size_t)((m->visit[k]->seconds - s->first_day) / GB_DAY_SECONDS);
			s->sum[day] += fmax(fmin(m->off[k], MOST_OFF), -MOST_OFF);
			s->gpus[day]++;
		}
	}
	for (size_t day = 0; day < s->days; day++)
		most = s->gpus[day] > most ? s->gpus[day] : most;
	for (size_t day = 0; day < s->days; day++) {
		if (s->gpus[day] == 0 || 4 * s->gpus[day] < most)
			continue;
		s->seconds[count] = s->first_day + GB_DAY_SECONDS * (double)day;
		s->mean[count++] = 1 + s->sum[day] / (double)s->gpus[day];
	}
	return count;
}

/* Align the members at the day of a step, or at the first and last third of a drift. */
static void lay_change(const struct gb_pool_search *s, const struct gb_trend_found *found)
{
	const double begin = s->seconds[found->from], end = s->seconds[found->to - 1] + GB_DAY_SECONDS;

	for (size_t i = 0; i < s->pool.ins; i++) {
		struct gb_pool_member *m = &s->pool.member[s->pool.in[i]];
		if (!found->is_drift) {
			lay_at(m, run_from(m, s->seconds[found->at]));
			continue;
		}
		m->from = run_from(m, begin);
		m->to = run_from(m, end);
		m->at = m->from + (m->to - m->from) / 3;
		m->upto = m->to - (m->to - m->from) / 3;
	}
}

static bool is_change(struct gb_trend *trend, struct gb_trend_found *found)
{
	struct gb_pool_search *s = trend->context;
	struct gb_pool_verdict verdict;

	found->confidence = 1 - s->pool.chance;
	lay_change(s, found);
	return gb_pool_judge(&s->pool, &verdict);
}

static int search_trend(struct gb_pool_search *s, struct gb_error *error)
{
	s->trend.seconds = s->seconds;
	s->trend.value = s->mean;
	s->trend.count = find_means(s);
	s->trend.unit = "B/s"; /* higher is better */
	s->trend.floor = s->trend.least = GB_MIN_OFF_LEAST;
	s->trend.certain = is_change;
	s->trend.context = s;
	s->trend.finds = 0;
	return s->trend.count > 0 ? gb_trend_run(&s->trend, error) : GB_OK;
}

/* The members that share a trait; NULL: all. */
static void look_at(struct gb_pool_search *s, const struct gb_trait *trait, size_t alike)
{
	s->pool.ins = trait != NULL ? alike : s->pool.members;
	for (size_t i = 0; i < s->pool.ins; i++)
		s->pool.in[i] = trait != NULL ? trait[i].item : i;
}

/* The best find by date: the one with the most GPUs, then with the fewest that did not change. */
struct best {
	const struct gb_trait *trait;
	size_t alike;
	struct gb_trend_found found;
	struct gb_pool_verdict verdict;
};

static int try_group(struct gb_pool_search *s, const struct gb_trait *trait, size_t alike, struct best *best,
		     struct gb_error *error)
{
	struct gb_pool_verdict verdict;

	look_at(s, trait, alike);
	if (search_trend(s, error) != GB_OK)
		return GB_FAILED;
	for (size_t i = 0; i < s->trend.finds; i++) {
		struct gb_trend_found *found = &s->trend.found[i];
		lay_change(s, found);
		if (!gb_pool_judge(&s->pool, &verdict))
			continue;
		if (verdict.moved > best->verdict.moved ||
		    (verdict.moved == best->verdict.moved && verdict.of < best->verdict.of))
			*best = (struct best){ trait, alike, *found, verdict };
	}
	return GB_OK;
}

static int keep_best(struct gb_pool_search *s, const struct best *best, struct gb_error *error)
{
	const struct gb_trend_found *found = &best->found;
	struct gb_history_find find = find_of(best->trait, &best->verdict);

	look_at(s, best->trait, best->alike);
	lay_change(s, found);
	if (gb_pool_judge(&s->pool, &(struct gb_pool_verdict){ 0 }) && found->is_drift) {
		find.is_drift = true;
		find_means(s);
		find.first = s->seconds[found->from];
		find.last = s->seconds[found->to - 1];
		find.part = found->after / found->before - 1;
		find.a_year = found->a_second * YEAR_SECONDS / found->before;
	}
	take_out(s, find.part, find.is_drift);
	return keep_find(s, find, error);
}

int gb_pool_search_dates(struct gb_pool_search *s, struct gb_error *error)
{
	for (int finds = 0; finds < FINDS_MAX; finds++) {
		struct best best = { .verdict = { .moved = 0 } };
		size_t alike;
		int status = try_group(s, NULL, 0, &best, error);
		for (size_t first = 0; first < s->traits.count && status == GB_OK; first += alike) {
			alike = gb_traits_alike(&s->traits, first);
			if (alike >= GB_SCATTER_CARDS_MIN && alike < s->pool.members)
				status = try_group(s, &s->traits.trait[first], alike, &best, error);
		}
		if (status != GB_OK || best.verdict.moved == 0)
			return status;
		if (keep_best(s, &best, error) != GB_OK)
			return GB_FAILED;
	}
	return GB_OK;
}
