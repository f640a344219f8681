/* text.h: strings in buffers of fixed size. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "gpubench.h"

/* Append to the string in `buffer`. Text that does not fit is cut between two characters. `size` includes the
 * terminating 0. */
void gb_text_add(char *buffer, size_t size, const char *format, ...) GB_PRINTF(3, 4);

/* The same, replacing the string. */
void gb_text_write(char *buffer, size_t size, const char *format, ...) GB_PRINTF(3, 4);

/* A text of any length, which the caller frees. */
char *gb_text_made(const char *format, va_list args) GB_PRINTF(1, 0);
char *gb_text_format(const char *format, ...) GB_PRINTF(1, 2);

/* Copy, truncated to fit. */
void gb_text_copy(char *buffer, size_t size, const char *text);

/* The name of an input in messages: its path, or "standard input" for "-". */
const char *gb_text_input(const char *path);

/* "s", but "" after 1. */
static inline const char *gb_text_plural(size_t count)
{
	return count == 1 ? "" : "s";
}

/* The length of the UTF-8 character that begins here, in bytes; 0: there is none. */
size_t gb_text_character(const char *text);

/* Write a fraction as a percentage with up to this many decimals, or with none from 200 % on. */
void gb_text_percent(char *buffer, size_t size, double part, int digits);
/* Write a possible error as a percentage with two or three digits. */
void gb_text_uncertainty(char *buffer, size_t size, double part);

/* The finite number that the whole text represents; NAN: the text is not one. */
double gb_text_number(const char *text);

/* True if the name ends with `end` and is longer. */
bool gb_text_ends_in(const char *name, const char *end);

/* The length of the byte order mark at the beginning of the text, in bytes; 0: none. */
size_t gb_text_mark(const char *text, size_t size);
