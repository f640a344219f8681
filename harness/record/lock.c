#include "record/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

bool gb_lock_take(int fd)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct stat st;

	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return true;
	return fcntl(fd, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN);
}

int gb_lock_open(const char *path, int flags)
{
	const int fd = open(path, flags | O_WRONLY | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0 || gb_lock_take(fd))
		return fd;
	close(fd);
	errno = EBUSY;
	return -1;
}
