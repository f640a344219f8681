/* escape.h: text from a file, a plug-in or the environment, written so that no format takes it for its own: the one
 * place where each format escapes.
 *
 * In each of them what does not show is written visibly first: a control as \n or \x1b, a byte that is no part of a
 * UTF-8 character as \xff, what reorders or hides text (bidi controls, characters without width) as \u202e. So every
 * text is one line of UTF-8. A backslash in a text stays as it is; the formats whose own escapes begin with one double
 * it. */
#ifndef GB_ESCAPE_H
#define GB_ESCAPE_H

#include <stdio.h>

enum gb_escape {
	GB_ESCAPE_LINE,       /* a terminal, a comment of YAML: what ends with its line */
	GB_ESCAPE_HTML,       /* text, or an attribute in quotes */
	GB_ESCAPE_MARKDOWN,   /* text, or a cell of a table */
	GB_ESCAPE_PROTOBUF,   /* a string of protobuf's text format, in double quotes */
	GB_ESCAPE_PROMETHEUS, /* a label's value, in double quotes */
	GB_ESCAPE_NERSC,      /* in single quotes, for which that format has no escape: each becomes a double one */
};

/* NULL counts as "". */
void gb_escape_put(FILE *out, enum gb_escape format, const char *text);
/* The same as a string that the caller frees. NULL: out of memory. */
char *gb_escape_copy(enum gb_escape format, const char *text);

/* Bytes of the character that begins here if it is none that shows; 0: it shows. */
size_t gb_escape_hidden(const char *at);

/* For CSV and JSON, whose libraries quote their own characters, and whose readers want the text itself: UTF-8, in
 * which invalid bytes, and controls other than tab, new line and carriage return, become '?'. The caller frees it.
 * NULL: out of memory. */
char *gb_escape_data(const char *text);

/* True if a spreadsheet would take a field of CSV for a formula: it begins like one and is not a number. */
int gb_escape_is_formula(const char *text);

#endif
