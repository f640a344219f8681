/* scratch.h: a folder for what other programs write for us: it goes with all that is in it, also where a signal ends
 * this program. */
#ifndef GB_SCRATCH_H
#define GB_SCRATCH_H

#include <limits.h>

#include "base/error.h"

struct gb_scratch {
	char folder[PATH_MAX]; /* "": not made; else an absolute path */
};

/* Nothing where it is there already. */
int gb_scratch_make(struct gb_scratch *scratch, struct gb_error *error);
void gb_scratch_remove(struct gb_scratch *scratch);

#endif
