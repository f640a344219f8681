/* object.h: checks that a file is a complete shared object for this machine. dlopen() takes that for granted and
 * crashes otherwise. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

/* GB_OK: the file contains everything that its headers refer to. Otherwise the error has the reason, and `*absent` is
 * true if there is no such file. Anything but a regular file is refused without opening it, because a FIFO would
 * block. */
int gb_object_check(const char *path, bool *absent, struct gb_error *error);
