/* files.h: reads the roofs of any number of result files, on all processors. */
#ifndef GB_FILES_H
#define GB_FILES_H

#include "analysis/roofs.h"

/* Given each thing that is wrong with a file, one line; never two at a time. */
typedef void gb_files_tell_fn(const char *text);

/* Read `count` files, CSV or stores (of which the newest run of each GPU counts), into `roofs` and sort them. Returns how much was told: files that cannot be read, rows that were left
 * out; everything else is there. */
size_t gb_files_read(struct gb_roofs *roofs, const char *const *file, size_t count, gb_files_tell_fn *tell);

#endif
