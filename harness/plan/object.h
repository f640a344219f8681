/* object.h: checks that a file is a complete shared object for this machine, which dlopen() takes for granted and
 * crashes on otherwise. */
#ifndef GB_OBJECT_H
#define GB_OBJECT_H

#include <stdbool.h>

#include "base/error.h"

/* GB_OK when all that the headers of the file name lies inside it. Otherwise the error gives the reason, and
 * `*absent` is true if there is no such file. Anything but a regular file is refused and not opened: a FIFO would
 * wait for a writer. */
int gb_object_check(const char *path, bool *absent, struct gb_error *error);

#endif
