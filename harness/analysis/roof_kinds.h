/* roof_kinds.h: what a roof is, by its name and its unit. */
#ifndef GB_ROOF_KINDS_H
#define GB_ROOF_KINDS_H

#include <stdbool.h>

#include "base/quantity.h"

/* Facts about a roof by its name. */
enum gb_domain { GB_NO_CLOCK, GB_SM_CLOCK, GB_MEMORY_CLOCK };
struct gb_roof_kind {
	const char *name, *label;   /* "dram.read", "DRAM read" */
	double ops_per_instruction; /* of a thread; 0: not an instruction of a thread, or not known */
	enum gb_domain domain;      /* the clock its physical limit follows */
	bool aside; /* in tables alone: no roof of the hardware, or of a pattern that a roofline does not mean */
};
/* In the order of tables: memory from far to near, then arithmetic. Closed by an entry without name. */
extern const struct gb_roof_kind gb_roof_kinds[];
/* That of a burst is the kind of the roof it belongs to. NULL: not known. */
const struct gb_roof_kind *gb_roof_kind(const char *name);
bool gb_roof_is_aside(const char *name); /* every burst is */

/* "tensor.bf16.burst": what a load gives before the card has answered it. Kernels that matter run longer, so it is a
 * line of tables and of lists by name; rooflines and ridge points go by the settled value alone. */
bool gb_roof_is_burst(const char *name);

/* A number that is lower for what comes first in tables; roofs that are not known have one, after all others. */
int gb_roof_place(const char *name);
/* The order of tables; below 0: `a` comes first. */
int gb_roof_order(const char *a, const char *b);

bool gb_roof_is_memory(const char *unit);  /* bytes per second */
bool gb_roof_is_compute(const char *unit); /* operations of arithmetic a second; accesses are not */

#endif
