/* analysis_options.h: options shared by commands that read result files. Each has a field in the command's struct. */
#pragma once

#include "options/options.h"
#include "show/table.h"

enum gb_format { GB_FORMAT_TABLE, GB_FORMAT_CSV, GB_FORMAT_JSON, GB_FORMAT_MARKDOWN };

/* The style of a table that is neither CSV nor JSON. */
static inline enum gb_table_style gb_format_style(enum gb_format format)
{
	return format == GB_FORMAT_MARKDOWN ? GB_TABLE_MARKDOWN : GB_TABLE_TEXT;
}

/* Sets an enum gb_format, which must still be GB_FORMAT_TABLE, to `value`. */
gb_option_read_fn gb_option_format;

/* --gpu sets a const char *. */
#define GB_OPTION_GPU(type, field)                                                                        \
	{                                                                                                 \
		"gpu", "TEXT",                                                                            \
			"only GPUs whose UUID, host or PCI id begins with TEXT, or whose model or board " \
			"contains it",                                                                    \
			GB_OPTION_TO(type, field, gb_option_text)                                         \
	}

/* --relative-to sets a const char *: see gb_ratios_base(). */
#define GB_OPTION_RELATIVE_TO(type, field)                                                            \
	{                                                                                             \
		"relative-to", "FILE",                                                                \
			"compare models with the model in FILE, or with the one whose name contains " \
			"this word (default: the model in the first file)",                           \
			GB_OPTION_TO(type, field, gb_option_text)                                     \
	}

/* --files-from sets a const char *. */
#define GB_OPTION_FILES_FROM(type, field)                                                          \
	{                                                                                          \
		"files-from", "FILE",                                                              \
			"also read the files listed in FILE (-: standard input), one per line or " \
			"NUL-terminated",                                                          \
			GB_OPTION_TO(type, field, gb_option_text), .file = GB_FILE_LIST            \
	}

#define GB_OPTION_OUTPUT(type, field)                                                                    \
	{                                                                                                \
		"output", "FILE", "write into FILE, which is replaced once everything is written",       \
			GB_OPTION_TO(type, field, gb_option_text), .file = GB_FILE_RESULT, .letter = 'o' \
	}

/* --csv, --json and --markdown set an enum gb_format, -o a const char *. */
#define GB_OPTIONS_SHOW(type, format, output)                                                                    \
	{ .help = "Output" },                                                                                    \
		{ "csv", NULL, "CSV", GB_OPTION_TO(type, format, gb_option_format), .value = GB_FORMAT_CSV },    \
		{ "json", NULL, "JSON", GB_OPTION_TO(type, format, gb_option_format), .value = GB_FORMAT_JSON }, \
		{ "markdown", NULL, "Markdown", GB_OPTION_TO(type, format, gb_option_format),                    \
		  .value = GB_FORMAT_MARKDOWN },                                                                 \
		GB_OPTION_OUTPUT(type, output)

/* For the end of the help: which run of a GPU is shown. */
#define GB_HELP_NEWEST "Only the newest run of each GPU is shown, even if it failed, from CSV files and stores alike.\n"

/* The meaning of exit status 2 for these commands. */
#define GB_EXIT_HELP_FILES "a file or a part of it could not be read, or output could not be written"
