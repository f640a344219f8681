#include "past/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/judge.h"

/* ---- one pool ---------------------------------------------------------------------------------------------------- */

/* The last state of a GPU. */
static void add_traits(struct gb_pool_search *s, size_t member)
{
	const struct gb_pool_member *m = &s->pool.member[member];
	const struct gb_history_visit *last = m->visit[m->count - 1];

	gb_traits_add(&s->traits, GB_OF_HOST, m->series->host, member);
	gb_traits_add(&s->traits, GB_OF_DRIVER, last->driver, member);
	gb_traits_add(&s->traits, GB_OF_VBIOS, last->vbios, member);
	gb_traits_add_cuts(&s->traits, GB_OF_HOSTS, m->series->host, member);
}

/* Distances from the median, above 0 if better. */
static void load_member(struct gb_pool_search *s, const struct gb_history_series *series, double *off,
			const struct gb_history_visit **visit)
{
	const struct gb_history *h = s->pool.history;
	struct gb_pool_member *m = &s->pool.member[s->pool.members];

	*m = (struct gb_pool_member){ .series = series, .off = off, .visit = visit };
	for (size_t i = 0; i < series->points; i++)
		if (series->visit[i] % 2 != 0) {
			m->visit[m->count] = &h->visit[series->visit[i] / 2];
			m->off[m->count++] = series->value[i];
		}
	if (m->count < 2 * (size_t)GB_TREND_SIDE_MIN)
		return;
	memcpy(s->pool.work, m->off, m->count * sizeof *m->off);
	const double median = gb_stats_middle(s->pool.work, m->count);
	for (size_t i = 0; i < m->count; i++)
		m->off[i] = gb_off(series->unit, m->off[i], median);
	add_traits(s, s->pool.members++);
}

static bool find_days(struct gb_pool_search *s)
{
	double first = INFINITY, last = -INFINITY;

	for (size_t i = 0; i < s->pool.members; i++) {
		const struct gb_pool_member *m = &s->pool.member[i];
		first = fmin(first, m->visit[0]->seconds);
		last = fmax(last, m->visit[m->count - 1]->seconds);
	}
	s->first_day = GB_DAY_SECONDS * floor(first / GB_DAY_SECONDS);
	s->days = (size_t)((last - s->first_day) / GB_DAY_SECONDS) + 1;
	s->sum = malloc(3 * s->days * sizeof *s->sum);
	s->gpus = malloc(s->days * sizeof *s->gpus);
	if (s->sum == NULL || s->gpus == NULL)
		return false;
	s->seconds = s->sum + s->days;
	s->mean = s->seconds + s->days;
	return true;
}

/* A chance find could come from any search: each group of GPUs on each day. */
static double chance_of(const struct gb_pool_search *s, size_t pools)
{
	size_t looks = 1;

	for (size_t first = 0; first < s->traits.count; first += gb_traits_alike(&s->traits, first))
		looks++;
	return fmax(GB_JUDGE_CHANCE / ((double)pools * (double)looks * (double)s->days), 1e-12);
}

static int search_loaded(struct gb_pool_search *s, size_t pools, struct gb_error *error)
{
	const struct gb_scatter *known = gb_scatter_of(s->pool.member[0].series->name, s->pool.member[0].series->roof);

	gb_traits_sort(&s->traits);
	if (!find_days(s))
		return gb_error_set(error, "out of memory");
	s->pool.chance = chance_of(s, pools);
	s->pool.runs = known != NULL ? known->runs : 0;
	const int status = gb_pool_search_events(s, error);
	return status == GB_OK ? gb_pool_search_dates(s, error) : status;
}

static int search_pool(struct gb_history *h, const struct gb_history_series *const *series, size_t count, size_t pools,
		       struct gb_error *error)
{
	struct gb_pool_search s = { .pool.history = h };
	size_t points = 0, most = count, at = 0;
	int status = GB_OK;

	for (size_t i = 0; i < count; i++) {
		points += series[i]->ok;
		most = series[i]->ok > most ? series[i]->ok : most;
	}
	double *off = malloc((points + 1) * sizeof *off);
	const struct gb_history_visit **visit = malloc((points + 1) * sizeof(const struct gb_history_visit *));
	s.pool.member = malloc((count + 1) * sizeof *s.pool.member);
	s.pool.in = malloc((count + 1) * sizeof *s.pool.in);
	s.pool.work = malloc((most + 1) * sizeof *s.pool.work);
	if (off == NULL || visit == NULL || s.pool.member == NULL || s.pool.in == NULL || s.pool.work == NULL ||
	    !gb_traits_begin(&s.traits, count, GB_POOL_PROPERTIES))
		status = gb_error_set(error, "out of memory");
	for (size_t i = 0; i < count && status == GB_OK; at += series[i++]->ok)
		load_member(&s, series[i], off + at, visit + at);
	if (status == GB_OK && s.pool.members >= GB_SCATTER_CARDS_MIN)
		status = search_loaded(&s, pools, error);
	free(off);
	free((void *)visit);
	free(s.pool.member);
	free(s.pool.in);
	free(s.pool.work);
	free(s.sum);
	free(s.gpus);
	gb_traits_free(&s.traits);
	gb_trend_free(&s.trend);
	return status;
}

/* ---- all pools --------------------------------------------------------------------------------------------------- */

static int compare_pools(const struct gb_history_series *a, const struct gb_history_series *b)
{
	const char *const left[] = { a->name, a->board, a->unit }, *const right[] = { b->name, b->board, b->unit };

	for (int i = 0; i < 3; i++)
		if (left[i] != right[i])
			return strcmp(left[i], right[i]);
	return a->roof != b->roof ? gb_roof_order(a->roof, b->roof) : 0;
}

static int compare_series(const void *left, const void *right)
{
	const struct gb_history_series *a = *(const struct gb_history_series *const *)left,
				       *b = *(const struct gb_history_series *const *)right;
	const int pools = compare_pools(a, b);

	return pools != 0 ? pools : strcmp(a->gpu, b->gpu);
}

static size_t pool_from(const struct gb_history_series *const *series, size_t first, size_t count)
{
	size_t next = first + 1;

	while (next < count && compare_pools(series[first], series[next]) == 0)
		next++;
	return next;
}

int gb_history_pool(struct gb_history *h, struct gb_error *error)
{
	const struct gb_history_series **series = malloc((h->count + 1) * sizeof(const struct gb_history_series *));
	size_t pools = 0;
	int status = GB_OK;

	if (series == NULL)
		return gb_error_set(error, "out of memory");
	for (size_t i = 0; i < h->count; i++)
		series[i] = &h->series[i];
	qsort((void *)series, h->count, sizeof *series, compare_series);
	for (size_t first = 0; first < h->count; first = pool_from(series, first, h->count))
		pools++;
	for (size_t first = 0, next; first < h->count && status == GB_OK; first = next) {
		next = pool_from(series, first, h->count);
		if (next - first >= GB_SCATTER_CARDS_MIN)
			status = search_pool(h, series + first, next - first, pools, error);
	}
	free((void *)series);
	if (status == GB_OK)
		gb_history_join_finds(h);
	return status;
}
