/* open_input.h: the one way to open what is read: a regular file, or a pipe to which somebody writes. */
#ifndef GB_OPEN_INPUT_H
#define GB_OPEN_INPUT_H

#include <stdio.h>

#include "base/error.h"

/* Seconds for the first byte of a pipe that is named: nobody may have it open. */
#define GB_INPUT_SECONDS 30

/* A file, or a pipe; "-" is standard input. NULL with the reason, also for a device or if no byte comes in time. */
FILE *gb_open_input(const char *path, struct gb_error *error);
/* The same, but a pipe is copied first, so that it can be read more than once. */
FILE *gb_open_seekable(const char *path, struct gb_error *error);
void gb_close_input(FILE *file);

/* A regular file, as from a folder of our own. */
FILE *gb_open_file(const char *path, struct gb_error *error);

/* The whole text, malloc's with a 0 after it; more than `most` bytes are refused. */
int gb_read_input(FILE *file, size_t most, char **text, size_t *size, struct gb_error *error);

#endif
