#include "analysis/roof_rows.h"

#include <math.h>
#include <search.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "analysis/roof_kinds.h"

/* All texts, each with its column: X(text, column). */
#define EACH_TEXT(X)            \
	X(name, roof)           \
	X(unit, unit)           \
	X(benchmark, benchmark) \
	X(variant, variant)     \
	X(point, point)         \
	X(throttle, throttle)   \
	X(reason, reason)

#define NUMBER(text, column)  TEXT_##text,
#define VALUE(text, column)   row->text,
#define ADDRESS(text, column) &row.text,
#define TAKE_OF(text, column) .text = gb_record_text(r->column),

enum { EACH_TEXT(NUMBER) TEXTS };

static void list_texts(const struct gb_roof_row *row, const char *texts[TEXTS])
{
	const char *const all[TEXTS] = { EACH_TEXT(VALUE) };

	memcpy(texts, all, sizeof all);
}

static struct gb_roof_row make_row(const struct gb_record *r)
{
	return (struct gb_roof_row){ .status = r->status, .mem_clock_hz = r->mem_clock_hz, EACH_TEXT(TAKE_OF) };
}

static int compare_numbers(double a, double b)
{
	if (isnan(a) || isnan(b))
		return !isnan(a) - !isnan(b);
	return (a > b) - (a < b);
}

static bool is_alike(const struct gb_roof_row *a, const struct gb_roof_row *b)
{
	const char *left[TEXTS], *right[TEXTS];

	list_texts(a, left);
	list_texts(b, right);
	for (size_t i = 0; i < TEXTS; i++)
		if (strcmp(left[i], right[i]) != 0)
			return false;
	return a->status == b->status && compare_numbers(a->mem_clock_hz, b->mem_clock_hz) == 0;
}

/* Orders stored rows by address: any fixed order will do. */
static int compare_rows(const void *left, const void *right)
{
	const struct gb_roof_row *a = left, *b = right;
	const char *of_a[TEXTS], *of_b[TEXTS];

	list_texts(a, of_a);
	list_texts(b, of_b);
	for (size_t i = 0; i < TEXTS; i++)
		if (of_a[i] != of_b[i])
			return (uintptr_t)of_a[i] < (uintptr_t)of_b[i] ? -1 : 1;
	if (a->status != b->status)
		return a->status < b->status ? -1 : 1;
	return compare_numbers(a->mem_clock_hz, b->mem_clock_hz);
}

const struct gb_roof_row *gb_roof_rows_keep(struct gb_roof_rows *rows, struct gb_strings *strings,
					    const struct gb_record *record, const struct gb_roof_row *guess)
{
	struct gb_roof_row row = make_row(record);
	const char **const texts[TEXTS] = { EACH_TEXT(ADDRESS) };

	if (guess != NULL && is_alike(guess, &row))
		return guess;
	for (size_t i = 0; i < TEXTS; i++)
		*texts[i] = gb_strings_keep(strings, *texts[i]);
	const struct gb_roof_row *const *there = tfind(&row, &rows->tree, compare_rows);
	if (there != NULL)
		return *there;
	struct gb_roof_row *kept = gb_heap_array(1, sizeof *kept);
	*kept = row;
	kept->place = gb_roof_place(row.name);
	if (tsearch(kept, &rows->tree, compare_rows) == NULL)
		gb_heap_end();
	return kept;
}

void gb_roof_rows_free(struct gb_roof_rows *rows)
{
	tdestroy(rows->tree, free);
	rows->tree = NULL;
}
