/* options.h: parses a command line by its command's table of options. Help, manual page and completion use the same
 * tables. This code knows no command or option by name; each command is described in its own file. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/owner.h"
#include "options/inputs.h"
#include "plan/loader.h"

struct gb_option;

/* Converts the argument (NULL: there is none) into the field `to`, which is at offset `at` in the command's options. */
typedef int gb_option_read_fn(const struct gb_option *option, void *to, const char *argument, struct gb_error *error);

typedef void gb_name_fn(void *context, const char *name, const char *help);
/* Calls `each` with every possible name and its meaning, including those from plug-ins. */
typedef void gb_names_fn(const struct gb_plugins *plugins, gb_name_fn *each, void *context);

/* Writes an option's default, computed from its value. */
typedef void gb_usual_fn(char *text, size_t size);

/* How the file that an option names is used. No file may be both read and written, or written twice. "-" is a standard
 * stream; without its option, a GB_FILE_RESULT is standard output. GB_FILE_LIST names a list of operands (inputs.h);
 * commands with such an option also accept folders. */
enum gb_option_file { GB_FILE_NONE, GB_FILE_READ, GB_FILE_WRITTEN, GB_FILE_RESULT, GB_FILE_LIST };

struct gb_option {
	const char *name;     /* NULL: `help` is a heading; if `help` is also NULL, the end of the table */
	const char *argument; /* its name in the help, in [] if it may be omitted; NULL: there is none */
	const char *help;
	gb_option_read_fn *read;
	size_t at;
	int64_t value;      /* its meaning depends on `read` */
	gb_usual_fn *usual; /* NULL: there is none, or `help` contains it */
	gb_names_fn *names; /* lists the possible arguments in the help; NULL: see `argument` */
	enum gb_option_file file;
	char letter; /* the short form; 0: there is none */
	bool often;  /* explained by -h */
};

struct gb_example {
	const char *line, *help;
};

/* All commands also have 0, success, and 1, usage error. */
struct gb_exit_help {
	int status;
	const char *help;
};

struct gb_line;

struct gb_command {
	const char *word; /* the first word of the command line */
	const char *operands,
		*summary;          /* "FILE...", and the command's purpose in half a line; NULL for the first command */
	const char *intro, *outro; /* outro may be NULL */
	const struct gb_option *option;   /* terminated by an empty entry */
	const struct gb_example *example; /* terminated by an entry without a line */
	struct gb_exit_help exit[5];      /* terminated by an entry without help */
	/* The possible first operands, listed in the help, or by the command itself if it has none; NULL: any. */
	gb_names_fn *names;
	bool files;           /* the (other) operands are files to read, at least one */
	size_t before_files;  /* number of operands before the files */
	bool only_csv;        /* from folders, without stores */
	bool program;         /* the operands are a program and its arguments: options end at the program */
	const char *fileless; /* the first operand for which no files follow; NULL: there is none */
	size_t options_size;  /* size of its options' struct */
	const void *defaults; /* initial value of this struct; NULL: all 0 */
	/* Checks rules that no table can express: mutually exclusive options, the meaning of operands. NULL: none. */
	int (*check)(const struct gb_line *line, struct gb_error *error);
	int (*perform)(const struct gb_line *line); /* returns the exit status */
};

struct gb_line {
	const struct gb_command *command;
	void *options;              /* the command's own struct */
	const char *kind;           /* the first operand, one of command->names; NULL: none */
	const char *const *operand; /* the others */
	size_t operands;
	struct gb_inputs inputs; /* the files of the operands, if they may be folders or lists */
	char **words;            /* all words as given */
	bool help, brief;        /* help: --help or -h was given; brief: only -h. Nothing else has been checked. */
};

/* Parse the command line. `commands` ends with NULL; the first one needs no word. The error is one line. */
int gb_line_read(struct gb_line *line, const struct gb_command *const *commands, int argc, char **argv,
		 struct gb_error *error);
void gb_line_free(struct gb_line *line);

/* "'measure' is not a command; there are ...", or the reason why the command is not available here. */
int gb_line_no_command(const struct gb_command *const *commands, const char *word, struct gb_error *error);

const struct gb_command *gb_command_find(const struct gb_command *const *commands, const char *word); /* NULL: none */
/* Return the help with the default; the caller frees it. */
char *gb_option_help_text(const struct gb_option *option);
/* True if this is the entry after the last option. */
bool gb_option_is_end(const struct gb_option *option);

/* common kinds of options, which use `at` and `value` */

enum { GB_REPEATS_MAX = 64 };

struct gb_texts {
	const char *text[GB_REPEATS_MAX];
	size_t count;
};

gb_option_read_fn gb_option_flag;     /* bool */
gb_option_read_fn gb_option_text;     /* const char * */
gb_option_read_fn gb_option_texts;    /* struct gb_texts: repeatable */
gb_option_read_fn gb_option_number;   /* double, above 0 */
gb_option_read_fn gb_option_part;     /* double, above 0 and below 1, or up to `value` if it is not 0; 5% or 0.05 */
gb_option_read_fn gb_option_positive; /* uint64_t, a whole number up to `value` */
gb_option_read_fn gb_option_bytes;    /* uint64_t, up to `value`: 1500000, 1.5MB, 2GiB */
gb_option_read_fn gb_option_help;     /* --help; no field */
gb_option_read_fn gb_option_wide;     /* output is not wrapped to the width; no field */
gb_option_read_fn gb_option_rows;     /* tables have all their rows; no field */
gb_option_read_fn gb_option_colour;   /* auto, always, never; no field */
gb_option_read_fn gb_option_foreign;  /* accepts files of other owners in the whole program; no field */

/* The rest of an entry that sets a field. */
#define GB_OPTION_TO(type, field, function) .read = (function), .at = offsetof(type, field)

/* For commands that search for plug-ins, pictures or references. */
#define GB_OPTION_FOREIGN                                                                 \
	{                                                                                 \
		GB_OWNER_OPTION, NULL,                                                    \
			"accept plug-ins, scripts and references that others own or can " \
			"write to",                                                       \
			.read = gb_option_foreign                                         \
	}

#define GB_OPTIONS_OF_ALL                                                                            \
	{ "help", NULL, "this text; -h: on one screen", .read = gb_option_help, .letter = 'h' },     \
		{ .help = "On a terminal" },                                                         \
		{ "wide", NULL, "all columns of tables, and unbroken lines, whatever the width",     \
		  .read = gb_option_wide },                                                          \
		{ "rows", NULL, "all rows of tables, whatever the height", .read = gb_option_rows }, \
	{                                                                                            \
		"color", "WHEN",                                                                     \
			"auto (the default): colour on a terminal unless NO_COLOR is set; "          \
			"always; never",                                                             \
			.read = gb_option_colour                                                     \
	}
