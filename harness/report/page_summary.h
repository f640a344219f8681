/* page_summary.h: the most important results, in a few lines at the top of a page: changes over time, the GPUs, what binds, what
 * deviates, what is doubtful, and the distance from the limits. */
#ifndef GB_PAGE_SUMMARY_H
#define GB_PAGE_SUMMARY_H

#include "report/baseline.h"
#include "report/report.h"

/* `history` may be NULL. */
void gb_page_summary_write(FILE *out, const struct gb_history *history, const struct gb_roofs *roofs,
			   const struct gb_fleet *fleet, const struct gb_report_baseline *baseline,
			   const struct gb_report_rows *rows);

#endif
