/* html.h: the elements of a page, and the page's template with its slots filled. This is the only place that escapes
 * texts and values of attributes. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "gpubench.h"

/* Names come from the program, values may contain anything. */
struct gb_html_attribute {
	const char *name, *value;
};

/* <name>, or <name a="b" c="d">; the list is terminated by an entry without a name. */
void gb_html_begin(FILE *out, const char *name);
void gb_html_begin_with(FILE *out, const char *name, const struct gb_html_attribute *attributes);
void gb_html_end(FILE *out, const char *name);
void gb_html_text(FILE *out, const char *text);
/* <name>text</name>, and the same with a format. */
void gb_html_element(FILE *out, const char *name, const char *text);
void gb_html_format(FILE *out, const char *name, const char *format, ...) GB_PRINTF(3, 4);

/* Cells of a table. A number is sorted by its value and shown with prefix and unit; an unknown one is empty. */
void gb_html_cell(FILE *out, const char *text);
void gb_html_number(FILE *out, double value, const char *unit);
void gb_html_count(FILE *out, size_t count);
/* A fraction as a percentage; a change has its sign. */
void gb_html_percent(FILE *out, int digits, double part);
void gb_html_change(FILE *out, int digits, double part);
/* An important cell, also marked by a word. */
void gb_html_change_below(FILE *out, int digits, double part);
/* Robust standard deviations, with their sign. */
void gb_html_z(FILE *out, double z);

/* A table with an accessible name, from its headings, terminated by NULL, to its end; rows are added between the
 * calls. */
void gb_html_table(FILE *out, const char *label, const char *const *headings);
void gb_html_table_end(FILE *out);

/* The text for {{name}} in a file; the list is terminated by an entry without a name. */
struct gb_html_slot {
	const char *name;
	void (*write)(FILE *out, const void *context);
};
void gb_html_fill(FILE *out, const char *file, const struct gb_html_slot *slots, const void *context);

/* text read only by the page's script */

/* Text in a page that only the script reads: compressed, then base64, which contains nothing that HTML could
 * interpret. */

/* In the format of zlib (RFC 1950), then base64 (RFC 4648) on one line. The caller frees it. */
char *gb_compress(const char *text, size_t size);
