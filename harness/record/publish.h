/* publish.h: writes a file that nobody sees before it is whole. */
#ifndef GB_PUBLISH_H
#define GB_PUBLISH_H

#include <stdio.h>
#include <sys/types.h>

#include "base/error.h"

struct gb_publish {
	FILE *out;
	const char *path; /* NULL: standard output */
	char *target;     /* what takes its place: `path`, or what it links to; NULL: `path` is not a regular file */
	char *temporary;  /* what is written, until it is renamed; NULL likewise */
};

/* Open for writing. A plain file that is there stays as it is until gb_publish_close(); a symbolic link stays one. */
int gb_publish_open(struct gb_publish *publish, const char *path, struct gb_error *error);
/* Finish: with GB_OK as `status` the file takes its place, otherwise what was written is removed. Returns `status`, or
 * GB_FAILED when it could not be written. */
int gb_publish_close(struct gb_publish *publish, int status, struct gb_error *error);

/* Make the file that is to take the place of `target`: in its folder, with these permissions, open to read and write.
 * Nobody can guess its name (malloc's, in `name`), so nobody can have planted a link under it. -1 with errno. */
int gb_publish_next_to(const char *target, mode_t mode, char **name);

/* Copy what an open plain file has to the name PATH~, which is replaced when all of it is on the disk. -1 with
 * errno. */
int gb_publish_keep_old(int fd, const char *path);

#endif
