/* wrap.h: wraps text on a terminal to its width: between phrases, or between the words of a phrase that does not fit.
 * Only a single word that is too long exceeds the width. Invisible characters are made visible. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "gpubench.h"

/* The indent of continuation lines. */
#define GB_WRAP_INDENT 4

/* Clears a progress line. */
#define GB_WRAP_WIPE "\r\033[K"

/* Words that have the colour of a status where they first occur in a text. */
struct gb_wrap_mark {
	const char *words; /* NULL: none */
	const char *status;
};

/* Set the first three members. `columns` 0: lines are not wrapped. */
struct gb_wrap {
	FILE *out;
	size_t columns, indent;
	size_t at;                /* column reached */
	size_t blanks;            /* spaces before the next word */
	struct gb_wrap_mark mark; /* only for the next text */
};

/* The present width of a terminal, without the last column, after which some terminals wrap; 0: not a terminal. */
int gb_wrap_window(FILE *out);
/* The same, but unlimited after gb_wrap_wide(), which --wide calls. */
int gb_wrap_columns(FILE *out);
void gb_wrap_wide(void);

/* The number of table rows that fit in the window below the rows already shown, if `others` lines follow. SIZE_MAX: all
 * rows, because the output is not a terminal or gb_wrap_show_rows() was called (--rows). Lines for the prompt, the
 * table's headings and the text of gb_wrap_left_out() are reserved in addition. */
size_t gb_wrap_rows(FILE *out, size_t others);
/* Count lines that other functions printed on the terminal; -1: the earlier output has scrolled away. */
void gb_wrap_count_lines(int lines);
void gb_wrap_show_rows(void);
bool gb_wrap_shows_rows(void);

/* Leave out lines that do not fit in the window above `others` more lines, until gb_wrap_end_limit(). */
void gb_wrap_limit(size_t others);
void gb_wrap_end_limit(void);
/* A screen has room for three notes, and for three more after gb_wrap_begin_notes(), if the verdict still fits. False:
 * this note is left out. */
bool gb_wrap_takes_note(void);
void gb_wrap_begin_notes(void);

/* Count rows that did not fit in the window; 0: some columns did not. Whoever ends an output prints the text of
 * gb_wrap_left_out() once: "not shown: 54 rows (--rows), columns (--wide)". False: nothing was left out. */
void gb_wrap_leave_out(size_t rows);
bool gb_wrap_left_out(char *text, size_t size);
/* The same for notes. */
void gb_wrap_leave_out_notes(size_t count);

/* Colour the words of a status: on a terminal unless NO_COLOR is set, or as --color selects. */
enum gb_wrap_colour { GB_COLOUR_AUTO, GB_COLOUR_ALWAYS, GB_COLOUR_NEVER };
void gb_wrap_choose_colour(enum gb_wrap_colour when);
/* Control sequences before and after a text that begins with such a word ("suspect"); "": no colour. */
const char *gb_wrap_colour(FILE *out, const char *text);
const char *gb_wrap_plain(const char *colour);
/* The same for a heading. */
const char *gb_wrap_dim(FILE *out);

/* Write the next phrase, after some spaces. */
void gb_wrap_phrase(struct gb_wrap *wrap, const char *text);
/* Write words that continue the current line. */
void gb_wrap_words(struct gb_wrap *wrap, const char *text);
/* The same for the first `length` bytes of a text. */
void gb_wrap_part(struct gb_wrap *wrap, const char *text, size_t length);
/* Set the mark of the next text: gb_wrap_phrase() or gb_wrap_words(). */
void gb_wrap_set_mark(struct gb_wrap *wrap, const char *words, const char *status);
/* Write spaces up to this column. */
void gb_wrap_to(struct gb_wrap *wrap, size_t column);
void gb_wrap_end(struct gb_wrap *wrap);

/* Write a name and its description, which begins at the given column, or below the name in a narrow window. Both are
 * treated as in gb_wrap_line(). */
void gb_wrap_pair(FILE *out, size_t at, const char *name, size_t text_at, const char *text);

/* Write one text, as one line, or wrapped if `out` is a terminal. */
void gb_wrap_line(FILE *out, const char *text);
void gb_wrap_format(FILE *out, const char *format, ...) GB_PRINTF(2, 3);
