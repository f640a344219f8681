/* complete.h: completes the last, unfinished word of a command line for the shell scripts gpubench.*. */
#pragma once

#include <stdio.h>

#include "options/options.h"

struct gb_unfinished {
	const struct gb_command *const *commands; /* as in gb_line_read() */
	const char *const *word; /* after the program's name; the last one, which may be "", is to be completed */
	size_t words;            /* at least 1 */
	size_t gpus;             /* that can be selected by index */
	const struct gb_plugins *plugins;
};

/* This line stands for the names of files. Any other line is a complete word, unless it ends in '='. */
#define GB_COMPLETE_FILES "@files"

/* Print one line for each candidate. Words may still contain the shell's quotes. */
void gb_complete(const struct gb_unfinished *line, FILE *out);

/* Return the n-th FILE, from 0, of `gpubench --plugin FILE` on the line; NULL: there are no more. */
const char *gb_complete_plugin(const struct gb_unfinished *line, size_t n);
