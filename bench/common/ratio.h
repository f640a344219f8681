/* ratio.h: how many times one row another is, as a finding: with the least and the most that their intervals allow. */
#ifndef RATIO_H
#define RATIO_H

#include "gpubench.h"

static inline struct gb_finding ratio_of(const char *metric, const struct gb_row *row, const struct gb_row *to)
{
	return (struct gb_finding){
		.metric = metric,
		.unit = "1",
		.value = row->value / to->value,
		.lo = row->lo / to->hi,
		.hi = row->hi / to->lo,
		.from = row,
	};
}

#endif
