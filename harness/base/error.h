/* error.h: the first error wins and keeps its text. */
#pragma once

#include <stdarg.h>

#include "gpubench.h"

enum { GB_ERROR_TEXT = 512 };

/* Return values of internal functions, in addition to the statuses of gpubench.h, which are the only ones that plug-ins
 * know. GB_SKIPPED always means that something cannot be done here, with the reason in a text; these values have no
 * text. */
enum gb_outcome {
	GB_END = 2,     /* nothing, or nothing more */
	GB_AGAIN,       /* not ready yet: ask again */
	GB_INTERRUPTED, /* the user asked to stop, or the reader has closed the output */
};

/* An error message: one line; "": no error. If a text does not fit, "..." replaces its middle, and the cause at its end
 * is kept. */
struct gb_error {
	char text[GB_ERROR_TEXT];
};

/* Set the text unless there is one already. */
void gb_error_write(struct gb_error *error, const char *format, ...) GB_PRINTF(2, 3);

/* The same with a list of format arguments. */
void gb_error_write_list(struct gb_error *error, const char *format, va_list args) GB_PRINTF(2, 0);

/* The same with the value GB_FAILED, which `return gb_error_set(...)` shows to compilers and analysers. */
#define gb_error_set(...) (gb_error_write(__VA_ARGS__), GB_FAILED)
/* The same with the value GB_SKIPPED. */
#define gb_error_skip(...) (gb_error_write(__VA_ARGS__), GB_SKIPPED)

/* Put "<prefix>: " before the existing text. Returns GB_FAILED. */
int gb_error_prefix(struct gb_error *error, const char *format, ...) GB_PRINTF(2, 3);

void gb_error_clear(struct gb_error *error);
