/* history_settle.c: sorts a history by time, and finds the changes in each of its series. */
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fleet.h"
#include "base/heap.h"
#include "base/host.h"
#include "past/history.h"
#include "past/finds.h"
#include "past/trend.h"

enum { THREADS_MAX = 16, SERIES_A_THREAD = 256 };

/* ---- sorting by time --------------------------------------------------------------------------------------------- */

static int compare_points(const void *left, const void *right)
{
	const struct gb_history_point *a = left, *b = right;

	if (a->seconds != b->seconds)
		return a->seconds < b->seconds ? -1 : 1;
	return strcmp(a->visit->run, b->visit->run);
}

static bool is_sorted(const struct gb_history *h, const struct gb_history_series *s)
{
	for (size_t i = 1; i < s->points; i++) {
		const struct gb_history_point a = gb_history_point(h, s, i - 1), b = gb_history_point(h, s, i);
		if (compare_points(&a, &b) > 0)
			return false;
	}
	return true;
}

static void sort_points(const struct gb_history *h, struct gb_history_series *s)
{
	if (is_sorted(h, s))
		return;
	struct gb_history_point *point = gb_heap_array(s->points, sizeof *point);
	for (size_t i = 0; i < s->points; i++)
		point[i] = gb_history_point(h, s, i);
	qsort(point, s->points, sizeof *point, compare_points);
	for (size_t i = 0; i < s->points; i++) {
		s->value[i] = point[i].value;
		s->state[i] = point[i].state;
		s->visit[i] = (uint32_t)(2 * (size_t)(point[i].visit - h->visit) + point[i].ok);
		if (s->interval != NULL)
			s->interval[i] = (struct gb_history_interval){ point[i].lo, point[i].hi };
	}
	free(point);
}

/* ---- a complete series ------------------------------------------------------------------------------------------- */

#define YEAR_SECONDS (365.25 * 86400)

struct fine {
	double *seconds, *value;
	size_t *point; /* of each value, its index in the series */
	size_t room;
	struct gb_trend trend;
};

static void take_fine(struct fine *fine, const struct gb_history *h, struct gb_history_series *s)
{
	if (s->points > fine->room) {
		free(fine->seconds);
		free(fine->point);
		fine->room = 2 * s->points;
		fine->seconds = gb_heap_array(2 * fine->room, sizeof *fine->seconds);
		fine->point = gb_heap_array(fine->room, sizeof *fine->point);
		fine->value = fine->seconds + fine->room;
	}
	s->ok = 0;
	for (size_t i = 0; i < s->points; i++) {
		if (s->visit[i] % 2 == 0)
			continue;
		fine->seconds[s->ok] = h->visit[s->visit[i] / 2].seconds;
		fine->value[s->ok] = s->value[i];
		fine->point[s->ok++] = i;
	}
}

static struct gb_history_step change_of(const struct gb_history_series *s, const struct fine *fine,
					const struct gb_trend_found *found)
{
	const double part = gb_off(s->unit, found->after, found->before);
	const double years = found->is_drift
				     ? (fine->seconds[found->to - 1] - fine->seconds[found->from]) / YEAR_SECONDS
				     : (double)NAN;

	return (struct gb_history_step){
		.at = fine->point[found->is_drift ? found->from : found->at],
		.to = fine->point[found->to - 1],
		.before = found->before,
		.after = found->after,
		.part = part,
		.a_year = part / years,
		.confidence = found->confidence,
	};
}

static void keep_changes(struct gb_history_series *s, const struct fine *fine)
{
	const struct gb_trend *trend = &fine->trend;

	if (trend->finds == 0)
		return;
	s->step = gb_heap_array(trend->finds, sizeof *s->step);
	for (size_t i = 0; i < trend->finds; i++)
		if (!trend->found[i].is_drift)
			s->step[s->steps++] = change_of(s, fine, &trend->found[i]);
	s->drift = s->step + s->steps;
	for (size_t i = 0; i < trend->finds; i++)
		if (trend->found[i].is_drift)
			s->drift[s->drifts++] = change_of(s, fine, &trend->found[i]);
}

static double drift_of(const struct gb_history_series *s, struct fine *fine)
{
	size_t from = 0;

	while (s->steps > 0 && from < s->ok && fine->point[from] < s->step[s->steps - 1].at)
		from++;
	const double slope = gb_trend_slope(&fine->trend, from, s->ok) * YEAR_SECONDS;
	/* overwrites the values */
	const double drift = slope / gb_stats_middle(fine->value + from, s->ok - from);
	return gb_lower_is_better(s->unit) ? -drift : drift;
}

static void settle_series(const struct gb_history *h, struct gb_history_series *s, struct fine *fine)
{
	struct gb_trend *trend = &fine->trend;

	sort_points(h, s);
	take_fine(fine, h, s);
	trend->seconds = fine->seconds;
	trend->value = fine->value;
	trend->count = s->ok;
	trend->unit = s->unit;
	trend->floor = gb_scatter_min_off(s->name, s->roof);
	trend->least =
		gb_scatter_of(s->name, s->roof) != NULL ? GB_MIN_OFF_LEAST : fmin(trend->floor, GB_MIN_OFF_UNKNOWN);
	trend->certain = gb_trend_by_orders;
	if (s->ok == 0)
		return;
	gb_trend_run(trend);
	keep_changes(s, fine);
	if (h->with_slopes || trend->finds > 0)
		s->a_year = drift_of(s, fine);
}

/* ---- all series -------------------------------------------------------------------------------------------------- */

static int compare_series(const void *left, const void *right)
{
	const struct gb_history_series *a = left, *b = right;
	const int gpu = strcmp(a->gpu, b->gpu), roof = gpu != 0 ? 0 : gb_roof_order(a->roof, b->roof);

	return gpu != 0 ? gpu : roof != 0 ? roof : strcmp(a->unit, b->unit);
}

/* Every n-th series, which one thread settles. Series do not depend on each other. */
struct share {
	struct gb_history *history;
	size_t first, step;
	pthread_t thread;
};

static void *settle_share(void *context)
{
	struct share *share = context;
	struct gb_history *h = share->history;
	struct fine fine = { 0 };

	for (size_t i = share->first; i < h->count; i += share->step)
		settle_series(h, &h->series[i], &fine);
	free(fine.seconds);
	free(fine.point);
	gb_trend_free(&fine.trend);
	return NULL;
}

/* If a thread cannot be created, the others do its work. */
static void settle_all(struct gb_history *h)
{
	struct share share[THREADS_MAX];
	bool threaded[THREADS_MAX] = { false };
	const size_t most = h->count / SERIES_A_THREAD + 1, here = gb_host_processors();
	size_t shares = here < most ? here : most;

	shares = shares > THREADS_MAX ? THREADS_MAX : shares;
	for (size_t i = 0; i < shares; i++) {
		share[i] = (struct share){ .history = h, .first = i, .step = shares };
		threaded[i] = i > 0 && pthread_create(&share[i].thread, NULL, settle_share, &share[i]) == 0;
	}
	for (size_t i = 0; i < shares; i++) {
		if (threaded[i])
			pthread_join(share[i].thread, NULL);
		else
			settle_share(&share[i]);
	}
}

void gb_history_settle(struct gb_history *h)
{
	settle_all(h);
	if (h->count > 0)
		qsort(h->series, h->count, sizeof *h->series, compare_series);
	free(h->slot); /* its indices refer to the previous order */
	h->slot = NULL;
	h->slots = 0;
	gb_history_find_changes(h);
}
