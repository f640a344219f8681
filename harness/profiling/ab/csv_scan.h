/* csv_scan.h: reads any CSV text row by row. */
#pragma once

#include <stddef.h>

#include "base/error.h"

enum { GB_CSV_FIELDS_MAX = 1024 };

/* Called for each row, including the header; `number` starts at 1. A result other than GB_OK ends the scan. */
typedef int gb_csv_row_fn(void *context, const char *const *field, size_t fields, size_t number,
			  struct gb_error *error);

int gb_csv_scan(const char *text, size_t size, gb_csv_row_fn *row, void *context, struct gb_error *error);

/* Returns the index of a name in the header; `fields` if it is missing. */
size_t gb_csv_find(const char *const *field, size_t fields, const char *name);
