/* library.h: loads the shared objects of plug-ins, after checking everything that can be checked before. */
#ifndef GB_LIBRARY_H
#define GB_LIBRARY_H

#include <stdbool.h>

#include "base/error.h"

/* The first step with a loaded library. */
typedef void gb_library_fn(void *library, void *context);

/* Load a file that nobody else could have put there (owner.h) and that is complete (object.h). Its seal (seal.h)
 * must be valid. A file without a seal is first loaded by a child process, which also calls `look`: if the child
 * ends, stops or takes more than GB_LIBRARY_SECONDS before it reports, or if loading the file changes the state of the
 * process (folder, streams, limits, signals), that is the error. A loaded file stays until the process ends. A name
 * without '/' is a file in the current folder. */
int gb_library_open(const char *file, gb_library_fn *look, void *context, void **library, bool *absent,
		    struct gb_error *error);

/* A network file system may be slow, and so are libraries such as cuBLAS that a plug-in may load. */
enum { GB_LIBRARY_SECONDS = 60 };

#endif
