/* traces.h: the traces that the processes of a program left in a folder. */
#ifndef GB_TRACES_H
#define GB_TRACES_H

#include <stdio.h>

#include "base/error.h"

/* Called for an open trace, which `path` names. Any result but GB_OK ends it. */
typedef int gb_trace_fn(void *context, FILE *file, const char *path, struct gb_error *error);

/* In the order of their names, so that the same traces always give the same. */
int gb_traces_each(const char *folder, gb_trace_fn *each, void *context, struct gb_error *error);

#endif
