/* error.h: the first error wins and keeps its text. */
#ifndef GB_ERROR_H
#define GB_ERROR_H

#include "gpubench.h"

enum { GB_ERROR_TEXT = 512 };

/* An error in words. Empty text: nothing has gone wrong. */
struct gb_error {
	char text[GB_ERROR_TEXT];
};

/* Keep the text unless an earlier one is there already. Returns GB_FAILED, for `return gb_error_set(...)`. */
int gb_error_set(struct gb_error *error, const char *format, ...) GB_PRINTF(2, 3);

/* Put "<prefix>: " before the text that is there. Returns GB_FAILED. */
int gb_error_prefix(struct gb_error *error, const char *format, ...) GB_PRINTF(2, 3);

/* Forget the text. */
void gb_error_clear(struct gb_error *error);

#endif
