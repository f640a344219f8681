#include "past/finds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fleet.h"
#include "base/clock.h"
#include "base/heap.h"
#include "base/text.h"

/* ---- one roof of the GPUs of one model and board ----------------------------------------------------------------- */

static void add_changes(struct gb_find_search *s, size_t member)
{
	const struct gb_find_member *m = &s->member[member];
	const char *last = NULL;

	for (size_t k = 1; k < m->count; k++) {
		char text[GB_ERROR_TEXT] = "";
		gb_history_tell_changed(m->visit[k - 1], m->visit[k], text, sizeof text);
		const char *what = text[0] != '\0' ? gb_strings_keep(&s->history->strings, text) : last;
		if (what == last) /* no change, or the same one again */
			continue;
		gb_traits_add(&s->traits, GB_OF_CHANGE, last = what, s->items);
		s->item[s->items++] =
			(struct gb_find_item){ member, m->visit[k]->seconds - GB_DAY_SECONDS * (double)s->days };
	}
}

/* Adds the traits that a member had last. */
static void add_traits(struct gb_find_search *s, size_t member)
{
	const struct gb_find_member *m = &s->member[member];
	const struct gb_history_visit *last = m->visit[m->count - 1];

	s->item[s->items++] = (struct gb_find_item){ member, s->first_day };
	gb_traits_add(&s->traits, GB_OF_HOST, m->series->host, member);
	gb_traits_add(&s->traits, GB_OF_DRIVER, last->driver, member);
	gb_traits_add(&s->traits, GB_OF_VBIOS, last->vbios, member);
	gb_traits_add_cuts(&s->traits, GB_OF_HOSTS, m->series->host, member);
}

static void load_member(struct gb_find_search *s, const struct gb_history_series *series, double *off,
			const struct gb_history_visit **visit)
{
	struct gb_find_member *m = &s->member[s->members];

	*m = (struct gb_find_member){ .series = series, .off = off, .visit = visit };
	for (size_t i = 0; i < series->points; i++)
		if (series->visit[i] % 2 != 0) {
			m->visit[m->count] = &s->history->visit[series->visit[i] / 2];
			m->off[m->count++] = series->value[i];
		}
	if (m->count < 2 * (size_t)GB_TREND_SIDE_MIN)
		return;
	memcpy(s->work, m->off, m->count * sizeof *m->off);
	const double median = gb_stats_middle(s->work, m->count);
	for (size_t i = 0; i < m->count; i++)
		m->off[i] = gb_off(series->unit, m->off[i], median);
	add_traits(s, s->members++);
}

static void search_pool(struct gb_find_search s, const struct gb_history_series *const *series, size_t count)
{
	const size_t days = 2 * s.days + 1;
	size_t points = count + 1, at = 0;

	for (size_t i = 0; i < count; i++)
		points += series[i]->ok;
	double *off = gb_heap_array(2 * points + 2 * days, sizeof *off);
	const struct gb_history_visit **visit = gb_heap_array(points, sizeof(const struct gb_history_visit *));
	s.member = gb_heap_array(count + 1, sizeof *s.member);
	s.item = gb_heap_array(points, sizeof *s.item);
	s.in = gb_heap_array(points + days, sizeof *s.in);
	gb_traits_begin(&s.traits, count, GB_FIND_TRAITS);
	s.work = off + points;
	s.seconds = s.work + points;
	s.mean = s.seconds + days;
	s.gpus = s.in + points;
	for (size_t i = 0; i < count; at += series[i++]->ok)
		load_member(&s, series[i], off + at, visit + at);
	if (s.members >= GB_SCATTER_CARDS_MIN) {
		for (size_t i = 0; i < s.members; i++)
			add_changes(&s, i);
		gb_find_search(&s);
	}
	free(off);
	free((void *)visit);
	free(s.member);
	free(s.item);
	free(s.in);
	gb_traits_free(&s.traits);
	gb_trend_free(&s.trend);
}

/* ---- changes at one time ----------------------------------------------------------------------------------------- */

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

/* Finds on the most GPUs come first, then the largest changes. */
static int compare_finds(const void *left, const void *right)
{
	const struct gb_history_find *a = left, *b = right;

	if (a->moved != b->moved)
		return a->moved > b->moved ? -1 : 1;
	if (fabs(a->part) != fabs(b->part))
		return fabs(a->part) > fabs(b->part) ? -1 : 1;
	return strcmp(a->roof, b->roof);
}

static void join_finds(struct gb_history *h)
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

/* ---- all roofs --------------------------------------------------------------------------------------------------- */

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

static size_t next_pool(const struct gb_history_series *const *series, size_t first, size_t count)
{
	size_t next = first + 1;

	while (next < count && compare_pools(series[first], series[next]) == 0)
		next++;
	return next;
}

static struct gb_find_search begin_search(struct gb_history *h)
{
	double first = INFINITY, last = -INFINITY;

	for (size_t i = 0; i < h->visits; i++) {
		first = fmin(first, h->visit[i].seconds);
		last = fmax(last, h->visit[i].seconds);
	}
	const double first_day = GB_DAY_SECONDS * floor(first / GB_DAY_SECONDS);
	return (struct gb_find_search){ .history = h,
					.first_day = first_day,
					.days = h->visits > 0 ? (size_t)((last - first_day) / GB_DAY_SECONDS) + 1 : 1 };
}

void gb_history_find_changes(struct gb_history *h)
{
	const struct gb_history_series **series = gb_heap_array(h->count + 1, sizeof(const struct gb_history_series *));

	for (size_t i = 0; i < h->count; i++)
		series[i] = &h->series[i];
	qsort((void *)series, h->count, sizeof *series, compare_series);
	struct gb_find_search s = begin_search(h);
	for (size_t first = 0; first < h->count; first = next_pool(series, first, h->count))
		s.pools++;
	for (size_t first = 0, next; first < h->count; first = next) {
		next = next_pool(series, first, h->count);
		if (next - first >= GB_SCATTER_CARDS_MIN)
			search_pool(s, series + first, next - first);
	}
	free((void *)series);
	join_finds(h);
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

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
	gb_text_write(text, size, "%zu of %zu GPUs of %s%s%s", find->moved, find->of, find->name,
		      find->board[0] != '\0' ? ", board " : "", find->board);
	if (find->what != NULL)
		gb_text_add(text, size, " %s %.*s%s", find->what, (int)find->length, find->value,
			    strcmp(find->what, "on hosts") == 0 ? "*" : "");
	gb_text_add(text, size, ": %s %+.1f %% (%s%+.1f ... %+.1f %%)", find->roof, 100 * find->part,
		    gb_off_note(find->unit, find->part), 100 * find->lo, 100 * find->hi);
	tell_days(find, text, size);
	if (find->roofs > 1)
		gb_text_add(text, size, ", and %zu roof%s more", find->roofs - 1, find->roofs > 2 ? "s" : "");
}
