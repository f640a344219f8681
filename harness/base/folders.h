/* folders.h: finds the files that come with the program, and makes folders for the output of other programs. */
#pragma once

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct stat;

/* The program's own folder. Returns false if it is unknown or does not fit. */
bool gb_folders_program(char *folder, size_t size);

/* True if the path leads to a regular file. Files found in a folder must be regular: reading a pipe could block, and a
 * device has no end. */
bool gb_folders_is_file(const char *path);
/* True if both describe the same file or folder. */
bool gb_folders_is_same(const struct stat *a, const struct stat *b);

/* The path of `name` in the folder for temporary files: TMPDIR, or /tmp if it is not set. */
void gb_folders_temporary(const char *name, char *path, size_t size);

typedef void gb_folder_fn(void *context, const char *folder);

/* Call `each` with the folders of `path` (separated by ':', may be NULL), then with those `relative` to the program's
 * folder (terminated by NULL). A folder that is named twice gets one call. Folders need not exist. */
void gb_folders_near(const char *path, const char *const *relative, gb_folder_fn *each, void *context);

/* Call `each` with the folders of plug-ins, in this order: those of `path` (GPUBENCH_PLUGIN_PATH, separated by ':', may
 * be NULL), `<program's folder>/plugins`, and `<program's folder>/../lib/gpubench/plugins`, or the build's LIBDIR
 * relative to the program. Folders need not exist. */
void gb_folders_of_plugins(const char *path, gb_folder_fn *each, void *context);

/* The same for the folders of our libraries that other programs load: `<program's folder>` and `<program's
 * folder>/../lib/gpubench`. */
void gb_folders_of_library(const char *path, gb_folder_fn *each, void *context);

/* ---- a folder that is removed with its contents ------------------------------------------------------------------ */

/* A signal that ends the program removes the folder too. */
struct gb_scratch_folder {
	char folder[PATH_MAX]; /* "": not made; otherwise an absolute path */
};

/* Does nothing if the folder exists. */
int gb_scratch_make(struct gb_scratch_folder *scratch, struct gb_error *error);
void gb_scratch_remove(struct gb_scratch_folder *scratch);
