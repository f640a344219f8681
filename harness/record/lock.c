#include "record/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folders.h"

bool gb_lock_take(int fd)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct stat st;

	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return true;
	return fcntl(fd, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN);
}

/* True if the path still leads to this file: while the lock was waited for, its owner may have replaced the file. */
static bool is_still_at(int fd, const char *path)
{
	struct stat mine, there;

	return fstat(fd, &mine) != 0 || !S_ISREG(mine.st_mode) ||
	       (stat(path, &there) == 0 && gb_folders_is_same(&mine, &there));
}

/* More often than any file is replaced between two looks. */
enum { TRIES = 100 };

int gb_lock_open(const char *path, int flags)
{
	for (int i = 0; i < TRIES; i++) {
		const int fd = open(path, flags | O_CREAT | O_CLOEXEC, 0666);
		if (fd < 0)
			return fd;
		const bool taken = gb_lock_take(fd);
		if (taken && is_still_at(fd, path))
			return fd;
		close(fd);
		if (!taken)
			break;
	}
	errno = EBUSY;
	return -1;
}
