/* text.h: strings in buffers of fixed size. */
#ifndef GB_TEXT_H
#define GB_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "gpubench.h"

/* Append to the string in `buffer`; text that does not fit is cut between two characters. `size` includes the
 * terminating 0. */
void gb_text_add(char *buffer, size_t size, const char *format, ...) GB_PRINTF(3, 4);

/* A text of any length, which the caller frees. NULL: out of memory. */
char *gb_text_made(const char *format, va_list args) GB_PRINTF(1, 0);

/* Copy, truncated to fit. */
void gb_text_copy(char *buffer, size_t size, const char *text);

/* A text could not be allocated and is missing from the output. The caller that ends an output checks this and reports
 * it. */
void gb_text_lose(void);
bool gb_text_is_lost(void);
#define GB_TEXT_LOST "out of memory: part of it is missing"

/* The length of the UTF-8 character that begins here, in bytes; 0: there is none. */
size_t gb_text_character(const char *text);

/* Bytes up to the first that is not part of a UTF-8 character; all of them if the text is valid UTF-8. */
size_t gb_text_utf8_bytes(const char *text);

/* A fraction as a percentage: with this many decimals if they are meaningful, and none from 200 % on. */
void gb_text_percent(char *buffer, size_t size, double part, int digits);
/* A possible error, as a percentage with two or three digits. */
void gb_text_uncertainty(char *buffer, size_t size, double part);

/* "1.50 GB", "4.68 TB/s": at least three digits and a decimal prefix, for people. A unit without prefixes ("cycles",
 * "") is left as it is. */
void gb_text_si(char *buffer, size_t size, double value, const char *unit);
/* The same rounded to three digits, for titles: "4.68 TB/s", "611 cycles", "7.12 µs". */
void gb_text_si_rounded(char *buffer, size_t size, double value, const char *unit);

/* A size of memory: "4 MiB", "227 KiB", or "139.8 GiB (150109880320 B)" if it is not a multiple. */
void gb_text_bytes(char *buffer, size_t size, double bytes);

/* The finite number that the complete text represents; NAN: it is none. */
double gb_text_number(const char *text);

/* True if the name ends with `end` and is longer. */
bool gb_text_ends_in(const char *name, const char *end);

/* ---- devices by their label, "0" or "host", as in rows and files ------------------------------------------------- */

/* The word before a label: "GPU ", or "" for "host". */
const char *gb_device_word(const char *label);

/* The clock of the device of this label: "SM clock", "core clock". */
const char *gb_device_clock(const char *label);

/* True if -d's list selects the processors of this host, which cannot be combined with others. */
bool gb_devices_mean_host(const char *list);

#endif
