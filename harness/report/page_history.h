/* page_history.h: a section of the page with the roofs of the same GPUs over time: steps as a table, and the input of
 * page_history.js. */
#ifndef GB_PAGE_HISTORY_H
#define GB_PAGE_HISTORY_H

#include <stdio.h>

#include "past/history.h"

/* A page has at most this many points of series; series with steps come first. */
enum { GB_PAGE_HISTORY_POINTS_MAX = 50000 };

/* Call after gb_history_settle(). Prints nothing if no GPU was measured more than once. */
void gb_page_history_write(const struct gb_history *history, FILE *out);

#endif
