/* manual.h: the manual page gpubench(1), made from what the commands say of themselves. */
#ifndef GB_MANUAL_H
#define GB_MANUAL_H

#include <stdio.h>

#include "options/options.h"

/* Troff with the macros of man(7). */
void gb_manual_print(const struct gb_command *const *commands, const struct gb_plugins *plugins, FILE *out);

/* The text for troff to show as it is; what is between two ` is bold. No line begins as a request. */
void gb_manual_text(const char *text, FILE *out);

#endif
