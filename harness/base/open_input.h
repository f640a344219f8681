/* open_input.h: opens all input: regular files, and pipes that have a writer. */
#pragma once

#include <stdio.h>

#include "base/error.h"

/* Seconds to wait for the first byte of a named pipe, which no program may have open. */
#define GB_INPUT_SECONDS 30

/* A regular file or a pipe; "-" is standard input. NULL, with the reason, also for a device or if no byte arrives in
 * time. */
FILE *gb_open_input(const char *path, struct gb_error *error);
/* The same, but a pipe is copied to a file, so that it can be read more than once. */
FILE *gb_open_seekable(const char *path, struct gb_error *error);
void gb_close_input(FILE *file);

/* A regular file, such as one in a folder of the program. */
FILE *gb_open_file(const char *path, struct gb_error *error);

/* The whole text, allocated with malloc() and terminated by 0. It is an error if the text has more than `most`
 * bytes. */
int gb_read_input(FILE *file, size_t most, char **text, size_t *size, struct gb_error *error);
