/* reader.h: reads records back from CSV, one at a time, in constant memory. */
#ifndef GB_READER_H
#define GB_READER_H

#include <stdbool.h>
#include <stdio.h>

#include "record/record.h"

/* Given each whole row; its texts live until the function returns. Anything but GB_OK ends the reading. `line` is where
 * the row begins in the file, from 1. */
typedef int gb_reader_fn(void *context, const struct gb_record *record, size_t line, struct gb_error *error);

/* Given what is wrong with a file: one line with file, line, column, what was found and what was expected. */
typedef void gb_reader_tell_fn(void *context, const char *text);

/* Read a file ("-": standard input). Columns may come in any order and others may stand between them; a header may
 * be repeated, as in joined files; CRLF and LF end a row; a byte order mark is passed over. `*torn` says that the
 * last row is not whole: it is not delivered. A file that cannot be read, another schema, a missing column, an
 * invalid number: each ends the reading with one line as above. */
int gb_reader_read(const char *path, gb_reader_fn *row, void *context, bool *torn, struct gb_error *error);

/* The same from a file that is open already, and stays so; `path` is what it is called. */
int gb_reader_read_open(FILE *file, const char *path, gb_reader_fn *row, void *context, bool *torn,
			struct gb_error *error);

/* Like gb_reader_read(), but faults are reported and reading goes on: a bad row, or a torn last one, is left out;
 * rows after a header that lacks what identifies a row are left out up to the next header. Other columns that are
 * missing are not known. Only the first few faults of a file are reported one by one, then how many more there
 * are. GB_FAILED when there is nothing to go on with: a file that cannot be read or has no header, or the row
 * function failed. */
int gb_reader_scan(const char *path, gb_reader_fn *row, gb_reader_tell_fn *tell, void *context, struct gb_error *error);
/* The same from a file that is open already, and stays so. */
int gb_reader_scan_open(FILE *file, const char *path, gb_reader_fn *row, gb_reader_tell_fn *tell, void *context,
			struct gb_error *error);

#endif
