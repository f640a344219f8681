/* csv_write.h: writes records as CSV (RFC 4180), each row flushed when it is written. */
#ifndef GB_CSV_WRITE_H
#define GB_CSV_WRITE_H

#include <stdio.h>

#include "record/record.h"

/* The header row, and one row. If the file cannot be written, the error has the system's text. */
int gb_csv_write_header(FILE *out, struct gb_error *error);
int gb_csv_write_row(FILE *out, const struct gb_record *record, struct gb_error *error);
/* Several rows, flushed together. */
int gb_csv_write_rows(FILE *out, const struct gb_record *records, size_t count, struct gb_error *error);

/* A single field, quoted if necessary. */
void gb_csv_write_field(FILE *out, const char *text);

#endif
