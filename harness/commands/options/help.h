/* help.h: prints --help from the table with which the options are parsed. */
#pragma once

#include "options/options.h"

/* `commands` as in gb_line_read(). The help of the first command describes the others. */
void gb_help_print(const struct gb_command *command, const struct gb_command *const *commands,
		   const struct gb_plugins *plugins, FILE *out);

/* -h, which fits on one screen: examples, and either the frequently used options or the names of all. */
void gb_help_print_brief(const struct gb_command *command, const struct gb_command *const *commands, FILE *out);
