/* csv.h: writes and reads records as CSV (RFC 4180). */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "record/record.h"

/* The header row, and one row. If the file cannot be written, the error has the system's text. */
int gb_csv_write_header(FILE *out, struct gb_error *error);
int gb_csv_write_row(FILE *out, const struct gb_record *record, struct gb_error *error);
/* Several rows, flushed together. */
int gb_csv_write_rows(FILE *out, const struct gb_record *records, size_t count, struct gb_error *error);

/* A single field, quoted if necessary. */
void gb_csv_write_field(FILE *out, const char *text);

/* ---- reading: one row at a time, so memory use does not grow with the file ------------------------------------ */

/* Called with each complete row, whose texts are valid until the function returns. Any result but GB_OK ends the
 * reading. `line` is the line of the file at which the row begins, from 1. */
typedef int gb_csv_record_fn(void *context, const struct gb_record *record, size_t line, struct gb_error *error);

/* Called with each fault of a file, in one line: file, line, column, what was found and what was expected. */
typedef void gb_csv_tell_fn(void *context, const char *text);

/* Describe a file that does not begin like CSV, and what was expected; NULL: it may be CSV. */
const char *gb_csv_name_other(const char *bytes, size_t size);

/* Read a file ("-": standard input). Columns may come in any order, with unknown columns between them; a header may be
 * repeated, as in concatenated files; rows end with CRLF or LF; a byte order mark is skipped. `*torn` is set if the
 * last row is incomplete; that row is not delivered. A file that cannot be read, another schema, a missing column and
 * an invalid number each end the reading with an error of one line as above. */
int gb_csv_read(const char *path, gb_csv_record_fn *row, void *context, bool *torn, struct gb_error *error);

/* The same for an open file, which stays open; `path` is its name. */
int gb_csv_read_open(FILE *file, const char *path, gb_csv_record_fn *row, void *context, bool *torn,
		     struct gb_error *error);

/* Like gb_csv_read(), but faults are reported and reading continues. A bad row, or an incomplete last one, is left out.
 * If a header lacks a column that identifies a row, the rows after it are left out up to the next header; other missing
 * columns count as unknown. The first few faults of a file are reported one by one, the others as a number. Rows of a
 * watch (GB_MODE_SDC) are not measurements and are left out silently. GB_FAILED: the file cannot be read or has no
 * header, or the row function failed. */
int gb_csv_read_lenient(const char *path, gb_csv_record_fn *row, gb_csv_tell_fn *tell, void *context,
			struct gb_error *error);
/* The same for an open file, which stays open. */
int gb_csv_read_lenient_open(FILE *file, const char *path, gb_csv_record_fn *row, gb_csv_tell_fn *tell, void *context,
			     struct gb_error *error);
