/* roof_kinds.h: the kinds of roofs, by their names and units. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/quantity.h"

enum gb_domain { GB_NO_CLOCK, GB_SM_CLOCK, GB_MEMORY_CLOCK };
struct gb_roof_kind {
	const char *name, *label;   /* "dram.read", "DRAM read" */
	double ops_per_instruction; /* per thread; 0: not a thread instruction, or unknown */
	enum gb_domain domain;      /* the clock on which the physical limit depends */
	/* shown only in tables: not a roof of the hardware, or of an access pattern that a roofline lacks */
	bool aside;
};
/* In the order of tables: memory from far to near, then arithmetic. The last entry has no name. */
extern const struct gb_roof_kind gb_roof_kinds[];
/* Returns the kind of a roof; a burst has the kind of its roof. NULL: unknown. */
const struct gb_roof_kind *gb_roof_kind(const char *name);
bool gb_roof_is_aside(const char *name); /* true for every burst */

/* "tensor.bf16.burst" is the rate of a load before the card has reacted to it. Relevant kernels run longer, so bursts
 * appear in tables and in lists by name, while rooflines and ridge points use only the settled value. */
bool gb_roof_is_burst(const char *name);

/* Returns a sort key: lower values come first in tables. All unknown roofs have one key, after the others. */
int gb_roof_place(const char *name);
/* Compares two roofs in the order of tables; below 0: `a` comes first. */
int gb_roof_order(const char *a, const char *b);

/* Returns the number of characters of a roof's name that match an entry of a list. An entry matches a roof of this
 * name, and all names that continue it with a dot or a slash. 0: no match. */
size_t gb_roof_match(const char *entry, const char *roof);

bool gb_roof_is_memory(const char *unit);  /* bytes per second */
bool gb_roof_is_compute(const char *unit); /* arithmetic operations per second; accesses do not count */
