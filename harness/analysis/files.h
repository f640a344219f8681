/* files.h: reads the roofs of any number of result files, on all processors. */
#ifndef GB_FILES_H
#define GB_FILES_H

#include "analysis/roofs.h"

/* Given each thing that is wrong with a file, one line; never two at a time. */
typedef void gb_files_tell_fn(const char *text);

/* Read `count` files, CSV or stores, into `roofs`, keep of each GPU the newest run, and sort them. Returns the
 * number of reports: files that cannot be read, rows that were left out; everything else is there. Notes are
 * reported too, and not counted. */
size_t gb_files_read(struct gb_roofs *roofs, const char *const *file, size_t count, gb_files_tell_fn *tell);

/* The same, and each row goes to `row` too, one at a time; anything but GB_OK ends the reading of its file. */
typedef int gb_files_row_fn(void *context, const struct gb_record *record, struct gb_error *error);
size_t gb_files_read_rows(struct gb_roofs *roofs, const char *const *file, size_t count, gb_files_tell_fn *tell,
			  gb_files_row_fn *row, void *context);

/* The end of it, for those who read rows themselves into a collection of runs apart. */
size_t gb_files_end(struct gb_roofs *roofs, const char *const *file, size_t count, gb_files_tell_fn *tell);
/* When a file was written, as in times.h; now where it is none, or was written later than that. */
int64_t gb_files_written(const char *file);

#endif
