#include "analysis/traits.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

enum { CUTS_MAX = 12 };

void gb_traits_begin(struct gb_traits *t, size_t items, size_t properties)
{
	*t = (struct gb_traits){ .room = items * (properties + CUTS_MAX) };
	t->trait = gb_heap_array(t->room > 0 ? t->room : 1, sizeof *t->trait);
}

static void add_trait(struct gb_traits *t, int property, const char *value, size_t length, size_t item)
{
	if (length > 0 && t->count < t->room)
		t->trait[t->count++] = (struct gb_trait){ property, value, length, item };
}

void gb_traits_add(struct gb_traits *t, int property, const char *value, size_t item)
{
	add_trait(t, property, value, strlen(value), item);
}

static bool is_cut(const char *name, size_t at)
{
	const bool digit = isdigit((unsigned char)name[at]), after_digit = isdigit((unsigned char)name[at - 1]);

	return (digit || after_digit) && strpbrk(name + at, "0123456789") != NULL;
}

void gb_traits_add_cuts(struct gb_traits *t, int property, const char *name, size_t item)
{
	for (size_t at = 1, cuts = 0; cuts < CUTS_MAX && name[0] != '\0' && name[at] != '\0'; at++)
		if (is_cut(name, at)) {
			add_trait(t, property, name, at, item);
			cuts++;
		}
}

static int compare_values(const struct gb_trait *a, const struct gb_trait *b)
{
	if (a->property != b->property)
		return a->property < b->property ? -1 : 1;
	const int text = strncmp(a->value, b->value, a->length < b->length ? a->length : b->length);
	return text != 0 ? text : (a->length > b->length) - (a->length < b->length);
}

int gb_traits_compare(const void *left, const void *right)
{
	const struct gb_trait *a = left, *b = right;
	const int values = compare_values(a, b);

	return values != 0 ? values : (a->item > b->item) - (a->item < b->item);
}

void gb_traits_sort(struct gb_traits *t)
{
	qsort(t->trait, t->count, sizeof *t->trait, gb_traits_compare);
}

size_t gb_traits_alike(const struct gb_traits *t, size_t first)
{
	size_t alike = 0;

	while (first + alike < t->count && compare_values(&t->trait[first], &t->trait[first + alike]) == 0)
		alike++;
	return alike;
}

void gb_traits_free(struct gb_traits *t)
{
	free(t->trait);
	*t = (struct gb_traits){ 0 };
}
