#include "base/folders.h"

#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cleanup.h"
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

	gb_text_write(path, size, "%s/%s", folder != NULL && folder[0] != '\0' ? folder : "/tmp", name);
}

/* The first folders of a search. Plug-ins of later folders may be reported twice. */
enum { SEEN_MOST = 32 };
struct seen_folders {
	struct stat folder[SEEN_MOST];
	size_t count;
};

/* A folder may have several names. */
static bool is_new_folder(struct seen_folders *seen, const char *folder)
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
	struct seen_folders seen = { .count = 0 };

	for (const char *at = path; at != NULL && *at != '\0';) {
		const size_t length = strcspn(at, ":");
		char *named = strndup(at, length);
		if (named != NULL && length > 0 && is_new_folder(&seen, named))
			each(context, named);
		free(named);
		at += length + (at[length] == ':');
	}
	for (; *relative != NULL && gb_folders_program(program, sizeof program); relative++) {
		snprintf(folder, sizeof folder, "%s/%s", program, *relative);
		if (is_new_folder(&seen, folder))
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

/* ---- a folder that is removed with its contents ------------------------------------------------------------------ */

int gb_scratch_make(struct gb_scratch_folder *scratch, struct gb_error *error)
{
	char made[PATH_MAX];

	if (scratch->folder[0] != '\0')
		return GB_OK;
	gb_folders_temporary("gpubench-profile-XXXXXX", made, sizeof made);
	if (mkdtemp(made) == NULL)
		return gb_error_set(error, "%s: cannot be made: %s", made, strerror(errno));
	/* An absolute path, because programs that write to this folder may change their working folder. */
	if (realpath(made, scratch->folder) == NULL)
		snprintf(scratch->folder, sizeof scratch->folder, "%s", made);
	gb_cleanup_note(scratch->folder);
	return GB_OK;
}

static int remove_entry(const char *path, const struct stat *is, int type, struct FTW *at)
{
	remove(path);
	return 0;
}

void gb_scratch_remove(struct gb_scratch_folder *scratch)
{
	if (scratch->folder[0] == '\0')
		return;
	nftw(scratch->folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
	gb_cleanup_forget(scratch->folder);
	scratch->folder[0] = '\0';
}
