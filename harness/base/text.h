/* text.h: strings in buffers of fixed size. */
#ifndef GB_TEXT_H
#define GB_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "gpubench.h"

/* Append to the string in `buffer`; what does not fit is cut, between two characters. `size` counts the terminating
 * 0. */
void gb_text_add(char *buffer, size_t size, const char *format, ...) GB_PRINTF(3, 4);

/* Any length, for the caller to free; NULL: there was no memory. */
char *gb_text_made(const char *format, va_list args) GB_PRINTF(1, 0);

/* Copy, cut to fit. */
void gb_text_copy(char *buffer, size_t size, const char *text);

/* There was no memory for a text: what is printed lacks it. Whoever ends an output asks, and says so. */
void gb_text_lose(void);
bool gb_text_is_lost(void);
#define GB_TEXT_LOST "out of memory: a part of it is missing"

/* Bytes of the UTF-8 character that begins here; 0: none does. */
size_t gb_text_character(const char *text);

/* Bytes up to the first that is not part of a UTF-8 character; all of them where the text is UTF-8. */
size_t gb_text_utf8_bytes(const char *text);

/* A part as percents: with so many decimals where they can mean something, none from 200 % on. */
void gb_text_percent(char *buffer, size_t size, double part, int digits);
/* How far a value may be off, as percents of two or three digits. */
void gb_text_uncertainty(char *buffer, size_t size, double part);

/* "1.50 GB", "4.68 TB/s": three digits or more and a decimal prefix, for people. A unit that takes no prefix
 * ("cycles", "") is left as it is. */
void gb_text_si(char *buffer, size_t size, double value, const char *unit);
/* The same rounded to three digits, for titles: "4.68 TB/s", "611 cycles", "7.12 µs". */
void gb_text_si_rounded(char *buffer, size_t size, double value, const char *unit);

/* A size of memory: "4 MiB", "227 KiB"; "139.8 GiB (150109880320 B)" if it is not a whole number of them. */
void gb_text_bytes(char *buffer, size_t size, double bytes);

/* The finite number that is the whole text; NAN: it is none. */
double gb_text_number(const char *text);

/* True if `end` closes the name and is not all of it. */
bool gb_text_ends_in(const char *name, const char *end);

#endif
