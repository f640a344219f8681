/* complete.h: completes the last, unfinished word of a command line. The shell script gpubench.bash calls it. */
#pragma once

#include <stdio.h>

#include "options/options.h"

struct gb_unfinished {
	const struct gb_command *const *commands; /* as in gb_line_read() */
	const char *const *word; /* after the program's name; the last is the one to complete and may be "" */
	size_t words;            /* at least 1 */
	size_t gpus;             /* selected by index */
	const struct gb_plugins *plugins;
};

/* The line that stands for a file name. Every other line is a complete word; one that ends in '=' is continued. */
#define GB_COMPLETE_FILES "@files"

/* Print a line for each candidate; nothing if there is none. Words may still have the shell's quotes. */
void gb_complete(const struct gb_unfinished *line, FILE *out);

/* The n-th `gpubench --plugin FILE` on the line, from 0; NULL: there are no more. */
const char *gb_complete_plugin(const struct gb_unfinished *line, size_t n);
