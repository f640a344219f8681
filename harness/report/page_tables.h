/* page_tables.h: the tables of a page: the roofs of each GPU, GPUs among their peers, and the origin of the rows. */
#ifndef GB_PAGE_TABLES_H
#define GB_PAGE_TABLES_H

#include "report/baseline.h"

/* A table for each GPU; if there are many, those that deviate or are below the reference come first. */
void gb_page_tables_roofs(FILE *out, const struct gb_roofs *roofs, const struct gb_fleet *fleet,
			  const struct gb_report_baseline *baseline);

/* A table for each model, and one of the outliers. */
void gb_page_tables_peers(FILE *out, const struct gb_fleet *fleet);

void gb_page_tables_provenance(FILE *out, const struct gb_roofs *roofs);

#endif
