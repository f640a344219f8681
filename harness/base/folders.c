#include "base/folders.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.h"

/* The Makefile's LIBDIR, relative to the program's folder. */
#ifndef GB_LIBDIR
#define GB_LIBDIR "../lib"
#endif

bool gb_folders_program(char *folder, size_t size)
{
	const ssize_t length = readlink("/proc/self/exe", folder, size - 1);
	char *slash;

	folder[length > 0 ? length : 0] = '\0';
	if ((slash = strrchr(folder, '/')) == NULL)
		return false;
	*slash = '\0';
	return true;
}

bool gb_folders_is_file(const char *path)
{
	struct stat is;

	return stat(path, &is) == 0 && S_ISREG(is.st_mode);
}

bool gb_folders_is_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

void gb_folders_temporary(const char *name, char *path, size_t size)
{
	const char *folder = getenv("TMPDIR");

	path[0] = '\0';
	gb_text_add(path, size, "%s/%s", folder != NULL && folder[0] != '\0' ? folder : "/tmp", name);
}

/* The first folders of a search. Later ones are not remembered, so their plug-ins may be reported twice. */
enum { SEEN_MOST = 32 };
struct seen {
	struct stat folder[SEEN_MOST];
	size_t count;
};

/* One folder may have several names. */
static bool is_new(struct seen *seen, const char *folder)
{
	struct stat is;

	if (stat(folder, &is) != 0)
		return true;
	for (size_t i = 0; i < seen->count; i++)
		if (gb_folders_is_same(&seen->folder[i], &is))
			return false;
	if (seen->count < SEEN_MOST)
		seen->folder[seen->count++] = is;
	return true;
}

void gb_folders_near(const char *path, const char *const *relative, gb_folder_fn *each, void *context)
{
	char program[PATH_MAX - 64], folder[PATH_MAX];
	struct seen seen = { .count = 0 };

	for (const char *at = path; at != NULL && *at != '\0';) {
		const size_t length = strcspn(at, ":");
		char *named = strndup(at, length);
		if (named != NULL && length > 0 && is_new(&seen, named))
			each(context, named);
		free(named);
		at += length + (at[length] == ':');
	}
	for (; *relative != NULL && gb_folders_program(program, sizeof program); relative++) {
		snprintf(folder, sizeof folder, "%s/%s", program, *relative);
		if (is_new(&seen, folder))
			each(context, folder);
	}
}

void gb_folders_of_plugins(const char *path, gb_folder_fn *each, void *context)
{
	static const char *const relative[] = { "plugins", GB_LIBDIR "/gpubench/plugins", NULL };

	gb_folders_near(path, relative, each, context);
}

void gb_folders_of_library(const char *path, gb_folder_fn *each, void *context)
{
	static const char *const relative[] = { ".", GB_LIBDIR "/gpubench", NULL };

	gb_folders_near(path, relative, each, context);
}
