/* pager.h: sends long output on a terminal through the user's pager. */
#pragma once

#include <stdio.h>

/* Send the rest of the output to $GPUBENCH_PAGER, $PAGER or less, unless it does not go to a terminal or the pager is
 * `cat`. If the user leaves the pager early, SIGPIPE ends the program, as in any pipe. */
void gb_pager_begin(void);

/* Wait until the user leaves the pager. */
void gb_pager_end(void);

/* The descriptor of the terminal that shows `out`, directly or through the pager. If `out` goes to another file, it is
 * that file's descriptor. */
int gb_pager_screen(FILE *out);
