/* lock.h: a result file is written by one run at a time. */
#ifndef GB_LOCK_H
#define GB_LOCK_H

#include <stdbool.h>

/* Take a file for this process, until it ends or closes any descriptor of the file; its workers never have it.
 * False when another process has it. Anything but a regular file, or on a file system without locks, belongs to
 * everybody. */
bool gb_lock_take(int fd);

/* Open a file as `flags` of open() say, as it is or new, and take it. -1 with errno; EBUSY: another process has it. */
int gb_lock_open(const char *path, int flags);

#endif
