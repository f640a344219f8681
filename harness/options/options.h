/* options.h: reads the command line of any command by its table of options. Help, manual page and completion are made
 * from the same tables. Nothing here knows a command or an option by name; a command is described in its own file. */
#ifndef GB_OPTIONS_H
#define GB_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "files/owner.h"
#include "options/inputs.h"
#include "plan/loader.h"

struct gb_option;

/* Take what was given into `to`, which lies `at` bytes into the command's options. `argument` is NULL if there is
 * none. */
typedef int gb_option_read_fn(const struct gb_option *option, void *to, const char *argument, struct gb_error *error);

/* Is given each name that may stand somewhere, and what it means. */
typedef void gb_name_fn(void *context, const char *name, const char *help);
/* Gives all of them to `each`, those that plug-ins bring as well. */
typedef void gb_names_fn(const struct gb_plugins *plugins, gb_name_fn *each, void *context);

/* The default of an option, from the values themselves. */
typedef void gb_usual_fn(char *text, size_t size);

/* The use of a file that an option names. No file is both read and written, or written twice. "-" is a standard
 * stream; an option GB_FILE_RESULT that is not given means standard output too. GB_FILE_LIST names a list of
 * operands, see inputs.h: a command that has such an option takes folders as well. */
enum gb_option_file { GB_FILE_NONE, GB_FILE_READ, GB_FILE_WRITTEN, GB_FILE_RESULT, GB_FILE_LIST };

struct gb_option {
	const char *name;     /* NULL: `help` is a heading; without that either, the end of the table */
	const char *argument; /* as the help calls it; in [] it may be left out; NULL: there is none */
	const char *help;
	gb_option_read_fn *read;
	size_t at;
	int64_t value;      /* for `read`: see there */
	gb_usual_fn *usual; /* NULL: there is none, or `help` has it */
	gb_names_fn *names; /* what the argument may be, listed in the help; NULL: see `argument` */
	enum gb_option_file file;
	char letter; /* the short form; 0: there is none */
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

struct gb_line;

/* A command describes itself. */
struct gb_command {
	const char *word; /* the first of the command line */
	const char *operands,
		*summary; /* "FILE...", and what the command is for in half a line; NULL: of the first command */
	const char *intro, *outro;        /* outro: NULL if there is nothing more to say */
	const struct gb_option *option;   /* closed by an empty entry */
	const struct gb_example *example; /* closed by an entry without line */
	struct gb_exit_help exit[5];      /* closed by an entry without help */
	/* The possible first operands, listed in the help, and by the command itself if it has none; NULL: it is
	 * not special. */
	gb_names_fn *names;
	bool files;           /* the (other) operands are files to read, one at least */
	size_t before_files;  /* so many operands come before them */
	bool only_csv;        /* of folders, and no stores */
	bool program;         /* the operands are a program and its arguments: options end where it begins */
	const char *fileless; /* but with this name, which takes none; NULL: there is no such name */
	size_t options_size;  /* of its struct of options */
	const void *defaults; /* where that starts; NULL: all 0 */
	/* Rules that no table can express: which options are mutually exclusive, what operands mean. NULL: nothing. */
	int (*check)(const struct gb_line *line, struct gb_error *error);
	int (*perform)(const struct gb_line *line); /* returns the exit status */
};

/* A command line that was read. */
struct gb_line {
	const struct gb_command *command;
	void *options;              /* the command's own struct */
	const char *kind;           /* the operand that is one of command->names; NULL: there is none */
	const char *const *operand; /* the others */
	size_t operands;
	struct gb_inputs inputs; /* what the operands are made of where they may be folders or lists */
	bool help;               /* what is asked for; nothing has been checked */
};

/* Read the command line. `commands` is closed by NULL; the first needs no word. The error is one line and says what was
 * expected. */
int gb_line_read(struct gb_line *line, const struct gb_command *const *commands, int argc, char **argv,
		 struct gb_error *error);
void gb_line_free(struct gb_line *line);

/* "'measure' is not a command; there are ...", or why it is none here. */
int gb_line_no_command(const struct gb_command *const *commands, const char *word, struct gb_error *error);

const struct gb_command *gb_command_find(const struct gb_command *const *commands, const char *word); /* NULL: none */
/* Its help, with what is usual. */
enum { GB_OPTION_TEXT = 256 };
const char *gb_option_help_text(const struct gb_option *option, char text[GB_OPTION_TEXT]);
/* True if this is the entry after the last option. */
bool gb_option_is_end(const struct gb_option *option);

/* ---- what most options are; how `at` and `value` are to be filled in
 * ------------------------------------------------ */

enum { GB_REPEATS_MAX = 64 };

struct gb_texts {
	const char *text[GB_REPEATS_MAX];
	size_t count;
};

gb_option_read_fn gb_option_flag;   /* bool */
gb_option_read_fn gb_option_text;   /* const char * */
gb_option_read_fn gb_option_texts;  /* struct gb_texts: repeatable */
gb_option_read_fn gb_option_number; /* double, above 0 */
gb_option_read_fn
	gb_option_part; /* double, above 0 and below 1, or up to `value` if there is one; written as 5% or 0.05 */
gb_option_read_fn gb_option_positive; /* uint64_t, a whole number up to `value` */
gb_option_read_fn gb_option_bytes;    /* uint64_t, up to `value`: 1500000, 1.5MB, 2GiB */
gb_option_read_fn gb_option_help;     /* --help; no place */
gb_option_read_fn gb_option_wide;     /* what is printed is as wide as it is; no place */
gb_option_read_fn gb_option_colour;   /* auto, always, never; no place */
gb_option_read_fn gb_option_foreign;  /* files of others will do, for the whole program; no place */

/* The rest of an entry that is read into a field. */
#define GB_OPTION_TO(type, field, function) .read = (function), .at = offsetof(type, field)

/* For each command that looks for plug-ins, pictures or references. */
#define GB_OPTION_FOREIGN                                                                          \
	{                                                                                          \
		.name = GB_OWNER_OPTION,                                                           \
		.help = "accept plug-ins, scripts and references that others own or can write to", \
		.read = gb_option_foreign                                                          \
	}

/* Every command has them. */
#define GB_OPTIONS_OF_ALL                                                                                            \
	{ .letter = 'h', .name = "help", .help = "this text", .read = gb_option_help }, { .help = "On a terminal" }, \
		{ .name = "wide",                                                                                    \
		  .help = "all columns of tables, and unbroken lines, whatever the width",                           \
		  .read = gb_option_wide },                                                                          \
	{                                                                                                            \
		.name = "color", .argument = "WHEN",                                                                 \
		.help = "auto (the default): colour on a terminal unless NO_COLOR is set; always; never",            \
		.read = gb_option_colour                                                                             \
	}

#endif
