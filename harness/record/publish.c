#include "record/publish.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/folders.h"
#include "base/text.h"

int gb_publish_next_to(const char *target, mode_t mode, char **name)
{
	const char *slash = strrchr(target, '/');
	const int folder = slash != NULL ? (int)(slash - target) + 1 : 0;

	if (asprintf(name, "%.*s.gpubench.XXXXXX", folder, target) < 0) {
		*name = NULL;
		return -1;
	}
	const int fd = mkostemp(*name, O_CLOEXEC); /* with O_EXCL, which does not follow links */
	if (fd >= 0 && fchmod(fd, mode) == 0) {
		gb_cleanup_note(*name);
		return fd;
	}
	const int why = errno;
	if (fd >= 0) {
		unlink(*name);
		close(fd);
	}
	free(*name);
	*name = NULL;
	errno = why;
	return -1;
}

mode_t gb_publish_new_mode(void)
{
	const mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

/* The file to which a path leads, with links followed, or the path itself if there is no file. NULL with errno, also
 * for a dangling link: no file may be created at a place that somebody else chose. */
static char *follow_links(const char *path)
{
	char *real = realpath(path, NULL);
	struct stat st;

	if (real != NULL || errno != ENOENT)
		return real;
	if (lstat(path, &st) != 0)
		return strdup(path);
	errno = ENOENT;
	return NULL;
}

/* A regular file is replaced, a missing one is created, and anything else (a pipe, a device) is written directly. */
static FILE *open_replacement(struct gb_publish *publish)
{
	struct stat st;
	const bool there = stat(publish->path, &st) == 0;

	if (there && !S_ISREG(st.st_mode))
		return fopen(publish->path, "we");
	publish->target = follow_links(publish->path);
	if (publish->target == NULL)
		return NULL;
	const int fd = gb_publish_next_to(publish->target, there ? st.st_mode & 0777 : gb_publish_new_mode(),
					  &publish->temporary);
	return fd >= 0 ? fdopen(fd, "w") : NULL;
}

static void free_publish(struct gb_publish *publish)
{
	if (publish->temporary != NULL)
		gb_cleanup_remove(publish->temporary); /* does nothing after the rename */
	free(publish->temporary);
	free(publish->target);
	*publish = (struct gb_publish){ 0 };
}

int gb_publish_open(struct gb_publish *publish, const char *path, struct gb_error *error)
{
	*publish = (struct gb_publish){ .out = stdout, .path = path };
	if (path == NULL || strcmp(path, "-") == 0) {
		publish->path = NULL;
		return GB_OK;
	}
	publish->out = open_replacement(publish);
	if (publish->out != NULL)
		return GB_OK;
	gb_error_write(error, "%s: cannot be written: %s", path, strerror(errno));
	free_publish(publish);
	return GB_FAILED;
}

/* GB_OK: everything is on the disk. */
static int finish_writing(struct gb_publish *publish, struct gb_error *error)
{
	const char *shown = publish->path != NULL ? publish->path : "standard output";
	int why = 0;

	errno = 0;
	if (fflush(publish->out) != 0 || ferror(publish->out) ||
	    (publish->temporary != NULL && fsync(fileno(publish->out)) != 0))
		why = errno != 0 ? errno : EIO;
	if (publish->path != NULL && fclose(publish->out) != 0 && why == 0)
		why = errno != 0 ? errno : EIO;
	return why != 0 ? gb_error_set(error, "%s: cannot write: %s", shown, strerror(why)) : GB_OK;
}

int gb_publish_close(struct gb_publish *publish, int status, struct gb_error *error)
{
	const int finished = finish_writing(publish, error);

	if (status == GB_OK)
		status = finished;
	if (publish->temporary != NULL && status == GB_OK && rename(publish->temporary, publish->target) != 0)
		status = gb_error_set(error, "%s: cannot be replaced: %s", publish->path, strerror(errno));
	free_publish(publish);
	return status;
}

static int write_bytes(int to, const char *bytes, size_t size)
{
	while (size > 0) {
		const ssize_t put = write(to, bytes, size);
		if (put < 0 && errno != EINTR)
			return -1;
		bytes += put > 0 ? put : 0;
		size -= put > 0 ? (size_t)put : 0;
	}
	return 0;
}

int gb_publish_copy(int from, int to)
{
	char bytes[16384]; /* some stacks are small */
	ssize_t got;
	off_t at = 0;

	while ((got = pread(from, bytes, sizeof bytes, at)) != 0) {
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0 || write_bytes(to, bytes, (size_t)got) != 0)
			return -1;
		at += got;
	}
	return fsync(to);
}

int gb_publish_keep_old(int fd, const char *path)
{
	char *temporary = NULL, *kept = NULL;
	struct stat st;
	int status = -1;

	if (fstat(fd, &st) != 0 || asprintf(&kept, "%s~", path) < 0)
		return -1;
	const int to = gb_publish_next_to(kept, st.st_mode & 0777, &temporary);
	if (to >= 0) {
		status = gb_publish_copy(fd, to);
		status = close(to) != 0 || status != 0 ? -1 : rename(temporary, kept);
	}
	const int why = errno;
	if (to >= 0)
		gb_cleanup_remove(temporary); /* does nothing after the rename */
	free(temporary);
	free(kept);
	errno = why;
	return status;
}

/* ---- locks ------------------------------------------------------------------------------------------------------- */

bool gb_lock_take(int fd)
{
	struct flock whole = { .l_type = F_WRLCK, .l_whence = SEEK_SET };
	struct stat st;

	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return true;
	return fcntl(fd, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN);
}

/* False if the file's owner has replaced it while this process waited for the lock. */
static bool is_still_at_path(int fd, const char *path)
{
	struct stat mine, there;

	return fstat(fd, &mine) != 0 || !S_ISREG(mine.st_mode) ||
	       (stat(path, &there) == 0 && gb_folders_is_same(&mine, &there));
}

/* Far more than the number of times that a file is replaced between two checks. */
enum { TRIES = 100 };

int gb_lock_open(const char *path, int flags)
{
	for (int i = 0; i < TRIES; i++) {
		const int fd = open(path, flags | O_CREAT | O_CLOEXEC, 0666);
		if (fd < 0)
			return fd;
		const bool taken = gb_lock_take(fd);
		if (taken && is_still_at_path(fd, path))
			return fd;
		close(fd);
		if (!taken)
			break;
	}
	errno = EBUSY;
	return -1;
}
