/* lock.h: ensures that only one run at a time writes a result file. */
#ifndef GB_LOCK_H
#define GB_LOCK_H

#include <stdbool.h>

/* Lock a file for this process, until it ends or closes any descriptor of the file; its workers never hold the lock.
 * False if another process holds it. Anything but a regular file, and any file on a file system without locks, is not
 * locked: true. */
bool gb_lock_take(int fd);

/* Open or create a file with the `flags` of open(), and lock it. -1 with errno; EBUSY: another process holds the
 * lock. */
int gb_lock_open(const char *path, int flags);

#endif
