/* manual.h: the manual page gpubench(1), made from the tables that options are read with. */
#ifndef GB_MANUAL_H
#define GB_MANUAL_H

#include <stdio.h>

#include "plan/loader.h"

/* Troff with the macros of man(7). */
void gb_manual_print(const struct gb_plugins *plugins, FILE *out);

/* The text for troff to show as it is; what is between two ` is bold. No line begins as a request. */
void gb_manual_text(const char *text, FILE *out);

#endif
