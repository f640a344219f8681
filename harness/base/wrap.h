/* wrap.h: text on a terminal, in lines that are no longer than it is wide: broken between phrases, or between the words of a phrase that
 * does not fit. Only a word that is longer than a line makes one longer. What does not show is written visibly. */
#ifndef GB_WRAP_H
#define GB_WRAP_H

#include <stddef.h>
#include <stdio.h>

/* Blanks before a line that goes on. */
#define GB_WRAP_INDENT 4

/* Begin with the first three; `columns` 0: no line is broken. */
struct gb_wrap {
	FILE *out;
	size_t columns, indent;
	size_t at; /* column reached */
};

/* Columns of a terminal now, without the last, in which some break the line; 0: it is none. */
int gb_wrap_columns(FILE *out);

/* The next phrase, after some blanks. */
void gb_wrap_phrase(struct gb_wrap *wrap, const char *text);
/* Words that go on where the line is. */
void gb_wrap_words(struct gb_wrap *wrap, const char *text);
/* Blanks up to this column. */
void gb_wrap_to(struct gb_wrap *wrap, size_t column);
void gb_wrap_end(struct gb_wrap *wrap);

/* One text: as a line, or where `out` is a terminal as many as it takes. */
void gb_wrap_line(FILE *out, const char *text);

#endif
