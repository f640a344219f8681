/* roofs_print.h: prints roofs and ridge points, for people and for programs. */
#ifndef GB_ROOFS_PRINT_H
#define GB_ROOFS_PRINT_H

#include "analysis/roofs.h"
#include "show/table.h"

/* The table of one run, while it is measured. It omits what does not fit into this many columns; 0: everything fits. */
void gb_roofs_print(const struct gb_roofs *roofs, size_t columns, FILE *out);

/* After gb_roofs_sort(): the roofs of each GPU, and the ridge points of each roof of arithmetic with each of memory. */
void gb_roofs_print_all(const struct gb_roofs *roofs, enum gb_table_style style, FILE *out);

/* The same as CSV, one row per roof or ridge point (`kind`), or as one JSON document. */
int gb_roofs_write_csv(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
int gb_roofs_write_json(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);

#endif
