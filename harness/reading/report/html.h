/* html.h: writes the elements of a page, and fills its template. Only this code escapes texts and attribute values. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "gpubench.h"

/* Names come from the program; values may contain anything. */
struct gb_html_attribute {
	const char *name, *value;
};

/* Writes <name>, or <name a="b" c="d">; the list ends with an entry without a name. */
void gb_html_begin(FILE *out, const char *name);
void gb_html_begin_with(FILE *out, const char *name, const struct gb_html_attribute *attributes);
void gb_html_end(FILE *out, const char *name);
void gb_html_text(FILE *out, const char *text);
/* Writes <name>text</name>. */
void gb_html_element(FILE *out, const char *name, const char *text);
void gb_html_format(FILE *out, const char *name, const char *format, ...) GB_PRINTF(3, 4);

/* Cells of a table. A number is sorted by its value and shown with prefix and unit; an unknown number is empty. */
void gb_html_cell(FILE *out, const char *text);
void gb_html_number(FILE *out, double value, const char *unit);
void gb_html_count(FILE *out, size_t count);
/* Writes a fraction as a percentage. A change has its sign. */
void gb_html_percent(FILE *out, int digits, double part);
void gb_html_change(FILE *out, int digits, double part);
/* Marks an important cell, also with a word. */
void gb_html_change_below(FILE *out, int digits, double part);
/* Writes robust standard deviations, with their sign. */
void gb_html_z(FILE *out, double z);

/* A table with an accessible name, from its headings (terminated by NULL) to its end; rows are added in between. */
void gb_html_table(FILE *out, const char *label, const char *const *headings);
void gb_html_table_end(FILE *out);

/* The text for {{name}} in a file. A list ends with an entry without a name. */
struct gb_html_slot {
	const char *name;
	void (*write)(FILE *out, const void *context);
};
void gb_html_fill(FILE *out, const char *file, const struct gb_html_slot *slots, const void *context);

/* Text that only the page's script reads is compressed, then encoded in base64, which HTML does not interpret. */

/* Returns the format of zlib (RFC 1950) in base64 (RFC 4648), on one line; the caller frees it. */
char *gb_compress(const char *text, size_t size);
