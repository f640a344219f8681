/* reader.h: reads records back from CSV, one at a time. */
#ifndef GB_READER_H
#define GB_READER_H

#include <stdbool.h>

#include "record.h"

/* Given each whole row; its texts live until the function returns. Anything but GB_OK ends the reading. */
typedef int gb_reader_fn(void *context, const struct gb_record *record, size_t line, struct gb_error *error);

/* Read a file ("-": standard input). Columns may come in any order and others may stand between them; a header may be
 * repeated, as in joined files; CRLF and LF end a row; a byte order mark is passed over. `*torn` says that the last row is
 * not whole: it is not delivered. A file that cannot be read, another schema, a column that is missing, a number that is
 * none: one line with file, line, what was found and what was expected. */
int gb_reader_read(const char *path, gb_reader_fn *row, void *context, bool *torn, struct gb_error *error);

#endif
