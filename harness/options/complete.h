/* complete.h: what the last, unfinished word of a command line may become. The shell asks: gpubench.bash. */
#ifndef GB_COMPLETE_H
#define GB_COMPLETE_H

#include <stdbool.h>
#include <stdio.h>

#include "options/options.h"

struct gb_unfinished {
	const struct gb_command *const *commands; /* as in gb_line_read() */
	const char *const *word; /* after the program's name; the last is the one to complete and may be "" */
	size_t words;            /* 1 at least */
	size_t gpus;             /* those that an index may name */
	const struct gb_plugins *plugins;
};

/* The line that says: the name of a file. Everything else is a whole word; one that ends in '=' goes on. */
#define GB_COMPLETE_FILES "@files"

/* Print a line for each; nothing if nothing is known. Words may still have the shell's quotes. */
void gb_complete(const struct gb_unfinished *line, FILE *out);

/* True if the values of an option like this one are covered. */
bool gb_complete_knows(const struct gb_option *option);

/* The n-th `gpubench --plugin FILE` on the line, from 0; NULL: there are no more. */
const char *gb_complete_plugin(const struct gb_unfinished *line, size_t n);

#endif
