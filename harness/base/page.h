/* page.h: text for people in lines that fit, broken between phrases, or between the words of a phrase that is longer than a line. */
#ifndef GB_PAGE_H
#define GB_PAGE_H

#include <stddef.h>
#include <stdio.h>

enum { GB_PAGE_INDENT = 4 }; /* of the lines that go on with one */

struct gb_page {
	FILE *out;
	size_t columns; /* no line is longer, but for a word that is */
	size_t at;      /* columns of the line so far */
};

/* With three blanks before it where a line has begun. What could harm a terminal is escaped. */
void gb_page_phrase(struct gb_page *page, const char *text);
void gb_page_end(struct gb_page *page);

#endif
