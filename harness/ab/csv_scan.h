/* csv_scan.h: any CSV that is in memory, row by row. */
#ifndef GB_CSV_SCAN_H
#define GB_CSV_SCAN_H

#include <stddef.h>

#include "base/error.h"

enum { GB_CSV_FIELDS_MAX = 1024 };

/* Given each row, the header too, `number` from 1; anything but GB_OK ends the reading. */
typedef int gb_csv_row_fn(void *context, const char *const *field, size_t fields, size_t number,
			  struct gb_error *error);

int gb_csv_scan(const char *text, size_t size, gb_csv_row_fn *row, void *context, struct gb_error *error);

/* Where a name stands in a header; `fields`: nowhere. */
size_t gb_csv_find(const char *const *field, size_t fields, const char *name);

#endif
