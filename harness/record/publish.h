/* publish.h: writes files that become visible only when they are complete, and locks files that a run writes. */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/error.h"

struct gb_publish {
	FILE *out;
	const char *path; /* NULL: standard output */
	/* the file to replace: `path`, or the target of the link; NULL: `path` is not a regular file */
	char *target;
	char *temporary; /* the file that is written, until it is renamed; NULL: there is none */
};

/* Open for writing. An existing regular file stays unchanged until gb_publish_close(); a symbolic link stays a link. */
int gb_publish_open(struct gb_publish *publish, const char *path, struct gb_error *error);
/* Finish: if `status` is GB_OK the new file replaces the old one; otherwise the new file is removed. Returns `status`,
 * or GB_FAILED if the file could not be written. */
int gb_publish_close(struct gb_publish *publish, int status, struct gb_error *error);

/* Create the file that will replace `target`: in the same folder, with these permissions, open for reading and
 * writing. Nobody can guess its name and plant a link there. `name` receives the name, which the caller frees. The
 * file is registered with cleanup.h. Returns the descriptor, or -1 and sets errno. */
int gb_publish_next_to(const char *target, mode_t mode, char **name);
/* The permissions of a newly created file. */
mode_t gb_publish_new_mode(void);

/* Copy an open regular file from its beginning, and wait until the copy is on the disk. -1 with errno. */
int gb_publish_copy(int from, int to);
/* Copy an open regular file to PATH~, replacing that file once the copy is on the disk. -1 with errno. */
int gb_publish_keep_old(int fd, const char *path);

/* ---- locks ------------------------------------------------------------------------------------------------------- */

/* Lock a file for this process, until the process ends or closes any descriptor of the file; its workers never hold the
 * lock. False: another process holds it. True without a lock: not a regular file, or a file system without locks. */
bool gb_lock_take(int fd);

/* Open or create a file with the `flags` of open(), and lock it. -1 with errno; EBUSY: another process holds the
 * lock. */
int gb_lock_open(const char *path, int flags);
