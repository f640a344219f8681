/* page_history.h: the roofs of the same GPUs over time as a section of the page: steps as a table, and what
 * page_history.js draws. */
#ifndef GB_PAGE_HISTORY_H
#define GB_PAGE_HISTORY_H

#include <stdio.h>

#include "past/history.h"

/* A page has at most so many points of series; those with steps come first. */
enum { GB_PAGE_HISTORY_POINTS_MAX = 50000 };

/* After gb_history_settle(). Nothing where no GPU was measured more than once. */
void gb_page_history_write(const struct gb_history *history, FILE *out);

#endif
