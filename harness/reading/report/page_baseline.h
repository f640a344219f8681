/* page_baseline.h: compares GPUs with the reference or another baseline, by the rules of gpubench check, and shows the
 * GPUs below it and its basis. */
#pragma once

#include <stdio.h>

#include "judge/judge_verdict.h"

struct gb_report_baseline {
	const struct gb_comparison *comparison;
	struct gb_verdict verdict;
	const struct gb_verdict_finding **worst; /* of each GPU of `roofs`; NULL: no roof is below the baseline */
	const struct gb_roofs *roofs;
	bool is_known; /* there is a baseline */
};

/* `roofs` and `comparison` must outlive `baseline`. If there is no baseline, the page says so. */
void gb_report_baseline_find(struct gb_report_baseline *baseline, const struct gb_roofs *roofs,
			     const struct gb_comparison *comparison);
void gb_report_baseline_free(struct gb_report_baseline *baseline);

/* Returns the largest drop of a GPU of `roofs`; NULL: none. */
const struct gb_verdict_finding *gb_report_baseline_worst(const struct gb_report_baseline *baseline,
							  const struct gb_gpu_roofs *gpu);

/* Returns "reference" or "baseline". */
const char *gb_report_baseline_word(const struct gb_report_baseline *baseline);
/* Writes "the reference", or "the baseline site.csv". */
enum { GB_REPORT_BASELINE_NAME = 256 };
const char *gb_report_baseline_name(const struct gb_report_baseline *baseline, char text[GB_REPORT_BASELINE_NAME]);

/* Adds the sentence for the top of the page. */
void gb_report_baseline_tell(const struct gb_report_baseline *baseline, char *text, size_t size);

/* Returns the deviation of a GPU's roof from its baseline, as a fraction; NAN: unknown. */
double gb_report_baseline_change(const struct gb_report_baseline *baseline, const struct gb_gpu_roofs *gpu,
				 const struct gb_roof *roof, bool *is_below);

/* Writes the basis of the baseline, and a table of the roofs below it; nothing if there is no baseline. */
void gb_report_baseline_write(FILE *out, const struct gb_report_baseline *baseline);
