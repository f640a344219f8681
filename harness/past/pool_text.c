/* pool_text.c: finds as text. Changes at one time for one reason are one line, however many roofs show them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "past/pool.h"

#define DAYS_APART (2 * 86400.0)

static bool is_same_text(const char *a, const char *b)
{
	return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

static bool goes_with(const struct gb_history_find *a, const struct gb_history_find *b)
{
	return a->is_drift == b->is_drift && (a->part > 0) == (b->part > 0) && strcmp(a->name, b->name) == 0 &&
	       strcmp(a->board, b->board) == 0 && is_same_text(a->what, b->what) && a->length == b->length &&
	       (a->value == NULL || strncmp(a->value, b->value, a->length) == 0) &&
	       fabs(a->first - b->first) < DAYS_APART && fabs(a->last - b->last) < DAYS_APART;
}

/* The most GPUs first, then the largest change. */
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
		while (with < kept && !goes_with(&h->find[with], &h->find[i]))
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
