#include "survey/ranges.h"

#include <stdlib.h>

#include "base/collections.h"

bool gb_ranges_begin(struct gb_ranges *r, uint32_t order)
{
	if (r->is_open)
		return true;
	void *grown = gb_array_grow(r->range, r->count, &r->room, sizeof *r->range);
	if (grown == NULL)
		return false;
	r->range = grown;
	r->range[r->count++] = (struct gb_range){ order, UINT32_MAX };
	r->is_open = true;
	return true;
}

void gb_ranges_end(struct gb_ranges *r, uint32_t order)
{
	if (r->is_open)
		r->range[r->count - 1].to = order;
	r->is_open = false;
}

/* A program has few of them. */
bool gb_ranges_has(const struct gb_ranges *r, uint32_t order)
{
	for (size_t i = 0; i < r->count; i++)
		if (order > r->range[i].from && order < r->range[i].to)
			return true;
	return false;
}

void gb_ranges_free(struct gb_ranges *r)
{
	free(r->range);
	*r = (struct gb_ranges){ .count = 0 };
}
