/* commands.h: the commands of the program. Each command describes itself at the end of its own file. */
#pragma once

#include "base/wrap.h"
#include "options/options.h"

struct gb_points_about; /* show/points.h */

enum gb_exit {
	GB_EXIT_OK = 0,
	GB_EXIT_USAGE = 1,
	GB_EXIT_FAILED = 2,
	GB_EXIT_BELOW = 3,
	GB_EXIT_CORRUPT = 3, /* found by a watch, which compares no GPUs */
	GB_EXIT_UNDECIDED = 4,
	GB_EXIT_INTERRUPTED = 130
};

extern const struct gb_command gb_command_run, gb_command_info, gb_command_show, gb_command_roofs, gb_command_peaks,
	gb_command_compare, gb_command_check, gb_command_history, gb_command_store, gb_command_plot, gb_command_profile,
	gb_command_ab, gb_command_report;
/* All commands, terminated by NULL. The first is the default. */
extern const struct gb_command *const gb_commands[];

/* Actions other than measuring. They return the exit status. */
int gb_list_benchmarks(const struct gb_plugins *plugins);
int gb_list_devices(const char *wanted); /* `wanted` as in -d */
int gb_list_peaks(const char *wanted);   /* the same as the command info */
int gb_describe(const struct gb_plugins *plugins, const char *name);
/* Finds a plug-in's description of its benchmark, for tables of its points. `bench` NULL: only the name is known. */
struct gb_points_about gb_about(const char *name, const struct gb_bench *bench);
/* Completes the last word of an unfinished command line. */
int gb_complete_words(const char *const *word, size_t words);

/* Prints what an empty command line prints: the commands to try first. */
void gb_print_first_steps(FILE *out);

/* Load the plug-ins in `files`, then those of the search path. Refused plug-ins are reported on standard error and do
 * not stop the rest. A missing file in `files` is a usage error: GB_FAILED. */
int gb_commands_load(struct gb_plugins *plugins, const struct gb_texts *files);

/* Print "gpubench: <text>" on standard error as a single line, whatever the text quotes; returns `status`. */
int gb_complain(int status, const char *text);
int gb_complain_format(int status, const char *format, ...) GB_PRINTF(2, 3);
/* Does the same, and colours status words on a terminal. */
int gb_complain_marked(int status, const char *text, struct gb_wrap_mark mark);
/* Prints a note for file readers. A screen shows only a few notes. */
void gb_remark(const char *text);
void gb_remark_format(const char *format, ...) GB_PRINTF(1, 2);
void gb_remark_marked(const char *text, struct gb_wrap_mark mark);
/* On a terminal, report the name and size of a file that a command has written. */
void gb_tell_written(const char *path);
/* Begin messages with "gpubench: <who>: <text>" from now on; `who` must stay valid. */
void gb_complain_as(const char *who);
/* Check that the output was written completely: a full disk must not go unnoticed. Returns `status`, or the status of
 * the failure. */
int gb_flushed(int status);
