/* pattern.h: the name of a result file, with placeholders that a run fills in. */
#ifndef GB_PATTERN_H
#define GB_PATTERN_H

#include "base/error.h"
#include "base/host.h"

enum { GB_PATH_TEXT = 4096 }; /* the maximum length of a path */

/* The letters after a %, for help and messages. */
#define GB_PATTERN_LETTERS "%h is the host, %u the GPU's UUID, %j the batch job, %t the task's rank in it"

/* Fill in a pattern. Values come from the environment or the driver, so they must never lead to another folder: each
 * slash, control character and leading dot becomes '_'. An unknown letter is an error, and so is one without a value,
 * such as %j outside a job: the files of two runs would have the same name. */
int gb_pattern_fill(const char *pattern, const struct gb_host *host, const char *uuid, char path[GB_PATH_TEXT],
		    struct gb_error *error);

#endif
