/* options_table.h: between the tables of options and what reads the command line by them. */
#ifndef GB_OPTIONS_TABLE_H
#define GB_OPTIONS_TABLE_H

#include <stdbool.h>

#include "cli/options.h"

/* What becomes of an option: its argument, or that it was given, goes to a place in struct gb_options; or
 * gb_option_special() knows. A part is written as 5% or 0.05. */
enum gb_option_kind { GB_OPTION_SPECIAL, GB_OPTION_FLAG, GB_OPTION_TEXT, GB_OPTION_NUMBER, GB_OPTION_PART };

/* `code` below 256 is the short form as well; 0 with `help` is a heading, without it the end. */
struct gb_option {
	int code;
	const char *name, *argument, *help;
	enum gb_option_kind kind;
	unsigned int at;
};

/* A command line and what it is for. */
struct gb_example {
	const char *line, *help;
};

/* An exit status of a command and when it is that. 0, fine, and 1, usage, are those of every command. */
struct gb_exit_help {
	int status;
	const char *help;
};

struct gb_syntax {
	const char *word;                 /* the first of the command line */
	const char *operands, *summary;   /* "FILE...", and what the command is for in half a line; NULL: of a run */
	const char *intro, *outro;        /* outro: NULL if there is nothing more to say */
	const struct gb_option *option;   /* closed by an entry without name and help */
	const struct gb_example *example; /* closed by an entry without line */
	struct gb_exit_help exit[3];      /* closed by an entry without help */
	enum gb_command command;
	bool files; /* takes files, one at least */
};

/* The first is that of a command line without a command's word. Closed by an entry without word. */
extern const struct gb_syntax gb_syntaxes[];
const struct gb_syntax *gb_syntax_find(const char *word); /* NULL: there is none */

/* Whether this is the entry behind the last option. */
bool gb_option_is_end(const struct gb_option *option);

int gb_option_special(struct gb_options *options, int code, const char *argument, struct gb_error *error);
/* A number above 0, all of the text. */
int gb_option_positive(const char *option, const char *text, double *out, struct gb_error *error);

#endif
