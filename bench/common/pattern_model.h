/* pattern_model.h: for models of access patterns: their input, and how they report (pattern.h). */
#pragma once

#include "input_model.h"
#include "pattern.h"

/* Word i of the input; `kept` is what input_kept() has of it. */
static inline uint32_t pattern_input(const uint32_t *kept, unsigned long long i)
{
	return kept != NULL ? kept[i] : input_float(i);
}

static inline void pattern_record_model(uint32_t limit, struct pattern_report *report, uint32_t total)
{
	if (limit != PATTERN_TIMED)
		report->sum[PATTERN_SUMS - 1] += total;
}
