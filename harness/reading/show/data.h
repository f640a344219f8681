/* data.h: writes results of an analysis as JSON objects, or the same objects as rows of CSV. */
#pragma once

#include <jansson.h>
#include <stdio.h>

#include "base/error.h"

/* jansson's flags for all documents: other characters than ASCII as \u, numbers with nine digits. */
#define GB_DATA_JSON (JSON_ENSURE_ASCII | JSON_REAL_PRECISION(9))

/* Converts a text with gb_escape_data(); invalid UTF-8 becomes '?'. */
json_t *gb_data_string(const char *text);

/* Set a member. Unknown values are omitted. */
void gb_data_text(json_t *object, const char *name, const char *text);
void gb_data_number(json_t *object, const char *name, double value);

/* CSV: a header, and a row for each object of `rows`. Columns are members of it or of `shared`, which may be NULL. */
void gb_data_header(FILE *out, const char *const *columns);
void gb_data_rows(FILE *out, const char *const *columns, const json_t *shared, const json_t *rows);
/* Checks that everything was written. */
int gb_data_end(FILE *out, struct gb_error *error);

int gb_data_document(FILE *out, json_t *document, struct gb_error *error);
