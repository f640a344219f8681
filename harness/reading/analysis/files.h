/* files.h: reads the roofs of any number of result files, on all processors. */
#pragma once

#include "analysis/roofs.h"

/* Called with each problem of a file, as one line; never concurrently. */
typedef void gb_files_tell_fn(const char *text);

/* Read `count` files, CSV or stores, into `roofs`, keep the newest run of each GPU, and sort them. Returns the number
 * of problems reported: files that cannot be read, and rows that were left out; everything else has been read. Notes
 * are reported but not counted. */
size_t gb_files_read(struct gb_roofs *roofs, const char *const *file, size_t count, gb_files_tell_fn *tell);

/* The same, but each row is also passed to `row`, one at a time; any result but GB_OK stops reading that file. */
typedef int gb_files_row_fn(void *context, const struct gb_record *record, struct gb_error *error);
size_t gb_files_read_rows(struct gb_roofs *roofs, const char *const *file, size_t count, gb_files_tell_fn *tell,
			  gb_files_row_fn *row, void *context);

/* The last step of the above, for callers that read rows themselves into a separate collection of runs. */
size_t gb_files_end(struct gb_roofs *roofs, const char *const *file, size_t count, gb_files_tell_fn *tell);
/* The time a file was written, as in times.h; the current time if there is no file or it was written later. */
int64_t gb_files_written(const char *file);
