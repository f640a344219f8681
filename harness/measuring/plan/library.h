/* library.h: checks the shared objects of plug-ins, as far as possible without running their code, and loads them. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

/* The path (allocated with malloc()) of a file that nobody else could have put there (owner.h) and that is complete
 * (object.h). `*is_ours`: the build has sealed it with a valid seal (seal.h). NULL: the error has the reason, and
 * `*absent` is true if there is no such file. A name without '/' is a file in the current folder. */
char *gb_library_find(const char *file, bool *is_ours, bool *absent, struct gb_error *error);

/* Load such a file into this process, where it stays. Only children load a file without a valid seal, because its code
 * may do anything to the process. */
int gb_library_load(const char *path, void **library, struct gb_error *error);
