/* page_views.h: the pictures that authors of benchmarks define (plot/kinds.h), for the page's own charts. */
#ifndef GB_PAGE_VIEWS_H
#define GB_PAGE_VIEWS_H

#include "plot/kinds.h"

/* Lines with fields separated by tabs: "k NAME SUMMARY" for each benchmark, followed by "p METRIC X POINTS LINES" for
 * each panel. Packed, see compress.h; the caller frees it. NULL: out of memory. */
char *gb_page_views(const struct gb_plot_kinds *kinds);

#endif
