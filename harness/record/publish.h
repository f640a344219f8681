/* publish.h: writes a file that nobody sees before it is whole. */
#ifndef GB_PUBLISH_H
#define GB_PUBLISH_H

#include <stdio.h>

#include "base/error.h"

struct gb_publish {
	FILE *out;
	const char *path; /* NULL: standard output */
	char *beside;     /* what is written, until it is renamed; NULL: `path` itself, which is no plain file */
};

/* Open for writing. A plain file that is there stays as it is until gb_publish_close(). */
int gb_publish_open(struct gb_publish *publish, const char *path, struct gb_error *error);
/* Finish: with GB_OK as `status` the file takes its place, otherwise what was written is removed. Returns `status`, or
 * GB_FAILED when it could not be written. */
int gb_publish_close(struct gb_publish *publish, int status, struct gb_error *error);

#endif
