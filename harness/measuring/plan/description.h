/* description.h: the declarations of a foreign plug-in, as data. A child loads the plug-in and hands over its
 * descriptor, so that the program itself never maps the file. */
#pragma once

#include "base/error.h"
#include "gpubench.h"

/* The descriptor of the plug-in `name` at a path from gb_library_find(). Its texts and tables are copies, and its hooks
 * must not be called. It is an error if loading the file ends or stops the child, takes more than GB_LIBRARY_SECONDS,
 * or changes the state of the process (folder, streams, limits, signals). */
const struct gb_bench *gb_description_read(const char *path, const char *name, struct gb_error *error);
void gb_description_free(const struct gb_bench *bench);

/* In a child that will call hooks: load the file, and put its hooks and kernels into the descriptor. Descriptors that
 * already have them, such as those of sealed plug-ins, do not change. */
int gb_description_attach(const struct gb_bench *bench, struct gb_error *error);

/* The descriptor that a loaded library exports; NULL: none, or not a valid one. */
const struct gb_bench *gb_description_find(void *library, const char *name, struct gb_error *error);

/* A network file system may be slow, and so may libraries that a plug-in loads, such as cuBLAS. */
#define GB_LIBRARY_SECONDS 30.0
