/* bracket.h: a size that lies between two that were measured, as that of a cache: at least the last one that was held, and
 * less than the next. Two findings, as the interval of a finding is that of its value and nothing else. */
#ifndef BRACKET_H
#define BRACKET_H

#include <math.h>

#include "gpubench.h"

/* `as` has the metric of the last size that was held and all that both have in common; `below` is the metric of the next
 * one. Writes two findings and returns how many that are. */
static inline size_t bracket_tell(const struct gb_finding *as, const char *below, double held, double next,
				  struct gb_finding *out)
{
	out[0] = out[1] = *as;
	out[1].metric = below;
	out[0].value = held;
	out[1].value = next;
	for (size_t i = 0; i < 2; i++)
		out[i].lo = out[i].hi = (double)NAN;
	return 2;
}

#endif
