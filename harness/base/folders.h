/* folders.h: where the program looks for files that come with it. */
#ifndef GB_FOLDERS_H
#define GB_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>

/* The program's own folder. Returns whether it is known and fits. */
bool gb_folders_program(char *folder, size_t size);

/* True if a path leads to a regular file. Files found in a folder must be regular: a pipe there would be waited
 * for, and a device has no end. */
bool gb_folders_is_file(const char *path);

/* A name in the folder for temporary files: TMPDIR, or else /tmp. */
void gb_folders_temporary(const char *name, char *path, size_t size);

typedef void gb_folder_fn(void *context, const char *folder);

/* Give `each` the folders of `path` (':' between them, may be NULL), then those `relative` to the program's (closed by
 * NULL). They need not exist. */
void gb_folders_near(const char *path, const char *const *relative, gb_folder_fn *each, void *context);

/* Give `each` the folders where plug-ins lie, in this order: those of `path` (GPUBENCH_PLUGIN_PATH, ':' between them,
 * may be NULL), `<folder of the program>/plugins` and `<folder of the program>/../lib/gpubench/plugins`, or where
 * LIBDIR of the build is from there. They need not exist. */
void gb_folders_of_plugins(const char *path, gb_folder_fn *each, void *context);

/* Likewise those where a library of ours lies that other programs load: `<folder of the program>` and
 * `<folder of the program>/../lib/gpubench`. */
void gb_folders_of_library(const char *path, gb_folder_fn *each, void *context);

#endif
