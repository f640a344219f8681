/* publish.h: writes a file that becomes visible only when it is complete, and locks files that a run writes. */
#pragma once

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/error.h"

struct gb_publish {
	FILE *out;
	const char *path; /* NULL: standard output */
	/* the file to be replaced: `path`, or the target of the link; NULL: `path` is not a regular file */
	char *target;
	char *temporary; /* the file that is written, until it is renamed; NULL likewise */
};

/* Open for writing. An existing regular file stays as it is until gb_publish_close(); a symbolic link stays a link. */
int gb_publish_open(struct gb_publish *publish, const char *path, struct gb_error *error);
/* Finish: if `status` is GB_OK the new file replaces the old one, otherwise it is removed. Returns `status`, or
 * GB_FAILED if it could not be written. */
int gb_publish_close(struct gb_publish *publish, int status, struct gb_error *error);

/* Create the file that will replace `target`: in its folder, with these permissions, open to read and write. Its name
 * (malloc's, in `name`) cannot be guessed, so nobody can have planted a link under it. It is registered with cleanup.h.
 * -1 with errno. */
int gb_publish_next_to(const char *target, mode_t mode, char **name);
/* The permissions of a newly created file. */
mode_t gb_publish_new_mode(void);

/* Copy an open regular file, from its beginning, and wait until the copy is on the disk. -1 with errno. */
int gb_publish_copy(int from, int to);
/* Copy an open regular file to the name PATH~, which is replaced once the copy is on the disk. -1 with errno. */
int gb_publish_keep_old(int fd, const char *path);

/* ---- locks ------------------------------------------------------------------------------------------------------- */

/* Lock a file for this process, until it ends or closes any descriptor of the file; its workers never hold the lock.
 * False if another process holds it. Anything but a regular file, and any file on a file system without locks, is not
 * locked: true. */
bool gb_lock_take(int fd);

/* Open or create a file with the `flags` of open(), and lock it. -1 with errno; EBUSY: another process holds the
 * lock. */
int gb_lock_open(const char *path, int flags);
