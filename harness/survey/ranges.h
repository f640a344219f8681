/* ranges.h: the ranges of launches that a process wants to be profiled (inject/ranges.c). */
#ifndef GB_SURVEY_RANGES_H
#define GB_SURVEY_RANGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gb_ranges {
	struct gb_range {
		uint32_t from, to; /* between these, in the order of launches */
	} * range;
	size_t count, room;
	bool is_open; /* the last one has not ended yet */
};

/* Begin or end a range; without effect if one is already open, or none is. False: out of memory. */
bool gb_ranges_begin(struct gb_ranges *ranges, uint32_t order);
void gb_ranges_end(struct gb_ranges *ranges, uint32_t order);
bool gb_ranges_has(const struct gb_ranges *ranges, uint32_t order);
void gb_ranges_free(struct gb_ranges *ranges);

#endif
