/* page_baseline.h: compares GPUs with the reference or another baseline, by the same rules as gpubench check, and
 * shows those below it and its basis. */
#pragma once

#include <stdio.h>

#include "judge/judge_verdict.h"

struct gb_report_baseline {
	const struct gb_comparison *comparison;
	struct gb_verdict verdict;
	const struct gb_verdict_finding **worst; /* for each GPU of `roofs`; NULL: nowhere below */
	const struct gb_roofs *roofs;
	bool is_known; /* true if there is a baseline */
};

/* `roofs` and `comparison` must outlive it; if there is no baseline, the page says so. */
void gb_report_baseline_find(struct gb_report_baseline *baseline, const struct gb_roofs *roofs,
			     const struct gb_comparison *comparison);
void gb_report_baseline_free(struct gb_report_baseline *baseline);

/* The largest drop of a GPU of `roofs`; NULL: none. */
const struct gb_verdict_finding *gb_report_baseline_worst(const struct gb_report_baseline *baseline,
							  const struct gb_gpu_roofs *gpu);

/* "reference" or "baseline". */
const char *gb_report_baseline_word(const struct gb_report_baseline *baseline);
/* "the reference", or "the baseline site.csv". */
enum { GB_REPORT_BASELINE_NAME = 256 };
const char *gb_report_baseline_name(const struct gb_report_baseline *baseline, char text[GB_REPORT_BASELINE_NAME]);

/* Add the sentence for the top of the page. */
void gb_report_baseline_tell(const struct gb_report_baseline *baseline, char *text, size_t size);

/* The distance of a GPU's roof from its baseline, as a fraction; NAN: not known. */
double gb_report_baseline_change(const struct gb_report_baseline *baseline, const struct gb_gpu_roofs *gpu,
				 const struct gb_roof *roof, bool *is_below);

/* Its basis, and a table of the roofs below it; nothing if there is no baseline. */
void gb_report_baseline_write(FILE *out, const struct gb_report_baseline *baseline);
