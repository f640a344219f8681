/* manual.h: the manual pages gpubench(1) and gpubench-COMMAND(1), made from the descriptions of the commands. */
#pragma once

#include <stdio.h>

#include "options/options.h"

/* Writes troff with the macros of man(7). */
void gb_manual_print(const struct gb_command *const *commands, const struct gb_plugins *plugins, FILE *out);
void gb_manual_print_command(const struct gb_command *command, const struct gb_plugins *plugins, FILE *out);

/* Write text that troff must show unchanged; text between two ` is bold. No line may look like a request. */
void gb_manual_text(const char *text, FILE *out);
