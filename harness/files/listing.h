/* listing.h: the files of a folder that the program searches by default. */
#ifndef GB_LISTING_H
#define GB_LISTING_H

#include "base/error.h"

typedef void gb_listed_fn(void *context, const char *path);

/* Calls `each` with the path of every entry of `folder` whose name ends with `end`, in the order of names. Hidden
 * entries are skipped, and a missing folder counts as empty. GB_FAILED: the folder cannot be read, or has such entries
 * although others could have put them there (owner.h). */
int gb_listing(const char *folder, const char *end, gb_listed_fn *each, void *context, struct gb_error *error);

#endif
