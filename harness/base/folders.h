/* folders.h: where the program looks for the files that come with it, and makes folders for output of other
 * programs. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct stat;

/* The program's own folder. Returns false if it is unknown or does not fit. */
bool gb_folders_program(char *folder, size_t size);

/* True if a path leads to a regular file. Files found in a folder must be regular: reading a pipe could block, and a
 * device has no end. */
bool gb_folders_is_file(const char *path);
/* True if both describe one file or folder, whatever its names. */
bool gb_folders_is_same(const struct stat *a, const struct stat *b);

/* The path of a name in the folder for temporary files: TMPDIR, or /tmp if that is not set. */
void gb_folders_temporary(const char *name, char *path, size_t size);

typedef void gb_folder_fn(void *context, const char *folder);

/* Call `each` with the folders of `path` (separated by ':', may be NULL), then with those `relative` to the program's
 * folder (terminated by NULL), once if a folder is named twice. They need not exist. */
void gb_folders_near(const char *path, const char *const *relative, gb_folder_fn *each, void *context);

/* Call `each` with the folders of plug-ins, in this order: those of `path` (GPUBENCH_PLUGIN_PATH, separated by ':', may
 * be NULL), `<folder of the program>/plugins`, and `<folder of the program>/../lib/gpubench/plugins`, or the build's
 * LIBDIR relative to the program. They need not exist. */
void gb_folders_of_plugins(const char *path, gb_folder_fn *each, void *context);

/* Likewise for the folders of our libraries that other programs load: `<folder of the program>` and `<folder of the
 * program>/../lib/gpubench`. */
void gb_folders_of_library(const char *path, gb_folder_fn *each, void *context);

/* a folder that is removed with all its contents */

/* The folder is also removed if a signal ends this program. */
struct gb_scratch_folder {
	char folder[PATH_MAX]; /* "": not made; otherwise an absolute path */
};

/* Does nothing if the folder exists. */
int gb_scratch_make(struct gb_scratch_folder *scratch, struct gb_error *error);
void gb_scratch_remove(struct gb_scratch_folder *scratch);
