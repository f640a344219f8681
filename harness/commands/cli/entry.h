/* entry.h: the code shared by main() of gpubench and of gpubench-profile. */
#pragma once

#include "options/options.h"

/* Call this first: the program relies on standard streams and signals. */
void gb_program_begin(void);

/* Prints the help of a command, and returns the exit status. */
typedef int gb_help_fn(const struct gb_command *command);

/* Read the command line and perform its command. Returns the exit status. */
int gb_perform_line(const struct gb_command *const *commands, gb_help_fn *help, int argc, char **argv);
