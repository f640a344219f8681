/* html.h: the elements of a page, and the page's own file with its slots filled. Texts and values of attributes are
 * escaped here and nowhere else. */
#ifndef GB_HTML_H
#define GB_HTML_H

#include <stddef.h>
#include <stdio.h>

#include "gpubench.h"

/* Names are ours, values may be anybody's. */
struct gb_html_attribute {
	const char *name, *value;
};

/* <name>, or <name a="b" c="d">; the list is closed by an entry without name. */
void gb_html_begin(FILE *out, const char *name);
void gb_html_begin_with(FILE *out, const char *name, const struct gb_html_attribute *attributes);
void gb_html_end(FILE *out, const char *name);
void gb_html_text(FILE *out, const char *text);
/* <name>text</name>, and the same for a text that is made. */
void gb_html_element(FILE *out, const char *name, const char *text);
void gb_html_format(FILE *out, const char *name, const char *format, ...) GB_PRINTF(3, 4);

/* Cells of a table. A number is sorted by what it is and shown as people read it; one that is not known is empty. */
void gb_html_cell(FILE *out, const char *text);
void gb_html_number(FILE *out, double value, const char *unit);
void gb_html_count(FILE *out, size_t count);
/* A part as percents; a change has its sign. */
void gb_html_percent(FILE *out, int digits, double part);
void gb_html_change(FILE *out, int digits, double part);
/* One that matters: it is marked, by a word too. */
void gb_html_change_below(FILE *out, int digits, double part);
/* Robust standard deviations, with their sign. */
void gb_html_z(FILE *out, double z);

/* A table, with a name that is read out, from its headings, closed by a NULL, to its end; rows go between. */
void gb_html_table(FILE *out, const char *label, const char *const *headings);
void gb_html_table_end(FILE *out);

/* The text at {{name}} in a file; the list is closed by an entry without name. */
struct gb_html_slot {
	const char *name;
	void (*write)(FILE *out, const void *context);
};
void gb_html_fill(FILE *out, const char *file, const struct gb_html_slot *slots, const void *context);

#endif
