/* bracket.h: a size between two that were measured, such as the capacity of a cache: at least the last size that
 * fitted, and less than the next one. It is reported as two findings, because the interval of a finding describes
 * only its own value. */
#ifndef BRACKET_H
#define BRACKET_H

#include <math.h>

#include "gpubench.h"

/* `as` has the metric of the last size that fitted and everything that both have in common; `below` is the metric of
 * the next one. Writes two findings and returns their number. */
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
