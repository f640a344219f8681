/* files.h: reads the roofs of any number of result files, on all processors. */
#pragma once

#include "analysis/roofs.h"

/* Called with each problem of a file, as one line, and never concurrently. */
typedef void gb_files_tell_fn(const char *text);

/* Read `count` files, CSV or stores, into `roofs`, keep the newest run of each GPU, and sort them. Returns the number
 * of reported problems: files that cannot be read, and rows that were left out. Everything else has been read. Notes
 * are reported but not counted. */
size_t gb_files_read(struct gb_roofs *roofs, const char *const *file, size_t count, gb_files_tell_fn *tell);

/* Does the same, and passes each row to `row`, one at a time. A result other than GB_OK ends the reading of a file. */
typedef int gb_files_row_fn(void *context, const struct gb_record *record, struct gb_error *error);
size_t gb_files_read_rows(struct gb_roofs *roofs, const char *const *file, size_t count, gb_files_tell_fn *tell,
			  gb_files_row_fn *row, void *context);

/* The last step of gb_files_read(), for callers that read rows into their own collection of runs. */
size_t gb_files_end(struct gb_roofs *roofs, const char *const *file, size_t count, gb_files_tell_fn *tell);
/* Returns when a file was written, as in times.h; the current time if there is no file or its time is in the future. */
int64_t gb_files_written(const char *file);
