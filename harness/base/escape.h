/* escape.h: writes text from a file, a plug-in or the environment so that no output format interprets it. No other file
 * escapes text.
 *
 * In every format, invisible characters are first made visible: a control character as \n or \x1b, a byte that is not
 * part of a UTF-8 character as \xff, and a character that reorders or hides text (bidi controls, characters without
 * width) as \u202e. Every text is therefore one line of UTF-8. Formats whose own escapes begin with a backslash double
 * the backslashes of a text; the others leave them. */
#pragma once

#include <stdio.h>

enum gb_escape {
	GB_ESCAPE_LINE,       /* a terminal, or a YAML comment */
	GB_ESCAPE_HTML,       /* text, or an attribute in quotes */
	GB_ESCAPE_MARKDOWN,   /* text, or a cell of a table */
	GB_ESCAPE_PROTOBUF,   /* a string in protobuf's text format, in double quotes */
	GB_ESCAPE_PROMETHEUS, /* a label's value, in double quotes */
	GB_ESCAPE_NERSC,      /* in single quotes, which this format cannot escape: each becomes a double quote */
};

/* NULL counts as "". */
void gb_escape_put(FILE *out, enum gb_escape format, const char *text);
/* The escaped text, which the caller frees. */
char *gb_escape_copy(enum gb_escape format, const char *text);

/* The length in bytes of the invisible character at this place; 0: the character is visible. */
size_t gb_escape_hidden(const char *at);

/* For CSV and JSON, whose libraries quote and whose readers want the text itself: UTF-8 with '?' for invalid bytes and
 * for control characters other than tab, new line and carriage return. The caller frees it. */
char *gb_escape_data(const char *text);

/* True if a spreadsheet would take a CSV field for a formula: it looks like one and is not a number. */
int gb_escape_is_formula(const char *text);
