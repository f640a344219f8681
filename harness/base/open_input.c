#include "base/open_input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/heap.h"
#include "base/text.h"

/* Do not wait for a writer before the file type is known. */
static int open_unblocked(const char *path, const char *expected, struct stat *is, struct gb_error *error)
{
	const int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);

	if (fd < 0) {
		gb_error_write(error, "%s: cannot be read: %s", path, strerror(errno));
		return -1;
	}
	if (fstat(fd, is) == 0 && (S_ISREG(is->st_mode) || S_ISFIFO(is->st_mode)))
		return fd;
	if (S_ISDIR(is->st_mode))
		gb_error_write(error, "%s: cannot be read: %s", path, strerror(EISDIR));
	else
		gb_error_write(error, "%s: is a device, expected %s", path, expected);
	close(fd);
	return -1;
}

static int await_byte(int fd, const char *path, struct gb_error *error)
{
	struct pollfd wait = { fd, POLLIN, 0 };
	const int ready = poll(&wait, 1, 1000 * GB_INPUT_SECONDS);

	if (ready > 0 && fcntl(fd, F_SETFL, 0) == 0)
		return GB_OK;
	return gb_error_set(error, ready == 0 ? "%s: nothing was written to this pipe for 30 s" : "%s: cannot be read",
			    path);
}

FILE *gb_open_input(const char *path, struct gb_error *error)
{
	struct stat is;

	if (strcmp(path, "-") == 0)
		return stdin;
	const int fd = open_unblocked(path, "a file or a pipe", &is, error);
	if (fd >= 0 && S_ISFIFO(is.st_mode) && await_byte(fd, path, error) != GB_OK) {
		close(fd);
		return NULL;
	}
	FILE *file = fd >= 0 ? fdopen(fd, "r") : NULL;
	if (fd >= 0 && file == NULL) {
		gb_error_write(error, "%s: cannot be read: %s", path, strerror(errno));
		close(fd);
	}
	return file;
}

#define COPY_MAX ((size_t)4 << 30)

static FILE *copy_pipe(FILE *pipe, const char *path, struct gb_error *error)
{
	FILE *copy = tmpfile();
	char block[1 << 16];
	size_t length, copied = 0;

	while (copy != NULL && copied <= COPY_MAX && (length = fread(block, 1, sizeof block, pipe)) > 0) {
		if (fwrite(block, 1, length, copy) != length)
			break;
		copied += length;
	}
	if (copied > COPY_MAX)
		gb_error_write(error, "%s: is longer than %zu MiB", path, COPY_MAX >> 20);
	else if (copy != NULL && !ferror(pipe) && !ferror(copy) && fseek(copy, 0, SEEK_SET) == 0)
		return copy;
	else
		gb_error_write(error, "%s: cannot be %s: %s", path, ferror(pipe) ? "read" : "copied", strerror(errno));
	if (copy != NULL)
		fclose(copy);
	return NULL;
}

FILE *gb_open_seekable(const char *path, struct gb_error *error)
{
	FILE *file = gb_open_input(path, error);

	if (file == NULL || fseek(file, 0, SEEK_SET) == 0)
		return file;
	FILE *copy = copy_pipe(file, gb_text_input(path), error);
	gb_close_input(file);
	return copy;
}

void gb_close_input(FILE *file)
{
	if (file != stdin)
		fclose(file);
}

FILE *gb_open_file(const char *path, struct gb_error *error)
{
	struct stat is;
	const int fd = open_unblocked(path, "a file", &is, error);

	if (fd >= 0 && S_ISFIFO(is.st_mode)) {
		close(fd);
		gb_error_write(error, "%s: is a pipe, expected a file", path);
		return NULL;
	}
	return fd >= 0 ? fdopen(fd, "r") : NULL;
}

int gb_read_input(FILE *file, size_t most, char **text, size_t *size, struct gb_error *error)
{
	char bytes[1 << 14];
	size_t got;
	FILE *out = gb_heap_stream(text, size);

	/* Do not read a file whose size is known to be too large. */
	struct stat is;
	const bool is_long = fstat(fileno(file), &is) == 0 && S_ISREG(is.st_mode) && (uint64_t)is.st_size > most;
	for (*size = 0; !is_long && *size <= most && (got = fread(bytes, 1, sizeof bytes, file)) > 0; fflush(out))
		fwrite(bytes, 1, got, out);
	const int why = ferror(file) ? errno : 0;
	gb_heap_close(out, text);
	if (why == 0 && !is_long && *size <= most)
		return GB_OK;
	free(*text);
	*text = NULL;
	if (why != 0)
		return gb_error_set(error, "cannot be read: %s", strerror(why));
	return gb_error_set(error, "is longer than %zu MiB", most >> 20);
}
