/* wrap.h: text on a terminal, wrapped to its width: between phrases, or between the words of a phrase that does not
 * fit. Only a word that is too long exceeds the width. Invisible characters are written visibly. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "gpubench.h"

/* The indent of continuation lines. */
#define GB_WRAP_INDENT 4

/* Clears a line of progress. */
#define GB_WRAP_WIPE "\r\033[K"

/* Words that are shown in the colour of a status at their first occurrence in a text. */
struct gb_wrap_mark {
	const char *words; /* NULL: none */
	const char *status;
};

/* Set the first three; `columns` 0: lines are not wrapped. */
struct gb_wrap {
	FILE *out;
	size_t columns, indent;
	size_t at;                /* column reached */
	size_t blanks;            /* spaces before the next word */
	struct gb_wrap_mark mark; /* only for the next text */
};

/* The width of a terminal now, without the last column, after which some terminals wrap; 0: not a terminal. */
int gb_wrap_window(FILE *out);
/* The same for output; unlimited after gb_wrap_wide(), which --wide calls. */
int gb_wrap_columns(FILE *out);
void gb_wrap_wide(void);

/* The number of table rows that fit in the window below the rows already shown, if `others` lines follow. SIZE_MAX
 * means all rows: when the output is not a terminal, and after gb_wrap_show_rows(), which --rows calls. Lines for the
 * prompt, the table's headings and the message of gb_wrap_left_out() are reserved in addition to `others`. */
size_t gb_wrap_rows(FILE *out, size_t others);
/* Lines that were printed on a terminal by other means; -1: the earlier output has scrolled away. */
void gb_wrap_count_lines(int lines);
void gb_wrap_show_rows(void);
bool gb_wrap_shows_rows(void);

/* From now on, lines that do not fit in the window above `others` more lines are left out; until the second call. */
void gb_wrap_limit(size_t others);
void gb_wrap_end_limit(void);
/* A screen has room for three notes, and for three more after gb_wrap_begin_notes(), if enough is left for the verdict.
 * False: this note is left out. */
bool gb_wrap_takes_note(void);
void gb_wrap_begin_notes(void);

/* Rows, or some columns if 0, did not fit in the window and were left out. The caller that ends an output prints
 * this once: "not shown: 54 rows (--rows), columns (--wide)". False: nothing was. */
void gb_wrap_leave_out(size_t rows);
bool gb_wrap_left_out(char *text, size_t size);
/* The same for notes. */
void gb_wrap_leave_out_notes(size_t count);

/* Use colour for the words of a status: on a terminal unless NO_COLOR is set, or as --color selects. */
enum gb_wrap_colour { GB_COLOUR_AUTO, GB_COLOUR_ALWAYS, GB_COLOUR_NEVER };
void gb_wrap_choose_colour(enum gb_wrap_colour when);
/* Terminal control sequences before and after a text that begins with such a word ("suspect"); "" if the text has no
 * colour. */
const char *gb_wrap_colour(FILE *out, const char *text);
const char *gb_wrap_plain(const char *colour);
/* The same before a heading. */
const char *gb_wrap_dim(FILE *out);

/* The next phrase, after some spaces. */
void gb_wrap_phrase(struct gb_wrap *wrap, const char *text);
/* Words that continue the current line. */
void gb_wrap_words(struct gb_wrap *wrap, const char *text);
/* The same for the first `length` bytes of a text. */
void gb_wrap_part(struct gb_wrap *wrap, const char *text, size_t length);
/* Set the mark of the next text: gb_wrap_phrase() or gb_wrap_words(). */
void gb_wrap_set_mark(struct gb_wrap *wrap, const char *words, const char *status);
/* Spaces up to this column. */
void gb_wrap_to(struct gb_wrap *wrap, size_t column);
void gb_wrap_end(struct gb_wrap *wrap);

/* A name and its description, which begins at the given column, or below the name in a narrow window. Both are
 * handled as in gb_wrap_line(). */
void gb_wrap_pair(FILE *out, size_t at, const char *name, size_t text_at, const char *text);

/* One text: as one line, or wrapped if `out` is a terminal. */
void gb_wrap_line(FILE *out, const char *text);
/* The same with a format. */
void gb_wrap_format(FILE *out, const char *format, ...) GB_PRINTF(2, 3);
