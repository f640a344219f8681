/* wrap.h: text on a terminal, in lines that are no longer than it is wide: broken between phrases, or between the
 * words of a phrase that does not fit. Only a word that is longer than a line makes one longer. Invisible
 * characters are written visibly. */
#ifndef GB_WRAP_H
#define GB_WRAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "gpubench.h"

/* Blanks before a line that goes on. */
#define GB_WRAP_INDENT 4

/* Words that have the colour of a status, where they come in a text for the first time. */
struct gb_wrap_mark {
	const char *words; /* NULL: none */
	const char *status;
};

/* Begin with the first three; `columns` 0: no line is broken. */
struct gb_wrap {
	FILE *out;
	size_t columns, indent;
	size_t at;                /* column reached */
	size_t blanks;            /* that come before the next word */
	struct gb_wrap_mark mark; /* of the next text, and no other */
};

/* Columns of a terminal now, without the last, after which some break the line; 0: it is none. */
int gb_wrap_window(FILE *out);
/* The same of what is written: as many as it takes after gb_wrap_wide(), which --wide calls. */
int gb_wrap_columns(FILE *out);
void gb_wrap_wide(void);

/* Something did not fit into the window and was left out. Whoever ends an output asks, once, and says so. */
void gb_wrap_leave_out(void);
bool gb_wrap_has_left_out(void);

/* Colour for the words of a status: on a terminal unless NO_COLOR is set, or as --color says. */
enum gb_wrap_colour { GB_COLOUR_AUTO, GB_COLOUR_ALWAYS, GB_COLOUR_NEVER };
void gb_wrap_choose_colour(enum gb_wrap_colour when);
/* Control sequences for a terminal before a text that begins with such a word ("suspect"), and after it; "" where
 * it has no colour. */
const char *gb_wrap_colour(FILE *out, const char *text);
const char *gb_wrap_plain(const char *colour);

/* The next phrase, after some blanks. */
void gb_wrap_phrase(struct gb_wrap *wrap, const char *text);
/* Words that go on where the line is. */
void gb_wrap_words(struct gb_wrap *wrap, const char *text);
/* The next text has this mark: gb_wrap_phrase(), or gb_wrap_words(). */
void gb_wrap_set_mark(struct gb_wrap *wrap, const char *words, const char *status);
/* Blanks up to this column. */
void gb_wrap_to(struct gb_wrap *wrap, size_t column);
void gb_wrap_end(struct gb_wrap *wrap);

/* A name, and from a column on what it is; in a narrow window below it. Both as in gb_wrap_line(). */
void gb_wrap_pair(FILE *out, size_t at, const char *name, size_t text_at, const char *text);

/* One text: as a line, or where `out` is a terminal as many as it takes. */
void gb_wrap_line(FILE *out, const char *text);
/* The same of a format. */
void gb_wrap_format(FILE *out, const char *format, ...) GB_PRINTF(2, 3);

#endif
