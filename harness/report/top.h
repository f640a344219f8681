/* top.h: the most important results, in a few lines at the top of a page: changes over time, the GPUs, what binds, what
 * deviates, what is doubtful, and the distance from the limits. */
#ifndef GB_TOP_H
#define GB_TOP_H

#include "report/below.h"
#include "report/report.h"

/* `history` may be NULL. */
void gb_top_write(FILE *out, const struct gb_history *history, const struct gb_roofs *roofs,
		  const struct gb_fleet *fleet, const struct gb_below *below, const struct gb_report_rows *rows);

#endif
