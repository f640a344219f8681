/* listing.h: the files of a folder that the program searches by itself. */
#ifndef GB_LISTING_H
#define GB_LISTING_H

#include "base/error.h"

typedef void gb_listed_fn(void *context, const char *path);

/* Gives `each` every entry of `folder` whose name ends in `end`, by its path and in the order of names. Hidden entries
 * are passed over, and a folder that is not there has none. GB_FAILED: the folder cannot be read, or has such entries
 * and somebody else could have put them there (owner.h). */
int gb_listing(const char *folder, const char *end, gb_listed_fn *each, void *context, struct gb_error *error);

#endif
