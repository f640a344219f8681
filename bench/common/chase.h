/* chase.h: the check of a chase through dependent accesses. */
#pragma once

#include "gpubench.h"

/* The chase must have ended where the order of its accesses leads, and have taken some time by the SM's clock. */
static inline int chase_check(struct gb_run *run, unsigned long long at, unsigned long long wanted,
			      unsigned long long cycles)
{
	if (at != wanted)
		return gb_fail(run, "the chase ended at %#llx, not at %#llx", at, wanted);
	return cycles > 0 ? GB_OK : gb_fail(run, "the chase took 0 cycles");
}
