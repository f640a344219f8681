/* object.h: whether a file is a whole shared object of this machine: what dlopen() takes for granted and dies of. */
#ifndef GB_OBJECT_H
#define GB_OBJECT_H

#include <stdbool.h>

#include "base/error.h"

/* GB_OK when all that the headers of the file name lies inside it. Otherwise the error gives the reason, and
 * `*absent` is true if there is no such file. Anything but a regular file is refused and not opened: a FIFO would
 * wait for a writer. */
int gb_object_check(const char *path, bool *absent, struct gb_error *error);

#endif
