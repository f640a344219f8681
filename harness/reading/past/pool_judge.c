/* pool_judge.c: decides whether a group of aligned GPUs changed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/scatter.h"
#include "base/clock.h"
#include "base/text.h"
#include "past/pool.h"

/* This many runs before and after a change are aligned. */
enum { RUNS_MAX = 32 };

static double median_of(const struct gb_pool *pool, const struct gb_pool_member *m, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		pool->work[i - from] = m->off[i];
	return gb_stats_middle(pool->work, to - from);
}

/* Compare each GPU with itself. Returns the number with enough runs on both sides. */
static size_t measure_members(const struct gb_pool *pool, double *inverse_runs)
{
	size_t of = 0;

	*inverse_runs = 0;
	for (size_t i = 0; i < pool->ins; i++) {
		struct gb_pool_member *m = &pool->member[pool->in[i]];
		m->change = NAN;
		if (m->at < m->from + GB_TREND_SIDE_MIN || m->to < m->upto + GB_TREND_SIDE_MIN)
			continue;
		m->before = median_of(pool, m, m->from, m->at);
		m->change = median_of(pool, m, m->upto, m->to) - m->before;
		*inverse_runs += 1 / (double)(m->at - m->from) + 1 / (double)(m->to - m->upto);
		of++;
	}
	return of;
}

/* The scatter of the GPUs' changes, but at least the scatter between runs of one card. */
static double scatter_of(const struct gb_pool *pool, double part, double inverse_runs, size_t of)
{
	size_t count = 0;

	for (size_t i = 0; i < pool->ins; i++)
		if (isfinite(pool->member[pool->in[i]].change))
			pool->work[count++] = fabs(pool->member[pool->in[i]].change - part);
	return fmax(GB_SD_OF_MAD * gb_stats_middle(pool->work, count), pool->runs * sqrt(inverse_runs / (double)of));
}

/* Means of all GPUs, run by run before and after the change. */
struct common {
	double sum[2 * RUNS_MAX], squares[2];
	size_t gpus[2 * RUNS_MAX], runs[2];
};

static void lay_over(struct common *common, const struct gb_pool_member *m)
{
	for (size_t k = 1; k <= RUNS_MAX && m->from + k <= m->at; k++) {
		common->sum[RUNS_MAX - k] += m->off[m->at - k] - m->before;
		common->gpus[RUNS_MAX - k]++;
	}
	for (size_t k = 0; k < RUNS_MAX && m->upto + k < m->to; k++) {
		common->sum[RUNS_MAX + k] += m->off[m->upto + k] - m->before - m->change;
		common->gpus[RUNS_MAX + k]++;
	}
}

/* The common scatter of all GPUs from run to run, caused for example by a room or a season, is not a change. */
static bool is_beyond_common(const struct gb_pool *pool, double part, size_t of)
{
	struct common common = { .runs = { 0 } };

	for (size_t i = 0; i < pool->ins; i++)
		if (isfinite(pool->member[pool->in[i]].change))
			lay_over(&common, &pool->member[pool->in[i]]);
	for (size_t k = 0; k < 2 * (size_t)RUNS_MAX; k++) {
		const double mean = common.gpus[k] > 0 ? common.sum[k] / (double)common.gpus[k] : 0;
		if (2 * common.gpus[k] < of)
			continue;
		common.squares[k >= RUNS_MAX] += mean * mean;
		common.runs[k >= RUNS_MAX]++;
	}
	if (common.runs[0] < GB_TREND_SIDE_MIN || common.runs[1] < GB_TREND_SIDE_MIN)
		return false;
	const size_t freedom = common.runs[0] + common.runs[1] - 2;
	const double sd = sqrt((common.squares[0] + common.squares[1]) / (double)freedom);
	const double inverse = 1 / (double)common.runs[0] + 1 / (double)common.runs[1];
	return fabs(part) >
	       gb_scatter_floor_of_changes(GB_SCATTER_SD_OF_MEDIAN * sd * sqrt(inverse), freedom, pool->chance);
}

bool gb_pool_has_moved(const struct gb_pool_member *m, double part)
{
	return isfinite(m->change) && m->change / part > 0.5;
}

static void count_moved(const struct gb_pool *pool, struct gb_pool_verdict *verdict)
{
	verdict->moved = 0;
	verdict->first = INFINITY;
	verdict->last = -INFINITY;
	for (size_t i = 0; i < pool->ins; i++) {
		const struct gb_pool_member *m = &pool->member[pool->in[i]];
		if (!gb_pool_has_moved(m, verdict->part))
			continue;
		verdict->moved++;
		verdict->first = fmin(verdict->first, m->visit[m->upto]->seconds);
		verdict->last = fmax(verdict->last, m->visit[m->upto]->seconds);
	}
}

bool gb_pool_judge(struct gb_pool *pool, struct gb_pool_verdict *verdict)
{
	double inverse_runs;
	size_t count = 0;

	verdict->of = measure_members(pool, &inverse_runs);
	if (verdict->of < GB_SCATTER_CARDS_MIN)
		return false;
	for (size_t i = 0; i < pool->ins; i++)
		if (isfinite(pool->member[pool->in[i]].change))
			pool->work[count++] = pool->member[pool->in[i]].change;
	verdict->part = gb_stats_middle(pool->work, count);
	if (!(fabs(verdict->part) > GB_MIN_OFF_LEAST))
		return false;
	const double sd = scatter_of(pool, verdict->part, inverse_runs, verdict->of);
	const double error = GB_SCATTER_SD_OF_MEDIAN * sd / sqrt((double)verdict->of);
	if (!(fabs(verdict->part) > gb_scatter_floor_of_changes(error, verdict->of - 1, pool->chance)))
		return false;
	count_moved(pool, verdict);
	return 2 * verdict->moved >= verdict->of && is_beyond_common(pool, verdict->part, verdict->of);
}

/* ---- in words ---------------------------------------------------------------------------------------------------- */

/* Finds as text. Simultaneous changes with one reason are one line, however many roofs show them. */

#define DAYS_APART (2 * 86400.0)

static bool is_same_text(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool is_same_event(const struct gb_history_find *a, const struct gb_history_find *b)
{
	return a->is_drift == b->is_drift && (a->part > 0) == (b->part > 0) && strcmp(a->name, b->name) == 0 &&
	       strcmp(a->board, b->board) == 0 && is_same_text(a->what, b->what) && a->length == b->length &&
	       (a->value == NULL || strncmp(a->value, b->value, a->length) == 0) &&
	       fabs(a->first - b->first) < DAYS_APART && fabs(a->last - b->last) < DAYS_APART;
}

/* Ordered by the number of GPUs, then by the size of the change. */
static int compare_finds(const void *left, const void *right)
{
	const struct gb_history_find *a = left, *b = right;

	if (a->moved != b->moved)
		return a->moved > b->moved ? -1 : 1;
	if (fabs(a->part) != fabs(b->part))
		return fabs(a->part) > fabs(b->part) ? -1 : 1;
	return strcmp(a->roof, b->roof);
}

void gb_history_join_finds(struct gb_history *h)
{
	size_t kept = 0;

	if (h->finds == 0)
		return;
	for (size_t i = 0; i < h->finds; i++) {
		size_t with = 0;
		while (with < kept && !is_same_event(&h->find[with], &h->find[i]))
			with++;
		struct gb_history_find *to = &h->find[with];
		const size_t roofs = with < kept ? to->roofs + 1 : 1;
		if (with == kept || fabs(h->find[i].part) > fabs(to->part))
			*to = h->find[i];
		to->roofs = roofs;
		kept += with == kept;
	}
	h->finds = kept;
	qsort(h->find, h->finds, sizeof *h->find, compare_finds);
}

static void tell_days(const struct gb_history_find *find, char *text, size_t size)
{
	char first[GB_CLOCK_DAY], last[GB_CLOCK_DAY];

	gb_clock_day(find->first, first);
	gb_clock_day(find->last, last);
	if (find->is_drift)
		gb_text_add(text, size, " from %s to %s, a drift of %+.1f %% a year", first, last, 100 * find->a_year);
	else if (strcmp(first, last) == 0)
		gb_text_add(text, size, " from %s on", first);
	else
		gb_text_add(text, size, " from %s to %s, GPU by GPU", first, last);
}

void gb_history_tell_find(const struct gb_history_find *find, char *text, size_t size)
{
	text[0] = '\0';
	gb_text_add(text, size, "%zu of %zu GPUs of %s%s%s", find->moved, find->of, find->name,
		    find->board[0] != '\0' ? ", board " : "", find->board);
	if (find->what != NULL)
		gb_text_add(text, size, " %s %.*s%s", find->what, (int)find->length, find->value,
			    strcmp(find->what, "on hosts") == 0 ? "*" : "");
	gb_text_add(text, size, ": %s %+.1f %%", find->roof, 100 * find->part);
	tell_days(find, text, size);
	if (find->roofs > 1)
		gb_text_add(text, size, ", and %zu roof%s more", find->roofs - 1, find->roofs > 2 ? "s" : "");
}
