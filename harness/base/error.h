/* error.h: the first error wins and keeps its text. */
#ifndef GB_ERROR_H
#define GB_ERROR_H

#include <stdarg.h>

#include "gpubench.h"

enum { GB_ERROR_TEXT = 512 };

/* Return values of functions of the program besides the statuses of gpubench.h, which are all that a plug-in
 * knows. GB_SKIPPED always means that something cannot be done here, and its text says why; these have no text. */
enum gb_outcome {
	GB_END = 2,     /* there is nothing, or nothing more */
	GB_AGAIN,       /* it is not there yet: ask again */
	GB_INTERRUPTED, /* somebody asked to stop, or has left */
};

/* An error in words. Empty text: nothing has gone wrong. */
struct gb_error {
	char text[GB_ERROR_TEXT];
};

/* Keep the text unless an earlier one is there already. */
void gb_error_write(struct gb_error *error, const char *format, ...) GB_PRINTF(2, 3);

/* The same with the arguments of a caller that has a format, too. */
void gb_error_write_list(struct gb_error *error, const char *format, va_list args) GB_PRINTF(2, 0);

/* The same, for `return gb_error_set(...)`: that the result is GB_FAILED is plain to compiler and analyser. */
#define gb_error_set(...) (gb_error_write(__VA_ARGS__), GB_FAILED)

/* Put "<prefix>: " before the text that is there. Returns GB_FAILED. */
int gb_error_prefix(struct gb_error *error, const char *format, ...) GB_PRINTF(2, 3);

/* Forget the text. */
void gb_error_clear(struct gb_error *error);

#endif
