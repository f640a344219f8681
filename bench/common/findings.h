/* findings.h: kinds of findings that several benchmarks have. */
#pragma once

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

#include "gpubench.h"

struct findings {
	struct gb_finding *out;
	size_t count;
};

/* Adds a finding without an interval. `point` is a format as of printf(). */
GB_PRINTF(6, 7)
static inline struct gb_finding *findings_add(struct findings *f, const char *metric, const char *unit, double value,
					      const struct gb_row *from, const char *point, ...)
{
	struct gb_finding *finding = &f->out[f->count++];
	va_list args;

	*finding = (struct gb_finding){
		.metric = metric, .unit = unit, .value = value, .lo = (double)NAN, .hi = (double)NAN, .from = from
	};
	va_start(args, point);
	vsnprintf(finding->point, sizeof finding->point, point, args);
	va_end(args);
	return finding;
}

/* The ratio of two rows, with the lowest and the highest value that their intervals allow. */
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

/* A size between two that were measured, such as the capacity of a cache: at least the last size that fitted, and less
 * than the next one. It is reported as two findings, because the interval of a finding describes only its own value.
 *
 * `as` has the metric of the last size that fitted and everything that both have in common. `below` is the metric of
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
