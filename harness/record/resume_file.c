#include "record/resume_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
#include "base/heap.h"
#include "record/publish.h"

static int refuse_file(const struct gb_resume_file *file, const char *why, struct gb_error *error)
{
	return gb_error_set(error, "%s: cannot be resumed: %s", file->path, why);
}

/* Find where the file is, following links, so that a link stays a link. A missing file is created under the given
 * name. */
static int find_target(struct gb_resume_file *file, struct gb_error *error)
{
	struct stat st;

	file->target = realpath(file->path, NULL);
	if (file->target != NULL)
		return stat(file->target, &st) == 0 && S_ISREG(st.st_mode)
			       ? GB_OK
			       : refuse_file(file, "it is not a regular file", error);
	if (errno != ENOENT)
		return refuse_file(file, strerror(errno), error);
	if (lstat(file->path, &st) == 0)
		return refuse_file(file, "it is a dangling link", error);
	file->is_new = true;
	file->target = gb_heap_text(file->path);
	return GB_OK;
}

/* O_EXCL: a new file of another run must not be taken for an empty one of this run. */
static int open_target(struct gb_resume_file *file, struct gb_error *error)
{
	const int fd = gb_lock_open(file->target, O_RDWR | O_NOFOLLOW | (file->is_new ? O_EXCL : 0));

	file->was = fd >= 0 ? fdopen(fd, "r") : NULL;
	if (file->was != NULL)
		return GB_OK;
	file->is_new = false; /* it belongs to another run */
	return refuse_file(file, errno == EBUSY || errno == EEXIST ? "another run writes it" : strerror(errno), error);
}

/* Lock the copy before it gets the file's name; it stays locked while this run appends to it. */
static int open_copy(struct gb_resume_file *file, struct gb_error *error)
{
	struct stat st;
	const int copy = fstat(fileno(file->was), &st) == 0
				 ? gb_publish_next_to(file->target, st.st_mode & 07777, &file->temporary)
				 : -1;

	if (copy >= 0 && gb_lock_take(copy))
		file->copy = fdopen(copy, "w");
	return file->copy != NULL ? GB_OK : refuse_file(file, strerror(errno), error);
}

int gb_resume_file_open(struct gb_resume_file *file, struct gb_error *error)
{
	GB_TRY(find_target(file, error));
	GB_TRY(open_target(file, error));
	return open_copy(file, error);
}

int gb_resume_file_replace(struct gb_resume_file *file, struct gb_error *error)
{
	if (fflush(file->copy) != 0 || ferror(file->copy) || fsync(fileno(file->copy)) != 0)
		return gb_error_set(error, "%s: cannot write: %s", file->path, strerror(errno));
	if (rename(file->temporary, file->target) != 0)
		return gb_error_set(error, "%s: cannot be replaced: %s", file->path, strerror(errno));
	gb_cleanup_forget(file->temporary);
	free(file->temporary);
	file->temporary = NULL;
	return GB_OK;
}

void gb_resume_file_close(struct gb_resume_file *file)
{
	if (file->temporary != NULL)
		gb_cleanup_remove(file->temporary);
	if (file->is_new && (file->copy == NULL || file->temporary != NULL))
		unlink(file->target);
	/* Close it last, because closing unlocks the file. */
	if (file->was != NULL)
		fclose(file->was);
	if (file->copy != NULL)
		fclose(file->copy);
	free(file->path);
	free(file->target);
	free(file->temporary);
	*file = (struct gb_resume_file){ 0 };
}
